import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked SolicitudMaterial. */
export interface RequestRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly almacen: string
  readonly centro_costo: string | null
  readonly proyecto: string | null
}

/** Locks requests in the order of their ids. */
export async function lockRequests(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RequestRow>> {
  const rows = await tx.query<RequestRow>(
    sql`select id::text as id, folio, estado, almacen::text as almacen, centro_costo::text as centro_costo,
            proyecto::text as proyecto
          from solicitud_material where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export interface RequestLineRow {
  readonly id: string
  readonly solicitud: string
  readonly partida: number
  readonly articulo: string
  readonly lote: string | null
  readonly ubicacion: string | null
  readonly unidad: string
  readonly solicitada: string
  readonly surtida: string
  readonly importe: string
  readonly cuenta: string | null
}

export async function findRequestLines(
  tx: Tx,
  empresa: EmpresaId,
  requests: readonly string[],
): Promise<readonly RequestLineRow[]> {
  return await tx.query<RequestLineRow>(
    sql`select id::text as id, solicitud::text as solicitud, partida, articulo::text as articulo, lote::text as lote,
            ubicacion::text as ubicacion, unidad::text as unidad, cantidad_solicitada::text as solicitada,
            cantidad_surtida::text as surtida, coalesce(importe, 0)::text as importe, cuenta_contable::text as cuenta
          from solicitud_material_partida
          where empresa_id = ${empresa}::int8 and solicitud = any(${requests}::int8[])
          order by solicitud, partida, id`,
  )
}

export interface RequestLineChange {
  readonly id: string
  readonly surtida: string
  readonly importe: string
  /** The movement whose line supplied it last; null: none does any more. */
  readonly movimiento: string | null
  readonly partida: number
}

export async function changeRequestLines(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly RequestLineChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update solicitud_material_partida l set cantidad_surtida = n.surtida, importe = n.importe,
            movimiento_partida = (select p.id from movimiento_inventario_partida p
              where p.empresa_id = ${empresa}::int8 and p.movimiento = n.movimiento and p.partida = n.partida),
            version = l.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
            as n(id int8, surtida numeric, importe numeric, movimiento int8, partida int8)
          where l.empresa_id = ${empresa}::int8 and l.id = n.id`,
  )
}

export async function changeRequests(
  tx: Tx,
  empresa: EmpresaId,
  of: {
    readonly changes: readonly { readonly id: string; readonly estado: string }[]
    readonly now: string
  },
): Promise<void> {
  if (of.changes.length === 0) return
  await tx.execute(
    sql`update solicitud_material s set estado = n.estado, version = s.version + 1, modificado_en = ${of.now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(of.changes)}::jsonb) as n(id int8, estado text)
          where s.empresa_id = ${empresa}::int8 and s.id = n.id`,
  )
}

/** The movements that supplied requests and were not taken back, by request. */
export async function findSupplies(
  tx: Tx,
  empresa: EmpresaId,
  requests: readonly string[],
): Promise<readonly { readonly solicitud: string; readonly id: string; readonly folio: string }[]> {
  return await tx.query(
    sql`select v.registro as solicitud, v.id::text as id, v.folio from movimiento_inventario v
          join modelo_sistema m on m.id = v.modelo and m.nombre = 'SolicitudMaterial'
          where v.empresa_id = ${empresa}::int8 and v.registro = any(${requests}::text[])
            and not exists (select from movimiento_inventario r
              where r.empresa_id = ${empresa}::int8 and r.movimiento_reversa = v.id)
          order by v.id`,
  )
}
