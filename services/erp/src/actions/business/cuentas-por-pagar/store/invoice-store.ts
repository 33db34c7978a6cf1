import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An invoice in force that says the same as another one. */
export interface SameInvoice {
  readonly id: string
  readonly folio: string
  readonly uuid: string | null
  readonly proveedor: string
  readonly numero: string | null
}

/** Invoices in force with one of the UUIDs, or with one of the numbers of one of the suppliers. */
export async function findSameInvoices(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly uuids: readonly string[]
    readonly proveedores: readonly string[]
    readonly numeros: readonly string[]
  },
): Promise<readonly SameInvoice[]> {
  return await tx.query<SameInvoice>(
    sql`select id::text as id, folio, uuid, proveedor::text as proveedor, numero_factura as numero
          from cuenta_por_pagar
          where empresa_id = ${empresa}::int8 and estado <> 'cancelada' and (uuid = any(${of.uuids}::text[])
            or (proveedor = any(${of.proveedores}::int8[]) and numero_factura = any(${of.numeros}::text[])))`,
  )
}

export interface NewInvoice {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly proveedor: string
  readonly numero_factura: string
  readonly uuid: string | null
  readonly cfdi: number | null
  readonly compra: string | null
  readonly recepcion: string | null
  /** A key of the SAT's catalog. */
  readonly moneda: string
  readonly tipo_cambio: string
  readonly condicion_pago: string | null
  readonly vencimiento: string
  readonly subtotal: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
  readonly cuenta_contable: string | null
  readonly poliza: number | null
  readonly estado: string
}

export interface NewInvoiceLine {
  readonly id: number
  readonly cuenta: number
  readonly partida: number
  readonly concepto: number | null
  readonly compra_partida: string | null
  readonly recepcion_partida: string | null
  readonly recepcion_servicio: string | null
  readonly gasto: string | null
  readonly descripcion: string
  readonly cantidad: string | null
  readonly precio: string | null
  readonly importe: string
  readonly descuento: string
  readonly impuestos: string
  readonly retenciones: string
  readonly cuenta_contable: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
  readonly facturada: string | null
  readonly importe_recibido: string | null
}

export interface NewInvoiceTax {
  readonly id: number
  readonly cuenta: number
  readonly impuesto: string
  readonly tipo: string
  readonly factor: string
  readonly tasa: string | null
  readonly base: string
  readonly importe: string
}

/** How an invoice agreed with its order and receipts. */
export interface NewCheck {
  readonly id: number
  readonly cuenta: number
  readonly resultado: string
  readonly diferencia: string | null
  readonly tolerancia: string | null
  readonly comentario: string | null
}

export interface InvoiceRows {
  readonly invoices: readonly NewInvoice[]
  readonly lines: readonly NewInvoiceLine[]
  readonly taxes: readonly NewInvoiceTax[]
  readonly checks: readonly NewCheck[]
}

interface Written {
  readonly now: string
  readonly usuarioId: string
}

/** Writes invoices with their lines, taxes and checks; one that is there already has nothing else afterwards. */
export async function insertInvoices(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now, usuarioId }: Written & { readonly rows: InvoiceRows },
): Promise<void> {
  await clearInvoices(
    tx,
    empresa,
    rows.invoices.map(({ id }) => String(id)),
  )
  await tx.execute(
    sql`insert into cuenta_por_pagar (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, tipo,
            numero_factura, uuid, cfdi, compra, recepcion, moneda, tipo_cambio, condicion_pago, vencimiento, subtotal,
            descuento, impuestos, retenciones, total, saldo, cuenta_contable, poliza, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.proveedor,
            'factura', n.numero_factura, n.uuid, n.cfdi, n.compra, n.recepcion,
            (select id from moneda where clave = n.moneda), n.tipo_cambio, n.condicion_pago, n.vencimiento, n.subtotal,
            n.descuento, n.impuestos, n.retenciones, n.total, n.total, n.cuenta_contable, n.poliza, n.estado
          from jsonb_to_recordset(${JSON.stringify(rows.invoices)}::jsonb) as n(id int8, folio text, fecha date,
            proveedor int8, numero_factura text, uuid text, cfdi int8, compra int8, recepcion int8, moneda text,
            tipo_cambio numeric, condicion_pago int8, vencimiento date, subtotal numeric, descuento numeric,
            impuestos numeric, retenciones numeric, total numeric, cuenta_contable int8, poliza int8, estado text)
          on conflict (empresa_id, id) do update set fecha = excluded.fecha, proveedor = excluded.proveedor,
            numero_factura = excluded.numero_factura, uuid = excluded.uuid, cfdi = excluded.cfdi,
            compra = excluded.compra, recepcion = excluded.recepcion, moneda = excluded.moneda,
            tipo_cambio = excluded.tipo_cambio, condicion_pago = excluded.condicion_pago,
            vencimiento = excluded.vencimiento, subtotal = excluded.subtotal, descuento = excluded.descuento,
            impuestos = excluded.impuestos, retenciones = excluded.retenciones, total = excluded.total,
            saldo = excluded.saldo, cuenta_contable = excluded.cuenta_contable, poliza = excluded.poliza,
            estado = excluded.estado, modificado_en = excluded.modificado_en, version = cuenta_por_pagar.version + 1`,
  )
  await Promise.all([
    insertLines(tx, empresa, { lines: rows.lines, now }),
    insertTaxes(tx, empresa, { taxes: rows.taxes, now }),
    insertChecks(tx, empresa, { checks: rows.checks, now, usuarioId }),
  ])
}

