import { apiError, type ApiError } from '../../errors.ts'
import type { Message } from '../../messages/message.ts'
import { isSameValue } from '../../query/same-value.ts'
import type { PendingWrite } from '../callbacks/callback.ts'

/** A record's rule refuses a write because of the state of the record, or of the document that it belongs to. */
export function wrongState(message: Message, field?: string): ApiError {
  return apiError('INVALID_STATE', message, field)
}

/** The fields that a write changes: those whose value differs from the stored one. */
export function changedFields({ model, values, previous }: PendingWrite): readonly string[] {
  return [...values]
    .filter(([name, value]) => {
      const field = model.fieldByName.get(name)
      if (field === undefined || field.type === 'secret') return false
      return !isSameValue(field, value, previous?.get(name) ?? null)
    })
    .map(([name]) => name)
}

/** The value that a field has after the write. */
export function valueAfter({ values, previous }: PendingWrite, field: string): string | null {
  const value = values.has(field) ? values.get(field) : previous?.get(field)
  return value === null || value === undefined ? null : String(value)
}
