import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { deleteExpiredKeys } from '../store/idempotency-store.ts'
import { deleteExpired, deleteFailuresBefore } from '../store/session-store.ts'

const INTERVAL_MS = 10 * 60_000
const FAILURES_KEPT_MS = 60 * 60_000
const SESSIONS_AT_ONCE = 10_000

/** Forgets now and then what nobody can use any more: expired sessions, old failures, old idempotency keys. */
export function startHousekeeping(
  database: Database,
  { now, log }: { readonly now: Clock; readonly log: Log },
): { stop(): void } {
  const timer = setInterval(() => {
    tidy(database, now()).catch((error: unknown) => log.warn({ err: error }, 'housekeeping failed'))
  }, INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

async function tidy(database: Database, nowMs: number): Promise<void> {
  await deleteExpired(database, new Date(nowMs), SESSIONS_AT_ONCE)
  await deleteFailuresBefore(database, new Date(nowMs - FAILURES_KEPT_MS))
  await deleteExpiredKeys(database, new Date(nowMs))
}
