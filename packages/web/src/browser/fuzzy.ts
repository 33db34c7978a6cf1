/** A text made ready to be searched: without case and accents. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

const PER_SIGN = 40
const IN_ANY_ORDER = 20
const OF_A_RUN = 4
const OF_A_WORD = 2
// Nobody types more to find something, and the search for beginnings of words tries combinations.
const MAX_TYPED = 40

/**
 * How well a text answers what was typed, both `plain`: as it stands, its words in any order, or beginnings of words
 * (`cpp` and `cue pag` find `cuenta por pagar`). Undefined: it does not.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.slice(0, MAX_TYPED).trim()
  if (wanted === '') return 0
  // Of equals the shorter is meant.
  const shorter = text.length / 100
  const at = text.indexOf(wanted)
  if (at !== -1) {
    const isStart = at === 0 || text[at - 1] === ' '
    return PER_SIGN * wanted.length + (isStart ? PER_SIGN : 0) - at - shorter
  }
  const words = wanted.split(/\s+/)
  if (words.every((word) => text.includes(word))) return IN_ANY_ORDER * wanted.length - shorter
  const score = beginnings(words.join(''), text, 0)
  return score === undefined ? undefined : score - shorter
}

/** Every sign goes on where the last one stood, or begins a later word. */
function beginnings(wanted: string, text: string, from: number): number | undefined {
  const [sign] = wanted
  if (sign === undefined) return 0
  const rest = wanted.slice(sign.length)
  if (text.startsWith(sign, from)) {
    const score = beginnings(rest, text, from + sign.length)
    if (score !== undefined) return score + OF_A_RUN
  }
  let space = text.indexOf(` ${sign}`, Math.max(from - 1, 0))
  while (space !== -1) {
    const score = beginnings(rest, text, space + 1 + sign.length)
    if (score !== undefined) return score + OF_A_WORD
    space = text.indexOf(` ${sign}`, space + 1)
  }
  return undefined
}
