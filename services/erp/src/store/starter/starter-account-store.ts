import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { STARTER_ACCOUNTS, STARTER_PARENTS, starterCode } from './starter-accounts.ts'

export interface Company {
  readonly empresaId: string
  readonly now: string
}

/** The account for each of the codes, by code; those that the company lacks are made. */
export async function accountsOf(
  tx: Tx,
  company: Company,
  codes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = await findByCode(tx, company, codes)
  const absent = STARTER_ACCOUNTS.filter(({ codigo }) => codes.has(codigo) && !found.has(codigo))
  await insertParents(tx, company, absent)
  const rows = absent.map((starterAccount) => ({
    ...starterAccount,
    clave: starterCode(starterAccount.codigo),
    padre: parentOf(starterAccount.codigo),
  }))
  await insertAccounts(tx, company, rows)
  return await findByCode(tx, company, codes)
}

function parentOf(codigo: string): string {
  return codigo.split('.')[0] ?? codigo
}

async function findByCode(
  tx: Tx,
  { empresaId }: Company,
  codes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...codes].map((codigo) => ({ codigo, clave: starterCode(codigo) }))
  const rows = await tx.query<{ codigo: string; id: string }>(sql`
    select distinct on (n.codigo) n.codigo, c.id::text as id
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as n(codigo text, clave text)
    join cuenta_contable c on c.empresa_id = ${empresaId}::int8 and (c.clave = n.clave
      or c.codigo_agrupador = (select g.id from codigo_agrupador g where g.codigo = n.codigo)
        and c.activo and c.acepta_movimientos)
    order by n.codigo, c.clave = n.clave desc, c.id`)
  return new Map(rows.map(({ codigo, id }) => [codigo, id]))
}

interface NewAccount {
  readonly codigo: string
  /** The SAT's code. */
  readonly agrupador: string
  readonly clave: string
  readonly nombre: string
  readonly tipo: string
  readonly naturaleza: string
  readonly tercero: boolean
  readonly padre: string | null
}

async function insertParents(
  tx: Tx,
  company: Company,
  children: readonly Omit<NewAccount, 'clave' | 'padre'>[],
): Promise<void> {
  // The first of its accounts says of which kind a parent is.
  const byCode = new Map(children.toReversed().map((child) => [parentOf(child.codigo), child]))
  const codes = [...byCode.keys()]
  const known = await tx.query<{ clave: string }>(sql`
    select clave from cuenta_contable where empresa_id = ${company.empresaId}::int8 and clave = any(${codes}::text[])`)
  const has = new Set(known.map(({ clave }) => clave))
  const rows = [...byCode]
    .filter(([codigo]) => !has.has(codigo))
    .map(([codigo, { tipo, naturaleza }]) => ({
      codigo,
      agrupador: codigo,
      clave: codigo,
      nombre: STARTER_PARENTS[codigo] ?? codigo,
      tipo,
      naturaleza,
      tercero: false,
      padre: null,
    }))
  await insertAccounts(tx, company, rows)
}

async function insertAccounts(
  tx: Tx,
  { empresaId, now }: Company,
  rows: readonly NewAccount[],
): Promise<void> {
  if (rows.length === 0) return
  const first = await numbersFor(tx, empresaId, { table: 'cuenta_contable', count: rows.length })
  await tx.execute(sql`
    insert into cuenta_contable (empresa_id, id, creado_en, modificado_en, clave, nombre, padre, nivel, naturaleza,
      codigo_agrupador, tipo, acepta_movimientos, requiere_tercero, activo)
    select ${empresaId}::int8, ${first}::int8 + row_number() over (order by n.clave) - 1, ${now}::timestamptz,
      ${now}::timestamptz, n.clave, n.nombre,
      (select p.id from cuenta_contable p where p.empresa_id = ${empresaId}::int8 and p.clave = n.padre),
      case when n.padre is null then 1 else 2 end, d.id,
      (select g.id from codigo_agrupador g where g.codigo = n.agrupador), n.tipo, n.padre is not null, n.tercero, true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(agrupador text, clave text, nombre text, tipo text,
      naturaleza text, tercero boolean, padre text)
    join naturaleza_cuenta d on d.clave = n.naturaleza`)
}

/** Takes numbers from the counter of a table; returns the first. */
export async function numbersFor(
  tx: Tx,
  empresaId: string,
  { table, count }: { readonly table: string; readonly count: number },
): Promise<number> {
  const [row] = await tx.query<{ primero: number }>(sql`
    insert into oficina.contador as c (empresa_id, tabla, ultimo) values (${empresaId}, ${table}, ${count})
    on conflict (empresa_id, tabla) do update set ultimo = c.ultimo + excluded.ultimo
    returning ultimo - ${count}::int8 + 1 as primero`)
  if (row === undefined) throw new Error('a counter gave no number')
  return row.primero
}
