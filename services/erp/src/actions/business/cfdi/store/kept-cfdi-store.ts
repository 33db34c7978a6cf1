import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

function isSealed(empresa: EmpresaId, cfdi: Sql): Sql {
  return sql`exists (select from oficina.timbrado t where t.empresa_id = ${empresa}::int8 and t.cfdi = ${cfdi})`
}

/** Whether a document of a supplier was made of it. */
function isBooked(empresa: EmpresaId, cfdi: Sql): Sql {
  return sql`(exists (select from cuenta_por_pagar d where d.empresa_id = ${empresa}::int8 and d.cfdi = ${cfdi})
    or exists (select from nota_credito_proveedor d where d.empresa_id = ${empresa}::int8 and d.cfdi = ${cfdi})
    or exists (select from anticipo_proveedor d where d.empresa_id = ${empresa}::int8 and d.cfdi = ${cfdi})
    or exists (select from pago_proveedor d where d.empresa_id = ${empresa}::int8 and d.complemento = ${cfdi}))`
}

/** Whether a CFDI stays as it is, as a condition. @param cfdi a column of a row of the company */
export function isKept(empresa: EmpresaId, cfdi: Sql): Sql {
  return sql`(${isSealed(empresa, cfdi)} or ${isBooked(empresa, cfdi)})`
}

/** Why a CFDI stays as it is; null: a hand may change it. */
export async function whyKept(
  tx: Tx,
  empresa: EmpresaId,
  cfdi: string,
): Promise<'sealed' | 'booked' | null> {
  const id = sql`${cfdi}::int8`
  const [row] = await tx.query<{ sealed: boolean; booked: boolean }>(
    sql`select ${isSealed(empresa, id)} as sealed, ${isBooked(empresa, id)} as booked`,
  )
  if (row?.sealed === true) return 'sealed'
  return row?.booked === true ? 'booked' : null
}
