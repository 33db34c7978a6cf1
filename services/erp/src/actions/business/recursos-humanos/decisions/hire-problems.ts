import type { ErrorEntry } from '../../../../errors.ts'
import { parseCurp } from '../../../../fiscal/curp.ts'
import { isNss } from '../../../../fiscal/nss.ts'
import { parseRfc } from '../../../../fiscal/rfc.ts'
import { cents } from '../../cents.ts'
import type { LawRow, PersonRow } from '../store/hire-store.ts'
import type { KnownLaw } from './integrated-salary.ts'

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

function wrong(field: string, message: string): ErrorEntry {
  return { code: 'VALIDATION', field, message: `${field}: ${message}` }
}

/** What is wrong with who is to be hired: numbers that the IMSS and the SAT will ask for, and his age. */
export function personProblems(person: PersonRow, fechaAlta: string): readonly ErrorEntry[] {
  const { id, rfc, curp, nss } = person
  const who = `Asociado ${id}`
  return [
    ...numberProblems('rfc', rfc, { who, isRight: (text) => parseRfc(text)?.kind === 'persona' }),
    ...numberProblems('curp', curp, { who, isRight: (text) => parseCurp(text) !== undefined }),
    ...numberProblems('nss', nss, { who, isRight: isNss }),
    ...ageProblems(curp, fechaAlta),
  ]
}

function numberProblems(
  field: 'rfc' | 'curp' | 'nss',
  text: string | null,
  { who, isRight }: { readonly who: string; readonly isRight: (text: string) => boolean },
): readonly ErrorEntry[] {
  if (text === null || text === '') return [wrong(field, `${who} has none; an employee needs it.`)]
  if (isRight(text)) return []
  const message = `${text} of ${who} is none of a person: its form, its date or its check digit is wrong.`
  return [wrong(field, message)]
}

function ageProblems(curp: string | null, fechaAlta: string): readonly ErrorEntry[] {
  const birth = curp === null || parseCurp(curp) === undefined ? null : birthOf(curp)
  if (birth === null || yearsBetween(birth, fechaAlta) >= LEAST_AGE) return []
  const message = `born on ${birth}, not yet ${LEAST_AGE} on ${fechaAlta}; the law allows no such work (LFT 22).`
  return [wrong('curp', message)]
}

/** The day of birth: the homonym character is a digit for those born before 2000. */
function birthOf(curp: string): string {
  const century = /\d/.test(curp.charAt(16)) ? '19' : '20'
  return `${century}${curp.slice(4, 6)}-${curp.slice(6, 8)}-${curp.slice(8, 10)}`
}

function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** What is wrong with the terms by themselves. */
export function termProblems(terms: HireTerms): readonly ErrorEntry[] {
  const { salarioDiario, registroPatronal, puesto } = terms
  return [
    ...(salarioDiario === null ? [wrong('salario_diario', 'it is required.')] : []),
    ...(registroPatronal === null
      ? [wrong('registro_patronal', 'the company has none that follows; it is required.')]
      : []),
    ...(puesto === null
      ? [wrong('puesto', 'the Asociado has none; it is required for the contract.')]
      : []),
    ...contractProblems(terms),
    ...variableProblems(terms),
  ]
}

function contractProblems(terms: HireTerms): readonly ErrorEntry[] {
  const { contrato, fechaAlta, fechaFin, diasPrueba } = terms
  const problems: ErrorEntry[] = []
  if (contrato === FIXED_TERM && fechaFin === null) {
    problems.push(wrong('fecha_fin', 'a contract for a fixed term (03) needs its last day.'))
  }
  if (contrato === OPEN_ENDED && fechaFin !== null) {
    problems.push(wrong('fecha_fin', 'a contract without a term (01) has none.'))
  }
  if (fechaFin !== null && fechaFin < fechaAlta) {
    problems.push(wrong('fecha_fin', `${fechaFin} is before the first day, ${fechaAlta}.`))
  }
  if (contrato === PROBATION && diasPrueba === null) {
    problems.push(wrong('dias_prueba', 'a contract with a probation (05) needs its days.'))
  }
  if (diasPrueba !== null && (Number(diasPrueba) < 1 || Number(diasPrueba) > MAX_PROBATION_DAYS)) {
    const message = `it must be from 1 to ${MAX_PROBATION_DAYS} (LFT 39-A), not ${diasPrueba}.`
    problems.push(wrong('dias_prueba', message))
  }
  return problems
}

