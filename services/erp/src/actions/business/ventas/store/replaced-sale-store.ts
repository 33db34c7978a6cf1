import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A sale that another one replaces, with its CFDI. Ids as text. */
export interface ReplacedSale {
  /** The sale that replaces it. */
  readonly venta: string
  readonly id: string
  readonly folio: string
  readonly cliente: string
  readonly estado: string
  readonly cfdi_estado: string | null
  readonly uuid: string | null
  readonly rfc_receptor: string | null
}

/** What sales replace. */
export async function findReplacedSales(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReplacedSale>> {
  const rows = await tx.query<ReplacedSale>(
    sql`select v.id::text as venta, o.id::text as id, o.folio, o.cliente::text as cliente, o.estado,
            f.estado as cfdi_estado, f.uuid::text as uuid, f.rfc_receptor
          from venta v
          join venta o on o.empresa_id = ${empresa}::int8 and o.id = v.sustituye
          left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = o.cfdi
          where v.empresa_id = ${empresa}::int8 and v.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.venta, row]))
}

/** The sale that a CFDI invoices; null where it is that of none, or of several. */
export async function findSaleOfCfdi(
  tx: Tx,
  empresa: EmpresaId,
  cfdi: string,
): Promise<string | null> {
  const [row, ...more] = await tx.query<{ id: string }>(
    sql`select id::text as id from venta where empresa_id = ${empresa}::int8 and cfdi = ${cfdi}::int8
      order by id limit 2`,
  )
  return row === undefined || more.length > 0 ? null : row.id
}
