import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A line of a count, or what Existencia has and no line says yet (`id` null). */
export interface ExpectedRow {
  readonly id: string | null
  readonly inventario: string
  readonly articulo: string
  readonly ubicacion: string | null
  readonly lote: string | null
  readonly teorica: string
  /** The largest number of a line of the count. */
  readonly ultima: number
}

/**
 * What stands in the warehouses of counts at this moment, line by line. A count of everything lists what is there, one
 * of a zone what is in it; a cyclic one that has lines counts those alone.
 */
export async function findExpected(
  tx: Tx,
  empresa: EmpresaId,
  counts: readonly string[],
): Promise<readonly ExpectedRow[]> {
  return await tx.query<ExpectedRow>(
    sql`with c as (
            select f.id, f.almacen, f.tipo, f.zona,
              coalesce((select max(p.partida) from inventario_fisico_partida p
                where p.empresa_id = ${empresa}::int8 and p.inventario = f.id), 0) as ultima
            from inventario_fisico f where f.empresa_id = ${empresa}::int8 and f.id = any(${counts}::int8[]))
          select p.id::text as id, c.id::text as inventario, p.articulo::text as articulo,
            p.ubicacion::text as ubicacion, p.lote::text as lote, coalesce(e.cantidad, 0)::text as teorica, c.ultima
          from c
          join inventario_fisico_partida p on p.empresa_id = ${empresa}::int8 and p.inventario = c.id
          left join existencia e on e.empresa_id = ${empresa}::int8 and e.articulo = p.articulo
            and e.almacen = c.almacen and e.ubicacion is not distinct from p.ubicacion
            and e.lote is not distinct from p.lote
          union all
          select null, c.id::text, e.articulo::text, e.ubicacion::text, e.lote::text, e.cantidad::text, c.ultima
          from c
          join existencia e on e.empresa_id = ${empresa}::int8 and e.almacen = c.almacen and e.cantidad <> 0
          left join ubicacion_almacen u on u.empresa_id = ${empresa}::int8 and u.id = e.ubicacion
          where (c.tipo in ('total', 'zona') or c.ultima = 0) and (c.tipo <> 'zona' or u.zona = c.zona)
            and not exists (select from inventario_fisico_partida p
              where p.empresa_id = ${empresa}::int8 and p.inventario = c.id and p.articulo = e.articulo
                and p.ubicacion is not distinct from e.ubicacion and p.lote is not distinct from e.lote)
          order by inventario, id nulls last, articulo, ubicacion nulls first, lote nulls first`,
  )
}

/** A line of a count with what was counted; numbers as text. */
export interface CountedRow {
  readonly id: string
  readonly inventario: string
  readonly partida: number
  readonly articulo: string
  readonly ubicacion: string | null
  readonly lote: string | null
  readonly teorica: string
  /** The last count of the line, else what was written at it; null: it was not counted. */
  readonly contada: string | null
  readonly conteos: number
  /** What one costs now. */
  readonly costo: string
  readonly diferencia: string | null
}

export async function findCounted(
  tx: Tx,
  empresa: EmpresaId,
  counts: readonly string[],
): Promise<readonly CountedRow[]> {
  return await tx.query<CountedRow>(
    sql`select p.id::text as id, p.inventario::text as inventario, p.partida, p.articulo::text as articulo,
            p.ubicacion::text as ubicacion, p.lote::text as lote, p.cantidad_teorica::text as teorica,
            coalesce(t.cantidad, p.cantidad_contada)::text as contada, coalesce(t.conteos, 0) as conteos,
            coalesce(e.costo_promedio, 0)::text as costo, p.diferencia::text as diferencia
          from inventario_fisico_partida p
          join inventario_fisico f on f.empresa_id = ${empresa}::int8 and f.id = p.inventario
          left join lateral (
            select count(*) as conteos, (array_agg(c.cantidad order by c.conteo desc, c.id desc))[1] as cantidad
            from conteo_inventario c where c.empresa_id = ${empresa}::int8 and c.inventario_partida = p.id) t on true
          left join existencia e on e.empresa_id = ${empresa}::int8 and e.articulo = p.articulo
            and e.almacen = f.almacen and e.ubicacion is not distinct from p.ubicacion
            and e.lote is not distinct from p.lote
          where p.empresa_id = ${empresa}::int8 and p.inventario = any(${counts}::int8[])
          order by p.inventario, p.partida, p.id`,
  )
}

/** Locks the state of the count that a line belongs to to the end of the transaction. */
export async function lockCountOfLine(
  tx: Tx,
  empresa: EmpresaId,
  line: string,
): Promise<{ readonly id: string; readonly estado: string } | undefined> {
  const rows = await tx.query<{ id: string; estado: string }>(sql`
    select f.id::text as id, f.estado from inventario_fisico_partida p
    join inventario_fisico f on f.empresa_id = ${empresa}::int8 and f.id = p.inventario
    where p.empresa_id = ${empresa}::int8 and p.id = ${line}::int8 for no key update of f`)
  return rows[0]
}

/** Finds what stands where a new line of a count is about to be written. */
export async function findQuantityFor(
  tx: Tx,
  empresa: EmpresaId,
  line: {
    readonly inventario: string
    readonly articulo: string
    readonly ubicacion: string | null
    readonly lote: string | null
  },
): Promise<string> {
  const rows = await tx.query<{ cantidad: string }>(sql`
    select e.cantidad::text as cantidad from inventario_fisico f
    join existencia e on e.empresa_id = ${empresa}::int8 and e.almacen = f.almacen
      and e.articulo = ${line.articulo}::int8 and e.ubicacion is not distinct from ${line.ubicacion}::int8
      and e.lote is not distinct from ${line.lote}::int8
    where f.empresa_id = ${empresa}::int8 and f.id = ${line.inventario}::int8`)
  return rows[0]?.cantidad ?? '0'
}
