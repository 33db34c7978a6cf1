import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from './tenant-database.ts'

/** What a currency stood at up to some day, in the company's currency. */
export interface DayRate {
  readonly asked: AskedRate
  readonly tipo_cambio: string
  readonly fecha: string
  /** By which part a rate may differ, as c_Moneda gives it: 0.05 is five per cent. */
  readonly variacion: string
  /** Of the days up to the one that was asked for; else it is the last one that is known at all. */
  readonly isCurrent: boolean
}

export interface AskedRate {
  readonly moneda: string
  readonly fecha: string
}

// Nothing is published on holidays; the longest run of them is shorter than this.
const MAX_AGE_DAYS = 7
// What an older one says of today nobody knows: some currencies lose half of their worth in a year.
const MAX_KNOWN_DAYS = 366

/**
 * The last rate up to each of some days, of up to a year before: the one of the Diario Oficial, if the company's currency is the peso, in
 * preference to those that the company notes itself.
 */
export async function findDayRates(
  tx: Tx,
  empresa: EmpresaId,
  asked: readonly AskedRate[],
): Promise<readonly DayRate[]> {
  if (asked.length === 0) return []
  return await tx.query<DayRate>(
    sql`select json_build_object('moneda', n.moneda, 'fecha', n.fecha) as asked,
            r.tipo_cambio::text as tipo_cambio, r.fecha::text as fecha,
            coalesce(m.porcentaje_variacion, 0)::text as variacion,
            r.fecha > n.fecha::date - ${MAX_AGE_DAYS}::int4 as "isCurrent"
          from (select distinct moneda, fecha from
            jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as x(moneda text, fecha text)) n
          join moneda m on m.id = n.moneda::int8
          cross join lateral (
            select x.tipo_cambio, x.fecha from (
              select d.tipo_cambio, d.fecha, 0 as orden from tipo_cambio_dof d
              where d.moneda = m.id and d.tipo_cambio > 0 and exists (
                select from empresa e join moneda p on p.id = e.moneda
                where e.empresa_id = ${empresa}::int8 and e.id = ${empresa}::int8 and p.clave = 'MXN')
              union all
              select t.tipo_cambio, t.fecha, array_position(array['dof', 'banxico', 'banco', 'interno'], t.fuente::text)
              from tipo_cambio t
              where t.empresa_id = ${empresa}::int8 and t.moneda = m.id and t.tipo_cambio > 0) x
            where x.fecha <= n.fecha::date and x.fecha > n.fecha::date - ${MAX_KNOWN_DAYS}::int4
            order by x.fecha desc, x.orden limit 1) r`,
  )
}
