import { hashPassword } from '@oficina/kit/password.ts'

import { requireAdmin } from '../../access/require-role.ts'
import { addSubscribers } from '../../channels/actions/add-subscribers.ts'
import { requireOwnDomain } from '../../realm/actions/realm-domains.ts'
import { act, type ActionTx, type ActionTools, type Tools } from '../../tenancy/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { directSystemGroups, ROLE, type Role } from '../../tenancy/roles.ts'
import { channelsByIds, defaultChannelIds, viewerOf } from '../../tenancy/store/channel-store.ts'
import { systemGroups } from '../../tenancy/store/group-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { guestsWhoCannotSee } from '../../tenancy/store/visible-people.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { hashApiKey, newApiKey, sealApiKey } from '../api-key.ts'
import { checkPassword, isEmailAddress, personName } from '../person-name.ts'
import { isNameTaken, lockMembership, ownerOfEmail } from '../store/account-change.ts'
import { insertAccount } from '../store/account-store.ts'
import { personObject } from '../store/people-state.ts'

export interface NewPerson {
  readonly email: string
  readonly fullName: string
  readonly password: string
}

/** Creates an account for a person; returns its id. @throws ApiError @source docs/decisions/0305-chat-accounts.md */
export async function createUser(tools: Tools, caller: Caller, given: NewPerson): Promise<number> {
  requireAdmin(caller)
  const fullName = personName(given.fullName)
  if (!isEmailAddress(given.email)) throw refusal('Bad name or username')
  const viewer = viewerOf(caller)
  const passwordHash = hashedPassword(given.password)
  return await act(tools, caller.realm.id, async (tx) => {
    await lockMembership(tx, viewer.realmId)
    if ((await ownerOfEmail(tx, viewer.realmId, given.email)) !== undefined) {
      throw refusal(`Email '${given.email}' already in use`)
    }
    await requireOwnDomain(tx, caller, given.email)
    await requireUniqueName(tx, caller, { userId: 0, name: fullName })
    const userId = await addAccount(tx, tools, caller, {
      deliveryEmail: given.email,
      fullName,
      role: ROLE.member,
      passwordHash: await passwordHash(),
    })
    await emitNewUser(tx, caller, viewer, { id: userId, role: ROLE.member })
    for (const channel of await defaultChannels(tx, viewer)) {
      await addSubscribers(tx, tools, {
        realm: caller.realm,
        channel,
        userIds: [userId],
        color: null,
        isNew: false,
      })
    }
    return userId
  })
}

/** The hash is made after the other checks, and outside the transaction, which may run again. */
function hashedPassword(password: string): () => Promise<string> {
  const made: { hash?: string } = {}
  return async () => {
    checkPassword(password)
    made.hash ??= await hashPassword(password)
    return made.hash
  }
}

/** @throws ApiError "Unique names required in this organization." */
export async function requireUniqueName(
  tx: ActionTx,
  { realm }: Caller,
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
  { realm }: Caller,
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

function isFullAtOnce({ settings }: Caller['realm']): boolean {
  return settings.waiting_period_threshold === 0
}

/** Tells everybody about a new user and the system groups of that user. */
export async function emitNewUser(
  tx: ActionTx,
  { realm }: Caller,
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

async function defaultChannels(tx: ActionTx, viewer: Viewer) {
  return await channelsByIds(tx, viewer, await defaultChannelIds(tx, viewer.realmId))
}
