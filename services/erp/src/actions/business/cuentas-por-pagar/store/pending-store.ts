import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A CuentaPorPagar that waits for being authorized, as far as somebody filled it in. */
export interface ExistingInvoice {
  readonly id: string
  readonly folio: string
  readonly proveedor: string
  readonly uuid: string | null
  /** Zero: nobody said. */
  readonly total: string
}

/** A line of an invoice that waits: where somebody says that it belongs. */
export interface PendingLine {
  /** The line of the CFDI; its own number where nobody said. */
  readonly concepto: number
  readonly compra_partida: string | null
  readonly recepcion_partida: string | null
  readonly recepcion_servicio: string | null
  readonly gasto: string | null
  readonly cuenta_contable: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
  readonly partida: number
  readonly descripcion: string
  readonly cantidad: string | null
  readonly precio: string | null
  readonly importe: string
  readonly descuento: string
  readonly retenciones: string
}

/** A tax that somebody typed for an invoice, with the SAT's keys. */
export interface PendingTax {
  readonly impuesto: string
  readonly tipo: string
  readonly factor: string
  readonly tasa: string | null
  readonly base: string
  readonly importe: string
  readonly es_acreditable: boolean
}

/** A CuentaPorPagar that an action locked, with what it says of its lines. */
export interface PendingRow extends ExistingInvoice {
  readonly estado: string
  readonly tipo: string
  readonly compra: string | null
  readonly recepcion: string | null
  readonly condicion: string | null
  /** Of the supplier. */
  readonly rfc: string
  readonly numero: string | null
  readonly fecha: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly subtotal: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly lines: readonly PendingLine[]
  readonly taxes: readonly PendingTax[]
}

export async function lockPending(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PendingRow>> {
  const rows = await tx.query<PendingRow>(
    sql`select u.id::text as id, u.folio, u.estado, u.tipo, u.proveedor::text as proveedor, u.uuid,
            u.total::text as total, u.compra::text as compra, u.recepcion::text as recepcion,
            u.condicion_pago::text as condicion, u.numero_factura as numero, u.fecha::text as fecha,
            (select v.rfc from proveedor v where v.empresa_id = ${empresa}::int8 and v.id = u.proveedor) as rfc,
            (select m.clave from moneda m where m.id = u.moneda) as moneda_clave, u.tipo_cambio::text as tipo_cambio,
            u.subtotal::text as subtotal, u.descuento::text as descuento, u.impuestos::text as impuestos,
            u.retenciones::text as retenciones,
            (select coalesce(json_agg(json_build_object('concepto', coalesce(l.concepto, l.partida),
                'compra_partida', l.compra_partida::text, 'recepcion_partida', l.recepcion_partida::text,
                'recepcion_servicio', l.recepcion_servicio::text, 'gasto', l.gasto::text,
                'cuenta_contable', l.cuenta_contable::text, 'centro_costo', l.centro_costo::text,
                'proyecto', l.proyecto::text, 'partida', l.partida, 'descripcion', l.descripcion,
                'cantidad', l.cantidad::text, 'precio', l.precio::text, 'importe', l.importe::text,
                'descuento', l.descuento::text, 'retenciones', coalesce(l.retenciones, 0)::text)
                order by l.partida), '[]')
             from cuenta_por_pagar_partida l where l.empresa_id = ${empresa}::int8 and l.cuenta = u.id) as lines,
            (select coalesce(json_agg(json_build_object('impuesto', i.clave, 'tipo', t.tipo, 'factor', f.clave,
                'tasa', t.tasa::text, 'base', t.base::text, 'importe', t.importe::text,
                'es_acreditable', coalesce(t.es_acreditable, true)) order by t.id), '[]')
             from cuenta_por_pagar_impuesto t join impuesto i on i.id = t.impuesto join tipo_factor f on f.id = t.factor
             where t.empresa_id = ${empresa}::int8 and t.cuenta = u.id) as taxes
          from cuenta_por_pagar u
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[])
          order by u.id for no key update of u`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The XML of invoices that wait: that of their Cfdi, else the last one that was attached. */
export async function findXmlOf(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx.query<{ id: string; xml: string | null }>(
    sql`select u.id::text as id, coalesce(c.xml, (
              select a.id from adjunto a join modelo_sistema m on m.id = a.modelo and m.nombre = 'CuentaPorPagar'
              join tipo_archivo t on t.id = a.tipo and t.extension = 'xml'
              where a.empresa_id = ${empresa}::int8 and a.registro = u.id::text
              order by a.id desc limit 1))::text as xml
          from cuenta_por_pagar u
          left join cfdi c on c.empresa_id = ${empresa}::int8 and c.id = u.cfdi
          where u.empresa_id = ${empresa}::int8 and u.id = any(${ids}::int8[]) and u.estado = 'por_validar'`,
  )
  return new Map(rows.map(({ id, xml }) => [id, xml]))
}
