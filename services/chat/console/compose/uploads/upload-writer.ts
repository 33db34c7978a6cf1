import type { Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { writeInto } from '@oficina/web/write-into.ts'

import { selectedIn } from '../message-field.tsx'
import { replaced } from '../text-edit.ts'
import type { UploadText } from './uploads.ts'

/** Writes where the cursor is, or into the text alone while its field is not there. */
export function writerOf(
  field: RefObject<HTMLTextAreaElement | null>,
  text: Signal<string>,
): UploadText {
  return {
    insert: (written) => {
      const { current } = field
      if (current === null) text.value = text.peek() + written
      else writeInto(current, insertedLine(current, written))
    },
    replace: (before, after) => {
      const { current } = field
      const now = text.peek()
      const at = now.indexOf(before)
      if (at === -1) {
        // The placeholder was edited away: the link is not lost.
        if (after !== '')
          text.value = `${now}${now === '' || now.endsWith('\n') ? '' : '\n'}${after}\n`
        return
      }
      const next = now.slice(0, at) + after + now.slice(at + before.length)
      if (current === null || document.activeElement !== current) {
        text.value = next
        return
      }
      const moved = (place: number): number =>
        place <= at ? place : Math.max(at, place + after.length - before.length)
      writeInto(current, {
        text: next,
        start: moved(current.selectionStart),
        end: moved(current.selectionEnd),
      })
    },
  }
}

function insertedLine(field: HTMLTextAreaElement, written: string) {
  const selected = selectedIn(field)
  const before = selected.text.slice(0, selected.start)
  const lead = before === '' || before.endsWith('\n') ? '' : '\n'
  return replaced(selected, lead + written)
}
