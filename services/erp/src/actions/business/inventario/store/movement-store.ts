import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked MovimientoInventario. */
export interface MovementRow {
  readonly id: string
  readonly folio: string
  readonly estado: 'borrador' | 'aplicado' | 'cancelado'
  /** ISO 8601, UTC. */
  readonly fecha: string
  readonly naturaleza: 'entrada' | 'salida' | 'traspaso' | 'ajuste'
  readonly concepto_activo: boolean
  readonly almacen: string
  readonly almacen_destino: string | null
  /** The model of the document that caused it. */
  readonly modelo: string | null
  readonly registro: string | null
  readonly movimiento_reversa: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
  /** The account on the other side that the concept names. */
  readonly contrapartida: string | null
}

/** Locks movements in the order of their ids. */
export async function lockMovements(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MovementRow>> {
  const rows = await tx.query<MovementRow>(
    sql`select v.id::text as id, v.folio, v.estado,
            to_char(v.fecha at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as fecha, c.naturaleza,
            c.activo as concepto_activo, v.almacen::text as almacen, v.almacen_destino::text as almacen_destino,
            m.nombre as modelo, v.registro, v.movimiento_reversa::text as movimiento_reversa,
            v.centro_costo::text as centro_costo, v.proyecto::text as proyecto,
            c.cuenta_contrapartida::text as contrapartida
          from movimiento_inventario v
          join concepto_inventario c on c.empresa_id = ${empresa}::int8 and c.id = v.concepto
          left join modelo_sistema m on m.id = v.modelo
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])
          order by v.id for no key update of v`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A line of a movement as it was written or as it moved; numbers as text. */
export interface MovementLineRow {
  readonly id: string
  readonly movimiento: string
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly serie: string | null
  readonly reserva: string | null
  readonly ubicacion: string | null
  readonly ubicacion_destino: string | null
  readonly cantidad: string
  readonly unidad: string
  readonly costo_unitario: string | null
  readonly importe: string | null
  readonly cantidad_base: string | null
  readonly almacen_salida: string | null
  readonly valor_salida: string | null
  readonly almacen_entrada: string | null
  readonly valor_entrada: string | null
}

export async function findMovementLines(
  tx: Tx,
  empresa: EmpresaId,
  movements: readonly string[],
): Promise<readonly MovementLineRow[]> {
  return await tx.query<MovementLineRow>(
    sql`select id::text as id, movimiento::text as movimiento, partida, articulo::text as articulo,
            lote::text as lote, serie::text as serie, reserva::text as reserva, ubicacion::text as ubicacion,
            ubicacion_destino::text as ubicacion_destino, cantidad::text as cantidad, unidad::text as unidad,
            costo_unitario::text as costo_unitario, importe::text as importe, cantidad_base::text as cantidad_base,
            almacen_salida::text as almacen_salida, valor_salida::text as valor_salida,
            almacen_entrada::text as almacen_entrada, valor_entrada::text as valor_entrada
          from movimiento_inventario_partida
          where empresa_id = ${empresa}::int8 and movimiento = any(${movements}::int8[])
          order by movimiento, partida, id`,
  )
}

export interface MovementChange {
  readonly id: string
  readonly estado: MovementRow['estado']
  /** Null: as it is. */
  readonly importe: string | null
}

export async function changeMovements(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly MovementChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update movimiento_inventario v set estado = n.estado, importe = coalesce(n.importe, v.importe),
            version = v.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, importe numeric)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
}

/** Names the entry of each movement in it. */
export async function linkEntries(
  tx: Tx,
  empresa: EmpresaId,
  entries: readonly { readonly id: number; readonly registro: string | null }[],
): Promise<void> {
  if (entries.length === 0) return
  const links = entries.map(({ id, registro }) => ({ poliza: id, id: registro }))
  await tx.execute(
    sql`update movimiento_inventario v set poliza = n.poliza
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as n(id int8, poliza int8)
          where v.empresa_id = ${empresa}::int8 and v.id = n.id`,
  )
}

/** What lines of movements moved. */
export async function findLineValues(
  tx: Tx,
  empresa: EmpresaId,
  lines: readonly string[],
): Promise<readonly Pick<MovementLineRow, 'id' | 'valor_entrada' | 'valor_salida'>[]> {
  return await tx.query(
    sql`select id::text as id, valor_entrada::text as valor_entrada, valor_salida::text as valor_salida
          from movimiento_inventario_partida where empresa_id = ${empresa}::int8 and id = any(${lines}::int8[])`,
  )
}
