import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked AjusteInventario. */
export interface AdjustmentRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly fecha: string
  readonly almacen: string
  readonly motivo: string
  readonly movimiento: string | null
  readonly movimiento_folio: string | null
}

/** Locks adjustments in the order of their ids. */
export async function lockAdjustments(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdjustmentRow>> {
  const rows = await tx.query<AdjustmentRow>(
    sql`select a.id::text as id, a.folio, a.estado, a.fecha::text as fecha, a.almacen::text as almacen, a.motivo,
            a.movimiento::text as movimiento, v.folio as movimiento_folio
          from ajuste_inventario a
          left join movimiento_inventario v on v.empresa_id = ${empresa}::int8 and v.id = a.movimiento
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])
          order by a.id for no key update of a`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface AdjustmentLineRow {
  readonly id: string
  readonly ajuste: string
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
  /** Above zero what was found, below zero what is missing; in the article's unit. */
  readonly cantidad: string
  readonly costo_unitario: string | null
}

export async function findAdjustmentLines(
  tx: Tx,
  empresa: EmpresaId,
  adjustments: readonly string[],
): Promise<readonly AdjustmentLineRow[]> {
  return await tx.query<AdjustmentLineRow>(
    sql`select id::text as id, ajuste::text as ajuste, partida, articulo::text as articulo, lote::text as lote,
            serie::text as serie, ubicacion::text as ubicacion, cantidad::text as cantidad,
            costo_unitario::text as costo_unitario
          from ajuste_inventario_partida
          where empresa_id = ${empresa}::int8 and ajuste = any(${adjustments}::int8[])
          order by ajuste, partida, id`,
  )
}

/** What an action changes in an adjustment; null leaves a value as it is. */
export interface AdjustmentChange {
  readonly id: string
  readonly estado: string
  readonly autorizado_por: string | null
  readonly movimiento: string | null
  readonly importe: string | null
}

export async function changeAdjustments(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly AdjustmentChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update ajuste_inventario a set estado = n.estado,
            autorizado_por = coalesce(n.autorizado_por, a.autorizado_por),
            movimiento = coalesce(n.movimiento, a.movimiento), importe = coalesce(n.importe, a.importe),
            version = a.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, estado text, autorizado_por int8, movimiento int8, importe numeric)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}

export interface AdjustedLine {
  readonly id: string
  readonly costo_unitario: string
  readonly importe: string
}

/** Writes what lines were worth when they moved. */
export async function valueAdjustmentLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly AdjustedLine[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update ajuste_inventario_partida l set costo_unitario = n.costo_unitario, importe = n.importe,
            version = l.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
            as n(id int8, costo_unitario numeric, importe numeric)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

/** An adjustment that a count causes, applied at once. */
export interface NewAdjustment {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly almacen: string
  readonly inventario: string
  readonly movimiento: string
  readonly importe: string
}

export interface NewAdjustmentLine {
  readonly id: number
  readonly ajuste: number
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly cantidad: string
  readonly costo_unitario: string
  readonly importe: string
}

export async function insertAdjustments(
  tx: Tx,
  empresa: EmpresaId,
  made: {
    readonly adjustments: readonly NewAdjustment[]
    readonly lines: readonly NewAdjustmentLine[]
    readonly usuarioId: string
    readonly now: string
  },
): Promise<void> {
  if (made.adjustments.length === 0) return
  const { now } = made
  await tx.execute(
    sql`insert into ajuste_inventario (empresa_id, id, creado_en, modificado_en, folio, fecha, almacen, motivo,
            inventario, movimiento, importe, autorizado_por, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.almacen,
            'diferencia_conteo', n.inventario, n.movimiento, n.importe, ${made.usuarioId}::int8, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(made.adjustments)}::jsonb) as n(id int8, folio text, fecha date,
            almacen int8, inventario int8, movimiento int8, importe numeric)`,
  )
  await tx.execute(
    sql`insert into ajuste_inventario_partida (empresa_id, id, creado_en, modificado_en, ajuste, partida, articulo,
            lote, ubicacion, cantidad, costo_unitario, importe)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.ajuste, n.partida, n.articulo,
            n.lote, n.ubicacion, n.cantidad, n.costo_unitario, n.importe
          from jsonb_to_recordset(${JSON.stringify(made.lines)}::jsonb) as n(id int8, ajuste int8, partida int8,
            articulo int8, lote int8, ubicacion int8, cantidad numeric, costo_unitario numeric, importe numeric)`,
  )
}
