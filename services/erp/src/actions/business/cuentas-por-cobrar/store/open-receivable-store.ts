import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { codedAccounts } from '../../../../store/reports/coded-accounts.ts'
import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked CuentaPorCobrar, with what is left of it in the company's currency. */
export interface ReceivableRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly cliente: string
  readonly venta: string | null
  /** Its CFDI says that it is paid in parts (PPD). */
  readonly es_ppd: boolean
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly total: string
  readonly saldo: string
  /** The next number of a partial payment. */
  readonly parcialidad: number
  /** In the company's currency, as it was booked, less what was taken of it. */
  readonly saldo_base: string
  /** Taxes that are not collected yet, in the company's currency. */
  readonly iva: string
  readonly ieps: string
  /** All of them, in its own currency. */
  readonly iva_total: string
  readonly ieps_total: string
  /** What the customer is still to withhold, in the company's currency; nothing where its entry booked it at once. */
  readonly retencion_iva: string
  readonly retencion_isr: string
  /** All of it, in its own currency. */
  readonly retencion_iva_total: string
  readonly retencion_isr_total: string
  /** Credit notes settled some of it, whose taxes are not in proportion to the rest. */
  readonly acreditada: boolean
  /** What money took of its taxes, and what fell due of them by what that was worth, in the company's currency. */
  readonly iva_tomado: string
  readonly iva_cobrado: string
  readonly ieps_tomado: string
  readonly ieps_cobrado: string
  /** The total of its CFDI, and the IVA that this passes on; null and none without one. */
  readonly cfdi_total: string | null
  readonly tasas: readonly { readonly tasa: string; readonly base: string }[]
}