function variableProblems({ salario, salarioVariable }: HireTerms): readonly ErrorEntry[] {
  if (salarioVariable !== null && cents(salarioVariable) < 0n) {
    return [wrong('salario_variable', 'it must not be below zero.')]
  }
  if (salario === FIXED_SALARY && salarioVariable !== null) {
    return [wrong('salario_variable', 'a fixed salary (tipo_salario 0) has none.')]
  }
  return salario !== FIXED_SALARY && salarioVariable === null
    ? [wrong('salario_variable', 'a variable or mixed salary needs its daily average.')]
    : []
}

/** The law where its catalogs say all of it. */
export function knownLaw(law: LawRow): KnownLaw | null {
  const { uma, dias_vacaciones: days, prima_vacacional: premium } = law
  return uma === null || days === null || premium === null
    ? null
    : { ...law, uma, dias_vacaciones: days, prima_vacacional: premium }
}

/** What the law and the employer's registration say against the terms. */
export function lawProblems(terms: HireTerms, law: LawRow): readonly ErrorEntry[] {
  const { fechaAlta } = terms
  if (!law.registro_activo) {
    return [wrong('registro_patronal', `${law.registro_numero} is not active.`)]
  }
  if (law.registro_desde !== null && fechaAlta < law.registro_desde) {
    const message = `${fechaAlta} is before ${law.registro_desde}, since when ${law.registro_numero} exists.`
    return [wrong('fecha_alta', message)]
  }
  if (law.salario_minimo === null || knownLaw(law) === null) {
    const message = `SalarioMinimo of ${law.zona}, UMA (ValorIndicador) or VacacionLft say nothing of ${fechaAlta}.`
    return [{ code: 'CONFIGURATION_INCOMPLETE', message }]
  }
  return salaryProblems(terms, law.salario_minimo, law.zona)
}

function salaryProblems(
  { salarioDiario, salarioVariable, fechaAlta }: HireTerms,
  least: string,
  zone: string,
): readonly ErrorEntry[] {
  const daily = cents(salarioDiario ?? '0')
  if (daily >= 0n && daily + cents(salarioVariable ?? '0') >= cents(least)) return []
  const message = `${salarioDiario} is below the minimum wage of ${zone} on ${fechaAlta}, ${least} (LFT 85).`
  return [wrong('salario_diario', message)]
}

/** @source Ley del Seguro Social, artículo 15, I: within five working days. */
const REPORT_DAYS = 5

/** A remark when the IMSS hears of it later than the law wants. */
export function lateness(fechaAlta: string, today: string): readonly ErrorEntry[] {
  if (workingDays(fechaAlta, today) <= REPORT_DAYS) return []
  const message = `${fechaAlta} is more than ${REPORT_DAYS} working days ago: the IMSS may charge what happens meanwhile (LSS 15, 77).`
  return [wrong('fecha_alta', message)]
}

const DAY_MS = 24 * 60 * 60 * 1_000
// So many days hold more working days than the law gives.
const COUNTED_DAYS = 10

/** Mondays to Fridays after a day, up to another one, counted no further than needed. */
function workingDays(from: string, to: string): number {
  const days = Array.from(
    { length: COUNTED_DAYS },
    (_, index) => new Date(Date.parse(from) + (index + 1) * DAY_MS),
  )
  return days.filter((day) => day <= new Date(to) && day.getUTCDay() % 6 !== 0).length
}
