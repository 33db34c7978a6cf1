import pg from 'pg'
import { sqlState } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'

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
  const constraint = error.constraint ?? ''
  switch (sqlState(error)) {
    case UNIQUE:
      return duplicate(model, constraint, error)
    case FOREIGN_KEY:
      return brokenReference(model, constraint, error)
    case NUMERIC_OUT_OF_RANGE:
      return withCause(
        [{ code: 'VALIDATION', message: 'A number is too large for its field.' }],
        error,
      )
    default:
      return undefined
  }
}

function duplicate(model: Model, constraint: string, cause: Error): ApiError | undefined {
  const key = model.uniqueKeys.find(({ name }) => name === constraint)
  if (key === undefined) return undefined
  const fields = key.fields.join(', ')
  const message = `Another ${model.name} has the same ${fields}.`
  return withCause([{ code: 'DUPLICATE', message, field: key.fields.at(-1) ?? fields }], cause)
}

function brokenReference(model: Model, constraint: string, cause: Error): ApiError | undefined {
  const field = model.references.find(({ name }) =>
    constraint.startsWith(`${model.table}_${name}`.slice(0, 50)),
  )
  if (field !== undefined) {
    const message = `${field.name}: there is no such ${field.target}.`
    return withCause([{ code: 'UNKNOWN_REFERENCE', message, field: field.name }], cause)
  }
  // A record that refers to this one was created during the deletion, or belongs to another company, which must not be
  // named.
  const message = `The ${model.name} cannot be deleted: other records refer to it.`
  return withCause([{ code: 'HAS_DEPENDENTS', message, dependents: {} }], cause)
}

function withCause(entries: readonly ErrorEntry[], cause: Error): ApiError {
  const error = new ApiError(entries)
  error.cause = cause
  return error
}
