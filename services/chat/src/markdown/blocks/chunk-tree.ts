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

export const EMPTY = NO_TEXT

export function lastChild(parent: Element): Element | undefined {
  return parent.children.at(-1)
}
