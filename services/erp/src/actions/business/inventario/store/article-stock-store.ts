import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/**
 * Whether there is stock of an article anywhere, or ever was. Its stock is locked to the end of the transaction, so that
 * nothing moves while the article changes.
 */
export async function lockStockOfArticle(
  tx: Tx,
  empresa: EmpresaId,
  articulo: string,
): Promise<{ readonly hasMoved: boolean; readonly isThere: boolean }> {
  const rows = await tx.query<{ hay: boolean }>(sql`
    select cantidad <> 0 or reservada <> 0 as hay from existencia
    where empresa_id = ${empresa}::int8 and articulo = ${articulo}::int8
    order by almacen, ubicacion nulls first, lote nulls first for no key update`)
  return { hasMoved: rows.length > 0, isThere: rows.some(({ hay }) => hay) }
}

export async function findCategoryMethod(
  tx: Tx,
  empresa: EmpresaId,
  categoria: string | null,
): Promise<string | null> {
  if (categoria === null) return null
  const rows = await tx.query<{ metodo: string | null }>(sql`
    select metodo_costeo::text as metodo from categoria_inventario
    where empresa_id = ${empresa}::int8 and id = ${categoria}::int8`)
  return rows[0]?.metodo ?? null
}

/** Finds an article that is valued by the method of its category, and of which there is stock. */
export async function findStockedArticle(
  tx: Tx,
  empresa: EmpresaId,
  categoria: string,
): Promise<string | undefined> {
  const rows = await tx.query<{ clave: string }>(sql`
    select a.clave from articulo a
    join existencia e on e.empresa_id = ${empresa}::int8 and e.articulo = a.id and e.cantidad <> 0
    where a.empresa_id = ${empresa}::int8 and a.categoria = ${categoria}::int8 and a.metodo_costeo is null
    order by a.id limit 1`)
  return rows[0]?.clave
}
