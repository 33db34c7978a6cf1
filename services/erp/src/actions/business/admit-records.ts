import type { Model } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import { NO_RECORD } from '../../messages/requests.ts'
import { findReached } from '../../store/records/record-store.ts'
import { lockReachedIds } from '../reachable-records.ts'
import { judgeDeed } from '../segregation.ts'
import type { ActionContext } from './action.ts'

/** The records on which the caller may run an action; why not, for the others. */
export interface Admission {
  readonly ids: readonly string[]
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
  /** Warnings of rules that do not refuse. */
  readonly warnings: ReadonlyMap<string, ErrorEntry>
}

/**
 * Records that a rule hides from the caller do not exist for an action; what he did earlier may forbid an action to
 * him.
 */
export async function admit(
  context: ActionContext,
  details: { readonly model: Model; readonly action: string },
  ids: readonly string[],
): Promise<Admission> {
  const { tx, caller, views } = context
  const reach = { views, caller, model: details.model, right: details.action }
  const reached = await lockReachedIds(tx, reach, ids)
  const refused = new Map<string, readonly ErrorEntry[]>()
  for (const id of ids) {
    if (reached.has(id)) continue
    refused.set(id, [{ code: 'NOT_FOUND', message: NO_RECORD({ model: details.model.name, id }) }])
  }
  const { model } = details
  const hold = () => findReached(tx, { model, empresa: caller.empresa, lock: 'lock' }, ids)
  const verdict = await judgeDeed(tx, { caller, model, right: details.action, hold }, [...reached])
  for (const [id, entry] of verdict.refused) refused.set(id, [entry])
  return { ids: ids.filter((id) => !refused.has(id)), refused, warnings: verdict.warnings }
}
