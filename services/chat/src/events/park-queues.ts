import type { Tools } from '../tenancy/act.ts'
import type { ParkedQueue } from './client-queue.ts'
import { readWritten, written } from './serialized-notices.ts'
import { parkQueues, unparkQueues } from './store/event-log-store.ts'
import { channelsHeard, roleOfActive } from './store/listener-store.ts'

/** Stores the event queues for the next start of the same process. */
export async function parkAll({ database, hub, bus }: Tools): Promise<void> {
  const queues = hub.park()
  if (queues.length === 0) return
  await parkQueues(database, {
    process: hub.processId,
    position: bus.position,
    queues: written(queues),
  })
}

/** Takes the queues of a clean stop back and continues reading where it left off. */
export async function unparkAll({ database, hub, bus, now }: Tools): Promise<void> {
  const parked = await unparkQueues(database, hub.processId)
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
  await bus.start(parked?.position)
}
