import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A NotaCreditoVenta. Ids and amounts as text. */
export interface CreditNoteRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly tipo: string
  readonly cliente: string
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_relacion: string
  readonly forma_pago: string | null
  readonly devolucion: string | null
  readonly devolucion_estado: string | null
  readonly subtotal: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
  readonly cfdi: string | null
  readonly cfdi_estado: string | null
  readonly uuid: string | null
}

/** Credit notes by id, read after they were locked: their CFDI may have changed meanwhile. */
export async function findCreditNotes(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditNoteRow>> {
  const rows = await tx.query<CreditNoteRow>(
    sql`select n.id::text as id, n.folio, n.estado, n.tipo, n.cliente::text as cliente, n.moneda::text as moneda,
            m.clave as moneda_clave, t.clave as tipo_relacion, fs.clave as forma_pago,
            n.devolucion::text as devolucion, d.estado as devolucion_estado, n.subtotal::text as subtotal,
            n.impuestos::text as impuestos, n.retenciones::text as retenciones, n.total::text as total,
            n.cfdi::text as cfdi, f.estado as cfdi_estado, n.uuid::text as uuid
          from nota_credito_venta n
          join moneda m on m.id = n.moneda
          join tipo_relacion_cfdi t on t.id = n.tipo_relacion
          left join forma_pago p on p.empresa_id = ${empresa}::int8 and p.id = n.forma_pago
          left join forma_pago_sat fs on fs.id = p.forma_pago_sat
          left join devolucion_venta d on d.empresa_id = ${empresa}::int8 and d.id = n.devolucion
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = n.cfdi
          where n.empresa_id = ${empresa}::int8 and n.id = any(${ids}::int8[])
          order by n.id`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface CreditNoteLine {
  readonly id: string
  readonly nota: string
  readonly partida: number
  readonly venta: string
  /** Null: the sale as a whole is credited. */
  readonly venta_partida: string | null
  readonly descripcion: string
  readonly clave_prod_serv: string | null
  readonly cantidad: string
  readonly precio: string
  readonly importe: string
  readonly impuestos: string | null
  readonly retenciones: string | null
}

export async function findCreditNoteLines(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<readonly CreditNoteLine[]> {
  return await tx.query<CreditNoteLine>(
    sql`select l.id::text as id, l.nota_credito::text as nota, l.partida::int4 as partida, l.venta::text as venta,
            l.venta_partida::text as venta_partida, l.descripcion, k.clave as clave_prod_serv,
            l.cantidad::text as cantidad, l.precio::text as precio, l.importe::text as importe,
            l.impuestos::text as impuestos, l.retenciones::text as retenciones
          from nota_credito_venta_partida l left join clave_prod_serv k on k.id = l.clave_prod_serv
          where l.empresa_id = ${empresa}::int8 and l.nota_credito = any(${ids}::int8[])
          order by l.nota_credito, l.partida, l.id`,
  )
}

/** The receivables of sales that are not cancelled, by sale. */
export async function findReceivablesOf(
  tx: Tx,
  empresa: EmpresaId,
  ventas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ venta: string; id: string }>(
    sql`select r.venta::text as venta, min(r.id)::text as id from cuenta_por_cobrar r
          where r.empresa_id = ${empresa}::int8 and r.venta = any(${ventas}::int8[]) and r.estado <> 'cancelada'
            and r.tipo = 'factura'
          group by r.venta`,
  )
  return new Map(rows.map(({ venta, id }) => [venta, id]))
}

/** Sales that a credit note on its way to the PAC will credit. */
export async function findSalesBeingCredited(
  tx: Tx,
  empresa: EmpresaId,
  ventas: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ venta: string }>(
    sql`with t as materialized (
            select t.registro from oficina.timbrado t
            where t.empresa_id = ${empresa}::int8 and t.modelo = 'NotaCreditoVenta' and t.estado = 'pendiente')
          select distinct l.venta::text as venta from t
          join nota_credito_venta_partida l on l.empresa_id = ${empresa}::int8 and l.nota_credito = t.registro
            and l.venta = any(${ventas}::int8[])`,
  )
  return new Set(rows.map(({ venta }) => venta))
}
