import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted } from '@oficina/kit/sql.ts'

import type { Field, Model } from '../../dictionary/types.ts'
import { andCondition, column, records } from '../../query/record-columns.ts'
import type { EmpresaId } from '../tenant-database.ts'

interface OfCompany {
  readonly model: Model
  readonly empresa: EmpresaId
}

/** What records say in some of their fields, as text, by id; nothing for a record that the caller does not reach. */
export async function readFields(
  tx: Tx,
  { model, empresa }: OfCompany,
  of: { readonly ids: readonly string[]; readonly fields: readonly Field[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const row = { alias: 'r', empresaId: empresa }
  const columns = of.fields.map(
    ({ name }) => sql`${column('r', name)}::text as ${trusted(`"${name}"`)}`,
  )
  const company = model.scope === 'global' ? sql`true` : sql`r.empresa_id = ${empresa}::int8`
  const rows = await tx.query<Readonly<Record<string, string | null>>>(
    sql`select ${join([sql`r.id::text as "id"`, ...columns], ', ')} from ${records(model, 'r')}
        where ${company} and r.id = any(${of.ids}::int8[])${andCondition(model, row)}`,
  )
  return new Map(
    rows.map(({ id, ...said }) => [
      id ?? '',
      new Map(
        Object.entries(said).flatMap(([name, value]): [string, string][] =>
          value === null ? [] : [[name, value]],
        ),
      ),
    ]),
  )
}

/** The only record of a model, of all or of those that are a user's; null where there is none, or more than one. */
export async function findOnly(
  tx: Tx,
  { model, empresa }: OfCompany,
  usuario: string | null,
): Promise<string | null> {
  const row = { alias: 'r', empresaId: empresa }
  const own = usuario === null ? sql`true` : sql`r.usuario = ${usuario}::int8`
  const active = model.fieldByName.get('activo')?.type === 'boolean' ? sql`r.activo` : sql`true`
  const rows = await tx.query<{ id: string }>(
    sql`select r.id::text as id from ${records(model, 'r')}
        where r.empresa_id = ${empresa}::int8 and ${own} and ${active}${andCondition(model, row)} order by r.id limit 2`,
  )
  const [only, other] = rows
  return other === undefined ? (only?.id ?? null) : null
}

/** The currency in which a company keeps its books. */
export async function findOwnCurrency(tx: Tx, empresa: EmpresaId): Promise<string | null> {
  const rows = await tx.query<{ moneda: string | null }>(
    sql`select e.moneda::text as moneda from empresa e where e.empresa_id = ${empresa}::int8`,
  )
  return rows[0]?.moneda ?? null
}
