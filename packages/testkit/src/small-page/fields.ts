import {
  HTMLInputElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
  type Event,
  type File,
  type HTMLElement,
  type HTMLOptionElement,
  type Window,
} from 'happy-dom'

/** A field in which one types. */
export type TextField = HTMLInputElement | HTMLTextAreaElement

const NOT_TYPED = /^(?:button|checkbox|color|file|hidden|image|radio|range|reset|submit)$/

export function isTextField(element: unknown): element is TextField {
  if (element instanceof HTMLTextAreaElement) return true
  return element instanceof HTMLInputElement && !NOT_TYPED.test(element.type)
}

/** What a field held before the person began to change it. */
const before = new WeakMap<HTMLElement, string>()

/** As the browser does when a field that was changed is left: tells so. */
export function tellChanges({ document }: Window): void {
  document.addEventListener('blur', onBlur, true)
}

function onBlur({ target }: Event): void {
  if (isTextField(target)) tellChange(target)
}

/** Tells once that the person is done with changing a field. */
export function tellChange(field: TextField): void {
  const held = before.get(field)
  before.delete(field)
  if (held !== undefined && held !== field.value) tell(field, 'change')
}

function tell(element: HTMLElement, type: 'input' | 'change'): void {
  const view = viewOf(element)
  element.dispatchEvent(new view.Event(type, { bubbles: true, composed: true }))
}

export function viewOf(element: HTMLElement): Window {
  // Elements of a page have a window as long as it is open.
  return element.ownerDocument.defaultView as unknown as Window
}

const HAS_SELECTION = /^(?:text|search|url|tel|password)$/

function hasSelection(field: TextField): boolean {
  return field instanceof HTMLTextAreaElement || HAS_SELECTION.test(field.type)
}

/** Types a text over what is selected, or at the caret. */
export function insert(field: TextField, text: string): void {
  if (field.readOnly) return
  const { value } = field
  const isSelectable = hasSelection(field)
  const start = isSelectable ? (field.selectionStart ?? value.length) : value.length
  const end = isSelectable ? (field.selectionEnd ?? value.length) : value.length
  write(field, {
    text: value.slice(0, start) + text + value.slice(end),
    caret: start + text.length,
    typed: text,
  })
}

/** Deletes what is selected, or the character before the caret or behind it. */
export function erase(field: TextField, where: 'before' | 'behind'): void {
  if (field.readOnly) return
  const { value } = field
  let [start, end] = hasSelection(field)
    ? [field.selectionStart ?? value.length, field.selectionEnd ?? value.length]
    : [value.length, value.length]
  if (start === end) {
    if (where === 'before') start = Math.max(0, start - 1)
    else end = Math.min(value.length, end + 1)
  }
  if (start !== end)
    write(field, { text: value.slice(0, start) + value.slice(end), caret: start, typed: undefined })
}

interface Written {
  readonly text: string
  readonly caret: number
  /** Undefined where something was deleted. */
  readonly typed: string | undefined
}

function write(field: TextField, { text, caret, typed }: Written): void {
  const { InputEvent } = viewOf(field)
  const how = {
    bubbles: true,
    composed: true,
    data: typed ?? '',
    inputType: typed === undefined ? 'deleteContentBackward' : 'insertText',
  }
  if (!field.dispatchEvent(new InputEvent('beforeinput', { ...how, cancelable: true }))) return
  const limit = field.maxLength
  if (typed !== undefined && limit >= 0 && text.length > limit) return
  if (!before.has(field)) before.set(field, field.value)
  field.value = text
  if (hasSelection(field)) field.setSelectionRange(caret, caret)
  field.dispatchEvent(new InputEvent('input', how))
}

/** Puts a value in the place of what a field holds, as one who selects all and types. */
export function replaceValue(field: TextField, value: string): void {
  if (hasSelection(field)) {
    field.select()
    if (value === '') erase(field, 'before')
    else insert(field, value)
    return
  }
  if (/^(?:date|datetime-local|month|time|week)$/.test(field.type)) {
    field.value = value
    if (field.value !== value) throw new Error(`a ${field.type} cannot be ${value}`)
    tell(field, 'input')
    tell(field, 'change')
    return
  }
  write(field, { text: value, caret: value.length, typed: value })
}

export type Choice =
  | string
  | { readonly label?: string; readonly value?: string; readonly index?: number }

/** @returns undefined where a select does not offer it (yet) */
export function choose(select: HTMLSelectElement, choices: readonly Choice[]): true | undefined {
  const all: readonly HTMLOptionElement[] = [...select.options]
  const found = choices.map((choice) =>
    all.find((option, index) => isChoice(option, index, choice)),
  )
  if (found.includes(undefined)) return undefined
  for (const option of all) option.selected = found.includes(option)
  tell(select, 'input')
  tell(select, 'change')
  return true
}

function isChoice(option: HTMLOptionElement, index: number, choice: Choice): boolean {
  if (typeof choice === 'string') return option.value === choice || labelOf(option) === choice
  if (choice.label !== undefined) return labelOf(option) === choice.label
  return choice.value === undefined ? index === choice.index : option.value === choice.value
}

function labelOf(option: HTMLOptionElement): string {
  return (option.getAttribute('label') ?? option.textContent).trim()
}

/** A file of the person's own. */
export interface GivenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Uint8Array
}

export function filesOf(window: Window, given: readonly GivenFile[]): readonly File[] {
  return given.map(
    ({ name, mimeType, buffer }) =>
      new window.File([Buffer.from(buffer)], name, { type: mimeType }),
  )
}

/** Chooses files in an input for them. */
export function putFiles(input: HTMLInputElement, given: readonly GivenFile[]): void {
  const { files } = input
  // The list is the element's own and cannot be made by others; happy-dom's is an array.
  files?.splice(0, files.length, ...filesOf(viewOf(input), given))
  tell(input, 'input')
  tell(input, 'change')
}

/** What an element holds that is filled in. */
export function valueOf(element: HTMLElement): string {
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  if (!isField) throw new Error(`${element.tagName.toLowerCase()} has no value`)
  return element.value
}

/** Whether a box, a radio button or what ARIA calls one is checked. */
export function isCheckedNow(element: HTMLElement): boolean {
  if (element instanceof HTMLInputElement) return element.checked
  return element.getAttribute('aria-checked') === 'true'
}
