import type { ParkedQueue } from './client-queue.ts'
import type { Notice } from './notice.ts'

// Increment it whenever notices or parked queues change so that older code would misread them.
const FORM = 2

interface Written {
  readonly form: number
  readonly content: readonly unknown[]
}

/** The text from which other processes, or the next start of this one, read notices or queues. */
export function written(content: readonly Notice[] | readonly ParkedQueue[]): string {
  return JSON.stringify({ form: FORM, content })
}

/**
 * Reads what was written in this version's form; undefined for another version's, which this process cannot deliver to
 * anybody.
 * @source docs/decisions/0314-chat-event-forms.md
 */
export function readWritten(text: string): readonly unknown[] | undefined {
  // Written by `written` of this version, or by another version in a form that is not known here.
  const { form, content } = JSON.parse(text) as Partial<Written>
  return form === FORM ? content : undefined
}
