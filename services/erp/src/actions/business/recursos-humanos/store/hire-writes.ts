import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** Everything that is written for one person. Ids and amounts as text. */
export interface HireRow {
  readonly asociado: string
  readonly empleado: string
  readonly numero: string
  /** Whether the Empleado is there already. */
  readonly existe: boolean
  readonly fecha_alta: string
  readonly registro_patronal: string
  readonly grupo_nomina: string | null
  readonly puesto: string
  readonly tipo_contrato: string
  readonly regimen: string | null
  readonly jornada: string | null
  readonly salario_diario: string
  readonly salario_base: string
  readonly factor: string
  readonly parte_fija: string
  readonly parte_variable: string
  readonly contrato: string
  readonly folio: string
  readonly fecha_fin: string | null
  readonly dias_prueba: string | null
  readonly lugar_trabajo: string | null
  readonly historial: string
  readonly movimiento: string
  readonly tipo_movimiento: string
  readonly tipo_trabajador: string | null
  readonly tipo_salario: string | null
  readonly jornada_reducida: string | null
  readonly unidad_medica: string | null
}

interface Hires {
  readonly hires: readonly HireRow[]
  readonly now: string
}

/** Those of the numbers and folios that a record has already, typed by hand. */
export async function takenTexts(
  tx: Tx,
  empresa: EmpresaId,
  of: { readonly numeros: readonly string[]; readonly folios: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ texto: string }>(
    sql`select numero as texto from empleado where empresa_id = ${empresa}::int8 and numero = any(${of.numeros}::text[])
          union all
          select folio from contrato_laboral where empresa_id = ${empresa}::int8 and folio = any(${of.folios}::text[])`,
  )
  return new Set(rows.map(({ texto }) => texto))
}

/** The Empleado of each: a new one, or the one that is there, completed. */
export async function writeEmployees(
  tx: Tx,
  empresa: EmpresaId,
  { hires, now }: Hires,
): Promise<void> {
  const made = JSON.stringify(hires.filter(({ existe }) => !existe))
  const completed = JSON.stringify(hires.filter(({ existe }) => existe))
  await tx.execute(
    sql`insert into empleado (empresa_id, id, creado_en, modificado_en, numero, asociado, registro_patronal, grupo_nomina,
            tipo_contrato, regimen, jornada, fecha_alta, salario_diario, salario_base_cotizacion, estado)
          select ${empresa}::int8, n.empleado, ${now}::timestamptz, ${now}::timestamptz, n.numero, n.asociado,
            n.registro_patronal, n.grupo_nomina, n.tipo_contrato, n.regimen, n.jornada, n.fecha_alta, n.salario_diario,
            n.salario_base, 'activo'
          from jsonb_to_recordset(${made}::jsonb) as n(empleado int8, numero text, asociado int8, registro_patronal int8,
            grupo_nomina int8, tipo_contrato int8, regimen int8, jornada int8, fecha_alta date, salario_diario numeric,
            salario_base numeric)`,
  )
  await tx.execute(
    sql`update empleado e set registro_patronal = n.registro_patronal, grupo_nomina = n.grupo_nomina,
            tipo_contrato = n.tipo_contrato, regimen = n.regimen, jornada = n.jornada, fecha_alta = n.fecha_alta,
            salario_diario = n.salario_diario, salario_base_cotizacion = n.salario_base, estado = 'activo',
            modificado_en = ${now}::timestamptz, version = e.version + 1
          from jsonb_to_recordset(${completed}::jsonb) as n(empleado int8, registro_patronal int8, grupo_nomina int8,
            tipo_contrato int8, regimen int8, jornada int8, fecha_alta date, salario_diario numeric, salario_base numeric)
          where e.empresa_id = ${empresa}::int8 and e.id = n.empleado`,
  )
}

/** The person is an employee from now on, of this position; the first day is kept where one stands already. */
export async function markPeople(tx: Tx, empresa: EmpresaId, { hires, now }: Hires): Promise<void> {
  await tx.execute(
    sql`update asociado a set es_empleado = true, puesto = n.puesto,
            fecha_ingreso = coalesce(a.fecha_ingreso, n.fecha_alta), modificado_en = ${now}::timestamptz,
            version = a.version + 1
          from jsonb_to_recordset(${JSON.stringify(hires)}::jsonb) as n(asociado int8, puesto int8, fecha_alta date)
          where a.empresa_id = ${empresa}::int8 and a.id = n.asociado`,
  )
}

/** Contracts that are still to be signed. */
export async function insertContracts(
  tx: Tx,
  empresa: EmpresaId,
  { hires, now }: Hires,
): Promise<void> {
  await tx.execute(
    sql`insert into contrato_laboral (empresa_id, id, creado_en, modificado_en, folio, empleado, tipo_contrato, puesto,
            jornada, fecha_inicio, fecha_fin, dias_prueba, salario_diario, lugar_trabajo, estado)
          select ${empresa}::int8, n.contrato, ${now}::timestamptz, ${now}::timestamptz, n.folio, n.empleado,
            n.tipo_contrato, n.puesto, n.jornada, n.fecha_alta, n.fecha_fin, n.dias_prueba, n.salario_diario,
            n.lugar_trabajo, 'borrador'
          from jsonb_to_recordset(${JSON.stringify(hires)}::jsonb) as n(contrato int8, folio text, empleado int8,
            tipo_contrato int8, puesto int8, jornada int8, fecha_alta date, fecha_fin date, dias_prueba int8,
            salario_diario numeric, lugar_trabajo text)`,
  )
}

export async function insertSalaries(
  tx: Tx,
  empresa: EmpresaId,
  { hires, now }: Hires,
): Promise<void> {
  await tx.execute(
    sql`insert into historial_salario (empresa_id, id, creado_en, modificado_en, empleado, fecha_efectiva, salario_diario,
            factor_integracion, parte_fija, parte_variable, salario_base_cotizacion, tipo_salario, motivo)
          select ${empresa}::int8, n.historial, ${now}::timestamptz, ${now}::timestamptz, n.empleado, n.fecha_alta,
            n.salario_diario, n.factor, n.parte_fija, n.parte_variable, n.salario_base, n.tipo_salario, 'ingreso'
          from jsonb_to_recordset(${JSON.stringify(hires)}::jsonb) as n(historial int8, empleado int8, fecha_alta date,
            salario_diario numeric, factor numeric, parte_fija numeric, parte_variable numeric, salario_base numeric,
            tipo_salario int8)`,
  )
}

/** Movements that wait for a batch to the IMSS. */
export async function insertMovements(
  tx: Tx,
  empresa: EmpresaId,
  { hires, now }: Hires,
): Promise<void> {
  await tx.execute(
    sql`insert into movimiento_afiliatorio (empresa_id, id, creado_en, modificado_en, empleado, registro_patronal, tipo,
            fecha_movimiento, salario_base_cotizacion, tipo_trabajador, tipo_salario, jornada, unidad_medica, estado)
          select ${empresa}::int8, n.movimiento, ${now}::timestamptz, ${now}::timestamptz, n.empleado, n.registro_patronal,
            n.tipo_movimiento, n.fecha_alta, n.salario_base, n.tipo_trabajador, n.tipo_salario, n.jornada_reducida,
            n.unidad_medica, 'pendiente'
          from jsonb_to_recordset(${JSON.stringify(hires)}::jsonb) as n(movimiento int8, empleado int8,
            registro_patronal int8, tipo_movimiento int8, fecha_alta date, salario_base numeric, tipo_trabajador int8,
            tipo_salario int8, jornada_reducida int8, unidad_medica int8)`,
  )
}
