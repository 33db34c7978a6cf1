import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** The postal code and the key of products that the demonstration uses of the SAT's long lists. */
export const DEMO_POSTAL_CODE = '06000'
export const DEMO_PRODUCT_KEY = '01010101'

/** Rows of the SAT's lists that an installation does not have by itself. */
export async function ensureDemoCatalogs(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into codigo_postal (clave, estado)
    select ${DEMO_POSTAL_CODE}, coalesce((select id from estado where clave = 'CMX'), (select min(id) from estado))
    on conflict (clave) do nothing`)
  await tx.execute(sql`
    insert into clave_prod_serv (clave, descripcion) values (${DEMO_PRODUCT_KEY}, 'No existe en el catálogo')
    on conflict (clave) do nothing`)
}

/** Gives the company what it needs to issue CFDI and has not entered: an RFC of its own, and its address. */
export async function completeDemoCompany(
  tx: Tx,
  empresa: EmpresaId,
  { rfc, domicilio }: { readonly rfc: string; readonly domicilio: string },
): Promise<void> {
  await tx.execute(sql`
    update empresa set rfc = case when rfc in ('XAXX010101000', 'XEXX010101000') then ${rfc} else rfc end,
      tipo_persona = coalesce((select id from tipo_persona where clave = 'PM'), tipo_persona),
      domicilio_fiscal = coalesce(domicilio_fiscal, ${domicilio}::int8)
    where empresa_id = ${empresa}::int8 and id = ${empresa}::int8`)
}

/** A row by its key; `shared`: of a catalog that all companies have. */
export interface Keyed {
  readonly table: string
  readonly clave: string
  readonly shared?: boolean
  /** The column of the key; `clave` unless given. */
  readonly column?: string
}

/** The ids of rows by their keys, in their order. @throws Error that names one that is not there */
export async function idsByKey(
  tx: Tx,
  empresa: EmpresaId,
  keys: readonly Keyed[],
): Promise<readonly string[]> {
  if (keys.length === 0) return []
  const selects = keys.map(({ table, clave, shared = false, column = 'clave' }, index) => {
    const mine = shared ? sql`` : sql` and t.empresa_id = ${empresa}::int8`
    return sql`select ${index}::int4 as orden,
      (select t.id from ${trusted(`"${table}"`)} t where t.${trusted(column)} = ${clave}${mine})::text as id`
  })
  const rows = await tx.query<{ id: string | null }>(
    sql`select x.id from (${join(selects, ' union all ')}) x order by x.orden`,
  )
  return rows.map(({ id }, index) => {
    if (id !== null) return id
    const { table, clave } = keys[index] ?? { table: '', clave: '' }
    throw new Error(`demonstration: there is no ${table} ${clave}`)
  })
}

/** Finds the company as its documents name it. */
export async function findDemoIssuer(
  tx: Tx,
  empresa: EmpresaId,
): Promise<{ readonly rfc: string; readonly razon_social: string }> {
  const [row] = await tx.query<{ rfc: string; razon_social: string }>(
    sql`select rfc, razon_social from empresa where empresa_id = ${empresa}::int8 and id = ${empresa}::int8`,
  )
  if (row === undefined) throw new Error('demonstration: the company is not there')
  return row
}

/** Finds the budget line of a year that purchases are charged to. */
export async function findBudgetLine(
  tx: Tx,
  empresa: EmpresaId,
  presupuesto: string,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`
    select p.id::text as id from presupuesto_partida p
    join presupuesto b on b.empresa_id = ${empresa}::int8 and b.id = p.presupuesto and b.clave = ${presupuesto}
    where p.empresa_id = ${empresa}::int8 order by p.partida limit 1`)
  return row?.id ?? null
}

/** Finds the accounting period of a day. */
export async function findPeriod(tx: Tx, empresa: EmpresaId, day: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id::text as id from periodo_contable where empresa_id = ${empresa}::int8 and not coalesce(es_ajuste, false)
      and ${day}::date between fecha_inicio and fecha_fin limit 1`)
  if (row === undefined) throw new Error(`demonstration: there is no period for ${day}`)
  return row.id
}

