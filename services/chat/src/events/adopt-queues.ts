import type { RealmId } from '../tenancy/realm-id.ts'
import type { Tools } from './act.ts'
import type { ParkedQueue } from './client-queue.ts'
import type { Notice } from './notice.ts'
import type { Adopted, Entry } from './queue-hub.ts'
import { readWritten } from './serialized-notices.ts'
import {
  claimLeft,
  entriesLeft,
  giveClaimBack,
  settleClaim,
  type ClaimedQueues,
} from './store/adoption-store.ts'
import { channelsHeard, roleOfActive } from './store/listener-store.ts'
import { isUnread, type UnreadLog } from './unread-log.ts'

// What happened in seconds; after more the clients had better read the state anew.
const MAX_ENTRIES = 20_000

type AdoptionTools = Pick<Tools, 'database' | 'hub' | 'bus' | 'now' | 'log'>

/**
 * Takes over what other processes parked at their stop, when they have not come back after ten seconds: one process has
 * the queues of each. They get exactly what their process had not handed to them.
 * @source docs/decisions/0303-chat-events.md
 */
export async function adoptQueues(tools: AdoptionTools): Promise<void> {
  const claimed = await claimLeft(tools.database, tools.hub.processId)
  if (claimed === undefined) return
  // Parked texts in this form are queues.
  const queues = readWritten(claimed.queues) as readonly ParkedQueue[] | undefined
  // Another version's; a process of that version may have them.
  if (queues === undefined) return await giveClaimBack(tools.database, claimed)
  const ids = await adopt(tools, claimed, queues)
  const settlement = { adopter: tools.hub.processId, queueIds: ids }
  if (await settleClaim(tools.database, claimed, settlement)) {
    tools.log.info({ queues: ids.length }, 'took over the event queues of a process that stopped')
    return
  }
  // It took so long that another process may have them by now.
  closeAll(tools, ids)
}

function closeAll({ hub }: AdoptionTools, ids: readonly string[]): void {
  for (const id of ids) {
    const queue = hub.get(id)
    if (queue !== undefined) hub.close(queue)
  }
}

/** Gives this process the queues; returns their ids. */
async function adopt(
  tools: AdoptionTools,
  claimed: ClaimedQueues,
  queues: readonly ParkedQueue[],
): Promise<readonly string[]> {
  const { bus, database, hub, now } = tools
  const realms = new Set(queues.map(({ realmId }) => realmId))
  // From here on nothing passes by: what this process hands out meanwhile is held.
  const held = [...realms].map((realmId) => hub.hold(realmId))
  try {
    const unread = bus.unread
    const adopted: Adopted[] = []
    for (const parked of queues) {
      const listener = await listenerOf(tools, parked)
      if (listener !== undefined) adopted.push({ parked, listener })
    }
    const unreadByOne = either(unread, claimed.unread)
    const left = await entriesLeft(database, unreadByOne, claimed, MAX_ENTRIES)
    if (left === undefined || held.some((held) => hub.isOverrun(held))) return []
    const missed: Entry[] = []
    for (const { id, realmId, notices, isItsOwn } of left) {
      if (isItsOwn || !realms.has(realmId) || !isUnread(claimed.unread, id)) continue
      // The log's entries in this form are notices.
      const read = readWritten(notices) as readonly Notice[] | undefined
      // Another version's: what the queues should contain cannot be known.
      if (read === undefined) return []
      missed.push({ id, realmId, notices: read })
    }
    const seen = new Set(left.map(({ id }) => id))
    const later = held
      .flatMap(({ entries }) => entries)
      .filter(({ id }) => !seen.has(id) && isUnread(claimed.unread, id))
      .toSorted((a, b) => a.id - b.id)
    // All at once: what is handed out from now on the queues get as others do.
    hub.adopt(
      adopted,
      { missed: [...missed, ...later], seen: [...seen, ...later.map(idOf)] },
      now(),
    )
    return adopted.map(({ parked }) => parked.id)
  } finally {
    for (const queue of held) hub.drop(queue)
  }
}

async function listenerOf(
  { database }: AdoptionTools,
  { realmId, userId }: { readonly realmId: RealmId; readonly userId: number },
) {
  const role = await roleOfActive(database, realmId, userId)
  if (role === undefined) return undefined
  return { role, recipients: await channelsHeard(database, realmId, userId) }
}

function idOf({ id }: Entry): number {
  return id
}

/** What one process or the other has not read. */
function either(first: UnreadLog, second: UnreadLog): UnreadLog {
  return { after: Math.min(first.after, second.after), gaps: [...first.gaps, ...second.gaps] }
}
