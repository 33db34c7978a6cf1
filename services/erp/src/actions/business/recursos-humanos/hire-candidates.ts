import type { ErrorEntry } from '../../../errors.ts'
import type { ActionInputs } from '../../../query/action-request.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { knownLaw, type HireTerms } from './decisions/hire-problems.ts'
import { integratedSalary } from './decisions/integrated-salary.ts'
import type { Hire } from './effects/hire-audit.ts'
import type { HireNumbers } from './effects/hire-numbers.ts'
import { inputText } from './hire-inputs.ts'
import type { Defaults, EmployeeRow, LawQuestion, LawRow, PersonRow } from './store/hire-store.ts'

/** A person who may be hired, with the terms that were sent or follow from what is there. */
export interface Candidate {
  readonly person: PersonRow
  /** Who waits to be completed: an Asociado that was made with `es_empleado` has one. */
  readonly employee: EmployeeRow | null
  readonly terms: HireTerms
}

interface Found {
  readonly id: string
  readonly person: PersonRow | undefined
  /** Those who have not left. */
  readonly own: readonly EmployeeRow[]
  readonly defaults: Defaults
}

/** A candidate, or why there is none. */
export function candidateOf(
  { inputs, moment }: Pick<ActionContext, 'inputs' | 'moment'>,
  { id, person, own, defaults }: Found,
): Candidate | ErrorEntry {
  if (person === undefined) {
    return { code: 'NOT_FOUND', message: `There is no Asociado with id ${id}.` }
  }
  const hired = own.find(({ contratado }) => contratado)
  if (hired !== undefined) {
    const message = `Asociado ${id} is hired already, as Empleado ${hired.numero}.`
    return { code: 'INVALID_STATE', message }
  }
  const employee = own[0] ?? null
  return { person, employee, terms: termsOf(inputs, { person, employee, defaults }, moment.today) }
}

function termsOf(
  inputs: ActionInputs,
  { person, employee, defaults }: Pick<Candidate, 'person' | 'employee'> & Pick<Found, 'defaults'>,
  today: string,
): HireTerms {
  const sent = (name: string) => inputText(inputs, name)
  const kept = (name: keyof EmployeeRow) => sent(name) ?? textOf(employee, name)
  const tipoContrato = kept('tipo_contrato') ?? defaults.tipo_contrato
  const tipoSalario = sent('tipo_salario') ?? defaults.tipo_salario
  const ownRegistration = kept('registro_patronal') ?? person.registro_patronal
  return {
    fechaAlta: kept('fecha_alta') ?? person.fecha_ingreso ?? today,
    salarioDiario: kept('salario_diario'),
    salarioVariable: sent('salario_variable'),
    registroPatronal: ownRegistration ?? defaults.registro_patronal,
    puesto: sent('puesto') ?? person.puesto,
    tipoContrato,
    contrato: codeOf(defaults.contratos, tipoContrato),
    fechaFin: sent('fecha_fin'),
    diasPrueba: sent('dias_prueba'),
    tipoSalario,
    salario: codeOf(defaults.salarios, tipoSalario),
    grupoNomina: kept('grupo_nomina'),
    regimen: kept('regimen') ?? defaults.regimen,
    jornada: kept('jornada') ?? defaults.jornada,
  }
}

function textOf(employee: EmployeeRow | null, name: keyof EmployeeRow): string | null {
  const value = employee?.[name] ?? null
  return value === null ? null : String(value)
}

function codeOf(codes: Readonly<Record<string, string>>, id: string | null): string {
  return id === null ? '' : (codes[id] ?? '')
}

/** What the law is asked about a candidate; nothing without a registration, whose zone decides. */
export function questionsOf({ person, terms }: Candidate): readonly LawQuestion[] {
  const { registroPatronal, fechaAlta, grupoNomina } = terms
  if (registroPatronal === null) return []
  return [{ asociado: person.id, fecha: fechaAlta, registro: registroPatronal, grupo: grupoNomina }]
}

/** What is written for a candidate of whom nothing is wrong. */
export function hireOf(
  inputs: ActionInputs,
  { person, employee, terms }: Candidate,
  of: { readonly defaults: Defaults; readonly law: LawRow; readonly numbers: HireNumbers },
): Hire {
  const { defaults, numbers } = of
  const salarioDiario = known(terms.salarioDiario)
  const salary = integratedSalary(known(knownLaw(of.law)), salarioDiario, terms.salarioVariable)
  const sent = (name: string) => inputText(inputs, name)
  const { audit, ...own } = numbers
  const row = {
    ...own,
    asociado: person.id,
    empleado: employee?.id ?? own.empleado,
    numero: employee?.numero ?? own.numero,
    existe: employee !== null,
    fecha_alta: terms.fechaAlta,
    registro_patronal: known(terms.registroPatronal),
    grupo_nomina: terms.grupoNomina,
    puesto: known(terms.puesto),
    tipo_contrato: known(terms.tipoContrato),
    regimen: terms.regimen,
    jornada: terms.jornada,
    salario_diario: amountText(cents(salarioDiario)),
    salario_base: salary.salarioBase,
    factor: salary.factor,
    parte_fija: salary.parteFija,
    parte_variable: salary.parteVariable,
    fecha_fin: terms.fechaFin,
    dias_prueba: terms.diasPrueba,
    lugar_trabajo: sent('lugar_trabajo'),
    tipo_movimiento: known(defaults.tipo_movimiento),
    tipo_trabajador:
      sent('tipo_trabajador') ??
      (terms.fechaFin === null ? defaults.permanente : defaults.eventual),
    tipo_salario: terms.tipoSalario,
    jornada_reducida: sent('jornada_reducida') ?? defaults.jornada_reducida,
    unidad_medica: sent('unidad_medica'),
  }
  return { row, person, employee, audit }
}

/** What was checked before, or what no installation lacks. */
function known<T>(value: T | null): T {
  if (value === null) throw new Error('a person was to be hired without something that was checked')
  return value
}
