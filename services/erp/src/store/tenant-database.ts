import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'
import type { LongReads } from '@oficina/postgres/long-reads.ts'

import { readInOneTrip } from './read-in-one-trip.ts'

/** The id of a company; a string because ids have 64 bits. It comes only from a session, never from a request. */
export type EmpresaId = string & { readonly brand: 'EmpresaId' }

/** The only place that makes an `EmpresaId`, from what the database said about a session. */
export function empresaId(id: number | string): EmpresaId {
  // The brand exists for the type checker alone.
  return String(id) as EmpresaId
}

/**
 * How PostgreSQL plans a recurring statement: once for all values (`shared`); for each set of values (`own`), as for a
 * pattern, whose rarity decides about the index; or as it sees fit after some executions (`automatic`), for which it
 * compares estimates.
 */
export type Planning = 'shared' | 'own' | 'automatic'

const PLAN_CACHE_MODES: Readonly<Record<Planning, string>> = {
  shared: 'force_generic_plan',
  own: 'force_custom_plan',
  automatic: 'auto',
}

function tenantOf(empresa: EmpresaId, planning: Planning): Sql {
  const mode = PLAN_CACHE_MODES[planning]
  return sql`select oficina.en_empresa(${empresa}, ${mode})`
}

/** A read of one company's rows that can be passed on unopened: the statement, and what its rows are. */
export interface CompanyRead<Row> {
  readonly statement: Sql
  readonly planning: Planning
  rowsOf(rows: readonly unknown[]): readonly Row[]
}

/**
 * One statement that may see the rows of one company. It leaves in one round trip together with its transaction and the
 * setting that row-level security uses, so no connection ever keeps a company from one request to the next.
 */
export async function readAs<T>(
  database: Database,
  empresa: EmpresaId,
  statement: Sql,
  planning: Planning = 'shared',
): Promise<readonly T[]> {
  const opening = tenantOf(empresa, planning)
  const { rows } = await readInOneTrip(database, opening, statement)
  // The caller names the row type that its statement selects.
  return rows as T[]
}

/** A transaction that may see and write the rows of one company. */
export async function writeAs<T>(
  database: Database,
  empresa: EmpresaId,
  work: (tx: Tx) => Promise<T>,
  planning: Planning = 'automatic',
): Promise<T> {
  return await database.transaction(async (tx) => {
    await enterCompany(tx, empresa, planning)
    return await work(tx)
  })
}

/**
 * A long read of one company's rows in several statements, such as a report; on a replica, if there is one. `work` may
 * run twice.
 */
export async function reportAs<T>(
  reads: LongReads,
  empresa: EmpresaId,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await reads.transaction(async (tx) => {
    await enterCompany(tx, empresa, 'automatic')
    return await work(tx)
  })
}

/** Sets the company whose rows the rest of the transaction sees. */
export async function enterCompany(
  tx: Tx,
  empresa: EmpresaId,
  planning: Planning = 'automatic',
): Promise<void> {
  await tx.execute(tenantOf(empresa, planning))
}
