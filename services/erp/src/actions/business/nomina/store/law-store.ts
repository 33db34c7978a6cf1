import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { LawRows } from './law-rows.ts'

/**
 * The law's tables of some years, in one statement of about a thousand small rows. What holds for longer than a year is
 * there whole.
 * @param years the first and the last; the UMA of the year before, which holds in January, comes with them
 */
export async function readLawRows(
  tx: Tx,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<LawRows> {
  const [row] = await tx.query<LawRows>(sql`
    select
      (select coalesce(json_agg(json_build_object('indicador', i.clave, 'fecha', v.fecha, 'valor', v.valor::text)
          order by i.clave, v.fecha), '[]')
        from valor_indicador v join indicador_economico i on i.id = v.indicador and i.clave in ('UMA', 'UMI')
        where extract(year from v.fecha) between ${from}::int4 - 1 and ${to}::int4) as indicators,
      (select coalesce(json_agg(clave order by clave), '[]') from zona_salarial where coalesce(activo, true)) as zones,
      (select coalesce(json_agg(json_build_object('zona', z.clave, 'importe', m.importe::text, 'desde', m.inicio_vigencia,
          'hasta', m.fin_vigencia) order by z.clave, m.inicio_vigencia), '[]')
        from salario_minimo m join zona_salarial z on z.id = m.zona
        where extract(year from m.inicio_vigencia) between ${from}::int4 and ${to}::int4) as wages,
      (select coalesce(json_agg(json_build_object('ejercicio', t.ejercicio, 'periodicidad', p.clave, 'fundamento', t.fundamento,
          'renglones', (select coalesce(json_agg(json_build_object('inferior', r.limite_inferior::text,
              'superior', r.limite_superior::text, 'cuota', r.cuota_fija::text, 'tasa', r.porcentaje_excedente::text)
              order by r.limite_inferior), '[]') from renglon_tarifa_isr r where r.tarifa = t.id))
          order by t.ejercicio, p.clave), '[]')
        from tarifa_isr t join periodicidad_pago p on p.id = t.periodicidad
        where t.ejercicio between ${from}::int8 and ${to}::int8) as tariffs,
      (select coalesce(json_agg(json_build_object('ejercicio', s.ejercicio, 'periodicidad', p.clave,
          'tope', s.ingreso_maximo::text, 'parte', s.porcentaje_uma::text, 'parte_enero', s.porcentaje_enero::text,
          'fundamento', s.fundamento) order by s.ejercicio, p.clave, s.ingreso_maximo), '[]')
        from subsidio_empleo s join periodicidad_pago p on p.id = s.periodicidad
        where s.ejercicio between ${from}::int8 and ${to}::int8) as subsidies,
      (select coalesce(json_agg(json_build_object('ejercicio', q.ejercicio, 'ramo', r.clave, 'patron', q.cuota_patron::text,
          'trabajador', q.cuota_trabajador::text, 'tope', q.base_tope_uma::text, 'fundamento', q.fundamento)
          order by q.ejercicio, r.clave), '[]')
        from cuota_imss q join ramo_seguro_imss r on r.id = q.ramo
        where q.ejercicio between ${from}::int8 and ${to}::int8) as quotas,
      (select coalesce(json_agg(json_build_object('ejercicio', c.ejercicio, 'desde_uma', c.uma_minima::text,
          'hasta_uma', c.uma_maxima::text, 'de_salario_minimo', coalesce(c.de_salario_minimo, false),
          'patron', c.cuota_patron::text)
          order by c.ejercicio, coalesce(c.de_salario_minimo, false) desc, c.uma_minima), '[]')
        from cuota_cesantia c where c.ejercicio between ${from}::int8 and ${to}::int8) as "oldAge",
      (select coalesce(json_agg(json_build_object('desde', inicio_vigencia, 'anio', anio_servicio, 'dias', dias,
          'prima', prima_minima::text) order by inicio_vigencia, anio_servicio), '[]') from vacacion_lft) as vacations,
      (select coalesce(json_agg(json_build_object('fecha', fecha, 'nombre', nombre) order by fecha), '[]')
        from dia_festivo where extract(year from fecha) between ${from}::int4 and ${to}::int4) as holidays,
      (select coalesce(json_agg(json_build_object('tipo', t.clave, 'unidad', e.unidad, 'tope', e.tope::text,
          'fundamento', e.fundamento, 'desde', e.inicio_vigencia, 'hasta', e.fin_vigencia)
          order by t.clave, e.unidad, e.inicio_vigencia nulls first, e.id), '[]')
        from regla_exencion_percepcion e join tipo_percepcion t on t.id = e.tipo_percepcion) as exemptions,
      (select coalesce(json_agg(json_build_object('tipo', t.clave, 'integra', n.integra, 'tope', n.tope_porcentaje::text,
          'unidad', n.unidad_tope, 'fundamento', n.fundamento, 'desde', n.inicio_vigencia, 'hasta', n.fin_vigencia)
          order by t.clave, n.inicio_vigencia nulls first, n.id), '[]')
        from regla_integracion_percepcion n join tipo_percepcion t on t.id = n.tipo_percepcion) as integrations,
      (select coalesce(json_agg(json_build_object('ejercicio', x.ejercicio, 'estado', e.clave, 'tasa', x.tasa::text,
          'base_exenta', x.base_exenta::text, 'ley', x.ley) order by x.ejercicio, e.clave), '[]')
        from impuesto_nomina_estatal x join estado e on e.id = x.estado
        where x.ejercicio between ${from}::int8 and ${to}::int8) as "stateTaxes",
      (select coalesce(json_agg(json_build_object('municipio', concat_ws('|', e.clave, m.clave), 'zona', z.clave,
          'desde', x.inicio_vigencia, 'hasta', x.fin_vigencia) order by e.clave, m.clave, x.inicio_vigencia), '[]')
        from zona_salarial_municipio x join municipio m on m.id = x.municipio join estado e on e.id = m.estado
          join zona_salarial z on z.id = x.zona) as municipalities`)
  if (row === undefined) throw new Error('a statement without a condition returned no row')
  return row
}
