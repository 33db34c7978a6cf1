import type { Element, HTMLElement } from 'happy-dom'

import { isOpenPopover, isPopover } from './layers.ts'

const NEVER_SHOWN = /^(?:SCRIPT|STYLE|TEMPLATE|HEAD|NOSCRIPT|DATALIST)$/

/**
 * Whether a person would see an element, as far as that does not rest on a style sheet: it and all around it are not
 * hidden by an attribute, by their own style, by a dialog, a popover or details that are closed.
 */
export function isShown(element: HTMLElement): boolean {
  if (!element.isConnected) return false
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    // All elements of a page are of HTML or SVG, which have a style.
    if (isHiddenItself(one as HTMLElement)) return false
  }
  return true
}

function isHiddenItself(element: HTMLElement): boolean {
  if (NEVER_SHOWN.test(element.tagName) || element.hasAttribute('hidden')) return true
  if (element.tagName === 'DIALOG' && !element.hasAttribute('open')) return true
  if (isPopover(element) && !isOpenPopover(element)) return true
  const around = element.parentElement
  if (
    around?.tagName === 'DETAILS' &&
    !around.hasAttribute('open') &&
    element.tagName !== 'SUMMARY'
  )
    return true
  const style = element.getAttribute('style')
  return style !== null && /(?:display:\s*none|visibility:\s*hidden)/.test(style)
}

/** Whether those who hear the page are told of it. */
export function isHeard(element: HTMLElement): boolean {
  return element.closest('[aria-hidden=true]') === null && isShown(element)
}
