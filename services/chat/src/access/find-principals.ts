import type { ActionTx } from '../events/act.ts'
import type { Actor } from '../events/actor.ts'
import { refusal } from '../tenancy/api-error.ts'
import type { RealmId } from '../tenancy/realm-id.ts'
import { memberStates, usersByAddress } from './store/people-store.ts'

/** Users by id or by address; undefined means the caller. */
export type Principals = readonly (string | number)[] | undefined

/**
 * The ids of the users that a request names, without duplicates.
 * @throws ApiError for users who do not exist or are deactivated
 */
export async function findPrincipals(
  tx: ActionTx,
  { caller, viewer }: Actor,
  principals: Principals,
): Promise<readonly number[]> {
  if (principals === undefined || principals.length === 0) return [caller.id]
  const found = await usersByAddress(tx, viewer, caller.realm.host, principals)
  const ids = found.filter((id) => id !== undefined)
  if (ids.length < principals.length) throw refusal('No such user')
  await checkSubscribers(tx, viewer.realmId, ids)
  return [...new Set(ids)]
}

/** @throws ApiError for users who do not exist or are deactivated */
export async function checkSubscribers(
  tx: ActionTx,
  realmId: RealmId,
  userIds: readonly number[],
): Promise<void> {
  const found = await memberStates(tx, realmId, userIds)
  if (userIds.some((id) => !found.has(id))) throw refusal('No such user')
  if (userIds.some((id) => found.get(id) === false)) throw refusal('User is deactivated')
}
