import type { Emoji } from './emoji-kind.ts'

const FULL_PICTURE = 0xfe0f
const JOINER = 0x20_0d
const KEYCAP = 0x20_e3

/** An emoji as it is written in a message. */
export function emojiAsText({ name, toned }: Pick<Emoji, 'name' | 'toned'>): string {
  return toned ?? `:${name}:`
}

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
    // A skin tone asks for the picture as well.
    const isAsked = next === FULL_PICTURE || isSkinTone(next)
    return isLetter && !isAsked ? [point, FULL_PICTURE] : [point]
  })
  return String.fromCodePoint(...full)
}

function isSkinTone(point: number | undefined): boolean {
  return point !== undefined && /\p{Emoji_Modifier}/u.test(String.fromCodePoint(point))
}
