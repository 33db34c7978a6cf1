import pg from 'pg'
import { sqlState } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import { ANOTHER_HAS_SAME, NO_SUCH, NUMBER_TOO_LARGE, REFERRED_TO } from '../messages/records.ts'

const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
const NUMERIC_OUT_OF_RANGE = '22003'

/**
 * Turns a refusal by the database (two writers at once, a race with a delete) into the error of the field concerned.
 */
export async function translateConstraint<T>(model: Model, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translated(model, error) ?? error
  }
}

function translated(model: Model, error: unknown): ApiError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined
  const constraint = nameOf(error.constraint ?? namedIn(error.message))
  switch (sqlState(error)) {
    case UNIQUE:
      return duplicate(model, constraint, error)
    case FOREIGN_KEY:
      return brokenReference(model, constraint, error)
    case NUMERIC_OUT_OF_RANGE:
      return withCause([{ code: 'VALIDATION', message: NUMBER_TOO_LARGE() }], error)
    default:
      return undefined
  }
}

// The table of a reference that is broken stands before it, the one of what still refers to a record behind it.
const QUOTED = /["«]([^"»]+)["»]/g

/** Citus hands on what a node says about a constraint, but not its name apart. */
function namedIn(message: string): string {
  const [first, second] = [...message.matchAll(QUOTED)].map(([, name = '']) => name)
  return second ?? first ?? ''
}

/** The name of a constraint, or as much of it as is known. */
interface Constraint {
  readonly start: string
  readonly isWhole: boolean
}

// Of a part of a distributed table: the name and a number, or as much of the name as fits, a checksum and a number.
const OF_A_PART = /^(?<start>.+?)(?<checksum>_[0-9a-f]{8})?_\d{5,}$/

function nameOf(constraint: string): Constraint {
  const { start, checksum } = OF_A_PART.exec(constraint)?.groups ?? {}
  return start === undefined
    ? { start: constraint, isWhole: true }
    : { start, isWhole: checksum === undefined }
}

function isThe(name: string, { start, isWhole }: Constraint): boolean {
  return isWhole ? name === start : name.startsWith(start)
}

function begins(name: string, { start, isWhole }: Constraint): boolean {
  return start.startsWith(name) || (!isWhole && name.startsWith(start))
}

function duplicate(model: Model, constraint: Constraint, cause: Error): ApiError | undefined {
  const key = model.uniqueKeys.find(({ name }) => isThe(name, constraint))
  if (key === undefined) return undefined
  const { fields } = key
  const message = ANOTHER_HAS_SAME({ model: model.name, fields })
  return withCause([{ code: 'DUPLICATE', message, field: fields.at(-1) ?? '' }], cause)
}

function brokenReference(model: Model, constraint: Constraint, cause: Error): ApiError | undefined {
  const field = model.references.find(({ name }) =>
    begins(`${model.table}_${name}`.slice(0, 50), constraint),
  )
  if (field !== undefined) {
    const { name, target } = field
    const message = NO_SUCH({ field: name, model: model.name, target })
    return withCause([{ code: 'UNKNOWN_REFERENCE', message, field: name }], cause)
  }
  // A record that refers to this one was created during the deletion, or belongs to another company, which must not be
  // named.
  const message = REFERRED_TO({ model: model.name })
  return withCause([{ code: 'HAS_DEPENDENTS', message, dependents: {} }], cause)
}

function withCause(entries: readonly ErrorEntry[], cause: Error): ApiError {
  const error = new ApiError(entries)
  error.cause = cause
  return error
}
