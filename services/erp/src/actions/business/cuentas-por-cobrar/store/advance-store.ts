import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** An AnticipoVenta that the rest of a collection becomes, or what a credit note credits of what was paid. */
export interface NewAdvance {
  readonly id: number
  readonly folio: string
  readonly fecha: string
  readonly cliente: string
  readonly moneda: string
  readonly tipo_cambio: string
  readonly forma_pago: string | null
  readonly importe: string
  readonly cobro: string | null
  readonly nota_credito: string | null
}

export async function insertAdvances(
  tx: Tx,
  empresa: EmpresaId,
  { advances, now }: { readonly advances: readonly NewAdvance[]; readonly now: string },
): Promise<void> {
  if (advances.length === 0) return
  await tx.execute(
    sql`insert into anticipo_venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda,
            tipo_cambio, forma_pago, importe, saldo, cobro, nota_credito, estado)
          select ${empresa}::int8, n.id, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.fecha, n.cliente, n.moneda,
            n.tipo_cambio, n.forma_pago, n.importe, n.importe, n.cobro, n.nota_credito, 'pendiente'
          from jsonb_to_recordset(${JSON.stringify(advances)}::jsonb) as n(id int8, folio text, fecha date,
            cliente int8, moneda int8, tipo_cambio numeric, forma_pago int8, importe numeric, cobro int8,
            nota_credito int8)`,
  )
}

/** What credit notes left customers to their credit, locked in the order of the ids; cancelled ones do not count. */
export async function lockFavorsOf(
  tx: Tx,
  empresa: EmpresaId,
  notas: readonly string[],
): Promise<
  readonly {
    readonly id: string
    readonly folio: string
    readonly estado: string
    readonly nota: string
  }[]
> {
  if (notas.length === 0) return []
  return await tx.query(
    sql`select id::text as id, folio, estado, nota_credito::text as nota from anticipo_venta
          where empresa_id = ${empresa}::int8 and nota_credito = any(${notas}::int8[]) and estado <> 'cancelado'
          order by id for no key update`,
  )
}

/** Advances that nobody used end with the money that they came from. */
export async function endAdvances(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly ids: readonly string[]; readonly estado: string; readonly now: string },
): Promise<void> {
  if (of.ids.length === 0) return
  await tx.execute(
    sql`update anticipo_venta set estado = ${of.estado}, saldo = 0, version = version + 1,
            modificado_en = ${of.now}::timestamptz
          where empresa_id = ${empresa}::int8 and id = any(${of.ids}::int8[])`,
  )
}
