import { visibleUser } from '../../access/visible-user.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { readSender } from '../../messages/actions/message-flags.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { insertMutedUser, mutedUsersOf, removeMutedUser } from '../store/muted-user-store.ts'

/** Mutes a user for the caller. @throws ApiError */
export async function muteUser(tools: Tools, caller: Caller, mutedId: number): Promise<void> {
  if (mutedId === caller.id) throw refusal('Cannot mute self')
  const id = await visibleUser(tools, caller, mutedId)
  const at = new Date(tools.now())
  await act(tools, caller.realm.id, async (tx) => {
    if (!(await insertMutedUser(tx, caller.realm.id, caller.id, { id, at }))) {
      throw refusal('User already muted')
    }
    await emitMuted(tx, caller)
    await readSender(tx, tools, viewerOf(caller), id)
  })
}

/** @throws ApiError "User is not muted" */
export async function unmuteUser(tools: Tools, caller: Caller, mutedId: number): Promise<void> {
  const id = await visibleUser(tools, caller, mutedId)
  await act(tools, caller.realm.id, async (tx) => {
    if (!(await removeMutedUser(tx, caller.realm.id, caller.id, id))) {
      throw refusal('User is not muted')
    }
    await emitMuted(tx, caller)
  })
}

async function emitMuted(tx: ActionTx, { realm, id }: Caller): Promise<void> {
  const muted = await mutedUsersOf(tx, realm.id, id)
  tx.emit({ users: [id] }, { type: 'muted_users', muted_users: muted })
}
