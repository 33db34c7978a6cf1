import type { Tx } from '@oficina/kit/database.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** The rows `from` to `to` of a kind, counted from 1, both included; their ids begin at `firstId`. */
export interface DemoSlice {
  readonly empresa: EmpresaId
  readonly from: number
  readonly to: number
  readonly firstId: string
  /** ISO 8601, UTC. */
  readonly now: string
}

/**
 * Inserts rows of a tenant table in one statement. `source` is a text or null by row and name; `columns` gives each
 * column's value as SQL over `n`, the row of the source. Both are constants of this service, never a request's.
 */
export async function insertRows(
  tx: Tx,
  table: string,
  slice: DemoSlice,
  rows: {
    readonly source: Readonly<Record<string, readonly (string | null)[]>>
    readonly columns: Readonly<Record<string, string>>
  },
): Promise<void> {
  const given = Object.keys(rows.source)
  const arrays = given.map((_, index) => `$${index + 4}::text[]`)
  const columns = Object.keys(rows.columns).map((name) => `"${name}"`)
  await tx.execute({
    text: `insert into "${table}" (empresa_id, id, creado_en, modificado_en, ${columns.join(', ')})
select $1::int8, $2::int8 + n.orden - 1, $3::timestamptz, $3::timestamptz, ${Object.values(rows.columns).join(', ')}
from unnest(${arrays.join(', ')}) with ordinality as n(${given.join(', ')}, orden)`,
    values: [slice.empresa, slice.firstId, slice.now, ...Object.values(rows.source)],
  })
}

/** SQL for the id of the row with this key in the same company. */
export function ofCompany(table: string, key: string): string {
  return `(select id from "${table}" where empresa_id = $1::int8 and clave = ${key})`
}

/** SQL for the id of the row with this key in a shared catalog. */
export function ofCatalog(table: string, key: string): string {
  return `(select id from "${table}" where clave = ${key})`
}
