import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Forgets the lines, taxes and relations of CFDI that the PAC refused: others come in their place. */
export async function forgetLines(
  tx: Tx,
  empresa: EmpresaId,
  cfdis: readonly string[],
): Promise<void> {
  if (cfdis.length === 0) return
  await tx.execute(
    sql`delete from cfdi_impuesto where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[])`,
  )
  await tx.execute(
    sql`delete from cfdi_concepto where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[])`,
  )
  await tx.execute(
    sql`delete from cfdi_relacionado where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[])`,
  )
}

/** The ids of those of the CFDI that the company has, by UUID. */
export async function findCfdiIds(
  tx: Tx,
  empresa: EmpresaId,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (uuids.length === 0) return new Map()
  const rows = await tx.query<{ uuid: string; id: string }>(
    sql`select c.uuid, c.id::text as id from cfdi c
          where c.empresa_id = ${empresa}::int8 and c.uuid = any(${uuids}::text[])`,
  )
  return new Map(rows.map(({ uuid, id }) => [uuid, id]))
}
