/** A text made ready to be searched: without case and accents. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}

const WORD_START = 8
const RUN = 4
const WHOLE = 40
const GAP = 1

/**
 * How well a text answers what was typed: every sign of it in its order, best at the beginnings of words and in runs.
 * Both are `plain` already. Undefined: it does not.
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const wanted = typed.replaceAll(' ', '')
  if (wanted === '') return 0
  const at = text.indexOf(typed)
  // The words as they stand count more than any scattered signs; earlier and in a shorter text still more.
  if (at !== -1) {
    const isStart = at === 0 || text[at - 1] === ' '
    return WHOLE * typed.length + (isStart ? WHOLE : 0) - at - text.length / 100
  }
  return scattered(wanted, text)
}

function scattered(wanted: string, text: string): number | undefined {
  let score = 0
  let from = 0
  for (const sign of wanted) {
    const found = startOfWord(sign, text, from) ?? next(sign, text, from)
    if (found === undefined) return undefined
    const isStart = found === 0 || text[found - 1] === ' '
    score += isStart ? WORD_START : found === from ? RUN : -GAP
    from = found + 1
  }
  return score - text.length / 100
}

/** Where a word begins with the sign, if the present run ends here anyway. */
function startOfWord(sign: string, text: string, from: number): number | undefined {
  if (text[from] === sign) return from
  const found = text.indexOf(` ${sign}`, Math.max(from - 1, 0))
  return found === -1 ? undefined : found + 1
}

function next(sign: string, text: string, from: number): number | undefined {
  const found = text.indexOf(sign, from)
  return found === -1 ? undefined : found
}
