import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What is known of a payment before it is made. */
export interface PaymentTerms {
  readonly fecha: string
  readonly proveedor: string
  readonly forma_pago: string
  /** Null: that of the form of payment. */
  readonly cuenta_bancaria: string | null
  readonly cuenta_destino: string | null
  readonly cheque: string | null
  readonly moneda: string
  readonly moneda_clave: string
  readonly tipo_cambio: string
  readonly importe: string
  readonly referencia: string | null
  readonly clave_rastreo: string | null
}

/** A locked PagoProveedor. */
export interface PaymentRow extends PaymentTerms {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly movimiento: string | null
  /** The supplier's REP, by id. */
  readonly complemento: string | null
}

/** Locks payments in the order of their ids. */
export async function lockPayments(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const rows = await tx.query<PaymentRow>(
    sql`select p.id::text as id, p.folio, p.estado, p.fecha::text as fecha, p.proveedor::text as proveedor,
            p.forma_pago::text as forma_pago, p.cuenta_bancaria::text as cuenta_bancaria,
            p.cuenta_destino::text as cuenta_destino, p.cheque::text as cheque, p.moneda::text as moneda,
            m.clave as moneda_clave,
            p.tipo_cambio::text as tipo_cambio, p.importe::text as importe, p.referencia, p.clave_rastreo,
            p.movimiento_bancario::text as movimiento, p.complemento::text as complemento
          from pago_proveedor p join moneda m on m.id = p.moneda
          where p.empresa_id = ${empresa}::int8 and p.id = any(${ids}::int8[])
          order by p.id for no key update of p`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A line of a payment: what it pays of an invoice, in the invoice's currency. */
export interface ApplicationTerms {
  readonly partida: number
  readonly cuenta: string
  readonly importe: string
  /** In the payment's currency; null: it follows from `importe`. */
  readonly importe_pago: string | null
  readonly descuento: string | null
}

export interface ApplicationRow extends ApplicationTerms {
  readonly id: string
  readonly pago: string
}

export async function findApplications(
  tx: Tx,
  empresa: EmpresaId,
  payments: readonly string[],
): Promise<readonly ApplicationRow[]> {
  return await tx.query<ApplicationRow>(
    sql`select id::text as id, pago::text as pago, partida, cuenta::text as cuenta, importe::text as importe,
            importe_pago::text as importe_pago, descuento::text as descuento
          from pago_proveedor_aplicacion
          where empresa_id = ${empresa}::int8 and pago = any(${payments}::int8[])
          order by pago, partida, id`,
  )
}

/** What an action changes in a payment; null leaves a value as it is. */
export interface PaymentChange {
  readonly id: string
  readonly estado: string
  readonly cuenta_bancaria: string | null
  readonly movimiento: number | null
  readonly poliza: number | null
  readonly motivo: string | null
}

export async function changePayments(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly PaymentChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update pago_proveedor p set estado = n.estado,
            cuenta_bancaria = coalesce(n.cuenta_bancaria, p.cuenta_bancaria),
            movimiento_bancario = coalesce(n.movimiento, p.movimiento_bancario),
            poliza = coalesce(n.poliza, p.poliza), motivo_cancelacion = coalesce(n.motivo, p.motivo_cancelacion),
            version = p.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, cuenta_bancaria int8, movimiento int8, poliza int8, motivo text)
          where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}

/** A payment that an action makes, already made. */
export interface NewPayment extends Omit<PaymentTerms, 'moneda_clave' | 'cheque'> {
  readonly id: number
  readonly folio: string
  readonly programacion: string
  readonly movimiento: number
  readonly poliza: number | null
}

export async function insertPayments(
  tx: Tx,
  empresa: EmpresaId,
  { payments, now }: { readonly payments: readonly NewPayment[]; readonly now: string },
): Promise<void> {
  if (payments.length === 0) return
  await tx.execute(
    sql`insert into pago_proveedor (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, forma_pago,
            cuenta_bancaria, cuenta_destino, programacion, moneda, tipo_cambio, importe, referencia, clave_rastreo,
            movimiento_bancario, poliza, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.proveedor,
            n.forma_pago, n.cuenta_bancaria, n.cuenta_destino, n.programacion, n.moneda, n.tipo_cambio, n.importe,
            n.referencia, n.clave_rastreo, n.movimiento, n.poliza, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) as n(id int8, folio text, fecha date,
            proveedor int8, forma_pago int8, cuenta_bancaria int8, cuenta_destino int8, programacion int8, moneda int8,
            tipo_cambio numeric, importe numeric, referencia text, clave_rastreo text, movimiento int8, poliza int8)`,
  )
}

/** What a payment did to an invoice. */
interface AppliedAmounts {
  readonly importe_pago: string
  readonly descuento: string
  readonly utilidad_cambiaria: string
  readonly saldo_posterior: string
  readonly parcialidad: number
  readonly importe_base: string
  readonly iva: string
  readonly ieps: string
  readonly iva_pagado: string
  readonly ieps_pagado: string
  readonly retencion_iva: string
  readonly retencion_isr: string
  readonly retencion_iva_pagada: string
  readonly retencion_isr_pagada: string
  readonly iva_importacion: string
}

export interface AppliedLine extends AppliedAmounts {
  readonly id: number
  readonly pago: number
  readonly partida: number
  readonly cuenta: string
  readonly importe: string
}

/** Writes what lines of payments came to; those of new payments are made. */
export async function writeApplications(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly AppliedLine[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`insert into pago_proveedor_aplicacion as l (empresa_id, id, creado_en, modificado_en, pago, partida, cuenta,
            importe, importe_pago, descuento, utilidad_cambiaria, saldo_posterior, parcialidad, importe_base, iva, ieps,
            iva_pagado, ieps_pagado, retencion_iva, retencion_isr, retencion_iva_pagada, retencion_isr_pagada,
            iva_importacion)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.pago, n.partida, n.cuenta,
            n.importe, n.importe_pago, n.descuento, n.utilidad_cambiaria, n.saldo_posterior, n.parcialidad,
            n.importe_base, n.iva, n.ieps, n.iva_pagado, n.ieps_pagado,
            n.retencion_iva, n.retencion_isr, n.retencion_iva_pagada, n.retencion_isr_pagada,
            n.iva_importacion
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, pago int8, partida int8, cuenta int8,
            importe numeric, importe_pago numeric, descuento numeric, utilidad_cambiaria numeric,
            saldo_posterior numeric, parcialidad int8, importe_base numeric, iva numeric, ieps numeric,
            iva_pagado numeric, ieps_pagado numeric, retencion_iva numeric, retencion_isr numeric,
            retencion_iva_pagada numeric, retencion_isr_pagada numeric, iva_importacion numeric)
          on conflict (empresa_id, id) do update set importe_pago = excluded.importe_pago,
            descuento = excluded.descuento, utilidad_cambiaria = excluded.utilidad_cambiaria,
            saldo_posterior = excluded.saldo_posterior, parcialidad = excluded.parcialidad,
            importe_base = excluded.importe_base, iva = excluded.iva, ieps = excluded.ieps,
            iva_pagado = excluded.iva_pagado, ieps_pagado = excluded.ieps_pagado,
            retencion_iva = excluded.retencion_iva, retencion_isr = excluded.retencion_isr,
            retencion_iva_pagada = excluded.retencion_iva_pagada, retencion_isr_pagada = excluded.retencion_isr_pagada,
            iva_importacion = excluded.iva_importacion,
            version = l.version + 1, modificado_en = excluded.modificado_en`,
  )
}
