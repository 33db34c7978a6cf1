import { act, type ActionTx, type ActionTools, type Tools } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { syncFullMembers, waitingRealms } from '../store/full-members.ts'

const DAY_MS = 86_400_000

/** Updates `role:fullmembers` by the waiting period, and tells everybody who was added or removed. */
export async function updateFullMembers(
  tx: ActionTx,
  { now }: Pick<ActionTools, 'now'>,
  { realmId, waitingDays }: { readonly realmId: RealmId; readonly waitingDays: number },
): Promise<void> {
  // Nobody joined before the year 1970, however long the wait is.
  const createdUntil = new Date(Math.max(0, now() - waitingDays * DAY_MS))
  const { groupId, added, removed } = await syncFullMembers(tx, realmId, createdUntil)
  for (const [op, users] of [
    ['remove_members', removed],
    ['add_members', added],
  ] as const) {
    if (users.length === 0) continue
    const event = { type: 'user_group', op, group_id: groupId, user_ids: users } as const
    tx.emit({ realm: 'everyone' }, event)
  }
}

/** Makes full members of those who have waited long enough. */
export async function promoteMembers(tools: Tools): Promise<void> {
  for (const { id, days } of await waitingRealms(tools.database)) {
    await act(tools, id, (tx) => updateFullMembers(tx, tools, { realmId: id, waitingDays: days }))
  }
}
