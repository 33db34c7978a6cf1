import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An invoice that a payment paid, of which no complement of payment is here yet. */
export interface PaidRow {
  readonly id: string
  readonly pago: string
  readonly pago_folio: string
  readonly fecha: string
  readonly cuenta_folio: string
  readonly uuid: string
  /** What was paid of it, in its own currency. */
  readonly importe: string
}

/** Locks what payments to some suppliers paid of some invoices; the payments are locked in the order of their ids. */
export async function lockPaid(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly proveedores: readonly string[]; readonly uuids: readonly string[] },
): Promise<readonly PaidRow[]> {
  return await tx.query<PaidRow>(
    sql`select a.id::text as id, a.pago::text as pago, g.folio as pago_folio, g.fecha::text as fecha,
            u.folio as cuenta_folio, u.uuid, a.importe::text as importe
          from pago_proveedor g
          join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = g.id and a.complemento is null
          join cuenta_por_pagar u on u.empresa_id = ${empresa}::int8 and u.id = a.cuenta
          where g.empresa_id = ${empresa}::int8 and g.estado = 'aplicado'
            and g.proveedor = any(${wanted.proveedores}::int8[]) and u.uuid = any(${wanted.uuids}::text[])
          order by g.id, a.partida, a.id for no key update of g`,
  )
}

/** Payments whose complement is overdue. */
export interface MissingComplements {
  readonly total: number
  /** A JSON array as text, the oldest first. */
  readonly rows: string
}

/**
 * What was paid of invoices that are paid in parts or later (PPD) and whose complement had to be here before a day: by
 * the fifth of the month after the payment.
 */
export async function readMissingComplements(
  tx: Tx,
  empresa: EmpresaId,
  wanted: {
    readonly to: string
    readonly proveedor: string | null
    readonly isNamed: boolean
    readonly page: number
    readonly perPage: number
  },
): Promise<MissingComplements> {
  const rows = await tx.query<MissingComplements>(
    sql`with s as (
            select g.id as pago, g.folio, g.fecha, g.proveedor, u.id as cuenta, u.folio as cuenta_folio,
              u.numero_factura, u.uuid, m.clave as moneda_str, a.importe,
              (date_trunc('month', g.fecha) + interval '1 month 4 days')::date as vence, a.id
            from pago_proveedor g
            join pago_proveedor_aplicacion a on a.empresa_id = ${empresa}::int8 and a.pago = g.id and a.complemento is null
            join cuenta_por_pagar u on u.empresa_id = ${empresa}::int8 and u.id = a.cuenta
            join cfdi c on c.empresa_id = ${empresa}::int8 and c.id = u.cfdi
            join metodo_pago p on p.id = c.metodo_pago and p.clave = 'PPD'
            join moneda m on m.id = u.moneda
            where g.empresa_id = ${empresa}::int8 and g.estado = 'aplicado'
              and (${wanted.proveedor}::int8 is null or g.proveedor = ${wanted.proveedor}::int8)
              and (date_trunc('month', g.fecha) + interval '1 month 4 days')::date < ${wanted.to}::date)
          select (select count(*) from s) as total, coalesce((select json_agg(row_to_json(x))::text from (
            select s.pago, s.folio, s.fecha, s.proveedor,
              case when ${wanted.isNamed} then (select concat_ws(' ', v.clave, v.razon_social) from proveedor v
                where v.empresa_id = ${empresa}::int8 and v.id = s.proveedor) end as proveedor_str,
              s.cuenta, s.cuenta_folio, s.numero_factura, s.uuid, s.moneda_str, s.importe, s.vence,
              ${wanted.to}::date - s.vence as dias
            from s order by s.vence, s.fecha, s.pago, s.id
            limit ${wanted.perPage} offset ${(wanted.page - 1) * wanted.perPage}) x), '[]') as rows`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('the report of complements returned no row')
  return row
}
