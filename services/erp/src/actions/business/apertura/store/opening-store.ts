import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What rows name of one model: keys and ids. */
export interface WantedNames {
  readonly keys: readonly string[]
  readonly ids: readonly string[]
}

interface NamedRow {
  readonly id: string
  readonly clave: string
}

export interface OpeningAccount extends NamedRow {
  /** The SAT's code; null: none. */
  readonly codigo: string | null
  readonly activo: boolean
  readonly acepta_movimientos: boolean
  readonly requiere_centro_costo: boolean
  readonly requiere_tercero: boolean
  readonly requiere_proyecto: boolean
  readonly moneda: string | null
}

const ACCOUNT = trusted(`c.id::text as id, c.clave, g.codigo, coalesce(c.activo, true) as activo,
  coalesce(c.acepta_movimientos, true) as acepta_movimientos, coalesce(c.requiere_centro_costo, false) as requiere_centro_costo,
  coalesce(c.requiere_tercero, false) as requiere_tercero, coalesce(c.requiere_proyecto, false) as requiere_proyecto,
  c.moneda::text as moneda`)

/** Accounts that rows name, and those of ids that something else names. */
export async function findOpeningAccounts(
  tx: Tx,
  empresa: EmpresaId,
  { keys, ids }: WantedNames,
): Promise<readonly OpeningAccount[]> {
  return await tx.query<OpeningAccount>(
    sql`select ${ACCOUNT} from cuenta_contable c left join codigo_agrupador g on g.id = c.codigo_agrupador
          where c.empresa_id = ${empresa}::int8 and (c.clave = any(${keys}::text[]) or c.id = any(${ids}::int8[]))`,
  )
}

/** The first active account that takes entries of each of the SAT's codes. */
export async function findAccountsOfCodes(
  tx: Tx,
  empresa: EmpresaId,
  codes: readonly string[],
): Promise<readonly OpeningAccount[]> {
  return await tx.query<OpeningAccount>(
    sql`select distinct on (g.codigo) ${ACCOUNT}
          from codigo_agrupador g join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.codigo_agrupador = g.id
            and coalesce(c.activo, true) and coalesce(c.acepta_movimientos, true)
          where g.codigo = any(${codes}::text[]) order by g.codigo, c.id`,
  )
}

export interface OpeningParty extends NamedRow {
  readonly rfc: string
  /** That of its group. */
  readonly cuenta: string | null
}

/** Customers or suppliers by key, RFC or id. */
export async function findOpeningParties(
  tx: Tx,
  empresa: EmpresaId,
  { table, keys, ids }: WantedNames & { readonly table: 'cliente' | 'proveedor' },
): Promise<readonly OpeningParty[]> {
  const [from, groups, group] =
    table === 'cliente'
      ? [trusted('cliente'), trusted('grupo_cliente'), trusted('grupo_cliente')]
      : [trusted('proveedor'), trusted('grupo_proveedor'), trusted('grupo')]
  return await tx.query<OpeningParty>(
    sql`select p.id::text as id, p.clave, p.rfc, g.cuenta_contable::text as cuenta
          from ${from} p left join ${groups} g on g.empresa_id = ${empresa}::int8 and g.id = p.${group}
          where p.empresa_id = ${empresa}::int8
            and (p.clave = any(${keys}::text[]) or p.rfc = any(${keys}::text[]) or p.id = any(${ids}::int8[]))
          order by p.id`,
  )
}

export interface OpeningBank extends NamedRow {
  readonly moneda: string
  readonly cuenta: string
  readonly activo: boolean
}

export async function findOpeningBanks(
  tx: Tx,
  empresa: EmpresaId,
  { keys, ids }: WantedNames,
): Promise<readonly OpeningBank[]> {
  return await tx.query<OpeningBank>(
    sql`select id::text as id, clave, moneda::text as moneda, cuenta_contable::text as cuenta,
            coalesce(activo, true) as activo from cuenta_bancaria
          where empresa_id = ${empresa}::int8 and (clave = any(${keys}::text[]) or id = any(${ids}::int8[]))`,
  )
}

/** Records of a company's model that have a key and nothing else that matters. */
export async function findOpeningNames(
  tx: Tx,
  empresa: EmpresaId,
  { table, keys, ids }: WantedNames & { readonly table: 'articulo' | 'almacen' | 'centro_costo' },
): Promise<readonly NamedRow[]> {
  return await tx.query<NamedRow>(
    sql`select id::text as id, clave from ${trusted(`"${table}"`)}
          where empresa_id = ${empresa}::int8 and (clave = any(${keys}::text[]) or id = any(${ids}::int8[]))`,
  )
}

export async function findOpeningCurrencies(
  tx: Tx,
  { keys, ids }: WantedNames,
): Promise<readonly NamedRow[]> {
  return await tx.query<NamedRow>(
    sql`select id::text as id, clave from moneda where clave = any(${keys}::text[]) or id = any(${ids}::int8[])`,
  )
}

/** A lot or a serial number, which is one of its article. */
interface PartRow extends NamedRow {
  readonly articulo: string
}

export async function findOpeningParts(
  tx: Tx,
  empresa: EmpresaId,
  { table, keys, ids }: WantedNames & { readonly table: 'lote' | 'serie_articulo' },
): Promise<readonly PartRow[]> {
  const number = trusted(table === 'lote' ? 'numero_lote' : 'numero_serie')
  return await tx.query<PartRow>(
    sql`select id::text as id, ${number} as clave, articulo::text as articulo from ${trusted(table)}
          where empresa_id = ${empresa}::int8 and (${number} = any(${keys}::text[]) or id = any(${ids}::int8[]))`,
  )
}

/** What documents in force have already: invoices of suppliers, and UUIDs. */
export async function findTakenDocuments(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly invoices: readonly { readonly proveedor: string; readonly numero: string }[]
    readonly uuids: readonly string[]
  },
): Promise<{ readonly invoices: ReadonlySet<string>; readonly uuids: ReadonlySet<string> }> {
  const [invoices, uuids] = await Promise.all([
    tx.query<{ clave: string }>(
      sql`select c.proveedor || ' ' || c.numero_factura as clave
            from jsonb_to_recordset(${JSON.stringify(wanted.invoices)}::jsonb) as n(proveedor int8, numero text)
            join cuenta_por_pagar c on c.empresa_id = ${empresa}::int8 and c.proveedor = n.proveedor
              and c.numero_factura = n.numero and c.estado <> 'cancelada'`,
    ),
    tx.query<{ uuid: string }>(
      sql`select uuid from cuenta_por_cobrar
            where empresa_id = ${empresa}::int8 and uuid = any(${wanted.uuids}::text[]) and estado <> 'cancelada'
          union all
          select uuid from cuenta_por_pagar
            where empresa_id = ${empresa}::int8 and uuid = any(${wanted.uuids}::text[]) and estado <> 'cancelada'`,
    ),
  ])
  return {
    invoices: new Set(invoices.map(({ clave }) => clave)),
    uuids: new Set(uuids.map(({ uuid }) => uuid)),
  }
}
