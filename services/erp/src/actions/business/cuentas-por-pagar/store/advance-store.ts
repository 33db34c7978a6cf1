import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An advance that a payment makes. */
export interface NewAdvance {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly proveedor: string
  readonly pago: number
  readonly moneda: string
  readonly tipo_cambio: string
  readonly importe: string
}

export async function insertAdvances(
  tx: Tx,
  empresa: EmpresaId,
  { advances, now }: { readonly advances: readonly NewAdvance[]; readonly now: string },
): Promise<void> {
  if (advances.length === 0) return
  await tx.execute(
    sql`insert into anticipo_proveedor (empresa_id, id, creado_en, modificado_en, folio, fecha, proveedor, pago,
            moneda, tipo_cambio, importe, saldo, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.proveedor,
            n.pago, n.moneda, n.tipo_cambio, n.importe, n.importe, 'pendiente'
          from jsonb_to_recordset(${JSON.stringify(advances)}::jsonb) as n(id int8, folio text, fecha date,
            proveedor int8, pago int8, moneda int8, tipo_cambio numeric, importe numeric)`,
  )
}

/** An advance that a payment made, locked. */
export interface MadeAdvance {
  readonly id: string
  readonly folio: string
  readonly pago: string
  readonly estado: string
  /** Applications in force, the first ten. */
  readonly aplicaciones: readonly number[]
  readonly cuantas: number
}

/** Locks the advances that payments made, in the order of their ids. */
export async function lockAdvancesOf(
  tx: Tx,
  empresa: EmpresaId,
  payments: readonly string[],
): Promise<readonly MadeAdvance[]> {
  if (payments.length === 0) return []
  return await tx.query<MadeAdvance>(
    sql`select n.id::text as id, n.folio, n.pago::text as pago, n.estado,
            to_json(array(select a.id from anticipo_proveedor_aplicacion a
              where a.empresa_id = ${empresa}::int8 and a.anticipo = n.id and not a.cancelada
              order by a.id limit 10)) as aplicaciones,
            (select count(*) from anticipo_proveedor_aplicacion a
              where a.empresa_id = ${empresa}::int8 and a.anticipo = n.id and not a.cancelada) as cuantas
          from anticipo_proveedor n
          where n.empresa_id = ${empresa}::int8 and n.pago = any(${payments}::int8[])
          order by n.id for no key update of n`,
  )
}

export interface AdvanceChange {
  readonly id: string
  readonly estado: string
  readonly saldo: string
}

export async function changeAdvances(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly AdvanceChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update anticipo_proveedor a set estado = n.estado, saldo = n.saldo, version = a.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, saldo numeric)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}
