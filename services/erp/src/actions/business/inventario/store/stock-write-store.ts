import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

// Every action that moves stock writes these rows, under the locks of stock: each text is fixed, and made for sets.

/** Who writes, and when. */
export interface StockWriting {
  readonly usuarioId: string
  readonly now: string
}

/** Finds the concepts of these keys, by key. */
export async function findConcepts(
  tx: Tx,
  empresa: EmpresaId,
  claves: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ clave: string; id: number }>(
    sql`select clave, id from concepto_inventario
          where empresa_id = ${empresa}::int8 and clave = any(${claves}::text[])`,
  )
  return new Map(rows.map(({ clave, id }) => [clave, id]))
}

/** Finds those of the folios that movements have already, typed by hand. */
export async function findTakenFolios(
  tx: Tx,
  empresa: EmpresaId,
  folios: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ folio: string }>(
    sql`select folio from movimiento_inventario
          where empresa_id = ${empresa}::int8 and folio = any(${folios}::text[])`,
  )
  return new Set(rows.map(({ folio }) => folio))
}

export interface NewMovement {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly concepto: number
  readonly almacen: string
  readonly almacen_destino: string | null
  readonly referencia: string | null
  readonly recepcion: string | null
  readonly venta: string | null
  readonly orden: string | null
  readonly centro_costo: string | null
  readonly proyecto: string | null
  readonly importe: string
  readonly modelo: string | null
  readonly registro: string | null
  readonly reversa: string | null
}

export async function insertMovements(
  tx: Tx,
  empresa: EmpresaId,
  {
    movements,
    writing,
  }: { readonly movements: readonly NewMovement[]; readonly writing: StockWriting },
): Promise<void> {
  if (movements.length === 0) return
  await tx.execute(
    sql`insert into movimiento_inventario (empresa_id, id, creado_en, modificado_en, folio, fecha, concepto, almacen,
            almacen_destino, referencia, recepcion, venta, orden, centro_costo, proyecto, responsable, importe, modelo,
            registro, movimiento_reversa, estado)
          select ${empresa}::int8, n.id, ${writing.now}::timestamptz, ${writing.now}::timestamptz, n.folio, n.fecha,
            n.concepto, n.almacen, n.almacen_destino, n.referencia, n.recepcion, n.venta, n.orden, n.centro_costo,
            n.proyecto, ${writing.usuarioId}::int8, n.importe, m.id, n.registro, n.reversa, 'aplicado'
          from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb) as n(id int8, folio text, fecha timestamptz,
            concepto int8, almacen int8, almacen_destino int8, referencia text, recepcion int8, venta int8, orden int8,
            centro_costo int8, proyecto int8, importe numeric, modelo text, registro text, reversa int8)
          left join modelo_sistema m on m.nombre = n.modelo order by n.id`,
  )
}

/** A line as it moved. */
export interface LineMove {
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
  readonly costo_unitario: string
  readonly importe: string
  readonly cantidad_base: string
  readonly almacen_salida: string | null
  readonly valor_salida: string | null
  readonly almacen_entrada: string | null
  readonly valor_entrada: string | null
  readonly variacion: string
  readonly fecha: string
}

export async function insertLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly LineMove[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`insert into movimiento_inventario_partida (empresa_id, id, creado_en, modificado_en, movimiento, partida,
            articulo, lote, serie, reserva, ubicacion, ubicacion_destino, cantidad, unidad, costo_unitario, importe,
            cantidad_base, almacen_salida, valor_salida, almacen_entrada, valor_entrada, variacion, fecha_movimiento)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.movimiento, n.partida, n.articulo,
            n.lote, n.serie, n.reserva, n.ubicacion, n.ubicacion_destino, n.cantidad, n.unidad, n.costo_unitario, n.importe,
            n.cantidad_base, n.almacen_salida, n.valor_salida, n.almacen_entrada, n.valor_entrada, n.variacion, n.fecha
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, movimiento int8, partida int8,
            articulo int8, lote int8, serie int8, reserva int8, ubicacion int8, ubicacion_destino int8, cantidad numeric, unidad int8,
            costo_unitario numeric, importe numeric, cantidad_base numeric, almacen_salida int8, valor_salida numeric,
            almacen_entrada int8, valor_entrada numeric, variacion numeric, fecha timestamptz) order by n.id`,
  )
}

