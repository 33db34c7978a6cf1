import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { say } from '../../tenancy/words/say.ts'
import { playgroundProblem } from '../playground-problem.ts'
import {
  insertPlayground,
  playgroundsOf,
  removePlayground,
  type NewPlayground,
} from '../store/playground-store.ts'
import { lockRealm } from '../store/realm-store.ts'

// All of them are in every client's initial state.
const MAX_PLAYGROUNDS = 1_000

/** Adds a place where code of a language can be run; returns its id. @throws ApiError */
export async function addPlayground(
  tools: Tools,
  caller: Caller,
  given: NewPlayground,
): Promise<number> {
  requireAdmin(caller)
  const problem = playgroundProblem(given)
  if (problem !== undefined) throw refusal(problem)
  const { id: realmId } = caller.realm
  return await act(tools, realmId, async (tx) => {
    await lockRealm(tx, realmId)
    if ((await playgroundsOf(tx, realmId)).length >= MAX_PLAYGROUNDS) {
      throw refusal(
        say('An organization has at most %{max} playgrounds.', { max: MAX_PLAYGROUNDS }),
      )
    }
    const id = await insertPlayground(tx, realmId, given)
    if (id === undefined) {
      throw refusal('Realm playground with this Realm, Pygments language and Name already exists.')
    }
    await emitAll(tx, realmId)
    return id
  })
}

/** @throws ApiError "Invalid playground" */
export async function dropPlayground(tools: Tools, caller: Caller, id: number): Promise<void> {
  requireAdmin(caller)
  const { id: realmId } = caller.realm
  await act(tools, realmId, async (tx) => {
    if (!(await removePlayground(tx, realmId, id))) throw refusal('Invalid playground')
    await emitAll(tx, realmId)
  })
}

async function emitAll(tx: ActionTx, realmId: RealmId): Promise<void> {
  const all = await playgroundsOf(tx, realmId)
  tx.emit({ realm: 'everyone' }, { type: 'realm_playgrounds', realm_playgrounds: all })
}
