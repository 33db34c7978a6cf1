import type { Tools } from './act.ts'
import type { ParkedQueue } from './client-queue.ts'
import { readWritten, written } from './serialized-notices.ts'
import { claimOwn } from './store/adoption-store.ts'
import { forgetParked, parkQueues } from './store/event-log-store.ts'
import { channelsHeard, roleOfActive } from './store/listener-store.ts'

// Written and read in one go, by a process that has seconds to stop; far below what one text may hold.
const MAX_PARKED_CHARACTERS = 16 * 1024 * 1024

/** Stores the event queues for the next start of the same process, or for another one if it does not come back. */
export async function parkAll({ database, hub, bus, log }: Tools): Promise<void> {
  const { unread } = bus
  const queues = hub.park(unread)
  if (queues.length === 0) return
  const parked = shortest(queues, MAX_PARKED_CHARACTERS)
  if (parked.length < queues.length) {
    const left = queues.length - parked.length
    log.warn(
      { parked: parked.length, left },
      'the longest event queues are not kept: their clients register anew',
    )
  }
  await parkQueues(database, {
    process: hub.processId,
    unread,
    queues: written(parked),
  })
}

/**
 * As many queues as fit into so many characters of events, the shortest first: a client that reads has a short one, and
 * one that has not read for long must fetch most of it anew either way.
 */
export function shortest(
  queues: readonly ParkedQueue[],
  maxCharacters: number,
): readonly ParkedQueue[] {
  const measured = queues
    .map((queue) => ({ queue, size: queue.events.reduce((sum, { json }) => sum + json.length, 0) }))
    .toSorted((a, b) => a.size - b.size)
  const taken: ParkedQueue[] = []
  let left = maxCharacters
  for (const { queue, size } of measured) {
    left -= size
    if (left < 0) break
    taken.push(queue)
  }
  return taken
}

/** Takes the queues of a clean stop back and continues reading where it left off. */
export async function unparkAll(tools: Tools): Promise<void> {
  await takeBack(tools)
  await forgetParked(tools.database, tools.hub.processId)
}

async function takeBack({ database, hub, bus, now }: Tools): Promise<void> {
  const parked = await claimOwn(database, hub.processId)
  // Parked texts in this form are queues.
  const queues = (parked === undefined ? [] : readWritten(parked.queues)) as
    | readonly ParkedQueue[]
    | undefined
  // Clients whose queues another version parked must register again.
  if (queues === undefined) return await bus.start()
  for (const queue of queues) {
    const { realmId, userId } = queue
    const role = await roleOfActive(database, realmId, userId)
    if (role === undefined) continue
    const recipients = await channelsHeard(database, realmId, userId)
    hub.unpark(queue, { role, recipients }, now())
  }
  await bus.start(parked?.unread)
}
