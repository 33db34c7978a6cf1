import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { lockCompanies } from '../company-store.ts'
import { insertStarterBooks, STARTER_NAMES } from './starter-books.ts'

const MARK = '@reglas-contables'

/**
 * Gives the companies that an earlier release made what they could not begin with, once: what a company deletes
 * afterwards stays deleted. As the owner of the database.
 */
export async function ensureStarterBooks(owner: Database, now: string): Promise<void> {
  const given = await namesGiven(owner)
  if (STARTER_NAMES.every((name) => given.has(name))) return
  await owner.transaction(async (tx) => {
    await tx.query(sql`set local search_path = public`)
    await lockCompanies(tx)
    const before = await namesGiven(tx)
    const companies = await tx.query<{ id: string }>(
      sql`select id::text as id from empresa where id = empresa_id order by id`,
    )
    for (const { id } of companies) await insertStarterBooks(tx, { empresaId: id, now }, before)
    const all = [...new Set([...before, ...STARTER_NAMES])].join(' ')
    await tx.execute(sql`
      insert into oficina.catalogo (tabla, huella) values (${MARK}, ${all})
      on conflict (tabla) do update set huella = excluded.huella`)
  })
}

/** Whether a start has come so far, which it does after it has made the first company. */
export async function hasStarterBooks(owner: Tx): Promise<boolean> {
  return (await namesGiven(owner)).size > 0
}

async function namesGiven(tx: Tx): Promise<ReadonlySet<string>> {
  const [row] = await tx.query<{ huella: string }>(
    sql`select huella from oficina.catalogo where tabla = ${MARK}`,
  )
  return new Set(row?.huella.split(' '))
}
