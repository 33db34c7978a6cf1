import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A run with its period and its group; decimals are text. */
export interface RunRow {
  readonly id: string
  readonly folio: string
  /** The SAT's key of `TipoNomina`. */
  readonly tipo: 'O' | 'E'
  readonly fecha_pago: string
  readonly periodo: string
  readonly grupo: string
  readonly ejercicio: number
  readonly mes: number
  readonly fecha_inicio: string
  readonly fecha_fin: string
  readonly dias_pago: string
  readonly fin_mes: boolean
  readonly fin_bimestre: boolean
  /** How many periods of the group are counted in the month. */
  readonly periodos_mes: number
  /** None of the month comes before it. */
  readonly es_primero_mes: boolean
  /** The SAT's key of `PeriodicidadPago`. */
  readonly periodicidad: string
  readonly dias_base_mes: string | null
  readonly ajusta_isr_mensual: boolean
  readonly paga_septimo_dia: boolean
  readonly isr_pagos_anuales: 'articulo_96' | 'articulo_174' | null
  readonly redondeo: string | null
  /** Shares of the wage, of the group's benefits. */
  readonly porcentaje_despensa: string | null
  readonly porcentaje_fondo_ahorro: string | null
}

export async function findRuns(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await tx.query<RunRow>(
    sql`select n.id::text as id, n.folio, k.clave as tipo, n.fecha_pago::text as fecha_pago, p.id::text as periodo, g.id::text as grupo,
            p.ejercicio, p.mes_acumulacion as mes, p.fecha_inicio::text as fecha_inicio, p.fecha_fin::text as fecha_fin,
            p.dias_pago::text as dias_pago, coalesce(p.fin_mes, false) as fin_mes,
            coalesce(p.fin_bimestre, false) as fin_bimestre, s.clave as periodicidad,
            g.dias_base_mes::text as dias_base_mes, coalesce(g.ajusta_isr_mensual, false) as ajusta_isr_mensual,
            coalesce(g.paga_septimo_dia, false) as paga_septimo_dia,
            g.isr_pagos_anuales, g.redondeo::text as redondeo, t.porcentaje_despensa::text as porcentaje_despensa,
            t.porcentaje_fondo_ahorro::text as porcentaje_fondo_ahorro,
            (select count(*)::int from periodo_nomina o where o.empresa_id = ${empresa}::int8 and o.grupo = g.id
              and o.ejercicio = p.ejercicio and o.mes_acumulacion = p.mes_acumulacion) as periodos_mes,
            not exists (select from periodo_nomina o where o.empresa_id = ${empresa}::int8 and o.grupo = g.id
              and o.ejercicio = p.ejercicio and o.mes_acumulacion = p.mes_acumulacion and o.numero < p.numero)
              as es_primero_mes
          from nomina n
          join tipo_nomina k on k.id = n.tipo
          join periodo_nomina p on p.empresa_id = ${empresa}::int8 and p.id = n.periodo
          join grupo_nomina g on g.empresa_id = ${empresa}::int8 and g.id = p.grupo
          join tabla_prestaciones t on t.empresa_id = ${empresa}::int8 and t.id = g.tabla_prestaciones
          join periodicidad_pago s on s.id = g.periodicidad
          where n.empresa_id = ${empresa}::int8 and n.id = any(${ids}::int8[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Somebody whom a run pays. */
export interface PersonRow {
  readonly id: string
  readonly numero: string
  readonly nombre: string
  readonly fecha_alta: string
  readonly fecha_baja: string | null
  readonly tipo_jornada: string | null
  /** Of his registration; null: he has none. */
  readonly zona: string | null
  /** In the period: the mean by days where it changes in it. Null: no history says it, and neither does Empleado. */
  readonly salario_diario: string | null
  readonly salario_base_cotizacion: string | null
}

/** Who belongs to a group and was employed on some day of a period, by their numbers. */
export async function findPeople(
  tx: Tx,
  empresa: EmpresaId,
  { grupo, fecha_inicio, fecha_fin }: Pick<RunRow, 'grupo' | 'fecha_inicio' | 'fecha_fin'>,
): Promise<readonly PersonRow[]> {
  return await tx.query<PersonRow>(
    sql`select e.id::text as id, e.numero, concat_ws(' ', a.nombre, a.apellidos) as nombre,
            e.fecha_alta::text as fecha_alta, e.fecha_baja::text as fecha_baja, j.clave as tipo_jornada, z.clave as zona,
            coalesce(h.salario_diario, e.salario_diario)::text as salario_diario,
            coalesce(h.salario_base_cotizacion, e.salario_base_cotizacion)::text as salario_base_cotizacion
          from empleado e
          join asociado a on a.empresa_id = ${empresa}::int8 and a.id = e.asociado
          left join tipo_jornada j on j.id = e.jornada
          left join registro_patronal r on r.empresa_id = ${empresa}::int8 and r.id = e.registro_patronal
          left join zona_salarial z on z.id = r.zona
          left join lateral (
            select ${byDays(sql`t.salario_diario`)} as salario_diario,
              ${byDays(sql`t.salario_base_cotizacion`)} as salario_base_cotizacion
            from (
              select x.salario_diario, x.salario_base_cotizacion,
                least(coalesce(lead(x.fecha_efectiva) over (order by x.fecha_efectiva, x.id) - 1, ${fecha_fin}::date),
                  ${fecha_fin}::date, e.fecha_baja)
                - greatest(x.fecha_efectiva, ${fecha_inicio}::date, e.fecha_alta) + 1 as dias
              from historial_salario x
              where x.empresa_id = ${empresa}::int8 and x.empleado = e.id and x.fecha_efectiva <= ${fecha_fin}::date
                and not coalesce(x.cancelado, false)) t
            where t.dias > 0) h on true
          where e.empresa_id = ${empresa}::int8 and e.grupo_nomina = ${grupo}::int8
            and e.fecha_alta <= ${fecha_fin}::date
            and (e.fecha_baja is null or e.fecha_baja >= ${fecha_inicio}::date)
            and (e.estado is distinct from 'baja' or e.fecha_baja is not null)
          order by e.numero, e.id`,
  )
}

/** The mean by days of what changes in a period; what does not change keeps its cents. */
function byDays(value: Sql): Sql {
  return sql`case when min(${value}) = max(${value}) then min(${value})
    else round(sum(${value} * t.dias) / sum(t.dias), 6) end`
}

/** What somebody noted of a person for a period. */
export interface IncidentRow {
  readonly id: string
  readonly empleado: string
  readonly fecha: string
  readonly tipo: string
  readonly cantidad: string
  readonly unidad: 'dias' | 'horas' | 'importe'
  readonly importe: string | null
  readonly concepto: string
  /** It is a day of obligatory rest. LFT 74. */
  readonly es_festivo: boolean
}

/** Those that nobody cancelled, in the order of their ids. */
export async function findIncidents(
  tx: Tx,
  empresa: EmpresaId,
  { periodo }: Pick<RunRow, 'periodo'>,
): Promise<readonly IncidentRow[]> {
  return await tx.query<IncidentRow>(
    sql`select i.id::text as id, i.empleado::text as empleado, i.fecha::text as fecha, i.tipo,
            i.cantidad::text as cantidad, i.unidad, i.importe::text as importe, i.concepto::text as concepto,
            exists (select from dia_festivo f where f.fecha = i.fecha) as es_festivo
          from incidencia_nomina i
          where i.empresa_id = ${empresa}::int8 and i.periodo = ${periodo}::int8
            and i.estado is distinct from 'cancelada'
          order by i.id`,
  )
}

/** What a person has in each period until it ends. */
export interface FixedRow {
  readonly empleado: string
  readonly concepto: string
  readonly modalidad: 'importe' | 'porcentaje' | 'dias' | 'horas'
  readonly valor: string
  readonly frecuencia: 'cada_periodo' | 'primer_periodo_mes' | 'ultimo_periodo_mes'
  readonly limite_total: string | null
  readonly acumulado: string | null
}

export async function findFixed(
  tx: Tx,
  empresa: EmpresaId,
  { people, fecha_inicio, fecha_fin }: OfPeople,
): Promise<readonly FixedRow[]> {
  return await tx.query<FixedRow>(
    sql`select f.empleado::text as empleado, f.concepto::text as concepto, f.modalidad, f.valor::text as valor,
            f.frecuencia, f.limite_total::text as limite_total, f.acumulado::text as acumulado
          from concepto_fijo_empleado f
          where f.empresa_id = ${empresa}::int8 and f.empleado = any(${people}::int8[]) and coalesce(f.activo, true)
            and f.fecha_inicio <= ${fecha_fin}::date
            and (f.fecha_fin is null or f.fecha_fin >= ${fecha_inicio}::date)
          order by f.id`,
  )
}

export interface OfPeople extends Pick<RunRow, 'fecha_inicio' | 'fecha_fin'> {
  readonly people: readonly string[]
}
