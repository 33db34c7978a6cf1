import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EmpresaId } from '../../../../store/tenant-database.ts'

/** A locked Asociado. */
export interface PersonRow {
  readonly id: string
  readonly nombre: string
  readonly apellidos: string
  readonly rfc: string | null
  readonly curp: string | null
  readonly nss: string | null
  readonly fecha_ingreso: string | null
  readonly es_empleado: boolean
  readonly puesto: string | null
  /** Of the branch of the department. */
  readonly registro_patronal: string | null
}

/** A locked Empleado who has not left. */
export interface EmployeeRow {
  readonly id: string
  readonly asociado: string
  readonly numero: string
  readonly fecha_alta: string
  readonly registro_patronal: string | null
  readonly grupo_nomina: string | null
  readonly tipo_contrato: string | null
  readonly regimen: string | null
  readonly jornada: string | null
  readonly salario_diario: string | null
  /** Has a contract that holds, or was reported to the IMSS. */
  readonly contratado: boolean
}

/** Locks the people in the order of their ids, so that two batches cannot deadlock. */
export async function lockPeople(
  tx: Tx,
  empresa: EmpresaId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const rows = await tx.query<PersonRow>(
    sql`select a.id::text as id, a.nombre, a.apellidos, a.rfc, a.curp, a.nss, a.fecha_ingreso::text as fecha_ingreso,
            a.es_empleado, a.puesto::text as puesto, s.registro_patronal::text as registro_patronal
          from asociado a
          left join puesto p on p.empresa_id = ${empresa}::int8 and p.id = a.puesto
          left join departamento d on d.empresa_id = ${empresa}::int8 and d.id = coalesce(a.departamento, p.departamento)
          left join sucursal s on s.empresa_id = ${empresa}::int8 and s.id = d.sucursal
          where a.empresa_id = ${empresa}::int8 and a.id = any(${ids}::int8[])
          order by a.id for no key update of a`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Locks the Empleado of these people who have not left, by person in the order of their ids. */
export async function lockEmployees(
  tx: Tx,
  empresa: EmpresaId,
  people: readonly string[],
): Promise<ReadonlyMap<string, readonly EmployeeRow[]>> {
  const rows = await tx.query<EmployeeRow>(
    sql`select e.id::text as id, e.asociado::text as asociado, e.numero, e.fecha_alta::text as fecha_alta,
            e.registro_patronal::text as registro_patronal, e.grupo_nomina::text as grupo_nomina,
            e.tipo_contrato::text as tipo_contrato, e.regimen::text as regimen, e.jornada::text as jornada,
            e.salario_diario::text as salario_diario,
            exists (select from contrato_laboral c where c.empresa_id = ${empresa}::int8 and c.empleado = e.id
              and c.estado in ('borrador', 'firmado'))
            or exists (select from movimiento_afiliatorio m join tipo_movimiento_imss t on t.id = m.tipo
              where m.empresa_id = ${empresa}::int8 and m.empleado = e.id and t.clave = '08'
                and m.estado <> 'rechazado') as contratado
          from empleado e
          where e.empresa_id = ${empresa}::int8 and e.asociado = any(${people}::int8[]) and e.estado <> 'baja'
          order by e.id for no key update of e`,
  )
  return Map.groupBy(rows, ({ asociado }) => asociado)
}

/** Ids of what holds where nothing is said, and codes of what was said. */
export interface Defaults {
  readonly tipo_contrato: string | null
  readonly regimen: string | null
  readonly jornada: string | null
  readonly tipo_movimiento: string | null
  readonly tipo_salario: string | null
  readonly jornada_reducida: string | null
  readonly permanente: string | null
  readonly eventual: string | null
  /** The company's only active one. */
  readonly registro_patronal: string | null
  /** Codes of contracts by id. */
  readonly contratos: Readonly<Record<string, string>>
  /** Codes of kinds of salary by id. */
  readonly salarios: Readonly<Record<string, string>>
}

export async function findDefaults(tx: Tx, empresa: EmpresaId): Promise<Defaults> {
  const [row] = await tx.query<Defaults>(
    sql`select (select id::text from tipo_contrato where clave = '01') as tipo_contrato,
            (select id::text from tipo_regimen_nomina where clave = '02') as regimen,
            (select id::text from tipo_jornada where clave = '01') as jornada,
            (select id::text from tipo_movimiento_imss where clave = '08') as tipo_movimiento,
            (select id::text from tipo_salario_imss where clave = '0') as tipo_salario,
            (select id::text from jornada_reducida_imss where clave = '0') as jornada_reducida,
            (select id::text from tipo_trabajador_imss where clave = '1') as permanente,
            (select id::text from tipo_trabajador_imss where clave = '2') as eventual,
            (select case when count(*) = 1 then min(id)::text end from registro_patronal
              where empresa_id = ${empresa}::int8 and activo) as registro_patronal,
            (select coalesce(json_object_agg(id, clave), '{}') from tipo_contrato) as contratos,
            (select coalesce(json_object_agg(id, clave), '{}') from tipo_salario_imss) as salarios`,
  )
  if (row === undefined) throw new Error('a statement without a condition returned no row')
  return row
}

/** Those of the numbers and folios that a record has already, typed by hand. */
export async function takenTexts(
  tx: Tx,
  empresa: EmpresaId,
  wanted: { readonly numeros: readonly string[]; readonly folios: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ texto: string }>(
    sql`select numero as texto from empleado where empresa_id = ${empresa}::int8 and numero = any(${wanted.numeros}::text[])
          union all
          select folio from contrato_laboral where empresa_id = ${empresa}::int8 and folio = any(${wanted.folios}::text[])`,
  )
  return new Set(rows.map(({ texto }) => texto))
}
