import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked NotaCreditoProveedor. */
export interface CreditRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly devolucion: string | null
  readonly impuestos: string
  readonly total: string
  readonly saldo: string
  /** What applications have used of its taxes, in the company's currency. */
  readonly iva_aplicado: string
  readonly ieps_aplicado: string
  /** Its own taxes, in its currency. */
  readonly iva: string
  readonly ieps: string
  /** Null: of a note from before taxes of what was paid were told apart. */
  readonly iva_pagado: string | null
  readonly cuenta_proveedor: string | null
  readonly proveedor_nombre: string
  readonly importe_devuelto: string | null
  readonly movimiento: string | null
  readonly poliza_devolucion: string | null
  /** What is left of it in the books, in the company's currency. */
  readonly saldo_base: string
}

/** Locks credit notes in the order of their ids. */
export async function lockCredits(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CreditRow>> {
  await tx.query(
    sql`select id from nota_credito_proveedor where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<CreditRow>(
    sql`select n.id::text as id, n.folio, n.estado, n.proveedor::text as proveedor, n.moneda::text as moneda,
            n.tipo_cambio::text as tipo_cambio, n.devolucion::text as devolucion, n.impuestos::text as impuestos,
            n.total::text as total, n.saldo::text as saldo, coalesce(a.iva, 0)::text as iva_aplicado,
            coalesce(a.ieps, 0)::text as ieps_aplicado, coalesce(n.iva, 0)::text as iva, coalesce(n.ieps, 0)::text as ieps,
            n.iva_pagado::text as iva_pagado, g.cuenta_contable::text as cuenta_proveedor,
            s.razon_social as proveedor_nombre, n.importe_devuelto::text as importe_devuelto,
            n.movimiento::text as movimiento, n.poliza_devolucion::text as poliza_devolucion,
            (round(n.total * n.tipo_cambio, 2) - coalesce(a.base, 0))::numeric(18, 2)::text as saldo_base
          from nota_credito_proveedor n
          join proveedor s on s.empresa_id = ${empresa}::int8 and s.id = n.proveedor
          left join grupo_proveedor g on g.empresa_id = ${empresa}::int8 and g.id = s.grupo
          left join (select nota, sum(importe_base) as base, sum(iva) as iva, sum(ieps) as ieps from nota_credito_proveedor_aplicacion
            where empresa_id = ${empresa}::int8 and nota = any(${ids}::int8[]) group by nota) a on a.nota = n.id
          where n.empresa_id = ${empresa}::int8 and n.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The invoices in force of some suppliers with these UUIDs. */
export async function findInvoicesOf(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly proveedores: readonly string[]; readonly uuids: readonly string[] },
): Promise<
  readonly { readonly id: string; readonly uuid: string; readonly compra: string | null }[]
> {
  return await tx.query<{ id: string; uuid: string; compra: string | null }>(
    sql`select id::text as id, uuid, compra::text as compra from cuenta_por_pagar
          where empresa_id = ${empresa}::int8 and proveedor = any(${of.proveedores}::int8[])
            and uuid = any(${of.uuids}::text[]) and estado not in ('cancelada', 'por_validar')
          order by id`,
  )
}

/**
 * A return that waits for its credit note, with what it charged to goods received beyond what was not invoiced, in the
 * company's currency.
 */
export interface ClaimedReturn {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly proveedor: string
  readonly base: string
}

/** A return that is named, or those of a supplier that wait for a credit note. */
export async function findClaims(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly id: string | null; readonly proveedores: readonly string[] },
): Promise<readonly ClaimedReturn[]> {
  return await tx.query<ClaimedReturn>(
    sql`select d.id::text as id, d.folio, d.estado, d.proveedor::text as proveedor,
            coalesce((
              select sum(least(l.importe_base, greatest(0, r.importe_facturado + r.importe_devuelto - r.importe_base)))
              from devolucion_compra_partida l
              join recepcion_compra_partida r on r.empresa_id = ${empresa}::int8 and r.id = l.recepcion_partida
              where l.empresa_id = ${empresa}::int8 and l.devolucion = d.id), 0)::text as base
          from devolucion_compra d
          where d.empresa_id = ${empresa}::int8 and case when ${of.id}::int8 is null
            then d.estado = 'enviada' and d.proveedor = any(${of.proveedores}::int8[]) else d.id = ${of.id}::int8 end
          order by d.id limit 20`,
  )
}

/** The credit note in force that has a UUID. */
export async function findSameCredit(
  tx: Tx,
  empresa: EmpresaId,
  uuid: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ folio: string }>(
    sql`select folio from nota_credito_proveedor
          where empresa_id = ${empresa}::int8 and uuid = ${uuid} and estado <> 'cancelada' limit 1`,
  )
  return row?.folio
}