/** Locks the sales behind receivables, which come before them, then the receivables, each by id. */
export async function lockReceivables(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReceivableRow>> {
  if (ids.length === 0) return new Map()
  await tx.execute(
    sql`select v.id from venta v where v.empresa_id = ${empresa}::int8 and v.id in (
            select r.venta from cuenta_por_cobrar r where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[]))
          order by v.id for no key update of v`,
  )
  await tx.execute(
    sql`select id from cuenta_por_cobrar where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await findLeft(tx, empresa, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

async function findLeft(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly ReceivableRow[]> {
  return await tx.query<ReceivableRow>(
    sql`with ${leftOf(empresa, ids)}
          select r.id::text as id, r.folio, case when exists (
              select from cfdi f where f.empresa_id = ${empresa}::int8 and f.id = r.cfdi and f.estado = 'por_cancelar')
            then 'por_cancelar' else r.estado end as estado, r.fecha::text as fecha, r.cliente::text as cliente, r.venta::text as venta,
            coalesce((select mp.clave = 'PPD' from cfdi f join metodo_pago mp on mp.id = f.metodo_pago
              where f.empresa_id = ${empresa}::int8 and f.id = r.cfdi), false) as es_ppd,
            r.moneda::text as moneda, m.clave as moneda_clave, r.tipo_cambio::text as tipo_cambio,
            r.total::text as total, r.saldo::text as saldo, coalesce(t.parcialidad, 0)::int4 + 1 as parcialidad,
            greatest(r.en_base - coalesce(t.base, 0), 0)::numeric(18, 2)::text as saldo_base,
            greatest(r.todo_iva - coalesce(t.iva, 0), 0)::numeric(18, 2)::text as iva,
            greatest(r.todo_ieps - coalesce(t.ieps, 0), 0)::numeric(18, 2)::text as ieps,
            greatest(round(r.retencion_iva * r.tipo_cambio, 2) - coalesce(t.retencion_iva, 0), 0)::numeric(18, 2)::text
              as retencion_iva,
            greatest(round(r.retencion_isr * r.tipo_cambio, 2) - coalesce(t.retencion_isr, 0), 0)::numeric(18, 2)::text
              as retencion_isr,
            r.retencion_iva::text as retencion_iva_total, r.retencion_isr::text as retencion_isr_total,
            r.iva_total::text as iva_total, r.ieps_total::text as ieps_total,
            coalesce(t.acreditada, false) as acreditada,
            coalesce(t.iva_tomado, 0)::numeric(18, 2)::text as iva_tomado,
            coalesce(t.iva_cobrado, 0)::numeric(18, 2)::text as iva_cobrado,
            coalesce(t.ieps_tomado, 0)::numeric(18, 2)::text as ieps_tomado,
            coalesce(t.ieps_cobrado, 0)::numeric(18, 2)::text as ieps_cobrado,
            (select f.total::text from cfdi f where f.empresa_id = ${empresa}::int8 and f.id = r.cfdi) as cfdi_total,
            (select coalesce(json_agg(json_build_object('tasa', d.tasa::text, 'base', d.base::text) order by d.id), '[]')
              from cfdi_impuesto d join impuesto i on i.id = d.impuesto and i.clave = '002'
              join tipo_factor k on k.id = d.factor and k.clave = 'Tasa'
              where d.empresa_id = ${empresa}::int8 and d.cfdi = r.cfdi and d.tipo = 'traslado') as tasas
          from cuentas r join moneda m on m.id = r.moneda left join tomado t on t.cuenta = r.id`,
  )
}

/** Receivables with their taxes, and what was taken of them, as parts of a statement. */
function leftOf(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`cuentas as (
            select r.*, coalesce(r.total_base, round(r.total * r.tipo_cambio, 2)) as en_base,
              coalesce(r.ieps_base, round(coalesce(x.ieps, 0) * r.tipo_cambio, 2)) as todo_ieps,
              coalesce(r.iva_base, round(coalesce(x.iva, r.impuestos) * r.tipo_cambio, 2)) as todo_iva,
              coalesce(round(r.iva_base / nullif(r.tipo_cambio, 0), 6), x.iva, r.impuestos, 0) as iva_total,
              coalesce(round(r.ieps_base / nullif(r.tipo_cambio, 0), 6), x.ieps, 0) as ieps_total,
              case when w.pendiente then coalesce(x.retencion_iva, 0) else 0 end as retencion_iva,
              case when w.pendiente then coalesce(x.retencion_isr, 0) else 0 end as retencion_isr
            from cuenta_por_cobrar r
            left join lateral (
              select coalesce(sum(i.importe) filter (where t.clave = '002' and i.tipo = 'traslado'), 0) as iva,
                coalesce(sum(i.importe) filter (where t.clave = '003' and i.tipo = 'traslado'), 0) as ieps,
                sum(i.importe) filter (where t.clave = '002' and i.tipo = 'retencion') as retencion_iva,
                sum(i.importe) filter (where t.clave = '001' and i.tipo = 'retencion') as retencion_isr
              from venta_impuesto i left join impuesto t on t.id = i.impuesto
              where i.empresa_id = ${empresa}::int8 and i.venta = r.venta
              having count(*) filter (where i.tipo = 'traslado') > 0 or count(*) filter (where i.tipo = 'retencion') > 0
              ) x on true
            left join lateral (
              select true as pendiente from poliza p
              join poliza_partida l on l.empresa_id = ${empresa}::int8 and l.poliza = p.id
                and l.cuenta_contable = any(${codedAccounts(empresa, '107.05')})
              where p.empresa_id = ${empresa}::int8 and p.registro = r.venta::text
                and p.modelo = (select id from modelo_sistema where nombre = 'Venta') limit 1) w on true
            where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])),
          ${takenOf(empresa, ids)}`
}

/** What collections, advances and credit notes in force took of receivables, as a part of a statement. */
function takenOf(empresa: EmpresaId, ids: readonly string[]): Sql {
  return sql`tomado as (
            select u.cuenta, sum(u.base) as base, sum(u.iva) as iva, sum(u.ieps) as ieps,
              sum(u.retencion_iva) as retencion_iva, sum(u.retencion_isr) as retencion_isr,
              max(u.parcialidad) as parcialidad, bool_or(u.es_nota) as acreditada,
              sum(u.iva) filter (where not u.es_nota) as iva_tomado, sum(u.iva_cobrado) filter (where not u.es_nota) as iva_cobrado,
              sum(u.ieps) filter (where not u.es_nota) as ieps_tomado, sum(u.ieps_cobrado) filter (where not u.es_nota) as ieps_cobrado
            from (
              select a.cuenta, a.importe_base as base, a.iva, a.ieps, a.retencion_iva, a.retencion_isr, a.parcialidad, false as es_nota,
                coalesce(a.iva_cobrado, a.iva) as iva_cobrado, coalesce(a.ieps_cobrado, a.ieps) as ieps_cobrado
              from cobro_cliente_aplicacion a
              join cobro_cliente c on c.empresa_id = ${empresa}::int8 and c.id = a.cobro and c.estado = 'aplicado'
              where a.empresa_id = ${empresa}::int8 and a.cuenta = any(${ids}::int8[])
              union all
              select a.cuenta, coalesce(a.importe_base, round(a.importe * r.tipo_cambio, 2)),
                coalesce(a.iva, round(coalesce(n.impuestos, 0) * a.importe / nullif(n.total, 0) * r.tipo_cambio, 2), 0),
                coalesce(a.ieps, 0), a.retencion_iva, a.retencion_isr, null, a.nota_credito is not null,
                coalesce(a.iva_cobrado, a.iva), coalesce(a.ieps_cobrado, a.ieps)
              from aplicacion_nota_credito a
              join cuentas r on r.id = a.cuenta
              left join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = a.nota_credito
              where a.empresa_id = ${empresa}::int8 and a.cancelada is not true) u
            group by u.cuenta)`
}

// What follows of partial dues and of sales is found by the statements that write it.

export interface ReceivableChange {
  readonly id: string
  readonly saldo: string
  readonly estado: string
}

/**
 * Writes what is left of receivables, and of their partial dues, the oldest of which are paid first. A sale is `pagada`
 * while nothing of it is owed, `facturada` again when something is.
 */
export async function changeReceivables(
  tx: Tx,
  empresa: EmpresaId,
  change: {
    readonly changes: readonly ReceivableChange[]
    readonly today: string
    readonly now: string
  },
): Promise<readonly ChangedSale[]> {
  if (change.changes.length === 0) return []
  const { now } = change
  const ids = change.changes.map(({ id }) => id)
  await tx.execute(
    sql`update cuenta_por_cobrar r set saldo = n.saldo, estado = n.estado, version = r.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(change.changes)}::jsonb) as n(id int8, saldo numeric, estado text)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
  await tx.execute(
    sql`with vence as (
            select p.id, p.vencimiento, least(p.importe, greatest(0,
                sum(p.importe) over (partition by p.cuenta order by p.vencimiento, p.numero, p.id)
                - (r.total - r.saldo))) as saldo
            from cuenta_por_cobrar_parcialidad p
            join cuenta_por_cobrar r on r.empresa_id = ${empresa}::int8 and r.id = p.cuenta
            where p.empresa_id = ${empresa}::int8 and p.cuenta = any(${ids}::int8[])),
          queda as (
            select id, saldo, case when saldo = 0 then 'pagada' when vencimiento < ${change.today}::date then 'vencida'
              else 'pendiente' end as estado from vence)
          update cuenta_por_cobrar_parcialidad p set saldo = q.saldo, estado = q.estado, version = p.version + 1,
            modificado_en = ${now}::timestamptz
          from queda q
          where p.empresa_id = ${empresa}::int8 and p.id = q.id and (p.saldo, p.estado) is distinct from (q.saldo, q.estado)`,
  )
  return await tx.query<ChangedSale>(
    sql`with ventas as (
            select v.id, v.estado as antes, case when exists (
                select from cuenta_por_cobrar o where o.empresa_id = ${empresa}::int8 and o.venta = v.id
                  and o.estado <> 'cancelada' and o.saldo > 0) then 'facturada' else 'pagada' end as despues
            from venta v
            where v.empresa_id = ${empresa}::int8 and v.estado in ('facturada', 'pagada') and v.id in (
              select r.venta from cuenta_por_cobrar r where r.empresa_id = ${empresa}::int8 and r.id = any(${ids}::int8[])))
          update venta v set estado = n.despues, version = v.version + 1, modificado_en = ${now}::timestamptz
          from ventas n where v.empresa_id = ${empresa}::int8 and v.id = n.id and n.antes <> n.despues
          returning v.id::text as id, v.folio, n.antes, n.despues`,
  )
}

/** A sale whose state followed from what is owed of it. */
export interface ChangedSale {
  readonly id: string
  readonly folio: string
  readonly antes: string
  readonly despues: string
}
