/** Rendered HTML as tags and words. */

export interface Word {
  readonly kind: 'word'
  /** A word, or an element that counts as one, such as an emoji. */
  readonly html: string
  /** The white space after it. */
  readonly space: string
  /** A space when a block ends after it, which separates it from the next word. */
  readonly gap: string
  /** Words with the same key are equal: a link's address is part of the key. */
  readonly key: string
}

interface Tag {
  readonly kind: 'tag'
  readonly html: string
}

export type Item = Word | Tag

const PIECE = /<(\/?)([a-z][a-z0-9]*)\b[^>]*>|[^<\s]+|\s+|</gi
const BLOCK = /^<\/?(?:p|li|ul|ol|blockquote|h[1-6]|pre|div|table|thead|tbody|tr|td|th|br|hr)\b/i
const WHOLE = /^<(?:img|audio|video|span class="(?:emoji|katex)[^"]*"|span[^>]* class="emoji)/i
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

/** Anything in angle brackets is a tag: the renderer escapes all others, in attributes too. */
export function readHtml(html: string): readonly Item[] {
  const items: Item[] = []
  let link = ''
  PIECE.lastIndex = 0
  const pieces = new RegExp(PIECE)
  for (let match = pieces.exec(html); match !== null; match = pieces.exec(html)) {
    const [piece, slash, name] = match
    if (name === undefined) addText(items, piece, link)
    else if (slash === '' && WHOLE.test(piece)) {
      pieces.lastIndex = wholeEnd(html, match.index, name)
      addText(items, html.slice(match.index, pieces.lastIndex), link)
    } else {
      if (name === 'a') link = slash === '' ? piece : ''
      if (BLOCK.test(piece)) endBlock(items)
      items.push({ kind: 'tag', html: piece })
    }
  }
  return items
}

/** After the matching end tag. */
function wholeEnd(html: string, start: number, name: string): number {
  const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, 'gi')
  tags.lastIndex = start
  let depth = 0
  for (let match = tags.exec(html); match !== null; match = tags.exec(html)) {
    depth += match[1] === '/' ? -1 : 1
    if (depth === 0 || EMPTY.has(name)) return tags.lastIndex
  }
  return html.length
}

function addText(items: Item[], piece: string, link: string): void {
  const last = items.at(-1)
  if (piece.trim() !== '') {
    items.push({ kind: 'word', html: piece, space: '', gap: '', key: `${link} ${piece}` })
  } else if (last?.kind === 'word') items[items.length - 1] = { ...last, space: last.space + piece }
  else items.push({ kind: 'tag', html: piece })
}

function endBlock(items: Item[]): void {
  const at = items.findLastIndex(({ kind }) => kind === 'word')
  const last = items[at]
  if (last?.kind === 'word') items[at] = { ...last, gap: ' ' }
}
