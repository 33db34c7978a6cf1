import {
  HTMLButtonElement,
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  type HTMLElement,
  type Window,
} from 'happy-dom'

import { erase, insert, isTextField, tellChange, viewOf } from './fields.ts'
import { isDisabled, nextStop } from './focusable.ts'
import { modalDialog } from './layers.ts'

interface Stroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
}

/** Strikes a key named as Playwright names it, such as `Control+Enter`, where the focus is. */
export function strike(window: Window, named: string): void {
  const stroke = strokeOf(named)
  const target = focused(window)
  const how = {
    ...stroke,
    code: codeOf(stroke.key),
    bubbles: true,
    cancelable: true,
    composed: true,
  }
  if (target.dispatchEvent(new window.KeyboardEvent('keydown', how))) act(target, stroke)
  // Keys are let go where the focus is then.
  const after = focused(window)
  const isLetGo = after.dispatchEvent(new window.KeyboardEvent('keyup', how))
  if (isLetGo && stroke.key === ' ' && after === target && isPressedBySpace(after)) after.click()
}

function strokeOf(named: string): Stroke {
  const parts = named === '+' ? ['+'] : named.split(/(?<=.)\+(?=.)/)
  const key = parts.at(-1) ?? ''
  const held = new Set(parts.slice(0, -1))
  const shiftKey = held.has('Shift')
  return {
    key: key === 'Space' ? ' ' : shiftKey && key.length === 1 ? key.toUpperCase() : key,
    ctrlKey: held.has('Control') || held.has('ControlOrMeta'),
    altKey: held.has('Alt'),
    metaKey: held.has('Meta'),
    shiftKey,
  }
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  if (/^\d$/.test(key)) return `Digit${key}`
  return key === ' ' ? 'Space' : key
}

function focused({ document }: Window): HTMLElement {
  return document.activeElement === null ? document.body : (document.activeElement as HTMLElement)
}

/** What the browser does by itself with a key that the page left alone. */
function act(target: HTMLElement, stroke: Stroke): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = stroke
  if (key === 'Tab') return moveFocus(target, shiftKey ? -1 : 1)
  if (key === 'Escape') return cancelDialog(target)
  if (key === 'Enter') return enter(target, stroke)
  if (isTextField(target)) {
    const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey
    if (isText) insert(target, key)
    else edit(target, stroke)
    return
  }
  if (key.startsWith('Arrow')) moveChoice(target, /^Arrow(?:Down|Right)$/.test(key) ? 1 : -1)
}

function moveFocus(target: HTMLElement, by: 1 | -1): void {
  const stop = nextStop(target.ownerDocument, by)
  stop?.focus()
  if (isTextField(stop)) stop.select()
}

function cancelDialog(target: HTMLElement): void {
  const dialog = modalDialog(target.ownerDocument)
  if (dialog === undefined || dialog.getAttribute('closedby') === 'none') return
  const { Event } = viewOf(dialog)
  if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
}

function enter(target: HTMLElement, { ctrlKey, metaKey, shiftKey }: Stroke): void {
  if (target instanceof HTMLTextAreaElement) {
    if (!ctrlKey && !metaKey) insert(target, '\n')
    return
  }
  if (target.matches('button, a[href], summary')) return target.click()
  if (!(target instanceof HTMLInputElement) || ctrlKey || metaKey || shiftKey) return
  if (!isTextField(target)) return
  tellChange(target)
  submitFrom(target)
}

/** From a field of text, a form is sent by the button that sends it, or without one where it has one field alone. */
function submitFrom({ form }: HTMLInputElement): void {
  if (form === null) return
  const button = [...form.querySelectorAll('button, input')].find(
    (element) =>
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
      element.type === 'submit',
  )
  // It is one of these two.
  if (button !== undefined)
    return isDisabled(button as HTMLElement) ? undefined : (button as HTMLElement).click()
  if ([...form.querySelectorAll('input')].filter(isTextField).length === 1) form.requestSubmit()
}

function edit(
  field: HTMLInputElement | HTMLTextAreaElement,
  { key, ctrlKey, shiftKey }: Stroke,
): void {
  if (key === 'Backspace') return erase(field, 'before')
  if (key === 'Delete') return erase(field, 'behind')
  if (ctrlKey && key.toLowerCase() === 'a') return field.select()
  // Numbers and dates have no caret that could be asked for.
  const caret = field.selectionEnd
  if (caret === null) return
  const to: Readonly<Record<string, number>> = {
    ArrowLeft: Math.max(0, caret - 1),
    ArrowRight: Math.min(field.value.length, caret + 1),
    Home: 0,
    End: field.value.length,
  }
  const place = to[key]
  if (place === undefined) return
  const start = field.selectionStart ?? place
  if (shiftKey) field.setSelectionRange(Math.min(start, place), Math.max(start, place))
  else field.setSelectionRange(place, place)
}

/** Arrows move among the options of a select and among radio buttons of one name. */
function moveChoice(target: HTMLElement, by: 1 | -1): void {
  if (target instanceof HTMLSelectElement) {
    const index = target.selectedIndex + by
    if (index < 0 || index >= target.options.length) return
    target.selectedIndex = index
    const { Event } = viewOf(target)
    for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }))
    return
  }
  if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
  const group = [...target.ownerDocument.querySelectorAll('input')].filter(
    (radio) =>
      radio.type === 'radio' &&
      radio.name === target.name &&
      radio.form === target.form &&
      !isDisabled(radio),
  )
  const next = group.at((group.indexOf(target) + by) % group.length)
  next?.focus()
  next?.click()
}

function isPressedBySpace(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement)
    return /^(?:button|checkbox|radio|reset|submit)$/.test(element.type)
  return element.matches('button, summary')
}
