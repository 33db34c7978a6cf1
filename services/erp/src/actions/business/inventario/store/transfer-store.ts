import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked TraspasoAlmacen. */
/** A line of a transfer, with where it was sent. */
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
