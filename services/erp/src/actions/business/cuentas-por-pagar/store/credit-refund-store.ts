import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What becomes of a credit note that the supplier pays back, or of which that is taken back; null: it has none. */
export interface CreditRefund {
  readonly id: string
  readonly estado: string
  readonly saldo: string
  readonly importe_devuelto: string | null
  readonly devuelto_base: string | null
  readonly movimiento: number | null
  readonly poliza: number | null
}

export async function changeCreditRefunds(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly CreditRefund[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update nota_credito_proveedor c set estado = n.estado, saldo = n.saldo,
            importe_devuelto = n.importe_devuelto, devuelto_base = n.devuelto_base, movimiento = n.movimiento,
            poliza_devolucion = n.poliza, version = c.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, saldo numeric,
            importe_devuelto numeric, devuelto_base numeric, movimiento int8, poliza int8)
          where c.empresa_id = ${empresa}::int8 and c.id = n.id`,
  )
}

/** Credit notes in force of what was paid of some invoices, by invoice. */
export async function findNotesOfPaid(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cuentas.length === 0) return new Map()
  const rows = await tx.query<{ cuenta: string; folio: string }>(
    sql`select u.id::text as cuenta, min(n.folio) as folio
          from cuenta_por_pagar u
          join cfdi_relacionado r on r.empresa_id = ${empresa}::int8 and r.uuid_relacionado = u.uuid
          join nota_credito_proveedor n on n.empresa_id = ${empresa}::int8 and n.cfdi = r.cfdi
            and n.estado in ('vigente', 'aplicada') and (n.iva_pagado <> 0 or n.ieps_pagado <> 0)
          where u.empresa_id = ${empresa}::int8 and u.id = any(${cuentas}::int8[])
          group by u.id`,
  )
  return new Map(rows.map(({ cuenta, folio }) => [cuenta, folio]))
}