/** Lines and taxes that somebody typed for an invoice, whose CFDI says better. */
async function clearInvoices(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`delete from cuenta_por_pagar_partida where empresa_id = ${empresa}::int8 and cuenta = any(${cuentas}::int8[])`,
  )
  await tx.execute(
    sql`delete from cuenta_por_pagar_impuesto where empresa_id = ${empresa}::int8 and cuenta = any(${cuentas}::int8[])`,
  )
}

async function insertLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly NewInvoiceLine[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`insert into cuenta_por_pagar_partida (empresa_id, id, creado_en, modificado_en, cuenta, partida, concepto,
            compra_partida, recepcion_partida, recepcion_servicio, gasto, descripcion, cantidad, precio, importe,
            descuento, impuestos, retenciones, cuenta_contable, centro_costo, proyecto, facturada, importe_recibido)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cuenta, n.partida, n.concepto,
            n.compra_partida, n.recepcion_partida, n.recepcion_servicio, n.gasto, left(n.descripcion, 500), n.cantidad,
            n.precio, n.importe, n.descuento, n.impuestos, n.retenciones, n.cuenta_contable, n.centro_costo, n.proyecto,
            n.facturada, n.importe_recibido
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, cuenta int8, partida int8,
            concepto int8, compra_partida int8, recepcion_partida int8, recepcion_servicio int8, gasto int8,
            descripcion text, cantidad numeric, precio numeric, importe numeric, descuento numeric, impuestos numeric,
            retenciones numeric, cuenta_contable int8, centro_costo int8, proyecto int8, facturada numeric, importe_recibido numeric)`,
  )
}

async function insertTaxes(
  tx: Tx,
  empresa: EmpresaId,
  { taxes, now }: { readonly taxes: readonly NewInvoiceTax[]; readonly now: string },
): Promise<void> {
  if (taxes.length === 0) return
  await tx.execute(
    sql`insert into cuenta_por_pagar_impuesto (empresa_id, id, creado_en, modificado_en, cuenta, impuesto, tipo,
            factor, tasa, base, importe, es_acreditable)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cuenta,
            (select id from impuesto where clave = n.impuesto), n.tipo,
            (select id from tipo_factor where clave = n.factor), n.tasa, n.base, n.importe, n.tipo <> 'retencion'
          from jsonb_to_recordset(${JSON.stringify(taxes)}::jsonb) as n(id int8, cuenta int8, impuesto text, tipo text,
            factor text, tasa numeric, base numeric, importe numeric)`,
  )
}

async function insertChecks(
  tx: Tx,
  empresa: EmpresaId,
  { checks, now, usuarioId }: Written & { readonly checks: readonly NewCheck[] },
): Promise<void> {
  if (checks.length === 0) return
  await tx.execute(
    sql`insert into validacion_factura (empresa_id, id, creado_en, modificado_en, cuenta, fecha, resultado, diferencia,
            tolerancia, validada_por, comentario)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.cuenta, ${now}::timestamptz,
            n.resultado, n.diferencia, n.tolerancia, ${usuarioId}::int8, left(n.comentario, 250)
          from jsonb_to_recordset(${JSON.stringify(checks)}::jsonb) as n(id int8, cuenta int8, resultado text,
            diferencia numeric, tolerancia numeric, comentario text)`,
  )
}

/** What an invoice takes from a receipt, or gives back to it: then below zero. */
export interface InvoicedPart {
  readonly compra_partida: string
  readonly recepcion_partida: string | null
  readonly recepcion_servicio: string | null
  readonly cantidad: string
  /** In the company's currency. */
  readonly base: string
}

/** Notes at the lines of orders and receipts what of them is invoiced. */
export async function noteInvoiced(
  tx: Tx,
  empresa: EmpresaId,
  { parts, now }: { readonly parts: readonly InvoicedPart[]; readonly now: string },
): Promise<void> {
  if (parts.length === 0) return
  const json = JSON.stringify(parts)
  await tx.execute(
    sql`update compra_partida p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from (select compra_partida, sum(cantidad) as cantidad
            from jsonb_to_recordset(${json}::jsonb) as x(compra_partida int8, cantidad numeric)
            group by compra_partida) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.compra_partida`,
  )
  await tx.execute(
    sql`update recepcion_compra_partida p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            importe_facturado = p.importe_facturado + n.base, version = p.version + 1,
            modificado_en = ${now}::timestamptz
          from (select recepcion_partida, sum(cantidad) as cantidad, sum(base) as base
            from jsonb_to_recordset(${json}::jsonb) as x(recepcion_partida int8, cantidad numeric, base numeric)
            where recepcion_partida is not null group by recepcion_partida) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.recepcion_partida`,
  )
  await tx.execute(
    sql`update recepcion_servicio p set cantidad_facturada = p.cantidad_facturada + n.cantidad,
            importe_facturado = p.importe_facturado + n.base,
            estado = case when p.cantidad_facturada + n.cantidad >= p.cantidad then 'facturada' else 'aceptada' end,
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from (select recepcion_servicio, sum(cantidad) as cantidad, sum(base) as base
            from jsonb_to_recordset(${json}::jsonb) as x(recepcion_servicio int8, cantidad numeric, base numeric)
            where recepcion_servicio is not null group by recepcion_servicio) n
          where p.empresa_id = ${empresa}::int8 and p.id = n.recepcion_servicio`,
  )
}
