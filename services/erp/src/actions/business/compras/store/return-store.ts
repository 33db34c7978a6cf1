import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line of a return, with what it came with; numbers as text. */
export interface ReturnLineRow {
  readonly id: string
  readonly devolucion: string
  readonly partida: number
  readonly recepcion_partida: string | null
  readonly articulo: string | null
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
  readonly cantidad: string
  readonly unidad: string
  readonly costo: string
  readonly importe_base: string | null
  /** Of the receipt; null where the line names none. */
  readonly recepcion: string | null
  readonly recepcion_folio: string | null
  readonly recepcion_estado: string | null
  readonly recepcion_almacen: string | null
  readonly compra: string | null
  /** The line of the movement that brought it, and the value that stock took. */
  readonly entrada: string | null
  readonly valor_entrada: string | null
}

export async function findReturnLines(
  tx: Tx,
  empresa: EmpresaId,
  returns: readonly string[],
): Promise<readonly ReturnLineRow[]> {
  return await tx.query<ReturnLineRow>(
    sql`select l.id::text as id, l.devolucion::text as devolucion, l.partida,
            l.recepcion_partida::text as recepcion_partida, l.articulo::text as articulo, l.lote::text as lote,
            l.serie::text as serie, l.ubicacion::text as ubicacion, l.cantidad::text as cantidad,
            l.unidad::text as unidad, l.costo::text as costo, l.importe_base::text as importe_base,
            r.id::text as recepcion, r.folio as recepcion_folio, r.estado as recepcion_estado,
            r.almacen::text as recepcion_almacen, r.compra::text as compra, v.id::text as entrada,
            v.valor_entrada::text as valor_entrada
          from devolucion_compra_partida l
          left join recepcion_compra_partida o on o.empresa_id = ${empresa}::int8 and o.id = l.recepcion_partida
          left join recepcion_compra r on r.empresa_id = ${empresa}::int8 and r.id = o.recepcion
          left join lateral (
            select p.id, p.valor_entrada from movimiento_inventario h
            join modelo_sistema m on m.id = h.modelo and m.nombre = 'RecepcionCompra'
            join movimiento_inventario_partida p on p.empresa_id = ${empresa}::int8 and p.movimiento = h.id
              and p.partida = o.partida
            where h.empresa_id = ${empresa}::int8 and h.registro = r.id::text
            order by h.id limit 1) v on true
          where l.empresa_id = ${empresa}::int8 and l.devolucion = any(${returns}::int8[])
          order by l.devolucion, l.partida, l.id`,
  )
}

/** Finds the credit notes of returns that are not cancelled. */
export async function findCredited(
  tx: Tx,
  empresa: EmpresaId,
  returns: readonly string[],
): Promise<
  readonly { readonly devolucion: string; readonly count: number; ids: readonly number[] }[]
> {
  return await tx.query(
    sql`select devolucion::text as devolucion, count(*)::int4 as count,
            to_json((array_agg(id order by id))[1:10]) as ids
          from nota_credito_proveedor
          where empresa_id = ${empresa}::int8 and devolucion = any(${returns}::int8[]) and estado <> 'cancelada'
          group by devolucion`,
  )
}
