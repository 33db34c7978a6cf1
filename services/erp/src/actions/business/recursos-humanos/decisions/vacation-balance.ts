import { amountText, cents } from '../../cents.ts'
import { anniversary, yearsBetween } from './service-years.ts'

/** Days that a year of service gives, and what is left of them. Days are decimals with two digits. */
export interface VacationBalance<Id> {
  readonly id: Id
  readonly anio_servicio: number
  readonly fecha_prescripcion: string | null
  readonly dias_derecho: string
  readonly dias_disfrutados: string | null
  /** Asked for and not yet decided. */
  readonly dias_solicitados: string
}

/** A year of service whose days may be taken. */
export interface VacationYear {
  readonly anio: number
  readonly aniversario: string
  readonly prescripcion: string
}

// The law gives six months after the anniversary to grant them, and a year from then to claim them.
const MONTHS_TO_CLAIM = 18
const DAY = '00'

/**
 * The years of service whose days an employee may take on a day: those that are over and not prescribed, and the one
 * that runs where its days may be taken ahead.
 * @source Ley Federal del Trabajo, artículos 76, 81 and 516
 */
export function vacationYears(
  hired: string,
  day: string,
  ahead: 'ahead' | 'after',
): readonly VacationYear[] {
  const completed = yearsBetween(hired, day)
  const last = ahead === 'ahead' ? completed + 1 : completed
  return Array.from({ length: Math.max(last, 0) }, (_, index) => index + 1)
    .map((anio) => {
      const aniversario = anniversary(hired, anio)
      return { anio, aniversario, prescripcion: monthsAfter(aniversario, MONTHS_TO_CLAIM) }
    })
    .filter(({ prescripcion }) => prescripcion >= day)
}

function monthsAfter(day: string, months: number): string {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)].map(Number)
  const after = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1 + months, date ?? 1))
  return after.toISOString().slice(0, 10)
}

/** What is left to ask for. */
function left({
  dias_derecho,
  dias_disfrutados,
  dias_solicitados,
}: Omit<VacationBalance<unknown>, 'id'>): bigint {
  return cents(dias_derecho) - cents(dias_disfrutados ?? '0') - cents(dias_solicitados)
}

/** Part of the days of a request, out of one balance. */
export interface VacationPart<Id> {
  readonly saldo: Id
  readonly days: readonly string[]
}

/**
 * Takes whole days out of balances, the oldest first, each in its own part.
 * @returns null: there are not enough
 */
export function takeDays<Id>(
  days: readonly string[],
  balances: readonly VacationBalance<Id>[],
): readonly VacationPart<Id>[] | null {
  const parts: VacationPart<Id>[] = []
  let taken = 0
  for (const balance of inOrder(balances)) {
    const own = days.slice(taken, taken + wholeDays(left(balance)))
    if (own.length > 0) parts.push({ saldo: balance.id, days: own })
    taken += own.length
  }
  return taken < days.length ? null : parts
}

/** How many whole days are left in all. */
export function daysLeft(balances: readonly VacationBalance<unknown>[]): number {
  return balances.reduce((sum, balance) => sum + wholeDays(left(balance)), 0)
}

function inOrder<Id>(balances: readonly VacationBalance<Id>[]): readonly VacationBalance<Id>[] {
  return balances.toSorted((first, second) => first.anio_servicio - second.anio_servicio)
}

function wholeDays(hundredths: bigint): number {
  return hundredths > 0n ? Number(hundredths / 100n) : 0
}

/** The days of a year of service: those of the law, or of the company's table where these are more. */
export function granted(
  law:
    | { readonly dias_vacaciones: string | null; readonly tabla_vacaciones: string | null }
    | undefined,
): string {
  const [legal, own] = [law?.dias_vacaciones ?? '0', law?.tabla_vacaciones ?? '0']
  return amountText(cents(own) > cents(legal) ? cents(own) : cents(legal))
}

/** A number of days as it is stored. */
export function dayText(days: number): string {
  return `${days}.${DAY}`
}

/** A balance after days were taken out of it, or given back where they are negative. */
export function balanceAfter(
  {
    dias_derecho,
    dias_disfrutados,
  }: Pick<VacationBalance<unknown>, 'dias_derecho' | 'dias_disfrutados'>,
  days: string,
): { readonly dias_disfrutados: string; readonly dias_pendientes: string } {
  const enjoyed = cents(dias_disfrutados ?? '0') + cents(days)
  return {
    dias_disfrutados: amountText(enjoyed),
    dias_pendientes: amountText(cents(dias_derecho) - enjoyed),
  }
}