/** Lines that people wrote, as they moved. */
export async function moveLines(
  tx: Tx,
  empresa: EmpresaId,
  { lines, now }: { readonly lines: readonly LineMove[]; readonly now: string },
): Promise<void> {
  if (lines.length === 0) return
  await tx.execute(
    sql`update movimiento_inventario_partida p set costo_unitario = n.costo_unitario, importe = n.importe,
            cantidad_base = n.cantidad_base, almacen_salida = n.almacen_salida, valor_salida = n.valor_salida,
            almacen_entrada = n.almacen_entrada, valor_entrada = n.valor_entrada, variacion = n.variacion,
            fecha_movimiento = n.fecha, version = p.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n(id int8, costo_unitario numeric,
            importe numeric, cantidad_base numeric, almacen_salida int8, valor_salida numeric, almacen_entrada int8,
            valor_entrada numeric, variacion numeric, fecha timestamptz)
          where p.empresa_id = ${empresa}::int8 and p.id = n.id`,
  )
}

/** A row of Existencia as it is now. */
export interface StockChange {
  readonly id: string
  readonly articulo: string
  readonly almacen: string
  readonly ubicacion: string | null
  readonly lote: string | null
  readonly cantidad: string
  readonly reservada: string
  readonly en_transito: string
  readonly costo_promedio: string
  readonly importe: string
  readonly ultima_entrada: string | null
  readonly ultima_salida: string | null
}

/** Writes rows of Existencia, new ones and others, which the transaction holds locked. */
export async function writeStockRows(
  tx: Tx,
  empresa: EmpresaId,
  { rows, now }: { readonly rows: readonly StockChange[]; readonly now: string },
): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(
    sql`insert into existencia as e (empresa_id, id, creado_en, modificado_en, articulo, almacen, ubicacion, lote,
            cantidad, reservada, en_transito, costo_promedio, importe, ultima_entrada, ultima_salida)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.articulo, n.almacen, n.ubicacion,
            n.lote, n.cantidad, n.reservada, n.en_transito, n.costo_promedio, n.importe, n.ultima_entrada,
            n.ultima_salida
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(id int8, articulo int8, almacen int8,
            ubicacion int8, lote int8, cantidad numeric, reservada numeric, en_transito numeric,
            costo_promedio numeric, importe numeric, ultima_entrada date, ultima_salida date)
          order by n.articulo, n.almacen, n.ubicacion nulls first, n.lote nulls first
          on conflict (empresa_id, articulo, almacen, ubicacion, lote) do update set cantidad = excluded.cantidad,
            reservada = excluded.reservada, en_transito = excluded.en_transito,
            costo_promedio = excluded.costo_promedio, importe = excluded.importe,
            ultima_entrada = greatest(e.ultima_entrada, excluded.ultima_entrada),
            ultima_salida = greatest(e.ultima_salida, excluded.ultima_salida),
            version = e.version + 1, modificado_en = excluded.modificado_en`,
  )
}

export interface LayerChange {
  readonly id: string
  readonly articulo: string
  readonly almacen: string
  readonly lote: string | null
  readonly linea: string
  readonly fecha: string
  readonly cantidad_original: string
  readonly cantidad: string
  readonly costo_unitario: string
  readonly importe: string
}

