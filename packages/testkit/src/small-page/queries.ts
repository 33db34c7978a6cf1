import { computeAccessibleName } from 'dom-accessibility-api'
import type { Element, HTMLElement } from 'happy-dom'

import { hasRole, hasState, selectorOf, type RoleState } from './roles.ts'
import { isHeard } from './shown.ts'
import { fits, textOf, type Exactness, type Wanted } from './words.ts'

export interface RoleOptions extends RoleState, Exactness {
  readonly name?: Wanted | undefined
  readonly includeHidden?: boolean | undefined
}

/** What is looked through: a document, or an element and all in it. */
export interface Root {
  querySelectorAll(selector: string): ArrayLike<Element>
  readonly children: Iterable<Element>
}

// Of all elements of a page; happy-dom types its selectors by the name of a tag alone.
function selected(root: Root, selector: string): HTMLElement[] {
  return Array.from(root.querySelectorAll(selector)) as HTMLElement[]
}

export function bySelector(root: Root, selector: string): HTMLElement[] {
  return selected(root, selector)
}

export function byRole(root: Root, role: string, options: RoleOptions = {}): HTMLElement[] {
  const { name, exact, includeHidden = false } = options
  return selected(root, selectorOf(role)).filter(
    (element) =>
      hasRole(element, role) &&
      hasState(element, options) &&
      (name === undefined || fits(nameOf(element), name, { exact })) &&
      (includeHidden || isHeard(element)),
  )
}

/** The smallest elements with a text. */
export function byText(root: Root, wanted: Wanted, exactness: Exactness = {}): HTMLElement[] {
  const found: HTMLElement[] = []
  for (const child of root.children) findText(child, wanted, { ...exactness, found })
  return found
}

interface Search extends Exactness {
  readonly found: HTMLElement[]
}

const NOT_TEXT = /^(?:SCRIPT|STYLE|NOSCRIPT|HEAD|TITLE|META|LINK|HTML)$/

/** @returns whether an element, or one in it, has the text; of those that have it, the smallest are found */
function findText(element: Element, wanted: Wanted, search: Search): boolean {
  const { exact, found } = search
  const text = textOf(element)
  // Nothing in it has a text that it has not; of an expression this cannot be said.
  if (typeof wanted === 'string' && !fits(text, wanted)) return false
  let isInside = false
  for (const child of element.children) {
    if (findText(child, wanted, search)) isInside = true
  }
  if (isInside || NOT_TEXT.test(element.tagName)) return isInside
  if (!fits(text, wanted, { exact })) return false
  // All elements of a page are of HTML or SVG.
  found.push(element as HTMLElement)
  return true
}

/** Controls by the text of their labels, or of what labels them otherwise. */
export function byLabel(root: Root, wanted: Wanted, exactness: Exactness = {}): HTMLElement[] {
  return selected(root, LABELLED).filter((element) =>
    labelsOf(element).some((label) => fits(label, wanted, exactness)),
  )
}

const LABELLED =
  'input, select, textarea, button, meter, output, progress, [aria-label], [aria-labelledby]'

function labelsOf(element: HTMLElement): readonly string[] {
  const ids = element.getAttribute('aria-labelledby')
  if (ids !== null) {
    const texts = ids
      .split(/\s+/)
      .map((id) => element.ownerDocument.getElementById(id)?.textContent ?? '')
    return texts
  }
  const told = element.getAttribute('aria-label')
  if (told !== null && told !== '') return [told]
  // Only controls have it.
  const labels = Reflect.get(element, 'labels') as ArrayLike<Element> | null | undefined
  return Array.from(labels ?? [], (label) => textOf(label))
}

/** By an attribute that is shown as a text, such as `placeholder`. */
export function byAttribute(
  root: Root,
  name: string,
  wanted: Wanted,
  exactness: Exactness = {},
): HTMLElement[] {
  return selected(root, `[${name}]`).filter((element) =>
    fits(element.getAttribute(name) ?? '', wanted, exactness),
  )
}

/** The name of an element for those who hear the page; no style sheet is asked, which may add to it or hide it. */
function nameOf(element: HTMLElement): string {
  // Of the types of browsers, but the same elements.
  return computeAccessibleName(element as unknown as globalThis.Element, {
    getComputedStyle: styleByTag,
    computedStyleSupportsPseudoElements: false,
  })
}

// Between texts of these, names have a space.
const INLINE =
  /^(?:A|ABBR|B|BDI|BUTTON|CITE|CODE|EM|I|IMG|INPUT|KBD|LABEL|MARK|OPTION|OUTPUT|Q|S|SELECT|SMALL|SPAN|STRONG|SUB|SUP|SVG|TEXTAREA|TIME|U|VAR)$/i

function styleByTag({ tagName }: globalThis.Element): CSSStyleDeclaration {
  const display = INLINE.test(tagName) ? 'inline' : 'block'
  const getPropertyValue = (name: string): string => (name === 'display' ? display : '')
  // What the computation of a name asks of a style.
  return { getPropertyValue } as unknown as CSSStyleDeclaration
}
