import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A part of what falls due, as a CondicionPago says it. */
export interface TermPart {
  readonly numero: number
  readonly dias: number
  readonly porcentaje: string
  readonly base: 'fecha_factura' | 'fin_mes' | 'fecha_entrega'
}

export interface Terms {
  readonly dias: number
  readonly es_contado: boolean
  readonly partes: readonly TermPart[]
}

/** A part of a receivable and its day. */
export interface DuePart {
  readonly numero: number
  readonly vencimiento: string
  readonly importe: string
}

/** The terms of payment by the id of their CondicionPago. */
export async function findTerms(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Terms>> {
  const rows = await tx.query<Terms & { readonly id: string }>(
    sql`select c.id::text as id, c.dias::int4 as dias, coalesce(c.es_contado, false) as es_contado,
            (select coalesce(json_agg(json_build_object('numero', p.numero, 'dias', p.dias,
                'porcentaje', p.porcentaje::text, 'base', p.base) order by p.numero), '[]')
              from condicion_pago_parcialidad p
              where p.empresa_id = ${empresa}::int8 and p.condicion = c.id and p.porcentaje > 0) as partes
          from condicion_pago c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a customer owes by an invoice. */
export interface NewReceivable {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cliente: string
  readonly tipo: 'factura' | 'nota_cargo' | 'anticipo'
  readonly venta: string | null
  readonly cfdi: string
  /** Null: its CFDI makes others owed, too. */
  readonly uuid: string | null
  readonly moneda: string
  readonly tipo_cambio: string
  readonly condicion_pago: string | null
  readonly vencimiento: string
  readonly vendedor: string | null
  readonly subtotal: string
  readonly impuestos: string
  readonly retenciones: string
  readonly total: string
  readonly poliza: number | null
}

export interface NewReceivablePart extends DuePart {
  readonly id: number
  readonly cuenta: number
}

export async function insertReceivables(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly rows: readonly NewReceivable[]
    readonly parts: readonly NewReceivablePart[]
    readonly now: string
  },
): Promise<void> {
  if (of.rows.length === 0) return
  await tx.execute(
    sql`insert into cuenta_por_cobrar (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, tipo, venta, cfdi,
            uuid, moneda, tipo_cambio, condicion_pago, vencimiento, vendedor, subtotal, impuestos, retenciones, total,
            saldo, poliza, estado)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.folio, n.fecha, n.cliente, n.tipo,
            n.venta, n.cfdi, n.uuid, n.moneda, n.tipo_cambio, n.condicion_pago, n.vencimiento, n.vendedor, n.subtotal,
            n.impuestos, n.retenciones, n.total, n.total, n.poliza, 'vigente'
          from jsonb_to_recordset(${JSON.stringify(of.rows)}::jsonb) as n(id int8, folio text, fecha date, cliente int8,
            tipo text, venta int8, cfdi int8, uuid text, moneda int8, tipo_cambio numeric, condicion_pago int8,
            vencimiento date, vendedor int8, subtotal numeric, impuestos numeric, retenciones numeric, total numeric,
            poliza int8)`,
  )
  if (of.parts.length === 0) return
  await tx.execute(
    sql`insert into cuenta_por_cobrar_parcialidad (empresa_id, id, creado_en, modificado_en, cuenta, numero, vencimiento,
            importe, saldo, estado)
          select ${empresa}::int8, n.id, ${of.now}::timestamptz, ${of.now}::timestamptz, n.cuenta, n.numero, n.vencimiento,
            n.importe, n.importe, 'pendiente'
          from jsonb_to_recordset(${JSON.stringify(of.parts)}::jsonb) as n(id int8, cuenta int8, numero int8,
            vencimiento date, importe numeric)`,
  )
}

/** What CFDI made owed is owed no more, since they are cancelled. */
export async function cancelReceivables(
  tx: Tx,
  empresa: EmpresaId,
  { cfdis, now }: { readonly cfdis: readonly string[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update cuenta_por_cobrar_parcialidad p set saldo = 0, modificado_en = ${now}::timestamptz,
            version = p.version + 1
          from cuenta_por_cobrar r
          where p.empresa_id = ${empresa}::int8 and r.empresa_id = ${empresa}::int8 and r.id = p.cuenta
            and r.cfdi = any(${cfdis}::int8[]) and r.estado <> 'cancelada'`,
  )
  await tx.execute(
    sql`update cuenta_por_cobrar set estado = 'cancelada', saldo = 0, modificado_en = ${now}::timestamptz,
            version = version + 1
          where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[]) and estado <> 'cancelada'`,
  )
}
