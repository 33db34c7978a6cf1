import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A tax that a line of a credit note takes off, as its CFDI says. */
export interface CreditedTax {
  readonly tipo: 'traslado' | 'retencion'
  readonly impuesto: string
  readonly factor: string
  readonly tasa: string | null
  readonly base: string
  readonly importe: string
}

/** A line of a credit note that is in force or on its way. Ids and amounts as text. */
export interface CreditedPart {
  readonly id: string
  readonly nota: string
  /** Why it credits, as NotaCreditoVenta says. */
  readonly tipo: string
  readonly venta: string
  /** Null: the sale as a whole is credited. */
  readonly venta_partida: string | null
  readonly cantidad: string
  readonly importe: string
  /** Empty too where the note was typed and has no CFDI. */
  readonly taxes: readonly CreditedTax[]
}

/** What credit notes take off of sales: those in force, those that the SAT is asked to cancel, those on their way. */
export async function findCreditedParts(
  tx: Tx,
  empresa: EmpresaId,
  ventas: readonly string[],
): Promise<readonly CreditedPart[]> {
  if (ventas.length === 0) return []
  // A concept of the CFDI has the place of its line in the note.
  return await tx.query<CreditedPart>(
    sql`with notas as (
            select n.id, n.tipo, n.cfdi from nota_credito_venta n
            left join cfdi f on f.empresa_id = ${empresa}::int8 and f.id = n.cfdi
            where n.empresa_id = ${empresa}::int8 and n.estado <> 'cancelada'
              and (n.estado <> 'borrador' or f.estado in ('por_timbrar', 'vigente', 'por_cancelar'))
              and n.id in (select l.nota_credito from nota_credito_venta_partida l
                where l.empresa_id = ${empresa}::int8 and l.venta = any(${ventas}::int8[]))),
          partidas as (
            select l.*, row_number() over (partition by l.nota_credito order by l.partida, l.id) as lugar
            from nota_credito_venta_partida l
            where l.empresa_id = ${empresa}::int8 and l.nota_credito in (select id from notas))
          select l.id::text as id, n.id::text as nota, n.tipo, l.venta::text as venta,
            l.venta_partida::text as venta_partida, l.cantidad::text as cantidad, l.importe::text as importe,
            coalesce((
              select json_agg(json_build_object('tipo', t.tipo, 'impuesto', i.clave, 'factor', u.clave,
                'tasa', t.tasa::text, 'base', t.base::text, 'importe', t.importe::text) order by t.id)
              from cfdi_concepto c
              join cfdi_impuesto t on t.empresa_id = ${empresa}::int8 and t.concepto = c.id
              join impuesto i on i.id = t.impuesto
              join tipo_factor u on u.id = t.factor
              where c.empresa_id = ${empresa}::int8 and c.cfdi = n.cfdi and c.partida = l.lugar), '[]'::json) as taxes
          from partidas l join notas n on n.id = l.nota_credito
          where l.venta = any(${ventas}::int8[])
          order by n.id, l.lugar`,
  )
}
