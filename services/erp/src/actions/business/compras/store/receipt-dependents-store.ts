import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Invoices and returns of a receipt, which prevent taking it back. */
export interface ReceiptDependents {
  readonly recepcion: string
  readonly modelo: string
  readonly count: number
  /** The first ten. */
  readonly ids: readonly number[]
}

/** Cancelled ones do not count, nor do returns that have not left yet. */
export async function findReceiptDependents(
  tx: Tx,
  empresa: EmpresaId,
  receipts: readonly string[],
): Promise<readonly ReceiptDependents[]> {
  return await tx.query<ReceiptDependents>(
    sql`select recepcion::text as recepcion, modelo, count(*)::int4 as count,
            to_json((array_agg(id order by id))[1:10]) as ids
          from (
            select recepcion, 'CuentaPorPagar' as modelo, id from cuenta_por_pagar
            where empresa_id = ${empresa}::int8 and recepcion = any(${receipts}::int8[]) and estado <> 'cancelada'
            union
            select l.recepcion, 'CuentaPorPagar', u.id
            from recepcion_compra_partida l
            join cuenta_por_pagar_partida p on p.empresa_id = ${empresa}::int8 and p.compra_partida = l.compra_partida
            join cuenta_por_pagar u on u.empresa_id = ${empresa}::int8 and u.id = p.cuenta and u.estado <> 'cancelada'
            where l.empresa_id = ${empresa}::int8 and l.recepcion = any(${receipts}::int8[]) and l.cantidad_facturada > 0
            union
            select l.recepcion, 'DevolucionCompra', d.id
            from recepcion_compra_partida l
            join devolucion_compra_partida p on p.empresa_id = ${empresa}::int8 and p.recepcion_partida = l.id
            join devolucion_compra d on d.empresa_id = ${empresa}::int8 and d.id = p.devolucion
              and d.estado in ('enviada', 'acreditada')
            where l.empresa_id = ${empresa}::int8 and l.recepcion = any(${receipts}::int8[])) t
          group by recepcion, modelo order by recepcion, modelo`,
  )
}

/** Of which of the purchases something was received, even if it was returned since. */
export async function findReceived(
  tx: Tx,
  empresa: EmpresaId,
  compras: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ compra: string }>(
    sql`select compra::text as compra from recepcion_compra
          where empresa_id = ${empresa}::int8 and compra = any(${compras}::int8[]) and estado = 'aplicada'
          union
          select compra::text from recepcion_servicio
          where empresa_id = ${empresa}::int8 and compra = any(${compras}::int8[])
            and estado in ('aceptada', 'facturada')`,
  )
  return new Set(rows.map(({ compra }) => compra))
}
