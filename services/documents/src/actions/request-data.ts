import type { DataSource } from './task.ts'

/** The data of a request, in the forms that its work needs; made here only, so that they agree. */
export interface RequestData {
  readonly values: Values
  /** Of the JSON that it came in, or its share of it; decides in which thread the work is done. */
  readonly sizeBytes: number
  /** The same for another thread. */
  readonly source: DataSource
}

// Below this a render takes well under a millisecond, less than it costs to hand it to another thread.
const QUICK_BYTES = 24 * 1024

/** Whether what is done with it may be done in the thread that answers requests. */
export function isQuick({ sizeBytes }: RequestData): boolean {
  return sizeBytes <= QUICK_BYTES
}

type Values = Readonly<Record<string, unknown>>

/** The `data` of a body of its own, whose bytes another thread parses faster than values are cloned. */
export function dataOfBody(values: Values, body: Buffer): RequestData {
  return { values, sizeBytes: body.length, source: { kind: 'json', json: body } }
}

/** One `data` of several in a body, of which it is taken to be an even share. */
export function dataOfShare(values: Values, sizeBytes: number): RequestData {
  return { values, sizeBytes, source: { kind: 'value', data: values } }
}
