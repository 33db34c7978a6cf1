import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../errors.ts'
import { OWN_ANCESTOR } from '../messages/records.ts'
import type { FieldValue } from '../query/field-value.ts'
import { hierarchyFields } from '../query/hierarchy.ts'
import { closesCircle, type RecordKey } from '../store/records/record-store.ts'

/**
 * No record may become its own ancestor. Only a change can cause that: nothing refers to a record that does not exist
 * yet.
 * @throws ApiError VALIDATION
 */
export async function refuseCycles(
  tx: Tx,
  key: RecordKey,
  write: {
    readonly values: ReadonlyMap<string, FieldValue | null>
    readonly previous: ReadonlyMap<string, string | null>
  },
): Promise<void> {
  for (const field of hierarchyFields(key.model)) {
    const reference = write.values.get(field.name) ?? null
    if (reference === null || reference === write.previous.get(field.name)) continue
    if (!(await closesCircle(tx, key, { field, reference: String(reference) }))) continue
    const about = { field: field.name, model: key.model.name, id: key.id }
    const message = OWN_ANCESTOR({ ...about, through: String(reference) })
    throw apiError('VALIDATION', message, field.name)
  }
}
