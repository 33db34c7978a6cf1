import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked TraspasoAlmacen. */
export interface TransferRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly origen: string
  readonly destino: string
  /** The warehouse that holds what is under way; null: none does. */
  readonly transito: string | null
}

/** Locks transfers in the order of their ids. */
export async function lockTransfers(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TransferRow>> {
  const rows = await tx.query<TransferRow>(
    sql`select id::text as id, folio, estado, almacen_origen::text as origen, almacen_destino::text as destino,
            almacen_transito::text as transito
          from traspaso_almacen where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface TransferLineRow {
  readonly id: string
  readonly traspaso: string
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
  readonly ubicacion_destino: string | null
  readonly unidad: string
  readonly enviada: string
  readonly recibida: string
  /** What is under way is worth. */
  readonly importe_transito: string
  /** The line of the movement that sent it. */
  readonly envio: string | null
}

export async function findTransferLines(
  tx: Tx,
  empresa: EmpresaId,
  transfers: readonly string[],
): Promise<readonly TransferLineRow[]> {
  return await tx.query<TransferLineRow>(
    sql`select l.id::text as id, l.traspaso::text as traspaso, l.partida, l.articulo::text as articulo,
            l.lote::text as lote, l.serie::text as serie, l.ubicacion::text as ubicacion,
            l.ubicacion_destino::text as ubicacion_destino, l.unidad::text as unidad,
            l.cantidad_enviada::text as enviada, l.cantidad_recibida::text as recibida,
            coalesce(l.importe_transito, 0)::text as importe_transito,
            (select p.id from movimiento_inventario v
              join modelo_sistema m on m.id = v.modelo and m.nombre = 'TraspasoAlmacen'
              join movimiento_inventario_partida p
                on p.empresa_id = ${empresa}::int8 and p.movimiento = v.id and p.partida = l.partida
              where v.empresa_id = ${empresa}::int8 and v.registro = l.traspaso::text
              order by v.id limit 1)::text as envio
          from traspaso_almacen_partida l
          where l.empresa_id = ${empresa}::int8 and l.traspaso = any(${transfers}::int8[])
          order by l.traspaso, l.partida, l.id`,
  )
}

export interface TransferLineChange {
  readonly id: string
  readonly recibida: string
  readonly importe_transito: string
  /** Null: as it is. */
  readonly costo_unitario: string | null
}

export async function changeTransferLines(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly TransferLineChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update traspaso_almacen_partida l set cantidad_recibida = n.recibida,
            diferencia = l.cantidad_enviada - n.recibida, importe_transito = n.importe_transito,
            costo_unitario = coalesce(n.costo_unitario, l.costo_unitario), version = l.version + 1,
            modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, recibida numeric, importe_transito numeric, costo_unitario numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

export interface TransferChange {
  readonly id: string
  readonly estado: string
  /** Null: as it is. */
  readonly enviado: string | null
  readonly recibido: string | null
  readonly recibido_por: string | null
}

export async function changeTransfers(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly TransferChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update traspaso_almacen t set estado = n.estado, enviado = coalesce(n.enviado, t.enviado),
            recibido = coalesce(n.recibido, t.recibido), recibido_por = coalesce(n.recibido_por, t.recibido_por),
            version = t.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, enviado timestamptz, recibido timestamptz, recibido_por int8)
          where t.empresa_id = ${empresa}::int8 and t.id = n.id`,
  )
}
