import { addSubscribers } from '../../channels/actions/add-subscribers.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import { requireAllowedAddress } from '../../realm/actions/address-rules.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Role } from '../../tenancy/roles.ts'
import { channelsByIds, defaultChannelIds } from '../../tenancy/store/channel-store.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { lockMembership, ownerOfEmail } from '../store/account-change.ts'
import { addAccount, emitNewUser, requireUniqueName } from './new-account.ts'

export interface Newcomer {
  readonly email: string
  /** As `personName` gives it. */
  readonly fullName: string
  readonly role: Role
  /** Null: somebody else vouches for the person at each sign-in. Called after all other checks. */
  readonly passwordHash: () => Promise<string | null>
  /** Channels besides the default ones. */
  readonly channelIds: readonly number[]
  readonly withDefaultChannels: boolean
}

/** Adds an account for a person, with its channels; returns its id. `viewer`: in whose name. @throws ApiError */
export async function addPerson(
  tx: ActionTx,
  tools: ActionTools,
  { realm, viewer }: { readonly realm: Realm; readonly viewer: Viewer },
  newcomer: Newcomer,
): Promise<number> {
  const { email, fullName, role } = newcomer
  await lockMembership(tx, realm.id)
  if ((await ownerOfEmail(tx, realm.id, email)) !== undefined) {
    throw refusal('Email is already in use.')
  }
  await requireAllowedAddress(tx, realm, email)
  await requireUniqueName(tx, realm, { userId: 0, name: fullName })
  const passwordHash = await newcomer.passwordHash()
  const plan = { deliveryEmail: email, fullName, role, passwordHash }
  const userId = await addAccount(tx, tools, realm, plan)
  await emitNewUser(tx, realm, viewer, { id: userId, role })
  const defaults = newcomer.withDefaultChannels ? await defaultChannelIds(tx, realm.id) : []
  const wanted = [...new Set([...newcomer.channelIds, ...defaults])].toSorted((a, b) => a - b)
  for (const channel of await channelsByIds(tx, viewer, wanted)) {
    if (channel.isArchived) continue
    const joining = { realm, channel, userIds: [userId], color: null, isNew: false }
    await addSubscribers(tx, tools, joining)
  }
  return userId
}
