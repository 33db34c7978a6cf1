import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { takeNumber } from '../numbers/counter-store.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** Whose views. */
interface Person {
  readonly empresa: EmpresaId
  readonly usuarioId: string
}

/** A view as it is written; the three parts are JSON text, or null. */
export interface ViewContent {
  readonly nombre: string
  readonly filtros: string
  readonly columnas: string | null
  readonly ordenamiento: string | null
  readonly compartida: boolean
  readonly predeterminada: boolean
}

export interface ViewRow {
  readonly id: number
  readonly modelo: string
  readonly nombre: string
  readonly filtros: unknown
  readonly columnas: unknown
  readonly ordenamiento: unknown
  readonly compartida: boolean
  readonly es_predeterminada: boolean
  readonly propia: boolean
  readonly usuario_str: string
}

/** The person's own views of a model and those that others share, by name. */
export function viewsSql({ empresa, usuarioId }: Person, modelo: string): Sql {
  return sql`select v.id, m.nombre as modelo, v.nombre, v.filtros, v.columnas, v.ordenamiento,
          coalesce(v.compartida, false) as compartida,
          v.usuario = ${usuarioId}::int8 and coalesce(v.es_predeterminada, false) as es_predeterminada,
          v.usuario = ${usuarioId}::int8 as propia, u.nombre as usuario_str
        from vista_guardada v
        join modelo_sistema m on m.id = v.modelo
        join usuario u on u.empresa_id = ${empresa}::int8 and u.id = v.usuario
        where v.empresa_id = ${empresa}::int8 and m.nombre = ${modelo}
          and (v.usuario = ${usuarioId}::int8 or v.compartida)
        order by v.nombre, v.id`
}

/** Whose a view is and of which model, locked; undefined when there is none. */
export async function lockView(
  tx: Tx,
  empresa: EmpresaId,
  id: string,
): Promise<
  { readonly usuario: string; readonly compartida: boolean; readonly modelo: string } | undefined
> {
  const rows = await tx.query<{ usuario: string; compartida: boolean; modelo: string }>(
    sql`select v.usuario::text as usuario, coalesce(v.compartida, false) as compartida, m.nombre as modelo
          from vista_guardada v join modelo_sistema m on m.id = v.modelo
          where v.empresa_id = ${empresa}::int8 and v.id = ${id}::int8 for update of v`,
  )
  return rows[0]
}

/** @returns its id, or undefined when the person has `most` views of the model already */
export async function insertView(
  tx: Tx,
  { empresa, usuarioId }: Person,
  view: ViewContent & { readonly modelo: string; readonly most: number; readonly now: Date },
): Promise<string | undefined> {
  const id = String(await takeNumber(tx, empresa, 'vista_guardada'))
  const rows = await tx.query<{ id: string }>(
    sql`insert into vista_guardada (empresa_id, id, creado_en, modificado_en, nombre, modelo, usuario, filtros,
            columnas, ordenamiento, compartida, es_predeterminada)
          select ${empresa}::int8, ${id}::int8, ${view.now}::timestamptz,
            ${view.now}::timestamptz, ${view.nombre}, m.id, ${usuarioId}::int8, ${view.filtros}::jsonb,
            ${view.columnas}::jsonb, ${view.ordenamiento}::jsonb, ${view.compartida}, ${view.predeterminada}
          from modelo_sistema m where m.nombre = ${view.modelo}
            and (select count(*) from vista_guardada v where v.empresa_id = ${empresa}::int8
                   and v.usuario = ${usuarioId}::int8 and v.modelo = m.id) < ${view.most}::int8
          returning id::text`,
  )
  return rows[0]?.id
}

export async function changeView(
  tx: Tx,
  empresa: EmpresaId,
  view: ViewContent & { readonly id: string; readonly now: Date },
): Promise<void> {
  await tx.execute(
    sql`update vista_guardada set nombre = ${view.nombre}, filtros = ${view.filtros}::jsonb,
            columnas = ${view.columnas}::jsonb, ordenamiento = ${view.ordenamiento}::jsonb,
            compartida = ${view.compartida}, es_predeterminada = ${view.predeterminada},
            version = version + 1, modificado_en = ${view.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = ${view.id}::int8`,
  )
}

/** No other view of the same person and model stays the one that opens first. */
export async function keepOneDefault(
  tx: Tx,
  { empresa, usuarioId }: Person,
  id: string,
): Promise<void> {
  await tx.execute(
    sql`update vista_guardada set es_predeterminada = false
          where empresa_id = ${empresa}::int8 and usuario = ${usuarioId}::int8 and id <> ${id}::int8
            and es_predeterminada and modelo =
              (select modelo from vista_guardada where empresa_id = ${empresa}::int8 and id = ${id}::int8)`,
  )
}

export async function deleteView(tx: Tx, empresa: EmpresaId, id: string): Promise<void> {
  await tx.execute(
    sql`delete from vista_guardada where empresa_id = ${empresa}::int8 and id = ${id}::int8`,
  )
}
