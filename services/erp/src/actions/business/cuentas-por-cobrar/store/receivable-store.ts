import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A part of what falls due, as a CondicionPago says it. */
export interface TermPart {
  readonly numero: number
  readonly dias: number
  readonly porcentaje: string
  readonly base: 'fecha_factura' | 'fin_mes' | 'fecha_entrega'
}

export interface Terms {
  readonly dias: number
  readonly es_contado: boolean
  readonly partes: readonly TermPart[]
}

/** A part of a receivable and its day. */
export interface DuePart {
  readonly numero: number
  readonly vencimiento: string
  readonly importe: string
}

/** The terms of payment by the id of their CondicionPago. */
export async function findTerms(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Terms>> {
  const rows = await tx.query<Terms & { readonly id: string }>(
    sql`select c.id::text as id, c.dias::int4 as dias, coalesce(c.es_contado, false) as es_contado,
            (select coalesce(json_agg(json_build_object('numero', p.numero, 'dias', p.dias,
                'porcentaje', p.porcentaje::text, 'base', p.base) order by p.numero), '[]')
              from condicion_pago_parcialidad p
              where p.empresa_id = ${empresa}::int8 and p.condicion = c.id and p.porcentaje > 0) as partes
          from condicion_pago c where c.empresa_id = ${empresa}::int8 and c.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What CFDI made owed is owed no more, since they are cancelled. */
export async function cancelReceivables(
  tx: Tx,
  empresa: EmpresaId,
  { cfdis, now }: { readonly cfdis: readonly string[]; readonly now: string },
): Promise<void> {
  await tx.execute(
    sql`update cuenta_por_cobrar_parcialidad p set saldo = 0, modificado_en = ${now}::timestamptz,
            version = p.version + 1
          from cuenta_por_cobrar r
          where p.empresa_id = ${empresa}::int8 and r.empresa_id = ${empresa}::int8 and r.id = p.cuenta
            and r.cfdi = any(${cfdis}::int8[]) and r.estado <> 'cancelada'`,
  )
  await tx.execute(
    sql`update cuenta_por_cobrar set estado = 'cancelada', saldo = 0, modificado_en = ${now}::timestamptz,
            version = version + 1
          where empresa_id = ${empresa}::int8 and cfdi = any(${cfdis}::int8[]) and estado <> 'cancelada'`,
  )
}
