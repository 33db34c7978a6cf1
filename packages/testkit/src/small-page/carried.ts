import type { HTMLElement } from 'happy-dom'

import { filesOf, viewOf, type GivenFile } from './fields.ts'

/** What a person brings from elsewhere, by the clipboard or by dragging it. */
export interface Carried {
  readonly text?: string
  readonly files?: readonly GivenFile[]
}

/** Holds it over an element. @returns whether the page takes it there */
export function holdOver(element: HTMLElement, carried: Carried): boolean {
  return !tell(element, 'dragover', { dataTransfer: transferOf(element, carried) })
}

export function drop(element: HTMLElement, carried: Carried): void {
  tell(element, 'drop', { dataTransfer: transferOf(element, carried) })
}

/** @returns whether the page took it */
export function paste(element: HTMLElement, carried: Carried): boolean {
  return !tell(element, 'paste', { clipboardData: transferOf(element, carried) })
}

/** happy-dom has no events of dragging, and its own transfer tells no page that there are files. */
function tell(element: HTMLElement, type: string, brings: object): boolean {
  const { Event } = viewOf(element)
  const event = new Event(type, { bubbles: true, cancelable: true, composed: true })
  return element.dispatchEvent(Object.assign(event, brings))
}

function transferOf(element: HTMLElement, { text, files: given = [] }: Carried): object {
  const files = filesOf(viewOf(element), given)
  return {
    files,
    items: files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file })),
    types: [
      ...(text === undefined ? [] : ['text/plain']),
      ...(files.length === 0 ? [] : ['Files']),
    ],
    getData: (type: string) => (type === 'text/plain' ? (text ?? '') : ''),
    dropEffect: 'none',
  }
}
