import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { agesInBase, sumsByAge, type Ageing } from '../../../../store/reports/ageing.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

interface ReportQuery {
  readonly cliente: string | null
  /** `YYYY-MM-DD`. */
  readonly to: string
  /** Whether customers are shown in words. */
  readonly isNamed: boolean
  readonly page: number
  readonly perPage: number
}

/** The rows of a report as a JSON array, and how many there are in all. */
interface ReportRows {
  readonly total: number
  readonly rows: string
}

/**
 * What customers owe now by how long it has been due, by customer and currency; in the company's currency, what is left
 * of it in the books.
 */
export async function readAgeing(
  tx: Tx,
  empresa: EmpresaId,
  reportQuery: ReportQuery,
): Promise<Ageing> {
  const rows = await tx.query<Ageing>(
    sql`with debe as (
            select r.id, r.cliente, r.moneda, r.tipo_cambio, r.vencimiento, r.saldo,
              coalesce(r.total_base, round(r.total * r.tipo_cambio, 2))
              - coalesce((select sum(a.importe_base) from cobro_cliente_aplicacion a
                  join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro and c.estado = 'aplicado'
                  where a.empresa_id = ${empresa}::int8 and a.cuenta = r.id), 0)
              - coalesce((select sum(coalesce(n.importe_base, round(n.importe * r.tipo_cambio, 2)))
                  from aplicacion_nota_credito n
                  where n.empresa_id = ${empresa}::int8 and n.cuenta = r.id and n.cancelada is not true), 0) as base
            from cuenta_por_cobrar r
            where r.empresa_id = ${empresa}::int8 and r.saldo > 0 and r.estado not in ('por_validar', 'cancelada')
              and (${reportQuery.cliente}::int8 is null or r.cliente = ${reportQuery.cliente}::int8)),
          partes as (
            select d.cliente, d.moneda, ${reportQuery.to}::date - coalesce(p.vencimiento, d.vencimiento) as dias,
              coalesce(p.saldo, d.saldo) as saldo, round(coalesce(p.saldo, d.saldo) * d.tipo_cambio, 2) as base
            from debe d
            left join cuenta_por_cobrar_parcialidad p on p.empresa_id = ${empresa}::int8 and p.cuenta = d.id),
          sumas as (
            select cliente, moneda, ${sumsByAge('saldo')}
            from partes group by cliente, moneda),
          bases as (
            select cliente, moneda, sum(saldo) as total, sum(base)::numeric(18, 2) as total_base
            from debe group by cliente, moneda)
          select (select count(*) from sumas) as total,
            coalesce((select sum(total_base) from bases), 0)::numeric(18, 2)::text as total_base,
            ${agesInBase()} as edades,
            coalesce((select json_agg(row_to_json(x))::text from (
              select s.cliente, case when ${reportQuery.isNamed} then (select concat_ws(' ', k.clave, k.razon_social)
                  from cliente k where k.empresa_id = ${empresa}::int8 and k.id = s.cliente) end as cliente_str,
                m.clave as moneda_str, s.por_vencer, s.vencido_30, s.vencido_60, s.vencido_90, s.vencido_mas_90,
                b.total, b.total_base
              from sumas s join bases b on b.cliente = s.cliente and b.moneda = s.moneda
              join moneda m on m.id = s.moneda
              order by s.cliente, m.clave limit ${reportQuery.perPage} offset ${(reportQuery.page - 1) * reportQuery.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the ageing of receivables returned no row')
  return row
}

/**
 * Money that pays invoices in parts (PPD) and of which the SAT had to be told before a day, and was not: by the fifth of
 * the month after it came in.
 */
export async function readUntold(
  tx: Tx,
  empresa: EmpresaId,
  reportQuery: ReportQuery,
): Promise<ReportRows> {
  const rows = await tx.query<ReportRows>(
    sql`with s as (
            select c.id, c.folio, c.fecha, c.cliente, m.clave as moneda_str, c.importe,
              f.estado as complemento_estado,
              (date_trunc('month', c.fecha) + interval '1 month 4 days')::date as vence
            from cobro_cliente c
            join moneda m on m.id = c.moneda
            left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = c.complemento
            where c.empresa_id = ${empresa}::int8 and c.estado = 'aplicado'
              and (f.estado is null or f.estado not in ('vigente', 'por_cancelar'))
              and (${reportQuery.cliente}::int8 is null or c.cliente = ${reportQuery.cliente}::int8)
              and (date_trunc('month', c.fecha) + interval '1 month 4 days')::date < ${reportQuery.to}::date
              and exists (
                select from cobro_cliente_aplicacion a
                join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = a.cuenta
                join cfdi i on i.empresa_id = ${empresa}::int8 and i.id = r.cfdi and i.sentido = 'emitido'
                join metodo_pago p on p.id = i.metodo_pago and p.clave = 'PPD'
                where a.empresa_id = ${empresa}::int8 and a.cobro = c.id))
          select (select count(*) from s) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select s.id as cobro, s.folio, s.fecha, s.cliente,
              case when ${reportQuery.isNamed} then (select concat_ws(' ', k.clave, k.razon_social) from cliente k
                where k.empresa_id = ${empresa}::int8 and k.id = s.cliente) end as cliente_str,
              s.moneda_str, s.importe, s.complemento_estado, s.vence, ${reportQuery.to}::date - s.vence as dias
            from s order by s.vence, s.fecha, s.id
            limit ${reportQuery.perPage} offset ${(reportQuery.page - 1) * reportQuery.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report of collections returned no row')
  return row
}
