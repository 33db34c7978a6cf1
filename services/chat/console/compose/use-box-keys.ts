import type { RefObject } from 'preact'
import { writeInto } from '@oficina/web/write-into.ts'

import { useShortcut } from '../keys/use-shortcut.ts'
import { selectedIn } from './message-field.tsx'
import { formatted, type FormatName } from './text-edit.ts'

export interface BoxKeys {
  readonly root: RefObject<HTMLElement | null>
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Undefined: Enter sends, and the keys for it begin a line. */
  readonly onSend: (() => void) | undefined
  readonly onPreview: () => void
  readonly onSnippets: () => void
}

/** The keys of writing, as the person has them, in the box that has the cursor. */
export function useBoxKeys({ root, field, onSend, onPreview, onSnippets }: BoxKeys): void {
  const inBox = (act: () => void) => (): boolean => {
    if (root.current?.contains(document.activeElement) !== true) return false
    act()
    return true
  }
  const format = (name: FormatName) => (): boolean => {
    const { current } = field
    if (current === null || document.activeElement !== current) return false
    writeInto(current, formatted(selectedIn(current), name))
    return true
  }
  useShortcut('bold', format('bold'))
  useShortcut('italic', format('italic'))
  useShortcut('link', format('link'))
  useShortcut('preview', inBox(onPreview))
  useShortcut('snippets', inBox(onSnippets))
  useShortcut('send', () => onSend !== undefined && inBox(onSend)())
}
