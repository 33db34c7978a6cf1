import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  BEFORE_HIRED,
  EMPLOYEE_UNREGISTERED,
  KEPT_WAGE_BELOW_MINIMUM,
  TOLD_LATE,
  WAGE_CHANGED_SINCE,
  WAGE_LOWERED,
  WAGE_UNCHANGED,
  WAGE_UNKNOWN,
} from '../../../../messages/personnel.ts'
import { amountText, cents } from '../../cents.ts'
import type { LawRow } from '../store/law-store.ts'
import { isLate, knownLaw, lawProblems, REPORT_DAYS, variableProblems } from './hire-problems.ts'
import { integratedSalary } from './integrated-salary.ts'
import { wrong } from './wrong.ts'

/** What is read of an employee whose wage changes. */
export const PAID_FIELDS = [
  'numero',
  'fecha_alta',
  'registro_patronal',
  'grupo_nomina',
  'salario_diario',
  'salario_base_cotizacion',
] as const
export type PaidEmployee = Picked<'Empleado', (typeof PAID_FIELDS)[number]>

export const WAGE_FIELDS = [
  'fecha_efectiva',
  'salario_diario',
  'salario_base_cotizacion',
  'parte_variable',
  'tipo_salario',
  'cancelado',
] as const
export type Wage = Picked<'HistorialSalario', (typeof WAGE_FIELDS)[number]>

export type WageReason = Exclude<WageMotive, 'ingreso'>
type WageMotive =
  | 'ingreso'
  | 'aumento'
  | 'revision_contractual'
  | 'aniversario'
  | 'variable_bimestral'
  | 'salario_minimo'

/** What somebody says of a change; what is null stays as it is. */
export interface WageTerms {
  readonly day: string
  readonly daily: string | null
  readonly variable: string | null
  readonly kind: string | null
  readonly reason: WageReason
  readonly today: string
}

interface WageFacts {
  readonly employee: PaidEmployee
  /** The wages that count, of any days. */
  readonly history: readonly Wage[]
  /** As of the day of the change; none: there is no registration to ask about. */
  readonly law: LawRow | undefined
  /** Codes of kinds of wage by id, and the id of the fixed one. */
  readonly kinds: {
    readonly codes: Readonly<Record<string, string>>
    readonly fixed: string | null
  }
  readonly terms: WageTerms
}

/** A change of wage of which nothing is wrong. Amounts with two decimals, the factor with six. */
export interface WageChange {
  readonly before: string
  readonly daily: string
  readonly base: string
  readonly factor: string
  readonly fixed: string
  readonly variable: string
  readonly kind: string | null
  /** The wage that the employee had from his first day, where no history says it yet. */
  readonly opening: { readonly daily: string; readonly base: string } | null
  /** The IMSS hears of it only then. */
  readonly changesBase: boolean
  /** It holds today already. */
  readonly isDue: boolean
  readonly warnings: readonly ErrorEntry[]
}

/** The wage that counts as of a day: the last one that began on it or before. */
export function wageAsOf<W extends Pick<Wage, 'id' | 'fecha_efectiva' | 'cancelado'>>(
  history: readonly W[],
  day: string,
): W | undefined {
  return history
    .filter(({ cancelado, fecha_efectiva }) => !cancelado && fecha_efectiva <= day)
    .toSorted(
      (first, second) =>
        first.fecha_efectiva.localeCompare(second.fecha_efectiva) ||
        Number(BigInt(first.id) - BigInt(second.id)),
    )
    .at(-1)
}

const FOREVER = '9999-12-31'

/**
 * What becomes of an employee's wage, or why it does not change. The base follows by the year of service of that day, his
 * benefits and the law as of it; 25 UMA at most.
 * @source Ley del Seguro Social, artículos 27, 28, 30 and 34
 */
export function planWage(
  facts: WageFacts,
): WageChange | { readonly problems: readonly ErrorEntry[] } {
  const { numero: number, registro_patronal: registration } = facts.employee
  const now = currentWage(facts)
  const daily = facts.terms.daily ?? now.daily
  if (registration === null || facts.law === undefined) {
    return { problems: [wrong('registro_patronal', EMPLOYEE_UNREGISTERED({ number }))] }
  }
  if (daily === null) return { problems: [wrong('salario_diario', WAGE_UNKNOWN({ number }))] }
  return planKnownWage(facts, { ...termsAfter(facts, now.latest), now, daily, law: facts.law })
}

/** What the history says last, or Empleado where there is none. */
interface CurrentWage {
  readonly latest: Wage | undefined
  readonly daily: string | null
  readonly base: string | null
}

