import type { Tx } from '@oficina/kit/database.ts'
import { prepared, sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** The rate that a document's own is compared with. */
export interface ReferenceRate {
  readonly documento: string
  /** In the company's currency; null: none was published or noted in the days before the document. */
  readonly tipo_cambio: string | null
  readonly fecha: string | null
  /** By which part a rate may differ, as c_Moneda gives it: 0.05 is five per cent. */
  readonly variacion: string
}

/** A document in some currency, on some day. */
export interface RatedDocument {
  readonly id: string
  readonly moneda: string
  readonly fecha: string
}

// Nothing is published on holidays; the longest run of them is shorter than this.
const MAX_AGE_DAYS = 7

/**
 * The last rate up to the day of each document: the one of the Diario Oficial, if the company's currency is the peso,
 * in preference to those that the company notes itself.
 */
export async function findReferenceRates(
  tx: Tx,
  empresa: EmpresaId,
  documents: readonly RatedDocument[],
): Promise<ReadonlyMap<string, ReferenceRate>> {
  const wanted = documents.map(({ id, moneda, fecha }) => ({ id, moneda, fecha }))
  const rows = await tx.query<ReferenceRate>(
    prepared(
      'reference-rates',
      sql`select c.id::text as documento, r.tipo_cambio::text as tipo_cambio, r.fecha::text as fecha,
            coalesce(m.porcentaje_variacion, 0)::text as variacion
          from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as c(id int8, moneda int8, fecha date)
          join moneda m on m.id = c.moneda
          left join lateral (
            select x.tipo_cambio, x.fecha from (
              select d.tipo_cambio, d.fecha, 0 as orden from tipo_cambio_dof d
              where d.moneda = c.moneda and d.tipo_cambio > 0 and exists (
                select from empresa e join moneda n on n.id = e.moneda
                where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8 and n.clave = 'MXN')
              union all
              select t.tipo_cambio, t.fecha, array_position(array['dof', 'banxico', 'banco', 'interno'], t.fuente::text)
              from tipo_cambio t
              where t.empresa_id = ${empresa}::int8 and t.moneda = c.moneda and t.tipo_cambio > 0) x
            where x.fecha <= c.fecha and x.fecha > c.fecha - ${MAX_AGE_DAYS}::int4
            order by x.fecha desc, x.orden limit 1) r on true`,
    ),
  )
  return new Map(rows.map((row) => [row.documento, row]))
}