/** A document of the demonstration as it stands. */
export interface DemoDocument {
  readonly id: string
  readonly folio: string
  readonly estado: string
}

/** Finds the documents with these folios that are in one of these states, in the order of their folios. */
export async function findDocuments(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly table: 'compra' | 'venta'
    readonly folios: readonly string[]
    readonly states: readonly string[]
  },
): Promise<readonly DemoDocument[]> {
  return await tx.query<DemoDocument>(sql`
    select id::text as id, folio, estado from ${trusted(wanted.table)}
    where empresa_id = ${empresa}::int8 and folio = any(${wanted.folios}::text[]) and estado = any(${wanted.states}::text[])
    order by folio`)
}

/** What is owed of an invoice. */
export interface OwedRow {
  readonly id: string
  readonly tercero: string
  readonly saldo: string
}

/** Finds what suppliers are owed for these purchases. */
export async function findPayables(
  tx: Tx,
  empresa: EmpresaId,
  folios: readonly string[],
): Promise<readonly OwedRow[]> {
  return await tx.query<OwedRow>(sql`
    select distinct c.id::text as id, c.proveedor::text as tercero, c.saldo::text as saldo
    from cuenta_por_pagar c join compra o on o.empresa_id = ${empresa}::int8 and o.id = c.compra
    where c.empresa_id = ${empresa}::int8 and o.folio = any(${folios}::text[]) and c.saldo > 0
      and c.estado in ('autorizada', 'pagada_parcial') order by 1`)
}

/** Finds what customers owe for these sales. */
export async function findReceivables(
  tx: Tx,
  empresa: EmpresaId,
  folios: readonly string[],
): Promise<readonly OwedRow[]> {
  return await tx.query<OwedRow>(sql`
    select c.id::text as id, c.cliente::text as tercero, c.saldo::text as saldo
    from cuenta_por_cobrar c join venta v on v.empresa_id = ${empresa}::int8 and v.id = c.venta
    where c.empresa_id = ${empresa}::int8 and v.folio = any(${folios}::text[]) and c.saldo > 0
      and c.estado in ('vigente', 'cobrada_parcial') order by c.id`)
}

/** A bank account as the books have it. */
export interface DemoAccount {
  readonly id: string
  /** Decimal text. */
  readonly saldo: string
  /** Its account in the books. */
  readonly cuenta: string
}

/** Bank accounts by their ids, with what their movements add up to. */
export async function findBankAccounts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly DemoAccount[]> {
  return await tx.query<DemoAccount>(sql`
    select c.id::text as id, c.cuenta_contable::text as cuenta,
      coalesce((select sum(case m.naturaleza when 'abono' then m.importe else -m.importe end) from movimiento_bancario m
        where m.empresa_id = ${empresa}::int8 and m.cuenta_bancaria = c.id
          and m.estado in ('aplicado', 'conciliado')), 0)::text as saldo
    from cuenta_bancaria c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`)
}

/** The id of somebody who works in the company; null: there is nobody of this name. */
export async function findDemoUser(
  tx: Tx,
  empresa: EmpresaId,
  usuario: string,
): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(sql`
    select id::text as id from usuario
    where empresa_id = ${empresa}::int8 and usuario = ${usuario} and estado = 'activo'`)
  return row?.id ?? null
}

/**
 * Takes the company's counters before anything else is locked, so that whoever writes meanwhile waits for the day to end
 * and for nothing else.
 */
export async function lockCounters(tx: Tx, empresa: EmpresaId): Promise<void> {
  await tx.query(
    sql`select tabla from oficina.contador where empresa_id = ${empresa}::int8 order by tabla for update`,
  )
}

/** What the actions at a moment of the past would mail, or tell others, is told to nobody. */
export async function keepSilent(tx: Tx, empresa: EmpresaId, moment: string): Promise<void> {
  await tx.execute(sql`
    delete from oficina.salida where empresa_id = ${empresa}::int8 and estado = 'pendiente'
      and creada_en = ${moment}::timestamptz`)
}
