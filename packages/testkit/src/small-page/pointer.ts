import type { HTMLElement, HTMLLabelElement } from 'happy-dom'

import { viewOf } from './fields.ts'
import { takesFocus } from './focusable.ts'

export interface Press {
  readonly button?: 'left' | 'right'
  readonly modifiers?: readonly ('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[]
}

/** Moves the pointer onto an element. */
export function point(element: HTMLElement): void {
  const { PointerEvent, MouseEvent } = viewOf(element)
  const how = { bubbles: true, cancelable: true, composed: true, pointerType: 'mouse' }
  element.dispatchEvent(new PointerEvent('pointerover', how))
  for (
    let one: HTMLElement | null = element;
    one !== null;
    one = one.parentElement as HTMLElement | null
  ) {
    one.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))
    one.dispatchEvent(new MouseEvent('mouseenter'))
  }
  element.dispatchEvent(new MouseEvent('mouseover', how))
  element.dispatchEvent(new PointerEvent('pointermove', how))
  element.dispatchEvent(new MouseEvent('mousemove', how))
}

/** Presses an element with the mouse and lets go. */
export function press(
  element: HTMLElement,
  { button = 'left', modifiers = [] }: Press = {},
  detail = 1,
): void {
  const { PointerEvent, MouseEvent } = viewOf(element)
  // What belongs to a button is pressed with it: happy-dom follows only what the button itself is told.
  const pressed = (element.closest('button') as HTMLElement | null) ?? element
  const has = (name: string): boolean => modifiers.some((modifier) => modifier.startsWith(name))
  const how = {
    bubbles: true,
    cancelable: true,
    composed: true,
    detail,
    button: button === 'left' ? 0 : 2,
    pointerType: 'mouse',
    altKey: has('Alt'),
    ctrlKey: has('Control'),
    metaKey: has('Meta'),
    shiftKey: has('Shift'),
  }
  point(pressed)
  pressed.dispatchEvent(new PointerEvent('pointerdown', how))
  if (pressed.dispatchEvent(new MouseEvent('mousedown', how))) focusPressed(pressed)
  if (button === 'right') pressed.dispatchEvent(new MouseEvent('contextmenu', how))
  pressed.dispatchEvent(new PointerEvent('pointerup', how))
  pressed.dispatchEvent(new MouseEvent('mouseup', how))
  if (button === 'left' && pressed.isConnected) pressed.dispatchEvent(new MouseEvent('click', how))
}

/** The focus goes to what was pressed or is around it, or nowhere. */
function focusPressed(pressed: HTMLElement): void {
  for (
    let one: HTMLElement | null = pressed;
    one !== null;
    one = one.parentElement as HTMLElement | null
  ) {
    if (!takesFocus(one)) continue
    one.focus()
    return
  }
  const control = (pressed.closest('label') as HTMLLabelElement | null)?.control
  if (control !== null && control !== undefined) return control.focus()
  const { activeElement } = pressed.ownerDocument
  // The body has no focus to lose.
  if (activeElement !== pressed.ownerDocument.body) (activeElement as HTMLElement | null)?.blur()
}
