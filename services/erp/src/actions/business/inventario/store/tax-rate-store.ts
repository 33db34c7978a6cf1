import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** A rate of c_TasaOCuota: a fixed one, or a range up to `valor`. */
export interface TaxRate {
  readonly tipo: string | null
  readonly minimo: string | null
  readonly valor: string | null
}

export async function findTaxRate(tx: Tx, id: string): Promise<TaxRate | undefined> {
  const [row] = await tx.query<TaxRate>(sql`
    select tipo, minimo::text as minimo, valor::text as valor from tasa_cuota where id = ${id}::int8`)
  return row
}
