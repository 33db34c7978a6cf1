import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** The days from one to another on which banks do not work, besides weekends; both count. */
export async function findClosedDays(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ readonly dia: string }>(
    sql`select fecha::text as dia from dia_festivo
      where es_bancario and fecha between ${from}::date and ${to}::date`,
  )
  return new Set(rows.map(({ dia }) => dia))
}
