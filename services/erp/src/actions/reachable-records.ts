import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { apiError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { mayDo } from '../identity/rights.ts'
import { RULE_ALLOWS_NO_SUCH, RULE_KEEPS_FROM } from '../messages/records.ts'
import { findReached, lockRecord } from '../store/records/record-store.ts'
import type { Views } from '../visibility/dictionary-views.ts'
import { notFound } from './not-found.ts'

export interface Reach {
  readonly views: Views
  readonly caller: Caller
  readonly model: Model
  /** What the caller is about to do. */
  readonly right: string
}

/**
 * Locks a record that the caller may change in this way, and returns all its stored fields as text: rules and callbacks
 * also check fields that are hidden from him.
 * @throws ApiError NOT_FOUND; FORBIDDEN for one that he may read but not change
 */
export async function lockReached(
  tx: Tx,
  reach: Reach,
  id: string,
): Promise<ReadonlyMap<string, string | null>> {
  const { caller, model } = reach
  const { condition } = seenModel(reach)
  const key = { empresa: caller.empresa, id }
  const current = await lockRecord(tx, { ...key, model: { ...model, condition } })
  if (current !== undefined) return current
  if (condition !== null && (await isReadable(tx, reach, id))) {
    const message = RULE_KEEPS_FROM({ right: reach.right, model: model.name, id })
    throw apiError('FORBIDDEN', message)
  }
  throw notFound(model, id)
}

function seenModel({ views, caller, model, right }: Reach): Model {
  return views.of(caller.rights).modelFor(model, right)
}

async function isReadable(tx: Tx, reach: Reach, id: string): Promise<boolean> {
  const { caller } = reach
  if (!mayDo(caller.rights, reach.model, 'leer')) return false
  const model = seenModel({ ...reach, right: 'leer' })
  const read = await findReached(tx, { model, empresa: caller.empresa, lock: 'read' }, [id])
  return read.has(id)
}

/**
 * Those of the ids that the caller may reach, locked until the end of the transaction if one of his rules restricts
 * them.
 */
export async function lockReachedIds(
  tx: Tx,
  reach: Reach,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const model = seenModel(reach)
  if (model.condition === null) return new Set(ids)
  return await findReached(tx, { model, empresa: reach.caller.empresa, lock: 'lock' }, ids)
}

/** Finds those of the ids that the caller may reach, for each of several rights. */
export async function findReachedForAll(
  tx: Tx,
  { views, caller, model }: Omit<Reach, 'right'>,
  details: { readonly rights: readonly string[]; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  let reached: ReadonlySet<string> = new Set(details.ids)
  for (const right of details.rights) {
    const seen = seenModel({ views, caller, model, right })
    if (seen.condition === null) continue
    const key = { model: seen, empresa: caller.empresa, lock: 'read' } as const
    reached = await findReached(tx, key, [...reached])
  }
  return reached
}

/**
 * No write may create a record that its writer cannot reach, or move one out of his reach.
 * @throws ApiError VALIDATION
 */
export async function refuseOutside(tx: Tx, reach: Reach, ids: readonly string[]): Promise<void> {
  const model = seenModel(reach)
  if (model.condition === null || ids.length === 0) return
  const table = { model, empresa: reach.caller.empresa, lock: 'read' } as const
  const reached = await findReached(tx, table, ids)
  if (ids.every((id) => reached.has(id))) return
  throw apiError('VALIDATION', RULE_ALLOWS_NO_SUCH({ model: model.name }))
}
