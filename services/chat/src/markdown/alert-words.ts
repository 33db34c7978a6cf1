/** Finds whose alert words occur in a message as words of their own. */

// The characters that may touch a word on either side, that open something before it, and that close after it.
const BESIDE = " \n.,;'*`"
const BEFORE = new Set(`${BESIDE}([">`)
const AFTER = new Set(`${BESIDE})]!?:`)

export interface AlertWords {
  readonly userId: number
  readonly words: readonly string[]
}

export function alertedUsers(text: string, alertWords: readonly AlertWords[]): number[] {
  const content = text.toLowerCase()
  return alertWords
    .filter(({ words }) => words.some((word) => hasWord(content, word.toLowerCase())))
    .map(({ userId }) => userId)
}

function hasWord(content: string, word: string): boolean {
  if (word === '') return false
  for (let at = content.indexOf(word); at !== -1; at = content.indexOf(word, at + 1)) {
    const before = content[at - 1]
    const after = content[at + word.length]
    const startsClean = before === undefined || BEFORE.has(before)
    if (startsClean && (after === undefined || AFTER.has(after))) return true
  }
  return false
}