function currentWage({ employee, history }: WageFacts): CurrentWage {
  const latest = wageAsOf(history, FOREVER)
  const { salario_diario: daily, salario_base_cotizacion: base } = latest ?? employee
  return { latest, daily, base }
}

interface WantedWage {
  readonly now: CurrentWage
  readonly daily: string
  readonly variable: string | null
  readonly kind: string | null
  /** Of the kind. */
  readonly code: string
  readonly law: LawRow
}

function termsAfter(
  { terms, kinds }: WageFacts,
  latest: Wage | undefined,
): Pick<WantedWage, 'kind' | 'code' | 'variable'> {
  const kind = terms.kind ?? latest?.tipo_salario ?? kinds.fixed
  const code = kind === null ? '' : (kinds.codes[kind] ?? '')
  return { kind, code, variable: terms.variable ?? keptVariable(code, latest) }
}

function planKnownWage(
  facts: WageFacts,
  wanted: WantedWage,
): WageChange | { readonly problems: readonly ErrorEntry[] } {
  const { now, daily, variable, kind, code } = wanted
  const { terms, employee } = facts
  const known = knownLaw(wanted.law)
  const problems = [
    ...dayProblems(facts, now.latest),
    ...variableProblems({ salario: code, salarioVariable: variable }),
    ...wageProblems(facts, wanted),
  ]
  if (known === null || problems.length > 0) return { problems }
  const salary = integratedSalary(known, daily, variable)
  const changesBase = now.base === null || cents(now.base) !== cents(salary.salarioBase)
  const change = now.daily === null ? 1n : cents(daily) - cents(now.daily)
  if (change === 0n && !changesBase) {
    const message = WAGE_UNCHANGED({ number: employee.numero })
    return { problems: [wrong('salario_diario', message)] }
  }
  return {
    before: now.daily ?? daily,
    daily: amountText(cents(daily)),
    base: salary.salarioBase,
    factor: salary.factor,
    fixed: salary.parteFija,
    variable: salary.parteVariable,
    kind,
    opening: openingOf(now, (before) => integratedSalary(known, before, variable).salarioBase),
    changesBase,
    isDue: terms.day <= terms.today,
    warnings: warningsOf(facts, { isLess: change < 0n, changesBase }),
  }
}

function openingOf(
  { latest, daily, base }: CurrentWage,
  baseOf: (daily: string) => string,
): WageChange['opening'] {
  return latest === undefined && daily !== null ? { daily, base: base ?? baseOf(daily) } : null
}

const FIXED = '0'

/** What varied stays as it was, while the kind of wage is one that varies. */
function keptVariable(code: string, latest: Wage | undefined): string | null {
  return code === FIXED ? null : (latest?.parte_variable ?? null)
}

function dayProblems(
  { employee, terms: { day } }: WageFacts,
  latest: Wage | undefined,
): readonly ErrorEntry[] {
  const { numero: number, fecha_alta: hired } = employee
  if (day < hired) {
    const field = 'fecha_efectiva'
    return [wrong(field, BEFORE_HIRED({ field, number, day, hired }))]
  }
  if (latest === undefined || latest.fecha_efectiva < day) return []
  const message = WAGE_CHANGED_SINCE({ number, day, latest: latest.fecha_efectiva })
  return [wrong('fecha_efectiva', message)]
}

/** What the law says against it; of a wage that nobody sent no amount is told. */
function wageProblems(
  { employee, terms }: WageFacts,
  { daily, variable, law }: WantedWage,
): readonly ErrorEntry[] {
  const salarioVariable = variable !== null && cents(variable) < 0n ? null : variable
  const asked = { fechaAlta: terms.day, salarioDiario: daily, salarioVariable }
  // He was hired under this registration, or brought along with it: since when it exists was a matter of that day.
  const problems = lawProblems(asked, { ...law, registro_desde: null })
  if (terms.daily !== null) return problems
  return problems.map((problem) =>
    problem.field === 'salario_diario'
      ? wrong(
          'salario_diario',
          KEPT_WAGE_BELOW_MINIMUM({
            number: employee.numero,
            zone: law.zona,
            day: terms.day,
            least: law.salario_minimo ?? '',
          }),
        )
      : problem,
  )
}

function warningsOf(
  { employee: { numero: number }, terms: { day, today } }: WageFacts,
  { isLess, changesBase }: { readonly isLess: boolean; readonly changesBase: boolean },
): readonly ErrorEntry[] {
  const late = TOLD_LATE({ field: 'fecha_efectiva', day, days: REPORT_DAYS })
  return [
    ...(isLess ? [wrong('salario_diario', WAGE_LOWERED({ number }))] : []),
    ...(changesBase && isLate(day, today) ? [wrong('fecha_efectiva', late)] : []),
  ]
}
