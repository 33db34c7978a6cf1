import type { Database, Tx } from '@oficina/kit/database.ts'
import { prepared, sql, type Sql } from '@oficina/kit/sql.ts'
import type pg from 'pg'

import { TENANT_SETTING } from '../schema/ddl.ts'

/** The id of a company; a string because ids are 64 bit. Comes from a session only, never from a request. */
export type EmpresaId = string & { readonly brand: 'EmpresaId' }

/** The only place that makes an `EmpresaId`, from what the database said about a session. */
export function empresaId(id: number | string): EmpresaId {
  // The brand exists for the type checker alone.
  return String(id) as EmpresaId
}

/**
 * How PostgreSQL plans a statement that comes again: once for all values (`shared`), or for each set of values anew
 * (`own`), which a pattern needs whose rarity decides about the index.
 */
export type Planning = 'shared' | 'own'

const PLAN_CACHE_MODES: Readonly<Record<Planning, string>> = {
  shared: 'force_generic_plan',
  own: 'auto',
}

function tenantOf(empresa: EmpresaId, planning: Planning): Sql {
  const mode = PLAN_CACHE_MODES[planning]
  return prepared(
    'tenant',
    sql`select set_config(${TENANT_SETTING}, ${empresa}, true), set_config('plan_cache_mode', ${mode}, true)`,
  )
}

/**
 * One statement that may see the rows of one company. It leaves in one round trip together with its transaction and
 * the setting that row-level security goes by, so no connection ever keeps a company from one request to the next.
 */
export async function readAs<T>(
  database: Database,
  empresa: EmpresaId,
  statement: Sql & { readonly planning?: Planning },
): Promise<readonly T[]> {
  const client: pg.PoolClient = await database.pool.connect()
  const tenant = tenantOf(empresa, statement.planning ?? 'shared')
  const name = statement.name ?? database.statements.nameOf(statement.text)
  try {
    const [, , result] = await Promise.all([
      client.query('begin read only'),
      client.query({ name: 'tenant', text: tenant.text, values: [...tenant.values] }),
      client.query({
        text: statement.text,
        values: [...statement.values],
        ...(name === undefined ? {} : { name }),
      }),
    ])
    // The caller names the row type that its statement selects.
    return result.rows as T[]
  } finally {
    await end(client)
  }
}

async function end(client: pg.PoolClient): Promise<void> {
  try {
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}

/** A transaction that may see and write the rows of one company. */
export async function writeAs<T>(
  database: Database,
  empresa: EmpresaId,
  work: (tx: Tx) => Promise<T>,
  planning: Planning = 'own',
): Promise<T> {
  return await database.transaction(async (tx) => {
    await tx.execute(tenantOf(empresa, planning))
    return await work(tx)
  })
}
