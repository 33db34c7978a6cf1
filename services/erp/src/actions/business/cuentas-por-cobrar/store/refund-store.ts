import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** What becomes of an advance that is given back in money, or of which that is taken back; null: it has none. */
export interface RefundChange {
  readonly id: string
  readonly estado: string
  readonly saldo: string
  readonly importe_devuelto: string | null
  readonly devuelto_base: string | null
  readonly movimiento: number | null
  readonly poliza: number | null
}

export async function changeRefunds(
  tx: Tx,
  empresa: EmpresaId,
  { changes, now }: { readonly changes: readonly RefundChange[]; readonly now: string },
): Promise<void> {
  if (changes.length === 0) return
  await tx.execute(
    sql`update anticipo_venta a set estado = n.estado, saldo = n.saldo, importe_devuelto = n.importe_devuelto,
            devuelto_base = n.devuelto_base, movimiento = n.movimiento, poliza_devolucion = n.poliza,
            version = a.version + 1, modificado_en = ${now}::timestamptz
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id int8, estado text, saldo numeric,
            importe_devuelto numeric, devuelto_base numeric, movimiento int8, poliza int8)
          where a.empresa_id = ${empresa}::int8 and a.id = n.id`,
  )
}

/** Credit notes in force of what was paid of the sales of some receivables, by receivable. */
export async function findPaidNotes(
  tx: Tx,
  empresa: EmpresaId,
  cuentas: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (cuentas.length === 0) return new Map()
  const rows = await tx.query<{ cuenta: string; folio: string }>(
    sql`select r.id::text as cuenta, min(n.folio) as folio
          from cuenta_por_cobrar r
          join nota_credito_venta_partida l on l.empresa_id = ${empresa}::int8 and l.venta = r.venta
          join nota_credito_venta n on n.empresa_id = ${empresa}::int8 and n.id = l.nota_credito
            and n.estado = 'aplicada' and n.a_favor > 0
          where r.empresa_id = ${empresa}::int8 and r.id = any(${cuentas}::int8[])
          group by r.id`,
  )
  return new Map(rows.map(({ cuenta, folio }) => [cuenta, folio]))
}
