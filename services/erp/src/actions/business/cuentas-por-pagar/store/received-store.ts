import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A Cfdi that is there already. */
export interface KnownCfdi {
  readonly id: string
  readonly uuid: string
  readonly sentido: string
  readonly xml: string | null
}

/** Finds those of the UUIDs that the company has already. */
export async function findKnownCfdis(
  tx: Tx,
  empresa: EmpresaId,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, KnownCfdi>> {
  const rows = await tx.query<KnownCfdi>(
    sql`select id::text as id, uuid, sentido, xml::text as xml from cfdi
          where empresa_id = ${empresa}::int8 and uuid = any(${uuids}::text[])`,
  )
  return new Map(rows.map((row) => [row.uuid, row]))
}
