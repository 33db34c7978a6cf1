import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import type { ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import type { FieldValue } from '../query/field-value.ts'
import { recordAudit, type AuditEntry } from '../store/audit-store.ts'

/** A write of one record by the generic API. */
export interface AuditedWrite {
  readonly id: number
  readonly model: Model
  readonly recordId: string
  readonly operation: 'alta' | 'cambio' | 'baja'
  /** The fields that were written. */
  readonly values: ReadonlyMap<string, FieldValue | null>
  /** The stored fields before; null on create. */
  readonly previous: ReadonlyMap<string, string | null> | null
  /** Warnings in the answer to the write. */
  readonly warnings?: readonly ErrorEntry[]
}

const HIDDEN = '[oculto]'
// The length of RegistroAuditoria.motivo.
const MAX_REASON = 500

/** Records what writes changed: the written fields with their values before and after, or all of a deleted record. */
export async function auditWrites(
  tx: Tx,
  caller: Caller,
  { writes, now }: { readonly writes: readonly AuditedWrite[]; readonly now: string },
): Promise<void> {
  await recordAudit(tx, caller, { entries: writes.map(entryOf), now })
}

function entryOf(write: AuditedWrite): AuditEntry {
  const { id, model, recordId, operation, values, previous } = write
  const names = operation === 'baja' ? [...(previous?.keys() ?? [])] : [...values.keys()]
  const remarks = (write.warnings ?? []).map(({ message }) => message).join(' ')
  const reason = remarks === '' ? null : remarks.slice(0, MAX_REASON)
  const before = previous === null ? null : shown(model, names, previous)
  const after = operation === 'baja' ? null : shown(model, names, values)
  return { id, model: model.name, recordId, operation, action: null, reason, before, after }
}

function shown(
  model: Model,
  names: readonly string[],
  values: ReadonlyMap<string, FieldValue | null>,
): Readonly<Record<string, FieldValue | null>> {
  const secret = (name: string) => model.fieldByName.get(name)?.type === 'secret'
  return Object.fromEntries(
    names
      .filter((name) => values.has(name) || secret(name))
      .map((name) => [name, secret(name) ? HIDDEN : (values.get(name) ?? null)]),
  )
}