export interface NewCredit {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly proveedor: string
  readonly motivo: string
  readonly devolucion: string | null
  readonly cfdi: number
  readonly uuid: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly subtotal: string
  readonly impuestos: string
  readonly retenciones: string
  readonly iva: string
  readonly ieps: string
  readonly iva_pagado: string
  readonly ieps_pagado: string
  readonly total: string
  readonly saldo: string
  readonly poliza: number | null
  readonly estado: string
}

export async function insertCredit(
  tx: Tx,
  empresa: EmpresaId,
  { row, now }: { readonly row: NewCredit; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`insert into nota_credito_proveedor (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, motivo,
            devolucion, cfdi, uuid, moneda, tipo_cambio, subtotal, impuestos, retenciones, iva, ieps, iva_pagado,
            ieps_pagado, total, saldo, poliza, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.proveedor,
            n.motivo, n.devolucion, n.cfdi, n.uuid, n.moneda, n.tipo_cambio, n.subtotal, n.impuestos, n.retenciones,
            n.iva, n.ieps, n.iva_pagado, n.ieps_pagado, n.total, n.saldo, n.poliza, n.estado
          from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as n(id int8, folio text, fecha date, proveedor int8,
            motivo text, devolucion int8, cfdi int8, uuid text, moneda int8, tipo_cambio numeric, subtotal numeric,
            impuestos numeric, retenciones numeric, iva numeric, ieps numeric, iva_pagado numeric, ieps_pagado numeric,
            total numeric, saldo numeric, poliza int8, estado text)`,
  )
}

export interface NewCreditApplication {
  readonly id: number
  readonly nota: string
  readonly cuenta: string
  readonly fecha: string
  /** Of what it books of taxes; null: nothing. */
  readonly poliza: number | null
  readonly importe: string
  readonly importe_base: string
  readonly iva: string
  readonly ieps: string
  readonly retencion_iva: string
  readonly retencion_isr: string
}

export async function insertCreditApplications(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: readonly NewCreditApplication[]; readonly now: string },
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    sql`insert into nota_credito_proveedor_aplicacion (empresa_id, id, creado_en, modificado_en, nota, cuenta, fecha,
            poliza, importe, importe_base, iva, ieps, retencion_iva, retencion_isr)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.nota, n.cuenta, n.fecha, n.poliza, n.importe,
            n.importe_base, n.iva, n.ieps, n.retencion_iva, n.retencion_isr
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, nota int8, cuenta int8, fecha date,
            poliza int8, importe numeric, importe_base numeric, iva numeric, ieps numeric, retencion_iva numeric,
            retencion_isr numeric)`,
  )
}

/** What credit notes settle of invoices. */
export interface CreditApplication {
  readonly nota: string
  readonly cuenta: string
  readonly importe: string
}

export async function findCreditApplications(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<readonly CreditApplication[]> {
  return await tx.query<CreditApplication>(
    sql`select nota::text as nota, cuenta::text as cuenta, sum(importe)::text as importe
          from nota_credito_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and nota = any(${notas}::int8[]) and importe_base is not null
          group by nota, cuenta order by nota, cuenta`,
  )
}

/** What an action changes in a credit note; null leaves a value as it is. */
export interface CreditChange {
  readonly id: string
  readonly estado: string
  readonly saldo: string
  readonly motivo_cancelacion: string | null
}

export async function changeCredits(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly CreditChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update nota_credito_proveedor c set estado = n.estado, saldo = n.saldo,
            motivo_cancelacion = coalesce(n.motivo_cancelacion, c.motivo_cancelacion), version = c.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, saldo numeric,
            motivo_cancelacion text)
          where c.empresa_id = ${empresa}::int8 and c.id = n.id`,
  )
}
