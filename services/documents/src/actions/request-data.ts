import type { DataSource } from './task.ts'

/** The data of a request in the forms that rendering and validating need; made only here, so that they agree. */
export interface RequestData {
  readonly values: Values
  /** Size of the JSON that it came in, or its share of it; decides which thread does the work. */
  readonly sizeBytes: number
  /** The same data in the form for another thread. */
  readonly source: DataSource
}

// Below this a render takes well under a millisecond, less than it costs to hand it to another thread by itself.
const QUICK_BYTES = 24 * 1024

/** Whether the thread that answers requests may do the work. */
export function isQuick({ sizeBytes }: RequestData): boolean {
  return sizeBytes <= QUICK_BYTES
}

// Below this even a share of a message to another thread costs more than the render.
const TINY_BYTES = 4 * 1024

/** Whether the render takes no longer than handing it over, even along with others. */
export function isTiny({ sizeBytes }: RequestData): boolean {
  return sizeBytes < TINY_BYTES
}

type Values = Readonly<Record<string, unknown>>

/** The `data` of a request with one document; another thread parses the bytes faster than it clones values. */
export function dataOfBody(values: Values, body: Buffer): RequestData {
  return { values, sizeBytes: body.length, source: { kind: 'json', json: body } }
}

/** One `data` of several in a body; each is assumed to be an equal share. */
export function dataOfShare(values: Values, sizeBytes: number): RequestData {
  return { values, sizeBytes, source: { kind: 'value', data: values } }
}
