import type { Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../../errors.ts'
import { LAW_IS_MISSING } from '../../../messages/law-tables.ts'
import type { MissingTable } from './decisions/law-found.ts'
import { lawOnDay, yearOf } from './decisions/law-on-day.ts'
import type { LawTables } from './decisions/law-tables.ts'
import { missingLaw, reachOf } from './decisions/missing-law.ts'
import { readLawRows } from './store/law-store.ts'

/**
 * The law's tables as of a day.
 * @throws ApiError CONFIGURATION_INCOMPLETE naming each table that says nothing of the day, and since when
 * @source docs/decisions/0291-erp-law-tables.md
 */
export async function requireLaw(tx: Tx, day: string): Promise<LawTables> {
  const year = yearOf(day)
  const found = lawOnDay(await readLawRows(tx, { from: year, to: year }), day)
  if (found.ok) return found.value
  throw apiError('CONFIGURATION_INCOMPLETE', LAW_IS_MISSING({ day, lacking: found.error }))
}

/** What of the law's tables is missing on a day, and of the year that follows soon. */
export async function readMissingLaw(
  tx: Tx,
  day: string,
  reach: 'soon' | 'next year',
): Promise<readonly MissingTable[]> {
  const until = reachOf(day, reach)
  return missingLaw(await readLawRows(tx, { from: yearOf(day), to: yearOf(until) }), day, until)
}
