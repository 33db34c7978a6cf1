import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** A form of payment of the SAT's catalog, which all companies share. */
export interface SatForm {
  readonly clave: string
  readonly bancarizado: boolean
  readonly in_force: boolean
}

/** @param now the instant whose day decides `in_force` */
export async function findSatForm(tx: Tx, id: string, now: string): Promise<SatForm | undefined> {
  const rows = await tx.query<SatForm>(sql`
    select clave, bancarizado,
      coalesce(inicio_vigencia <= ${now}::date, true) and coalesce(fin_vigencia >= ${now}::date, true) as in_force
    from forma_pago_sat where id = ${id}::int8`)
  return rows[0]
}

/** Makes every other form of the company not the default. */
export async function clearOtherDefaults(
  tx: Tx,
  empresa: EmpresaId,
  { id, now }: { readonly id: string; readonly now: string },
): Promise<void> {
  await tx.execute(sql`
    update forma_pago set es_predeterminada = false, modificado_en = ${now}, version = version + 1
    where empresa_id = ${empresa} and id <> ${id}::int8 and es_predeterminada`)
}
