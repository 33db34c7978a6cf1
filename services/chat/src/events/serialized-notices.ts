import type { ParkedQueue } from './client-queue.ts'
import type { Notice } from './notice.ts'

// Raised whenever what a notice or a parked queue is made of changes so that the code of before would read it wrongly.
const FORM = 1

interface Written {
  readonly form: number
  readonly content: readonly unknown[]
}

/** The text that other processes, or the next start of this one, read notices or queues from. */
export function written(content: readonly Notice[] | readonly ParkedQueue[]): string {
  return JSON.stringify({ form: FORM, content })
}

/**
 * What was written in the form of this process; undefined for what another version of the service wrote, which this one
 * cannot tell to anybody.
 * @source docs/decisions/0314-chat-event-forms.md
 */
export function readWritten(text: string): readonly unknown[] | undefined {
  // Written by `written` of this version, or by another version in a form that is not known here.
  const { form, content } = JSON.parse(text) as Partial<Written>
  return form === FORM ? content : undefined
}
