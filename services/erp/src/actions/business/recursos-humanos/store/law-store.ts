import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Whose law is looked up, and for which day. */
export interface LawQuestion {
  /** What the caller knows the person by, an Asociado or an Empleado. */
  readonly persona: string
  readonly fecha: string
  /** Of service, on that day; the first is 1. */
  readonly anio: number
  readonly registro: string
  readonly grupo: string | null
}

/** What the law and the company grant in that year of service, on that day; null where no catalog says it. */
export interface LawRow {
  readonly persona: string
  readonly registro_activo: boolean
  readonly registro_numero: string
  readonly registro_desde: string | null
  readonly zona: string
  readonly salario_minimo: string | null
  readonly uma: string | null
  readonly dias_vacaciones: string | null
  readonly prima_vacacional: string | null
  /** Of the benefits of the payroll group. */
  readonly tabla_aguinaldo: string | null
  readonly tabla_vacaciones: string | null
  readonly tabla_prima: string | null
}

export async function findLaw(
  tx: Tx,
  empresa: EmpresaId,
  questions: readonly LawQuestion[],
): Promise<ReadonlyMap<string, LawRow>> {
  const rows = await tx.query<LawRow>(
    sql`select n.persona::text as persona, r.activo as registro_activo, r.numero as registro_numero,
            r.fecha_alta::text as registro_desde, z.nombre as zona, m.importe::text as salario_minimo,
            u.valor::numeric(18, 2)::text as uma, v.dias::text as dias_vacaciones, v.prima_minima::text as prima_vacacional,
            y.dias_aguinaldo::text as tabla_aguinaldo, y.dias_vacaciones::text as tabla_vacaciones,
            y.prima_vacacional::text as tabla_prima
          from jsonb_to_recordset(${JSON.stringify(questions)}::jsonb)
            as n(persona int8, fecha date, anio int4, registro int8, grupo int8)
          join registro_patronal r on r.empresa_id = ${empresa}::int8 and r.id = n.registro
          join zona_salarial z on z.id = r.zona
          left join lateral (
            select x.importe from salario_minimo x where x.zona = r.zona and x.inicio_vigencia <= n.fecha
              and (x.fin_vigencia is null or x.fin_vigencia >= n.fecha)
            order by x.inicio_vigencia desc, x.id desc limit 1) m on true
          left join lateral (
            select x.valor from valor_indicador x join indicador_economico i on i.id = x.indicador
            where i.clave = 'UMA' and x.fecha <= n.fecha order by x.fecha desc, x.id desc limit 1) u on true
          left join lateral (
            select x.dias, x.prima_minima from vacacion_lft x where x.anio_servicio <= n.anio and x.inicio_vigencia <= n.fecha
            order by x.inicio_vigencia desc, x.anio_servicio desc limit 1) v on true
          left join grupo_nomina g on g.empresa_id = ${empresa}::int8 and g.id = n.grupo
          left join lateral (
            select x.* from tabla_prestaciones_anio x
            where x.empresa_id = ${empresa}::int8 and x.tabla = g.tabla_prestaciones and x.antiguedad <= n.anio
            order by x.antiguedad desc, x.id desc limit 1) y on true`,
  )
  return new Map(rows.map((row) => [row.persona, row]))
}
