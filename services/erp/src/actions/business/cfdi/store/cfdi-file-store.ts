import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Holds contents of a company as `holdContent` holds one, in one order for everybody. */
export async function holdContents(
  tx: Tx,
  empresa: EmpresaId,
  huellas: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('adjunto ' || ${empresa}::text || ' ' || h, 0))
          from (select h from unnest(${huellas}::text[]) as u(h) order by h offset 0) as s`,
  )
}
