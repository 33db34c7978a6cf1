import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import type { Caller } from '../../identity/caller.ts'
import { findReached } from '../../store/records/record-store.ts'
import type { Views } from '../../visibility/dictionary-views.ts'
import { notFound } from '../not-found.ts'
import { lockReached } from '../reachable-records.ts'

/**
 * Keeps the record to which something is attached from being deleted meanwhile. What the generic API does not change,
 * such as the audit log, the service's role may not lock, and nobody deletes.
 * @throws ApiError NOT_FOUND; FORBIDDEN for a record that the caller may read but not change
 */
export async function holdOwner(
  tx: Tx,
  {
    views,
    caller,
    model,
  }: { readonly views: Views; readonly caller: Caller; readonly model: Model },
  id: string,
): Promise<void> {
  if (model.operations.includes('update')) {
    await lockReached(tx, { views, caller, model, right: 'modificar' }, id)
    return
  }
  const seen = views.of(caller.rights).modelFor(model, 'modificar')
  const table = { model: seen, empresa: caller.empresa, lock: 'read' } as const
  if (!(await findReached(tx, table, [id])).has(id)) throw notFound(model, id)
}
