import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked Cliente, with what its group asks of its sales. */
export interface CustomerRow {
  readonly id: string
  readonly clave: string
  readonly razon_social: string
  readonly estado: string
  readonly requiere_orden: boolean
}

/**
 * Locks customers in the order of their ids, so that two sales at once cannot pass a limit that covers one of them.
 */
export async function lockCustomers(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CustomerRow>> {
  const rows = await tx.query<CustomerRow>(
    sql`select c.id::text as id, c.clave, c.razon_social, c.estado,
            coalesce(g.requiere_orden_compra, false) as requiere_orden
          from cliente c
          left join grupo_cliente g on g.empresa_id = ${empresa}::int8 and g.id = c.grupo_cliente
          where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])
          order by c.id for no key update of c`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A LineaCreditoCliente that was decided about. */
export interface CreditLineRow {
  readonly id: string
  readonly cliente: string
  readonly moneda: string
  readonly moneda_clave: string
  /** What it allows today; 0 where it is suspended, rejected or over. */
  readonly limite: string
}

export async function findCreditLines(
  tx: Tx,
  empresa: EmpresaId,
  { customers, today }: { readonly customers: readonly string[]; readonly today: string },
): Promise<readonly CreditLineRow[]> {
  return await tx.query<CreditLineRow>(
    sql`select l.id::text as id, l.cliente::text as cliente, l.moneda::text as moneda, m.clave as moneda_clave,
            case when l.estado = 'autorizada' and (l.vence is null or l.vence >= ${today}::date)
              then coalesce(l.limite_autorizado, 0) else 0 end::text as limite
          from linea_credito_cliente l join moneda m on m.id = l.moneda
          where l.empresa_id = ${empresa}::int8 and l.cliente = any(${customers}::int8[])
            and l.estado in ('autorizada', 'suspendida', 'rechazada')
          order by l.cliente, l.id`,
  )
}

/** What a customer owes, in the company's currency. */
export interface DebtRow {
  readonly cliente: string
  /** Open invoices and charges, and sales that are confirmed and not invoiced yet. */
  readonly saldo: string
  /** Of that, what is overdue beyond the days of grace of the customer's credit lines. */
  readonly vencido: string
  readonly vencido_desde: string | null
}

export async function findDebts(
  tx: Tx,
  empresa: EmpresaId,
  { customers, today }: { readonly customers: readonly string[]; readonly today: string },
): Promise<ReadonlyMap<string, DebtRow>> {
  const rows = await tx.query<DebtRow>(
    sql`with abiertas as (
            select c.cliente, round(c.saldo * c.tipo_cambio, 2) as saldo, c.vencimiento,
              c.estado <> 'en_litigio' and c.vencimiento + coalesce((
                select max(l.dias_gracia) from linea_credito_cliente l
                where l.empresa_id = ${empresa}::int8 and l.cliente = c.cliente and l.estado = 'autorizada'), 0)::int4
                < ${today}::date as vencida
            from cuenta_por_cobrar c
            where c.empresa_id = ${empresa}::int8 and c.cliente = any(${customers}::int8[]) and c.saldo > 0
              and c.estado in ('vigente', 'cobrada_parcial', 'en_litigio')
            union all
            select v.cliente, round(v.total * v.tipo_cambio, 2), null, false from venta v
            where v.empresa_id = ${empresa}::int8 and v.cliente = any(${customers}::int8[]) and v.estado = 'confirmada'
              and not exists (select from cuenta_por_cobrar c where c.empresa_id = ${empresa}::int8 and c.venta = v.id
                and c.estado <> 'cancelada'))
          select cliente::text as cliente, sum(saldo)::text as saldo,
            coalesce(sum(saldo) filter (where vencida), 0)::numeric(18, 2)::text as vencido,
            (min(vencimiento) filter (where vencida))::text as vencido_desde
          from abiertas group by cliente`,
  )
  return new Map(rows.map((row) => [row.cliente, row]))
}