export async function insertLayers(
  tx: Tx,
  empresa: EmpresaId,
  { layers, now }: { readonly layers: readonly LayerChange[]; readonly now: string },
): Promise<void> {
  if (layers.length === 0) return
  await tx.execute(
    sql`insert into capa_costo (empresa_id, id, creado_en, modificado_en, articulo, almacen, lote,
            movimiento_partida, fecha, cantidad_original, cantidad_disponible, costo_unitario, importe_disponible,
            agotada)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.articulo, n.almacen, n.lote,
            n.linea, n.fecha, n.cantidad_original, n.cantidad, n.costo_unitario, n.importe, n.cantidad = 0
          from jsonb_to_recordset(${JSON.stringify(layers)}::jsonb) as n(id int8, articulo int8, almacen int8,
            lote int8, linea int8, fecha timestamptz, cantidad_original numeric, cantidad numeric,
            costo_unitario numeric, importe numeric) order by n.id`,
  )
}

/** What is left of layers. */
export async function changeLayers(
  tx: Tx,
  empresa: EmpresaId,
  {
    layers,
    now,
  }: {
    readonly layers: readonly Pick<LayerChange, 'id' | 'cantidad' | 'importe'>[]
    readonly now: string
  },
): Promise<void> {
  if (layers.length === 0) return
  await tx.execute(
    sql`update capa_costo c set cantidad_disponible = n.cantidad, importe_disponible = n.importe,
            agotada = n.cantidad = 0, version = c.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(layers)}::jsonb) as n(id int8, cantidad numeric, importe numeric)
          where c.empresa_id = ${empresa}::int8 and c.id = n.id`,
  )
}

export interface NewConsumption {
  readonly id: number
  readonly capa: string
  readonly salida: string
  readonly fecha: string
  readonly cantidad: string
  readonly costo_unitario: string
  readonly importe: string
}

export async function insertConsumptions(
  tx: Tx,
  empresa: EmpresaId,
  { consumptions, now }: { readonly consumptions: readonly NewConsumption[]; readonly now: string },
): Promise<void> {
  if (consumptions.length === 0) return
  await tx.execute(
    sql`insert into consumo_capa (empresa_id, id, creado_en, modificado_en, capa, salida, fecha, cantidad,
            costo_unitario, importe)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.capa, n.salida, n.fecha,
            n.cantidad, n.costo_unitario, n.importe
          from jsonb_to_recordset(${JSON.stringify(consumptions)}::jsonb) as n(id int8, capa int8, salida int8,
            fecha timestamptz, cantidad numeric, costo_unitario numeric, importe numeric) order by n.id`,
  )
}

/** Where a serial number is now. */
export interface SerialChange {
  readonly id: string
  readonly almacen: string | null
  readonly estado: string
  readonly dia: string
  readonly costo: string | null
}

export async function moveSerials(
  tx: Tx,
  empresa: EmpresaId,
  { serials, now }: { readonly serials: readonly SerialChange[]; readonly now: string },
): Promise<void> {
  if (serials.length === 0) return
  await tx.execute(
    sql`update serie_articulo s set almacen = n.almacen, estado = n.estado, costo = coalesce(n.costo, s.costo),
            fecha_entrada = case when s.almacen is null and n.almacen is not null then n.dia else s.fecha_entrada end,
            fecha_salida = case when n.almacen is null then n.dia end,
            version = s.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(serials)}::jsonb)
            as n(id int8, almacen int8, estado text, dia date, costo numeric)
          where s.empresa_id = ${empresa}::int8 and s.id = n.id`,
  )
}

export interface ReservationChange {
  readonly id: string
  readonly cantidad_surtida: string
  readonly estado: string
}

export async function changeReservations(
  tx: Tx,
  empresa: EmpresaId,
  {
    reservations,
    now,
  }: { readonly reservations: readonly ReservationChange[]; readonly now: string },
): Promise<void> {
  if (reservations.length === 0) return
  await tx.execute(
    sql`update reserva_inventario r set cantidad_surtida = n.cantidad_surtida, estado = n.estado,
            version = r.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb)
            as n(id int8, cantidad_surtida numeric, estado text)
          where r.empresa_id = ${empresa}::int8 and r.id = n.id`,
  )
}
