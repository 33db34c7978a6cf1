import { fieldsOf, holds, type Condition } from '../../dictionary/condition.ts'
import type { Field, Model } from '../../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../../errors.ts'
import { REQUIRED_WHERE } from '../../messages/record-rules.ts'
import type { Callback, PendingWrite } from '../callbacks/callback.ts'
import { changedFields, valueAfter } from './rule.ts'

/** Whether the dictionary says of a field of the model when a record must have it. */
export function hasConditions({ fields }: Model): boolean {
  return fields.some(({ requiredIf }) => requiredIf !== undefined)
}

/**
 * A record has what the dictionary says that it must have. Only a write that touches the field or what decides about it is
 * refused: a record of before may lack it.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export const requiredRule: Callback = {
  before: (_context, write) => {
    const problems = missing(write)
    if (problems.length > 0) throw new ApiError(problems)
    return Promise.resolve(write.values)
  },
  passesAll: (_context, writes) =>
    Promise.resolve(writes.every((write) => missing(write).length === 0)),
}

function missing(write: PendingWrite): readonly ErrorEntry[] {
  const changed = new Set(changedFields(write))
  return write.model.fields.flatMap((field) => {
    const { requiredIf: condition } = field
    if (condition === undefined || !isTouched(field, condition, changed)) return []
    if (!holds(condition, (name) => valueAfter(write, name))) return []
    if ((valueAfter(write, field.name) ?? '').trim() !== '') return []
    return [problemOf(write.model, field, condition)]
  })
}

function isTouched({ name }: Field, condition: Condition, changed: ReadonlySet<string>): boolean {
  return [name, ...fieldsOf(condition)].some((field) => changed.has(field))
}

function problemOf(model: Model, { name: field }: Field, condition: Condition): ErrorEntry {
  const message = REQUIRED_WHERE({ field, model: model.name, condition })
  return { code: 'VALIDATION', message, field }
}
