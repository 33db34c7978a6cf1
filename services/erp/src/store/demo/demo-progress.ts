import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import { STARTER_ACCOUNTS, STARTER_PARENTS, starterCode } from '../starter/starter-accounts.ts'
import { empresaId, type EmpresaId } from '../tenant-database.ts'

const STARTER_CODES = [
  ...Object.keys(STARTER_PARENTS),
  ...STARTER_ACCOUNTS.map(({ codigo }) => starterCode(codigo)),
]

/** Company number `order` (1 or 2) of the demonstration, or null before it was created. */
export async function demoCompany(tx: Tx, order: number): Promise<EmpresaId | null> {
  const [row] = await tx.query<{ id: string }>(
    sql`select empresa_id::text as id from oficina.demo where orden = ${order}`,
  )
  return row === undefined ? null : empresaId(row.id)
}

export async function keepDemoCompany(tx: Tx, order: number, empresa: EmpresaId): Promise<void> {
  await tx.execute(sql`insert into oficina.demo (orden, empresa_id) values (${order}, ${empresa})`)
}

/** The installation's first company if nobody has entered business records into it yet, else null. */
export async function untouchedFirstCompany(tx: Tx): Promise<EmpresaId | null> {
  const [first] = await tx.query<{ id: string | null }>(
    sql`select min(id)::text as id from empresa`,
  )
  if (first === undefined || first.id === null) return null
  const empresa = empresaId(first.id)
  const [{ touched } = { touched: true }] = await tx.query<{ touched: boolean }>(sql`
    select exists (select from cliente where empresa_id = ${empresa}::int8)
      or exists (select from proveedor where empresa_id = ${empresa}::int8)
      or exists (select from articulo where empresa_id = ${empresa}::int8)
      or exists (select from poliza where empresa_id = ${empresa}::int8)
      or exists (select from cuenta_contable where empresa_id = ${empresa}::int8
        and (version > 1 or clave not like '899%' and clave <> all(${STARTER_CODES}::text[]))) as touched`)
  return touched ? null : empresa
}

/** How many rows of a step exist already. */
export async function rowsDone(tx: Tx, empresa: EmpresaId, step: string): Promise<number> {
  const [row] = await tx.query<{ hechas: number }>(sql`
    select hechas from oficina.demo_avance where empresa_id = ${empresa} and paso = ${step}`)
  return row?.hechas ?? 0
}

/** Records, in the transaction that creates them, the rows of a step. */
export async function keepRowsDone(
  tx: Tx,
  empresa: EmpresaId,
  { step, done }: { readonly step: string; readonly done: number },
): Promise<void> {
  await tx.execute(sql`
    insert into oficina.demo_avance (empresa_id, paso, hechas) values (${empresa}, ${step}, ${done})
    on conflict (empresa_id, paso) do update set hechas = excluded.hechas`)
}

/** Statistics for the tables that were filled, so that the first lists are planned well. */
export async function analyze(owner: Tx, tables: readonly string[]): Promise<void> {
  for (const table of tables) await owner.execute(sql`analyze ${trusted(`"${table}"`)}`)
}

// Any constant: of several processes that start at once on one database, one loads the demonstration.
const LOCK = 7_266_484

/** Runs `work` unless another process is doing so. */
export async function holdingDemo(owner: Database, work: () => Promise<void>): Promise<void> {
  const client = await owner.connect()
  try {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [LOCK],
    )
    if (rows[0]?.held === true) await work()
  } finally {
    await client.end()
  }
}
