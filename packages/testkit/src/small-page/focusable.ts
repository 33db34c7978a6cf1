import type { Document, HTMLElement } from 'happy-dom'

import { isReachable } from './layers.ts'
import { isShown } from './shown.ts'

const FOCUSABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex], [contenteditable=true]'

/** Whether a press of the mouse gives it the focus. */
export function takesFocus(element: HTMLElement): boolean {
  return (
    element.matches(FOCUSABLE) && !isDisabled(element) && isShown(element) && isReachable(element)
  )
}

/** Whether it is disabled itself, or by the fieldset around it. */
export function isDisabled(element: HTMLElement): boolean {
  const isControl = /^(?:BUTTON|INPUT|SELECT|TEXTAREA|OPTION|FIELDSET)$/.test(element.tagName)
  if (!isControl) return false
  if (element.hasAttribute('disabled')) return true
  const fieldset = element.closest('fieldset[disabled]')
  return fieldset !== null && element.closest('legend')?.parentElement !== fieldset
}

/** Where the focus of a dialog begins: at what asks for it, or else at the first that takes it. */
export function focusFirst(dialog: HTMLElement): void {
  const wanting = dialog.querySelector<HTMLElement>('[autofocus]')
  const first = wanting ?? [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].find(takesFocus)
  if (first === undefined) dialog.focus()
  else first.focus()
}

/** The next stop of the Tab key, or the one before. */
export function nextStop(document: Document, by: 1 | -1): HTMLElement | undefined {
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && takesFocus(element),
  )
  const { activeElement } = document
  const index = stops.findIndex((stop) => stop === activeElement)
  if (index !== -1) return stops.at((index + by) % stops.length)
  const isAfter = (stop: HTMLElement): boolean =>
    // 4: the stop follows.
    activeElement !== null && (activeElement.compareDocumentPosition(stop) & 4) !== 0
  return by === 1 ? (stops.find(isAfter) ?? stops[0]) : stops.findLast((stop) => !isAfter(stop))
}
