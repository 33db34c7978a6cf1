import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A shift that an employee works from a day to another one, and on which days of the week (1 Monday to 7 Sunday). */
export interface Shift {
  readonly desde: string
  readonly hasta: string | null
  /** Empty: the shift does not say. */
  readonly dias: readonly number[]
}

/** The shifts of an employee that hold on any of these days, the one that began last first. */
export async function findShifts(
  tx: Tx,
  empresa: EmpresaId,
  { empleado, from, to }: { readonly empleado: string; readonly from: string; readonly to: string },
): Promise<readonly Shift[]> {
  return await tx.query<Shift>(sql`
    select a.fecha_inicio::text as desde, a.fecha_fin::text as hasta,
      coalesce((select json_agg(s.numero order by s.numero) from turno_laboral_dia d join dia_semana s on s.id = d.dia_semana
        where d.empresa_id = ${empresa}::int8 and d.turno = a.turno and not d.es_descanso), '[]') as dias
    from asignacion_turno a
    where a.empresa_id = ${empresa}::int8 and a.empleado = ${empleado}::int8
      and a.fecha_inicio <= ${to}::date and (a.fecha_fin is null or a.fecha_fin >= ${from}::date)
    order by a.fecha_inicio desc, a.id desc`)
}

/** The days of obligatory rest among these. @source Ley Federal del Trabajo, artículo 74 */
export async function findHolidays(
  tx: Tx,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ fecha: string }>(sql`
    select fecha::text as fecha from dia_festivo where fecha between ${from}::date and ${to}::date`)
  return new Set(rows.map(({ fecha }) => fecha))
}
