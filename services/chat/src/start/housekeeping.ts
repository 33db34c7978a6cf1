import type { Tx } from '@oficina/kit/database.ts'

import type { ServiceTools } from '../api/service-tools.ts'
import { refreshTraffic } from '../channels/store/traffic-store.ts'
import { purgeConfirmations } from '../entrance/store/confirmation-store.ts'
import { purgeLog } from '../events/store/event-log-store.ts'
import { resumeThumbnails } from '../files/actions/thumbnails.ts'
import { expireMessages } from '../messages/actions/expire-messages.ts'
import { deliverReminders } from '../messages/actions/reminders.ts'
import { deliverScheduled } from '../messages/actions/scheduled-messages.ts'
import { mailMissed } from '../missed/actions/mail-missed.ts'
import { promoteMembers } from '../people/actions/full-members.ts'
import { SIGN_IN_WINDOW_MS } from '../people/store/sign-in-attempts.ts'
import { retryDevices } from '../push/actions/push-devices.ts'
import { purgePushes } from '../push/store/push-notice-store.ts'
import { purgeCounts } from '../tenancy/store/count-store.ts'

const EXPIRE_MS = 60_000
// Clients offer times to the minute.
const DELIVERY_MS = 2_000
const MISSED_MS = 1_000
// What was read elsewhere leaves a telephone within this time.
const PUSH_MS = 5_000
const TRAFFIC_MS = 3_600_000
const PUSHES_KEPT_MS = 30 * 86_400_000
const RETENTION_MS = 600_000

/**
 * Recurring work: deleting old queues, log entries and messages, sending scheduled messages, mailing missed ones, retrying
 * devices and thumbnails, making exports, counting traffic.
 */
export function startHousekeeping(tools: ServiceTools): { readonly stop: () => void } {
  const { database, hub, now, log } = tools
  const guarded = (what: string, work: () => Promise<void>) => () => {
    work().catch((error: unknown) => log.warn({ err: error }, `${what} failed`))
  }
  // At the start too: a server that is started anew every day would never do it.
  const expire = guarded('forgetting old messages', () => expireMessages(tools))
  expire()
  const timers = [
    setInterval(expire, RETENTION_MS),
    setInterval(() => hub.expire(now()), EXPIRE_MS),
    setInterval(
      guarded('forgetting old events', () => purgeLog(database)),
      EXPIRE_MS,
    ),
    setInterval(
      guarded('forgetting expired links', () => purgeConfirmations(database, new Date(now()))),
      EXPIRE_MS,
    ),
    setInterval(
      guarded('forgetting old push notifications', () =>
        purgePushes(database, new Date(now() - PUSHES_KEPT_MS)),
      ),
      TRAFFIC_MS,
    ),
    setInterval(
      guarded('forgetting old counts', () => forgetCounts(database, now())),
      EXPIRE_MS,
    ),
    setInterval(
      guarded('sending scheduled messages', () => deliverScheduled(tools)),
      DELIVERY_MS,
    ),
    setInterval(
      guarded('sending reminders', () => deliverReminders(tools)),
      DELIVERY_MS,
    ),
    setInterval(
      guarded('mailing missed messages', () => mailMissed(tools)),
      MISSED_MS,
    ),
    setInterval(
      guarded('registering push devices', () => retryDevices(tools)),
      EXPIRE_MS,
    ),
    setInterval(
      guarded('making thumbnails', () => resumeThumbnails(tools)),
      EXPIRE_MS,
    ),
    setInterval(() => tools.exports.wake(tools), EXPIRE_MS),
    setInterval(tools.wakePushes, PUSH_MS),
    setInterval(
      guarded('making full members', () => promoteMembers(tools)),
      EXPIRE_MS,
    ),
    setInterval(
      guarded('counting traffic', () => refreshTraffic(database, now())),
      TRAFFIC_MS,
    ),
  ]
  for (const timer of timers) timer.unref()
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) }
}

// Longer than any interval in which calls are counted.
const CALLS_KEPT_MS = 600_000

async function forgetCounts(database: Tx, nowMs: number): Promise<void> {
  await purgeCounts(database, {
    attempts: new Date(nowMs - SIGN_IN_WINDOW_MS),
    calls: new Date(nowMs - CALLS_KEPT_MS),
  })
}
