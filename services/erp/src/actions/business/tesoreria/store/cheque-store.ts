import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked Cheque. */
export interface ChequeRow {
  readonly id: string
  readonly folio: string
  readonly numero: string
  readonly estado: string
  readonly cuenta_bancaria: string
  readonly proveedor: string | null
  readonly importe: string
  /** The payment that was made with it. */
  readonly pago: string | null
}

/** Locks cheques in the order of their ids, so that none pays twice. */
export async function lockCheques(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChequeRow>> {
  if (ids.length === 0) return new Map()
  await tx.query(
    sql`select id from cheque where empresa_id = ${empresa}::int8 and id = any(${ids}::int8[])
          order by id for no key update`,
  )
  const rows = await tx.query<ChequeRow>(
    sql`select c.id::text as id, c.folio, c.numero::text as numero, c.estado,
            c.cuenta_bancaria::text as cuenta_bancaria, c.proveedor::text as proveedor, c.importe::text as importe,
            (select p.folio from pago_proveedor p
              where p.empresa_id = ${empresa}::int8 and p.cheque = c.id and p.estado = 'aplicado' limit 1) as pago
          from cheque c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
