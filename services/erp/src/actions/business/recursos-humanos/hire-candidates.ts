import type { ErrorEntry } from '../../../errors.ts'
import { HIRED_ALREADY, NO_SUCH_PERSON } from '../../../messages/hiring.ts'
import type { ActionInputs } from '../../../query/action-request.ts'
import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { knownLaw, type HireTerms } from './decisions/hire-problems.ts'
import { integratedSalary } from './decisions/integrated-salary.ts'
import type { HireNumbers } from './effects/hire-numbers.ts'
import type { Hire } from './effects/write-hires.ts'
import { inputText } from './hire-inputs.ts'
import type { Defaults, EmployeeRow, PersonRow } from './store/hire-store.ts'
import type { LawQuestion, LawRow } from './store/law-store.ts'

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
    return { code: 'NOT_FOUND', message: NO_SUCH_PERSON({ id }) }
  }
  const hired = own.find(({ contratado }) => contratado)
  if (hired !== undefined) {
    return { code: 'INVALID_STATE', message: HIRED_ALREADY({ id, number: hired.numero }) }
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
  const [registro, grupo] = [registroPatronal, grupoNomina]
  return [{ persona: person.id, fecha: fechaAlta, anio: 1, registro, grupo }]
}

/** What is written for a candidate of whom nothing is wrong. */
export function hireOf(
  inputs: ActionInputs,
  { person, employee, terms }: Candidate,
  details: { readonly defaults: Defaults; readonly law: LawRow; readonly numbers: HireNumbers },
): Hire {
  const salarioDiario = known(terms.salarioDiario)
  const salary = integratedSalary(
    known(knownLaw(details.law)),
    salarioDiario,
    terms.salarioVariable,
  )
  const common = {
    registro_patronal: known(terms.registroPatronal),
    salario_diario: amountText(cents(salarioDiario)),
    salario_base_cotizacion: salary.salarioBase,
  }
  const { registro_patronal, salario_diario, salario_base_cotizacion } = common
  const { fechaAlta, regimen, jornada, tipoSalario } = terms
  const puesto = known(terms.puesto)
  const tipo_contrato = known(terms.tipoContrato)
  return {
    person,
    puesto,
    employee,
    numbers: details.numbers,
    empleado: {
      ...common,
      grupo_nomina: terms.grupoNomina,
      tipo_contrato,
      regimen,
      jornada,
      fecha_alta: fechaAlta,
      estado: 'activo',
    },
    contrato: contractOf(inputs, terms, { tipo_contrato, puesto, jornada, salario_diario }),
    salario: {
      fecha_efectiva: fechaAlta,
      salario_diario,
      factor_integracion: salary.factor,
      parte_fija: salary.parteFija,
      parte_variable: salary.parteVariable,
      salario_base_cotizacion,
      tipo_salario: tipoSalario,
      motivo: 'ingreso',
    },
    movimiento: {
      registro_patronal,
      salario_base_cotizacion,
      ...movementOf(inputs, terms, details.defaults),
    },
  }
}

/** It is still to be signed. */
function contractOf(
  inputs: ActionInputs,
  { fechaAlta, fechaFin, diasPrueba }: HireTerms,
  common: Pick<Hire['contrato'], 'tipo_contrato' | 'puesto' | 'jornada' | 'salario_diario'>,
): Hire['contrato'] {
  return {
    ...common,
    fecha_inicio: fechaAlta,
    fecha_fin: fechaFin,
    dias_prueba: diasPrueba === null ? null : Number(diasPrueba),
    lugar_trabajo: inputText(inputs, 'lugar_trabajo'),
    estado: 'borrador',
  }
}

/** It waits for a batch to the IMSS. */
function movementOf(
  inputs: ActionInputs,
  { fechaAlta, fechaFin, tipoSalario }: HireTerms,
  defaults: Defaults,
) {
  const sent = (name: string) => inputText(inputs, name)
  return {
    tipo: known(defaults.tipo_movimiento),
    fecha_movimiento: fechaAlta,
    tipo_trabajador:
      sent('tipo_trabajador') ?? (fechaFin === null ? defaults.permanente : defaults.eventual),
    tipo_salario: tipoSalario,
    jornada: sent('jornada_reducida') ?? defaults.jornada_reducida,
    unidad_medica: sent('unidad_medica'),
    estado: 'pendiente' as const,
  }
}

/** What was checked before, or what no installation lacks. */
function known<T>(value: T | null): T {
  if (value === null) throw new Error('a person was to be hired without something that was checked')
  return value
}
