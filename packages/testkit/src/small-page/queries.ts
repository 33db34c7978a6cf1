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
  const found = selected(root, '*').filter((element) => fits(textOf(element), wanted, exactness))
  const all = new Set<Element>(found)
  const isSmallest = (element: Element): boolean =>
    !Array.from(element.children).some((child) => all.has(child))
  return found.filter((element) => !NOT_TEXT.test(element.tagName) && isSmallest(element))
}

const NOT_TEXT = /^(?:SCRIPT|STYLE|NOSCRIPT|HEAD|TITLE|META|LINK|HTML)$/

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
