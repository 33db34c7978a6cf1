import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../tenant-database.ts'

/** A page of a report. */
interface Page {
  readonly page: number
  readonly perPage: number
}

export interface LedgerQuery extends Page {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly cliente: string | null
  readonly proveedor: string | null
  /** Whose names stand beside their ids. */
  readonly words: { readonly cliente: boolean; readonly proveedor: boolean }
}

export interface Ledger {
  readonly total: number
  readonly saldo_inicial: string
  readonly cargos: string
  readonly abonos: string
  readonly saldo_final: string
  /** A JSON array as text, by day, entry and line. */
  readonly rows: string
}

/**
 * The lines of an account in some days with the balance after each, positive on the side of the account's nature; of
 * one customer or supplier alone, if named. Undefined: there is no such account.
 */
export async function readLedger(
  tx: Tx,
  empresa: EmpresaId,
  ledgerQuery: LedgerQuery,
): Promise<Ledger | undefined> {
  const rows = await tx.query<Ledger>(
    sql`with cuenta as (
            select c.id, coalesce(n.signo_saldo, 1) as signo from cuenta_contable c
            join naturaleza_cuenta n on n.id = c.naturaleza
            where c.empresa_id = ${empresa}::int8 and c.id = ${ledgerQuery.account}::int8),
          l as (
            select p.fecha, p.id as poliza, l.id as renglon, l.partida, p.folio,
              coalesce(l.concepto, p.concepto) as concepto, l.referencia, l.cliente, l.proveedor, l.cargo, l.abono,
              (l.cargo - l.abono) * cuenta.signo as neto
            from cuenta
            join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.cuenta_contable = cuenta.id
            join poliza p on p.empresa_id = ${empresa}::int8 and p.id = l.poliza
            where p.estado in ('aplicada', 'reversada') and p.fecha <= ${ledgerQuery.to}::date
              and (${ledgerQuery.cliente}::int8 is null or l.cliente = ${ledgerQuery.cliente}::int8)
              and (${ledgerQuery.proveedor}::int8 is null or l.proveedor = ${ledgerQuery.proveedor}::int8)),
          inicial as (select coalesce(sum(neto), 0) as saldo from l where fecha < ${ledgerQuery.from}::date),
          corrido as (
            select l.*, (select saldo from inicial) + sum(neto) over (order by fecha, poliza, partida, renglon) as saldo
            from l where fecha >= ${ledgerQuery.from}::date)
          select (select count(*) from corrido) as total,
            (select saldo from inicial)::numeric(18, 2)::text as saldo_inicial,
            (select coalesce(sum(cargo), 0) from corrido)::numeric(18, 2)::text as cargos,
            (select coalesce(sum(abono), 0) from corrido)::numeric(18, 2)::text as abonos,
            (select coalesce(sum(neto), 0) from l)::numeric(18, 2)::text as saldo_final,
            coalesce((select json_agg(row_to_json(x))::text from (
              select r.fecha, r.poliza, r.folio, r.partida, r.concepto, r.referencia, r.cliente,
                case when ${ledgerQuery.words.cliente} then (select concat_ws(' ', c.clave, c.razon_social) from cliente c
                  where c.empresa_id = ${empresa}::int8 and c.id = r.cliente) end as cliente_str,
                r.proveedor,
                case when ${ledgerQuery.words.proveedor} then (select concat_ws(' ', v.clave, v.razon_social) from proveedor v
                  where v.empresa_id = ${empresa}::int8 and v.id = r.proveedor) end as proveedor_str,
                r.cargo, r.abono, r.saldo::numeric(18, 2) as saldo
              from corrido r order by r.fecha, r.poliza, r.partida, r.renglon
              limit ${ledgerQuery.perPage} offset ${(ledgerQuery.page - 1) * ledgerQuery.perPage}) x), '[]') as rows
          from cuenta`,
  )
  return rows[0]
}

export interface PartyQuery extends Page {
  readonly party: 'cliente' | 'proveedor'
  readonly to: string
  /** Of this account alone, with what stands on it without a party; null: of all that have lines with parties. */
  readonly account: string | null
  readonly isNamed: boolean
}

export interface PartyBalances {
  readonly total: number
  /** A JSON array as text, by account code and party. */
  readonly rows: string
}

/** Reads what each supplier or customer owes or is owed at the end of a day, by account, as the entries say it. */
export async function readPartyBalances(
  tx: Tx,
  empresa: EmpresaId,
  partyQuery: PartyQuery,
): Promise<PartyBalances> {
  const isSupplier = partyQuery.party === 'proveedor'
  const rows = await tx.query<PartyBalances>(
    sql`with s as (
            select l.cuenta_contable as cuenta, case when ${isSupplier} then l.proveedor else l.cliente end as tercero,
              sum(l.cargo) as cargos, sum(l.abono) as abonos
            from poliza_partida l
            join poliza p on p.empresa_id = ${empresa}::int8 and p.id = l.poliza
              and p.estado in ('aplicada', 'reversada') and p.fecha <= ${partyQuery.to}::date
            where l.empresa_id = ${empresa}::int8
              and (${partyQuery.account}::int8 is null or l.cuenta_contable = ${partyQuery.account}::int8)
              and (${partyQuery.account}::int8 is not null
                or case when ${isSupplier} then l.proveedor else l.cliente end is not null)
            group by 1, 2)
          select (select count(*) from s) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select s.cuenta, c.clave, c.nombre, n.clave as naturaleza, s.tercero,
              case when ${partyQuery.isNamed} then (
                select concat_ws(' ', v.clave, v.razon_social) from proveedor v
                where ${isSupplier} and v.empresa_id = ${empresa}::int8 and v.id = s.tercero
                union all
                select concat_ws(' ', k.clave, k.razon_social) from cliente k
                where not ${isSupplier} and k.empresa_id = ${empresa}::int8 and k.id = s.tercero) end as tercero_str,
              s.cargos::numeric(18, 2) as cargos, s.abonos::numeric(18, 2) as abonos,
              (coalesce(n.signo_saldo, 1) * (s.cargos - s.abonos))::numeric(18, 2) as saldo
            from s join cuenta_contable c on c.empresa_id = ${empresa}::int8 and c.id = s.cuenta
            join naturaleza_cuenta n on n.id = c.naturaleza
            order by c.clave, s.tercero nulls first
            limit ${partyQuery.perPage} offset ${(partyQuery.page - 1) * partyQuery.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the balances of parties returned no row')
  return row
}
