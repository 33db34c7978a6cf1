/**
 * The document tree, in the shape the dialect was defined on: an element owns the text before its
 * first child and the text that follows its own end tag. Rules speak of "text" and "tail", so the
 * tree does too.
 */

/** Text that a rule may still look into, or text that no later rule may touch. */
export interface Run {
  readonly value: string
  readonly sealed: boolean
}

export interface Element {
  readonly tag: string
  readonly attributes: Map<string, string>
  text: Run
  tail: Run
  children: Element[]
}

const NO_TEXT: Run = Object.freeze({ value: '', sealed: false })

export function element(tag: string, attributes: Readonly<Record<string, string>> = {}): Element {
  return {
    tag,
    attributes: new Map(Object.entries(attributes)),
    text: NO_TEXT,
    tail: NO_TEXT,
    children: [],
  }
}

export function child(parent: Element, tag: string): Element {
  const created = element(tag)
  parent.children.push(created)
  return created
}

export function open(value: string): Run {
  return { value, sealed: false }
}

export function sealed(value: string): Run {
  return { value, sealed: true }
}

export const EMPTY = NO_TEXT

export function lastChild(parent: Element): Element | undefined {
  return parent.children.at(-1)
}

/** Every element below `root`, parents before children, in document order. */
export function* descendants(root: Element): Generator<Element> {
  for (const item of root.children) {
    yield item
    yield* descendants(item)
  }
}

const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img'])

// They say yes by being there, without a value.
const YES_ATTRIBUTES: ReadonlySet<string> = new Set(['controls'])

// An ampersand that already begins a character reference stays: code and entities arrive escaped.
const BARE_AMPERSAND = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi

function escapeText(value: string): string {
  return value.replace(BARE_AMPERSAND, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

// Stashed HTML comes back into the text only: inside an attribute it would break out of it.
const STASHED_HTML = /\uFDD0html:\d+\uFDD1/g

function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replace(STASHED_HTML, '')
}

/** HTML of what stands inside the element. Attributes are written in alphabetical order. */
export function serializeContents(root: Element): string {
  const parts: string[] = [escapeText(root.text.value)]
  for (const item of root.children) write(item, parts)
  return parts.join('')
}

function write(node: Element, parts: string[]): void {
  parts.push('<', node.tag)
  for (const name of [...node.attributes.keys()].toSorted()) {
    parts.push(' ', name)
    if (YES_ATTRIBUTES.has(name)) continue
    parts.push('="', escapeAttribute(node.attributes.get(name) ?? ''), '"')
  }
  parts.push('>')
  if (!VOID_TAGS.has(node.tag)) {
    parts.push(escapeText(node.text.value))
    for (const item of node.children) write(item, parts)
    parts.push('</', node.tag, '>')
  }
  parts.push(escapeText(node.tail.value))
}
