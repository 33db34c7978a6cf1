import type { ErrorEntry } from '../../../../errors.ts'
import { parseCurp } from '../../../../fiscal/curp.ts'
import { isNss } from '../../../../fiscal/nss.ts'
import { parseRfc } from '../../../../fiscal/rfc.ts'
import {
  BEFORE_REGISTRATION,
  BELOW_MINIMUM_WAGE,
  ENDS_BEFORE_FIRST_DAY,
  FIXED_SALARY_WITH_VARIABLE,
  FIXED_TERM_WITHOUT_END,
  LAW_SAYS_NOTHING,
  NO_POSITION,
  NO_REGISTRATION,
  NUMBER_OF_NO_PERSON,
  OPEN_TERM_WITH_END,
  PERSON_LACKS_NUMBER,
  PROBATION_AT_MOST,
  PROBATION_WITHOUT_DAYS,
  REGISTRATION_INACTIVE,
  REPORTED_LATE,
  SALARY_REQUIRED,
  TOO_YOUNG,
  VARIABLE_BELOW_ZERO,
  VARIABLE_REQUIRED,
} from '../../../../messages/hiring.ts'
import { cents } from '../../cents.ts'
import type { PersonRow } from '../store/hire-store.ts'
import type { LawRow } from '../store/law-store.ts'
import { workingDays } from './calendar.ts'
import type { KnownLaw } from './integrated-salary.ts'
import { yearsBetween } from './service-years.ts'
import { wrong } from './wrong.ts'

/** What a person is hired with; what is null was neither sent nor follows from anything. */
export interface HireTerms {
  readonly fechaAlta: string
  readonly salarioDiario: string | null
  readonly salarioVariable: string | null
  readonly registroPatronal: string | null
  readonly puesto: string | null
  readonly tipoContrato: string | null
  /** Its code. */
  readonly contrato: string
  readonly fechaFin: string | null
  readonly diasPrueba: string | null
  readonly tipoSalario: string | null
  /** Its code. */
  readonly salario: string
  readonly grupoNomina: string | null
  readonly regimen: string | null
  readonly jornada: string | null
}

const OPEN_ENDED = '01'
const FIXED_TERM = '03'
const PROBATION = '05'
const FIXED_SALARY = '0'
/** @source Ley Federal del Trabajo, artículo 22 */
const LEAST_AGE = 15
/** @source Ley Federal del Trabajo, artículo 39-A, of directors and specialists */
const MAX_PROBATION_DAYS = 180

/** What is wrong with who is to be hired: numbers that the IMSS and the SAT will ask for, and his age. */
export function personProblems(person: PersonRow, fechaAlta: string): readonly ErrorEntry[] {
  const { id, rfc, curp, nss } = person
  return [
    ...numberProblems('rfc', rfc, { id, isRight: (text) => parseRfc(text)?.kind === 'persona' }),
    ...numberProblems('curp', curp, { id, isRight: (text) => parseCurp(text) !== undefined }),
    ...numberProblems('nss', nss, { id, isRight: isNss }),
    ...ageProblems(curp, fechaAlta),
  ]
}

function numberProblems(
  field: 'rfc' | 'curp' | 'nss',
  text: string | null,
  { id, isRight }: { readonly id: string; readonly isRight: (text: string) => boolean },
): readonly ErrorEntry[] {
  if (text === null || text === '') return [wrong(field, PERSON_LACKS_NUMBER({ field, id }))]
  return isRight(text) ? [] : [wrong(field, NUMBER_OF_NO_PERSON({ field, id, value: text }))]
}

function ageProblems(curp: string | null, fechaAlta: string): readonly ErrorEntry[] {
  const birth = curp === null || parseCurp(curp) === undefined ? null : birthOf(curp)
  if (birth === null || yearsBetween(birth, fechaAlta) >= LEAST_AGE) return []
  return [wrong('curp', TOO_YOUNG({ birth, age: LEAST_AGE, day: fechaAlta }))]
}

/** The day of birth: the homonym character is a digit for those born before 2000. */
function birthOf(curp: string): string {
  const century = /\d/.test(curp.charAt(16)) ? '19' : '20'
  return `${century}${curp.slice(4, 6)}-${curp.slice(6, 8)}-${curp.slice(8, 10)}`
}

/** What is wrong with the terms by themselves. */
export function termProblems(terms: HireTerms): readonly ErrorEntry[] {
  const { salarioDiario, registroPatronal, puesto } = terms
  return [
    ...(salarioDiario === null ? [wrong('salario_diario', SALARY_REQUIRED())] : []),
    ...(registroPatronal === null ? [wrong('registro_patronal', NO_REGISTRATION())] : []),
    ...(puesto === null ? [wrong('puesto', NO_POSITION())] : []),
    ...contractProblems(terms),
    ...variableProblems(terms),
  ]
}

