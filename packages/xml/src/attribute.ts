const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const COLON = 0x3a
const SPACE = 0x20

/**
 * The value of an attribute of a start tag, still escaped; undefined when there is none. `name` includes its prefix.
 * Text inside another attribute's value is never taken for an attribute.
 */
export function attribute(startTag: string, name: string): string | undefined {
  return find(startTag, name, isSpace)
}

/** As `attribute`, with any prefix or none. */
export function localAttribute(startTag: string, name: string): string | undefined {
  return find(startTag, name, (code) => isSpace(code) || code === COLON)
}

/** Goes from one equals sign to the next after its value, so that each character is looked at a few times at most. */
function find(tag: string, name: string, precedes: (code: number) => boolean): string | undefined {
  for (let equals = tag.indexOf('='); equals !== -1;) {
    let open = equals + 1
    while (isSpace(tag.charCodeAt(open))) open++
    const quote = tag.charCodeAt(open)
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) {
      equals = tag.indexOf('=', open)
      continue
    }
    const close = tag.indexOf(quote === DOUBLE_QUOTE ? '"' : "'", open + 1)
    if (close === -1) return undefined
    let end = equals
    while (isSpace(tag.charCodeAt(end - 1))) end--
    const start = end - name.length
    if (tag.startsWith(name, start) && precedes(tag.charCodeAt(start - 1)))
      return tag.slice(open + 1, close)
    equals = tag.indexOf('=', close + 1)
  }
  return undefined
}

function isSpace(code: number): boolean {
  return code <= SPACE
}
