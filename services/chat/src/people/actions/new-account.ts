import type { ActionTx, ActionTools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { directSystemGroups, type Role } from '../../tenancy/roles.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { guestsWhoCannotSee } from '../../tenancy/store/visible-people.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { hashApiKey, newApiKey, sealApiKey } from '../api-key.ts'
import { isNameTaken } from '../store/account-change.ts'
import { insertAccount } from '../store/account-store.ts'
import { personObject } from '../store/people-state.ts'

/** @throws ApiError "Unique names required in this organization." */
export async function requireUniqueName(
  tx: ActionTx,
  realm: Pick<Realm, 'id' | 'settings'>,
  { userId, name }: { readonly userId: number; readonly name: string },
): Promise<void> {
  if (!realm.settings.require_unique_names) return
  if (await isNameTaken(tx, realm.id, userId, name)) {
    throw refusal('Unique names required in this organization.')
  }
}

interface AccountPlan {
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: Role
  readonly passwordHash: string | null
  readonly botType?: number
  readonly botOwnerId?: number
}

/** Adds an account with a key of its own. During the waiting period it is not a full member. */
export async function addAccount(
  tx: ActionTx,
  { secret, now }: ActionTools,
  realm: Pick<Realm, 'id' | 'settings'>,
  plan: AccountPlan,
): Promise<number> {
  const key = newApiKey()
  const account = {
    ...plan,
    apiKeyHash: hashApiKey(key),
    apiKeyCipher: sealApiKey(key, secret),
    createdAt: new Date(now()),
    isFullMember: isFullAtOnce(realm),
  }
  return await insertAccount(tx, realm.id, account)
}

function isFullAtOnce({ settings }: Pick<Realm, 'settings'>): boolean {
  return settings.waiting_period_threshold === 0
}

/** Tells everybody about a new user and the system groups of that user. */
export async function emitNewUser(
  tx: ActionTx,
  realm: Pick<Realm, 'id' | 'host' | 'settings'>,
  viewer: Viewer,
  { id: userId, role }: { readonly id: number; readonly role: Role },
): Promise<void> {
  const person = await personObject(tx, viewer, realm.host, userId)
  // Guests who see the new user through a default channel are told with the subscription.
  const except = await guestsWhoCannotSee(tx, realm.id, userId)
  tx.emit({ realm: 'everyone', except }, { type: 'realm_user', op: 'add', person })
  const groups = directSystemGroups({ role, isFullMember: isFullAtOnce(realm) })
  const ids = await systemGroups(tx, realm.id)
  for (const name of groups) {
    tx.emit(
      { realm: 'everyone' },
      { type: 'user_group', op: 'add_members', group_id: ids.get(name) ?? 0, user_ids: [userId] },
    )
  }
}
