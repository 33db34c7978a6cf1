import type { Field } from '../../dictionary/types.ts'

export interface SortTerm {
  readonly field: Field
  readonly isDescending: boolean
}

/** The place in a listing after which a page begins: the last record's sort values (null: empty) and its id. */
export interface AfterKey {
  readonly values: readonly (string | null)[]
  readonly id: string
}

/** The `after` of the next page, from what `listingSql` returned as `last`; it includes the sort it belongs to. */
export function encodeAfter(last: readonly (string | null)[], sort: readonly SortTerm[]): string {
  return Buffer.from(JSON.stringify([signature(sort), ...last])).toString('base64url')
}

/** The key in an `after`, or null when it was made for another sort or not by this service. */
export function decodeAfter(raw: string, sort: readonly SortTerm[]): AfterKey | null {
  const parsed = parse(Buffer.from(raw, 'base64url').toString('utf8'))
  if (!Array.isArray(parsed)) return null
  const [made, ...rest] = parsed
  const texts = rest.filter((value) => value === null || typeof value === 'string')
  const id = texts.at(-1)
  const isSound =
    made === signature(sort) && texts.length === rest.length && texts.length === sort.length + 1
  if (!isSound || typeof id !== 'string' || !/^\d{1,18}$/.test(id)) return null
  return { values: texts.slice(0, -1), id }
}

function signature(sort: readonly SortTerm[]): string {
  return sort.map(({ field, isDescending }) => `${isDescending ? '-' : ''}${field.name}`).join(',')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invented by a client; the caller answers that it is not one of ours.
    return null
  }
}
