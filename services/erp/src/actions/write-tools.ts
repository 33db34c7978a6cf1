import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { Model, Registry } from '../dictionary/types.ts'
import { apiError, type ErrorEntry } from '../errors.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import type { PasswordWork } from '../identity/password-work.ts'
import { STALE, WRITTEN_BY_SERVICE_ALONE } from '../messages/records.ts'
import type { WriteMoment } from '../query/write-plan.ts'
import type { StoredRecord } from '../store/records/record-store.ts'
import type { Views } from '../visibility/dictionary-views.ts'
import type { Callbacks } from './callbacks/callback.ts'

export interface WriteTools {
  readonly database: Database
  readonly registry: Registry
  readonly views: Views
  readonly callbacks: Callbacks
  readonly passwords: PasswordWork
  readonly now: Clock
}

/** A record as its writer may read it, and remarks on the write. */
export interface WrittenRecord extends StoredRecord {
  readonly warnings: readonly ErrorEntry[]
}

/** The moment of a write; `today` is the day in Mexico City, by which fiscal days are counted. */
export function momentOf(nowMs: number): WriteMoment {
  return { today: mexicanDay(nowMs), now: new Date(nowMs).toISOString() }
}

export function refuseOperation(model: Model, operation: 'create' | 'update' | 'delete'): void {
  if (model.operations.includes(operation)) return
  throw apiError('FORBIDDEN', WRITTEN_BY_SERVICE_ALONE({ model: model.name, operation }))
}

export function refuseStale(
  current: ReadonlyMap<string, string | null>,
  expected: readonly (string | null)[],
): void {
  const version = current.get('version') ?? null
  const stale = expected.find((wanted) => wanted !== null && version !== null && wanted !== version)
  if (stale === undefined) return
  throw apiError('STALE_VERSION', STALE({ version, sent: stale }), 'version')
}
