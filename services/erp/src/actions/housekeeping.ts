import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { deleteExpiredKeys } from '../store/idempotency-store.ts'
import { expireKeys } from '../store/people/api-key-store.ts'
import { closeExpiredSessions, deleteExpired } from '../store/people/session-store.ts'
import { deleteCountsBefore } from '../store/people/sign-in-attempt-store.ts'
import { purgeRows } from '../store/schema/purge-store.ts'
import { expireReservations } from './business/inventario/expire-reservations.ts'
import { applyDueMovements } from './business/recursos-humanos/apply-due-movements.ts'
import { COUNTS_KEPT_MS } from './sign-in/guess-limits.ts'

const INTERVAL_MS = 10 * 60_000
const ROWS_AT_ONCE = 10_000
/** How long ended sessions and login attempts are kept. */
const SIGN_INS_KEPT_MS = 180 * 24 * 60 * 60 * 1_000

/**
 * Regularly deletes what nobody can use any more: expired tokens, old counts of failures, old idempotency keys, and
 * after half a year old sessions and attempts; frees the stock whose reservation has run out, and gives employees what
 * begins on this day. `owner` sees all companies.
 */
export function startHousekeeping(
  database: Database,
  owner: Database,
  { now, log }: { readonly now: Clock; readonly log: Log },
): { stop(): void } {
  const timer = setInterval(() => {
    tidy(database, owner, now()).catch((error: unknown) =>
      log.warn({ err: error }, 'housekeeping failed'),
    )
  }, INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** One round of housekeeping. */
export async function tidy(database: Database, owner: Database, nowMs: number): Promise<void> {
  const now = new Date(nowMs)
  const forgotten = new Date(nowMs - SIGN_INS_KEPT_MS)
  await deleteExpiredKeys(database, now)
  await deleteCountsBefore(database, new Date(nowMs - COUNTS_KEPT_MS))
  await closeExpiredSessions(owner, now, ROWS_AT_ONCE)
  await deleteExpired(owner, now, ROWS_AT_ONCE)
  const old = { before: forgotten, limit: ROWS_AT_ONCE }
  await purgeRows(owner, 'sesion_usuario', old)
  await purgeRows(owner, 'intento_acceso', old)
  await expireKeys(owner, now)
  await expireReservations(database, owner, nowMs)
  await applyDueMovements(database, owner, nowMs)
}
