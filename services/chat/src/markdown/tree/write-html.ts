/** Writes the document as HTML: every text and every attribute is escaped here and nowhere else. */

import { CHARACTER_REFERENCE } from './character-reference.ts'
import { isElement, type Element, type Node } from './tree.ts'

const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

// Their presence means yes; they have no value.
const YES_ATTRIBUTES: ReadonlySet<string> = new Set(['controls'])

/** HTML of the element's content. Attributes are written in alphabetical order. */
export function contentsHtml(root: Element): string {
  const parts: string[] = []
  for (const node of root.children) write(node, parts)
  return parts.join('')
}

function write(node: Node, parts: string[]): void {
  if (typeof node === 'string') parts.push(escapeText(node))
  else if (isElement(node)) writeElement(node, parts)
  else parts.push(node.html)
}

function writeElement({ tag, attributes, children }: Element, parts: string[]): void {
  parts.push('<', tag)
  for (const [name, value] of [...attributes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    parts.push(' ', name)
    if (!YES_ATTRIBUTES.has(name)) parts.push('="', escapeAttribute(value), '"')
  }
  parts.push('>')
  if (VOID_TAGS.has(tag)) return
  for (const node of children) write(node, parts)
  parts.push('</', tag, '>')
}

/** `&amp;` and the like keep the author's meaning; every other ampersand is escaped. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (mark, at: number) => {
    if (mark === '<') return '&lt;'
    if (mark === '>') return '&gt;'
    CHARACTER_REFERENCE.lastIndex = at
    return CHARACTER_REFERENCE.test(text) ? mark : '&amp;'
  })
}

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;')
}
