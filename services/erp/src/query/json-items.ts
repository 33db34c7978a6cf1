/**
 * The texts of the items of a JSON array, one by one, so that a long array is never whole in memory as values.
 * @param json an array of objects, as PostgreSQL or `JSON.stringify` writes it
 */
export function* jsonItems(json: string): Generator<string> {
  let depth = 0
  let start = 0
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = endOfText(json, at)
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1
      if (depth === 2) start = at
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      if (depth === 2) yield json.slice(start, at + 1)
      depth -= 1
    }
  }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** Where a text ends that begins there. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at
    if (code === BACKSLASH) at += 1
  }
  return json.length
}