function contractProblems(terms: HireTerms): readonly ErrorEntry[] {
  const { contrato, fechaAlta, fechaFin, diasPrueba } = terms
  const problems: ErrorEntry[] = []
  if (contrato === FIXED_TERM && fechaFin === null) {
    problems.push(wrong('fecha_fin', FIXED_TERM_WITHOUT_END()))
  }
  if (contrato === OPEN_ENDED && fechaFin !== null) {
    problems.push(wrong('fecha_fin', OPEN_TERM_WITH_END()))
  }
  if (fechaFin !== null && fechaFin < fechaAlta) {
    problems.push(wrong('fecha_fin', ENDS_BEFORE_FIRST_DAY({ end: fechaFin, start: fechaAlta })))
  }
  if (contrato === PROBATION && diasPrueba === null) {
    problems.push(wrong('dias_prueba', PROBATION_WITHOUT_DAYS()))
  }
  if (diasPrueba !== null && (Number(diasPrueba) < 1 || Number(diasPrueba) > MAX_PROBATION_DAYS)) {
    const message = PROBATION_AT_MOST({ most: MAX_PROBATION_DAYS, days: diasPrueba })
    problems.push(wrong('dias_prueba', message))
  }
  return problems
}

/** What varies goes with the kind of wage. */
export function variableProblems({
  salario,
  salarioVariable,
}: Pick<HireTerms, 'salario' | 'salarioVariable'>): readonly ErrorEntry[] {
  if (salarioVariable !== null && cents(salarioVariable) < 0n) {
    return [wrong('salario_variable', VARIABLE_BELOW_ZERO())]
  }
  if (salario === FIXED_SALARY && salarioVariable !== null) {
    return [wrong('salario_variable', FIXED_SALARY_WITH_VARIABLE())]
  }
  return salario !== FIXED_SALARY && salarioVariable === null
    ? [wrong('salario_variable', VARIABLE_REQUIRED())]
    : []
}

/** The law where its catalogs say all of it. */
export function knownLaw(law: LawRow): KnownLaw | null {
  const { uma, dias_vacaciones: days, prima_vacacional: premium } = law
  return uma === null || days === null || premium === null
    ? null
    : { ...law, uma, dias_vacaciones: days, prima_vacacional: premium }
}

type WageTerms = Pick<HireTerms, 'fechaAlta' | 'salarioDiario' | 'salarioVariable'>

/** What the law and the employer's registration say against the terms. */
export function lawProblems(terms: WageTerms, law: LawRow): readonly ErrorEntry[] {
  const { fechaAlta } = terms
  if (!law.registro_activo) {
    const message = REGISTRATION_INACTIVE({ number: law.registro_numero })
    return [wrong('registro_patronal', message)]
  }
  if (law.registro_desde !== null && fechaAlta < law.registro_desde) {
    const { registro_numero: number, registro_desde: since } = law
    return [wrong('fecha_alta', BEFORE_REGISTRATION({ number, day: fechaAlta, since }))]
  }
  if (law.salario_minimo === null || knownLaw(law) === null) {
    const message = LAW_SAYS_NOTHING({ zone: law.zona, day: fechaAlta })
    return [{ code: 'CONFIGURATION_INCOMPLETE', message }]
  }
  return salaryProblems(terms, law.salario_minimo, law.zona)
}

function salaryProblems(
  { salarioDiario, salarioVariable, fechaAlta }: WageTerms,
  least: string,
  zone: string,
): readonly ErrorEntry[] {
  // That it is missing is told already.
  if (salarioDiario === null) return []
  const daily = cents(salarioDiario)
  if (daily >= 0n && daily + cents(salarioVariable ?? '0') >= cents(least)) return []
  const message = BELOW_MINIMUM_WAGE({ zone, day: fechaAlta, salary: salarioDiario, least })
  return [wrong('salario_diario', message)]
}

/** @source Ley del Seguro Social, artículos 15, I and 34, I: within five working days. */
export const REPORT_DAYS = 5

/** Whether the IMSS is told of a day later than the law wants. */
export function isLate(day: string, today: string): boolean {
  return workingDays(day, today) > REPORT_DAYS
}

/** A remark when the IMSS hears of it later than the law wants. */
export function lateness(fechaAlta: string, today: string): readonly ErrorEntry[] {
  if (!isLate(fechaAlta, today)) return []
  return [wrong('fecha_alta', REPORTED_LATE({ day: fechaAlta, days: REPORT_DAYS }))]
}
