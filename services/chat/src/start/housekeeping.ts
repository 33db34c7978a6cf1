import { setTimeout } from 'node:timers/promises'

import type { Tx } from '@oficina/kit/database.ts'

import { refreshTraffic } from '../channels/store/traffic-store.ts'
import { purgeConfirmations } from '../entrance/store/confirmation-store.ts'
import { adoptQueues } from '../events/adopt-queues.ts'
import { forgetAdopted } from '../events/store/adoption-store.ts'
import { purgeLog } from '../events/store/event-log-store.ts'
import { purgeAddresses } from '../events/store/process-address-store.ts'
import { sweepFiles } from '../files/actions/keep-file.ts'
import { resumeThumbnails } from '../files/actions/thumbnails.ts'
import { deleteDoomed } from '../messages/actions/delete-doomed.ts'
import { expireMessages } from '../messages/actions/expire-messages.ts'
import { deliverReminders } from '../messages/actions/reminders.ts'
import { deliverScheduled } from '../messages/actions/scheduled-messages.ts'
import { mailMissed } from '../missed/actions/mail-missed.ts'
import { promoteMembers } from '../people/actions/full-members.ts'
import { SIGN_IN_WINDOW_MS } from '../people/store/sign-in-attempts.ts'
import { retryDevices } from '../push/actions/push-devices.ts'
import { purgePushes } from '../push/store/push-notice-store.ts'
import type { ServiceTools } from '../service-tools.ts'
import { purgeCounts } from '../tenancy/store/count-store.ts'
import { repeat, type Chore } from './repeat.ts'

const EXPIRE_MS = 60_000
const ADOPTION_MS = 2_000
// Clients offer times to the minute.
const DELIVERY_MS = 2_000
const MISSED_MS = 1_000
// What was read elsewhere leaves a telephone within this time.
const PUSH_MS = 5_000
// Calls that are tried again, or that another process left.
const BOT_CALLS_MS = 1_000
const TRAFFIC_MS = 3_600_000
const PUSHES_KEPT_MS = 30 * 86_400_000
const RETENTION_MS = 600_000
const STOP_MS = 5_000

/**
 * Recurring work: deleting old queues, log entries and messages, sending scheduled messages, mailing missed ones, retrying
 * devices and thumbnails, making exports, counting traffic.
 */
export function startHousekeeping(tools: ServiceTools): {
  /** Begins nothing more, and waits for what is under way, but not for long: all of it may be broken off. */
  readonly stop: () => Promise<void>
} {
  const { log } = tools
  const expiry = repeat(['forgetting old messages', RETENTION_MS, () => expireMessages(tools)], log)
  // At the start too: a server that is started anew every day would never do it.
  void expiry.once()
  const chores = [expiry, ...choresOf(tools).map((chore) => repeat(chore, log))]
  return {
    stop: async () => {
      const underWay = chores.map((chore) => chore.stop())
      const enough = new AbortController()
      const wait = setTimeout(STOP_MS, undefined, { signal: enough.signal }).catch(() => undefined)
      await Promise.race([Promise.all(underWay), wait])
      enough.abort()
    },
  }
}

function choresOf(tools: ServiceTools): readonly Chore[] {
  const { database, hub, now } = tools
  const keptPushes = () => new Date(now() - PUSHES_KEPT_MS)
  return [
    ['forgetting old queues', EXPIRE_MS, () => hub.expire(now())],
    ['taking over event queues', ADOPTION_MS, () => adoptQueues(tools)],
    ['forgetting queues taken over', EXPIRE_MS, () => forgetOwnAdopted(tools)],
    ['forgetting old events', EXPIRE_MS, () => purgeLog(database)],
    ['forgetting old processes', TRAFFIC_MS, () => purgeAddresses(database)],
    ['forgetting expired links', EXPIRE_MS, () => purgeConfirmations(database, new Date(now()))],
    ['forgetting old push notifications', TRAFFIC_MS, () => purgePushes(database, keptPushes())],
    ['forgetting old counts', EXPIRE_MS, () => forgetCounts(database, now())],
    ['sending scheduled messages', DELIVERY_MS, () => deliverScheduled(tools)],
    ['sending reminders', DELIVERY_MS, () => deliverReminders(tools)],
    ['deleting messages of people who are gone', DELIVERY_MS, () => deleteDoomed(tools)],
    ['mailing missed messages', MISSED_MS, (stopping) => mailMissed(tools, stopping)],
    ['registering push devices', EXPIRE_MS, () => retryDevices(tools)],
    ['making thumbnails', EXPIRE_MS, () => resumeThumbnails(tools)],
    ['removing files that nothing refers to', TRAFFIC_MS, () => sweepFiles(tools)],
    ['making exports', EXPIRE_MS, () => tools.exports.wake(tools)],
    ['calling bots', BOT_CALLS_MS, () => tools.wakeBotCalls()],
    ['sending push notifications', PUSH_MS, () => tools.wakePushes()],
    ['making full members', EXPIRE_MS, () => promoteMembers(tools)],
    ['counting traffic', TRAFFIC_MS, () => refreshTraffic(database, now())],
  ]
}

// Longer than any interval in which calls are counted.
const CALLS_KEPT_MS = 600_000

async function forgetCounts(database: Tx, nowMs: number): Promise<void> {
  await purgeCounts(database, {
    attempts: new Date(nowMs - SIGN_IN_WINDOW_MS),
    calls: new Date(nowMs - CALLS_KEPT_MS),
  })
}

async function forgetOwnAdopted({ database, hub }: ServiceTools): Promise<void> {
  await forgetAdopted(database, hub.processId, (id) => hub.get(id) !== undefined)
}
