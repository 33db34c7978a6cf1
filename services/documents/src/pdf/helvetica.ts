// Widths of the characters 32 to 255 of WinAnsiEncoding in thousandths of the font’s size, as every viewer has them
// for this font, which therefore need not be in the file.
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
  350, 556, 350, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 350, 611, 350, 350, 222,
  222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 350, 500, 667, 278, 333, 556, 556, 556,
  556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 552, 400, 549, 333, 333, 333, 576, 537, 278,
  333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667, 667,
  667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722, 667,
  667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278, 556,
  556, 556, 556, 556, 556, 556, 549, 611, 556, 556, 556, 556, 500, 556, 500,
]
const FIRST = 32
// Those of WinAnsiEncoding that stand elsewhere in Unicode, by their place from 128 on; a space is none.
const MOVED = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const MOVED_FIRST = 0x80

/** The text in the font’s encoding; undefined when it has a character that the font has not. */
export function helveticaBytes(text: string): Buffer | undefined {
  const codes = Array.from(text, codeOf)
  return codes.includes(undefined) ? undefined : Buffer.from(codes.map(Number))
}

/** The width of bytes of `helveticaBytes` at a size of 1. */
export function helveticaWidth(bytes: Buffer): number {
  let width = 0
  for (const byte of bytes) width += WIDTHS[byte - FIRST] ?? 0
  return width / 1_000
}

function codeOf(character: string): number | undefined {
  const point = character.codePointAt(0) ?? 0
  if ((point >= FIRST && point < 0x7f) || (point >= 0xa0 && point <= 0xff)) return point
  const moved = character === ' ' ? -1 : MOVED.indexOf(character)
  return moved === -1 ? undefined : MOVED_FIRST + moved
}
