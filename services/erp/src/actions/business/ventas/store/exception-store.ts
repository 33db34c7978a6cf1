import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What a sale may do although a rule says no: `motivo` of a VentaAutorizacion. */
export type ExceptionKind =
  | 'credito_excedido'
  | 'saldo_vencido'
  | 'precio_bajo_minimo'
  | 'descuento_excedido'

/** The exceptions that were authorized for sales as they stand now; each change of a sale ends them. */
export async function findExceptions(
  tx: Tx,
  empresa: EmpresaId,
  sales: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await tx.query<{ venta: string; motivo: string }>(
    sql`select a.venta::text as venta, a.motivo from venta_autorizacion a
          join venta v on v.empresa_id = ${empresa}::int8 and v.id = a.venta and v.version = a.version_venta
          where a.empresa_id = ${empresa}::int8 and a.venta = any(${sales}::int8[]) and a.estado = 'autorizada'`,
  )
  const bySale = Map.groupBy(rows, ({ venta }) => venta)
  return new Map(
    [...bySale].map(([venta, all]) => [venta, new Set(all.map(({ motivo }) => motivo))]),
  )
}

/** The versions of sales, by which an exception holds for them as they stand. */
export async function findSaleVersions(
  tx: Tx,
  empresa: EmpresaId,
  sales: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (sales.length === 0) return new Map()
  const rows = await tx.query<{ id: string; version: number }>(
    sql`select id::text as id, version from venta
          where empresa_id = ${empresa}::int8 and id = any(${sales}::int8[])`,
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}
