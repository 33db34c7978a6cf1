const FULL_PICTURE = 0xfe0f
const JOINER = 0x20_0d
const KEYCAP = 0x20_e3

/**
 * The characters of an emoji by its code, such as `1f44d` or `2764`. Codes leave out the sign that asks for a picture
 * instead of a letter; without it hearts and arrows would be drawn as text.
 */
export function emojiText(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16))
  if (points.some((point) => !Number.isInteger(point) || point > 0x10_ff_ff)) return ''
  const full = points.flatMap((point, index) => {
    const next = points[index + 1]
    if (point === JOINER || point === KEYCAP || point === FULL_PICTURE) return [point]
    const isPlain = !/\p{Emoji_Presentation}/u.test(String.fromCodePoint(point))
    const isLetter = isPlain && /\p{Emoji}/u.test(String.fromCodePoint(point))
    return isLetter && next !== FULL_PICTURE ? [point, FULL_PICTURE] : [point]
  })
  return String.fromCodePoint(...full)
}
