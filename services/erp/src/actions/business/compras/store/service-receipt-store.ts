import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked RecepcionServicio; amounts and quantities as text. */
export interface ServiceReceiptRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  /** `YYYY-MM-DD`. */
  readonly fecha: string
  readonly compra: string
  readonly compra_partida: string | null
  readonly proveedor: string
  /** In the purchase's currency. */
  readonly importe: string
  readonly cantidad: string | null
  readonly importe_base: string | null
  readonly facturada: string
}

/** Locks receipts of services in the order of their ids. */
export async function lockServiceReceipts(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ServiceReceiptRow>> {
  const rows = await tx.query<ServiceReceiptRow>(
    sql`select id::text as id, folio, estado, fecha::text as fecha, compra::text as compra,
            compra_partida::text as compra_partida, proveedor::text as proveedor, importe::text as importe,
            cantidad::text as cantidad, importe_base::text as importe_base, cantidad_facturada::text as facturada
          from recepcion_servicio where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What an action changes; null leaves a value as it is. */
export interface ServiceReceiptChange {
  readonly id: string
  readonly estado: string
  readonly compra_partida: string | null
  readonly cantidad: string | null
  readonly importe_base: string | null
}

export async function changeServiceReceipts(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly ServiceReceiptChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update recepcion_servicio s set estado = n.estado,
            compra_partida = coalesce(n.compra_partida, s.compra_partida), cantidad = coalesce(n.cantidad, s.cantidad),
            importe_base = coalesce(n.importe_base, s.importe_base), version = s.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, compra_partida int8, cantidad numeric, importe_base numeric)
          where s.empresa_id = ${empresa}::int8 and s.id = n.id`,
  )
}
