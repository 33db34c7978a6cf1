import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked NotaCreditoVenta. Ids and amounts as text. */
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

/** Locks credit notes in the order of their ids. */
export async function lockCreditNotes(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditNoteRow>> {
  // Their CFDI is read in a statement of its own: one that waited for the lock would see it as it was before the wait.
  await tx.execute(
    sql`select from nota_credito_venta
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[]) order by id for no key update`,
  )
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

/** What stamping begins with: the CFDI, and the taxes that nobody had written. */
export async function linkCreditNotes(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly notes: readonly {
      readonly id: string
      readonly cfdi: string
      readonly impuestos: string
      readonly retenciones: string
      readonly total: string
    }[]
    readonly lines: readonly {
      readonly id: string
      readonly impuestos: string
      readonly retenciones: string
    }[]
    readonly now: string
  },
): Promise<void> {
  if (of.notes.length === 0) return
  await tx.execute(
    sql`update nota_credito_venta v set cfdi = n.cfdi, impuestos = n.impuestos, retenciones = n.retenciones,
            total = n.total, modificado_en = ${of.now}::timestamptz, version = v.version + 1
          from jsonb_to_recordset(${JSON.stringify(of.notes)}::jsonb)
            as n(id int8, cfdi int8, impuestos numeric, retenciones numeric, total numeric)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
  await tx.execute(
    sql`update nota_credito_venta_partida v set impuestos = n.impuestos, retenciones = n.retenciones,
            modificado_en = ${of.now}::timestamptz, version = v.version + 1
          from jsonb_to_recordset(${JSON.stringify(of.lines)}::jsonb)
            as n(id int8, impuestos numeric, retenciones numeric)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
}

export interface AppliedNote {
  readonly id: string
  readonly uuid: string
  readonly fecha_timbrado: string
  /** Of what was paid: in its currency, and taxes that had fallen due in the company's. */
  readonly a_favor: string
  readonly iva_cobrado: string
  readonly ieps_cobrado: string
}

/** Credit notes that were stamped lower what is owed at once; the returns behind them are credited. */
export async function applyCreditNotes(
  tx: Tx,
  empresa: EmpresaId,
  { notes, now }: { readonly notes: readonly AppliedNote[]; readonly now: string },
): Promise<void> {
  const rows = JSON.stringify(notes)
  await tx.execute(
    sql`update nota_credito_venta v set estado = 'aplicada', uuid = n.uuid, fecha_timbrado = n.fecha_timbrado,
            a_favor = n.a_favor, iva_cobrado = n.iva_cobrado, ieps_cobrado = n.ieps_cobrado,
            modificado_en = ${now}::timestamptz, version = v.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(id int8, uuid text, fecha_timbrado timestamptz, a_favor numeric,
            iva_cobrado numeric, ieps_cobrado numeric)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
  await tx.execute(
    sql`update devolucion_venta d set estado = 'acreditada', modificado_en = ${now}::timestamptz,
            version = d.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(id int8)
          join nota_credito_venta v on v.empresa_id = ${empresa}::int8 and v.id = n.id
          where d.empresa_id = ${empresa}::int8 and d.id = v.devolucion and d.estado = 'recibida'`,
  )
}

export async function cancelCreditNotes(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly notes: readonly { readonly id: string; readonly motivo: string | null }[]
    readonly now: string
  },
): Promise<void> {
  if (of.notes.length === 0) return
  const rows = JSON.stringify(of.notes)
  await tx.execute(
    sql`update nota_credito_venta v set estado = 'cancelada',
            motivo_cancelacion = (select m.id from motivo_cancelacion_cfdi m where m.clave = n.motivo),
            modificado_en = ${of.now}::timestamptz, version = v.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(id int8, motivo text)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
  await tx.execute(
    sql`update devolucion_venta d set estado = 'recibida', modificado_en = ${of.now}::timestamptz,
            version = d.version + 1
          from jsonb_to_recordset(${rows}::jsonb) as n(id int8)
          join nota_credito_venta v on v.empresa_id = ${empresa}::int8 and v.id = n.id
          where d.empresa_id = ${empresa}::int8 and d.id = v.devolucion and d.estado = 'acreditada'`,
  )
}

/** What a credit note takes of a receivable. */
export interface NewCredit {
  readonly id: number
  readonly fecha: string
  readonly nota: string
  readonly cuenta: string
  readonly importe: string
  readonly importe_base: string
  readonly iva: string
  readonly ieps: string
  readonly retencion_iva: string
  readonly retencion_isr: string
}

export async function insertCredits(
  tx: Tx,
  empresa: EmpresaId,
  { credits, now }: { readonly credits: readonly NewCredit[]; readonly now: string },
): Promise<void> {
  if (credits.length === 0) return
  await tx.execute(
    sql`insert into aplicacion_nota_credito (empresa_id, id, creado_en, modificado_en, fecha, nota_credito, cuenta,
            importe, importe_base, iva, ieps, retencion_iva, retencion_isr, cancelada)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.fecha, n.nota, n.cuenta, n.importe,
            n.importe_base, n.iva, n.ieps, n.retencion_iva, n.retencion_isr, false
          from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as n(id int8, fecha date, nota int8, cuenta int8,
            importe numeric, importe_base numeric, iva numeric, ieps numeric, retencion_iva numeric,
            retencion_isr numeric)`,
  )
}

/** What credit notes took of receivables, that was not taken back. */
export interface CreditRow {
  readonly id: string
  readonly nota: string
  readonly cuenta: string
  readonly importe: string
}

export async function findCredits(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<readonly CreditRow[]> {
  return await tx.query<CreditRow>(
    sql`select a.id::text as id, a.nota_credito::text as nota, a.cuenta::text as cuenta, a.importe::text as importe
          from aplicacion_nota_credito a
          where a.empresa_id = ${empresa}::int8 and a.nota_credito = any(${notas}::int8[])
            and a.cancelada is not true order by a.id`,
  )
}

export async function cancelCredits(
  tx: Tx,
  empresa: EmpresaId,
  { ids, now }: { readonly ids: readonly string[]; readonly now: string },
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`update aplicacion_nota_credito set cancelada = true, modificado_en = ${now}::timestamptz,
            version = version + 1
          where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])`,
  )
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
