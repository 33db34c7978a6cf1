import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'
import type { OfPeople } from './run-store.ts'

/** Days on which somebody is away in a period. */
export interface LeaveRow {
  readonly empleado: string
  readonly clase: 'vacaciones' | 'ausencia' | 'incapacidad'
  readonly folio: string
  /** Calendar days of it in the period. */
  readonly dias_periodo: number
  /** Of the whole of it. */
  readonly dias: string
  /** It begins in the period. */
  readonly empieza: boolean
  /** Of holidays: what the years of service give, `0.25`; null: nothing says it. */
  readonly prima: string | null
}

/** Holidays and absences without pay that are authorized, and incapacities, in the order of kinds and folios. */
export async function findLeaves(
  tx: Tx,
  empresa: EmpresaId,
  { people, fecha_inicio, fecha_fin }: OfPeople,
): Promise<readonly LeaveRow[]> {
  return await tx.query<LeaveRow>(
    sql`with away as materialized (
            select v.empleado, 'vacaciones' as clase, v.folio, v.fecha_inicio, v.fecha_fin, v.dias
            from solicitud_vacaciones v
            where v.empresa_id = ${empresa}::int8 and v.empleado = any(${people}::int8[])
              and v.estado in ('autorizada', 'disfrutada')
            union all
            select s.empleado, 'ausencia', s.folio, s.fecha_inicio, s.fecha_fin, s.dias
            from solicitud_ausencia s
            join tipo_ausencia t on t.empresa_id = ${empresa}::int8 and t.id = s.tipo and not coalesce(t.con_goce, false)
            where s.empresa_id = ${empresa}::int8 and s.empleado = any(${people}::int8[])
              and s.estado in ('autorizada', 'aplicada')
            union all
            select i.empleado, 'incapacidad', i.folio, i.fecha_inicio, i.fecha_fin, i.dias
            from incapacidad i
            where i.empresa_id = ${empresa}::int8 and i.empleado = any(${people}::int8[])
              and i.estado in ('registrada', 'aplicada')
          )
          select a.empleado::text as empleado, a.clase, a.folio, a.dias::text as dias,
            (least(a.fecha_fin, ${fecha_fin}::date) - greatest(a.fecha_inicio, ${fecha_inicio}::date) + 1)::int
              as dias_periodo,
            a.fecha_inicio >= ${fecha_inicio}::date as empieza,
            case when a.clase = 'vacaciones' then (
              select y.prima_vacacional::text
              from empleado e
              join grupo_nomina g on g.empresa_id = ${empresa}::int8 and g.id = e.grupo_nomina
              join tabla_prestaciones_anio y on y.empresa_id = ${empresa}::int8 and y.tabla = g.tabla_prestaciones
              where e.empresa_id = ${empresa}::int8 and e.id = a.empleado
                and y.antiguedad <= greatest(1, extract(year from age(a.fecha_inicio, e.fecha_alta)))
              order by y.antiguedad desc limit 1) end as prima
          from away a
          where a.fecha_inicio <= ${fecha_fin}::date and a.fecha_fin >= ${fecha_inicio}::date
          order by 2, 3`,
  )
}
