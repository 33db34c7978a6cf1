/** Marks the reader's alert words in a text, but not within code, links' addresses or other marks. */
export function markAlertWords(root: Node, alertWords: readonly string[]): void {
  const pattern = patternOf(alertWords)
  if (pattern === undefined) return
  for (const text of textsOf(root)) markIn(text, pattern)
}

/** What finds any of the words as a word of its own, or undefined when there are none. */
function patternOf(alertWords: readonly string[]): RegExp | undefined {
  const written = alertWords.filter((word) => word.trim() !== '').map((word) => RegExp.escape(word))
  if (written.length === 0) return undefined
  // The longer one first, of two that begin alike.
  const longest = written.toSorted((one, other) => other.length - one.length)
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${longest.join('|')})(?![\\p{L}\\p{N}_])`, 'giu')
}

function textsOf(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && isOpenText(node)) texts.push(node)
  }
  return texts
}

function isOpenText({ parentElement }: Text): boolean {
  return parentElement === null || parentElement.closest(LEFT_ALONE) === null
}

const LEFT_ALONE = 'pre, code, .katex, .emoji, .alert-word'

function markIn(text: Text, pattern: RegExp): void {
  const { data } = text
  const parts: (string | Node)[] = []
  let from = 0
  for (const match of data.matchAll(pattern)) {
    const mark = document.createElement('mark')
    mark.className = 'alert-word'
    mark.textContent = match[0]
    parts.push(data.slice(from, match.index), mark)
    from = match.index + match[0].length
  }
  if (parts.length > 0) text.replaceWith(...parts, data.slice(from))
}
