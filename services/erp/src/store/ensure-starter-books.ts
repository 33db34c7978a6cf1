import type { Database, Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { lockFirstCompany } from './company-store.ts'
import { insertStarterBooks } from './starter-books.ts'
import { STARTER_RULES } from './starter-rules.ts'

const MARK = '@reglas-contables'

/**
 * Gives the companies that an earlier release made the rules that they could not have, once: what a company deletes
 * afterwards stays deleted. As the owner of the database.
 */
export async function ensureStarterBooks(owner: Database, now: string): Promise<void> {
  const claves = STARTER_RULES.map(({ clave }) => clave)
  const given = await rulesGiven(owner)
  if (claves.every((clave) => given.has(clave))) return
  await owner.transaction(async (tx) => {
    await tx.query(sql`set local search_path = public`)
    await lockFirstCompany(tx)
    const before = await rulesGiven(tx)
    const rules = STARTER_RULES.filter(({ clave }) => !before.has(clave))
    const companies = await tx.query<{ id: string }>(
      sql`select id::text as id from empresa where id = empresa_id order by id`,
    )
    for (const { id } of companies) await insertStarterBooks(tx, { empresaId: id, now }, rules)
    const all = [...new Set([...before, ...claves])].join(' ')
    await tx.execute(sql`
      insert into oficina.catalogo (tabla, huella) values (${MARK}, ${all})
      on conflict (tabla) do update set huella = excluded.huella`)
  })
}

async function rulesGiven(tx: Tx): Promise<ReadonlySet<string>> {
  const [row] = await tx.query<{ huella: string }>(
    sql`select huella from oficina.catalogo where tabla = ${MARK}`,
  )
  return new Set(row?.huella.split(' '))
}
