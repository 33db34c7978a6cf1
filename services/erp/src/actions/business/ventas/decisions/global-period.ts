import type { ErrorEntry } from '../../../../errors.ts'
import { NOT_OF_PERIOD, PERIOD_AHEAD } from '../../../../messages/global-invoices.ts'

/** The days that a global invoice is of, both included, and its key of c_Meses. */
export interface GlobalPeriod {
  readonly desde: string
  readonly hasta: string
  readonly mes: string
  readonly anio: string
}

const [DAILY, WEEKLY, FORTNIGHTLY, BIMONTHLY] = ['01', '02', '03', '05']

const DAY_MS = 24 * 60 * 60_000

/** The period that holds a day: the day, its week from Monday, half of its month, the month or two months. */
export function globalPeriod(fecha: string, periodicidad: string): GlobalPeriod {
  const [year = 0, month = 1, day = 1] = fecha.split('-').map(Number)
  const of = { mes: fecha.slice(5, 7), anio: fecha.slice(0, 4) }
  switch (periodicidad) {
    case DAILY:
      return { ...of, desde: fecha, hasta: fecha }
    case WEEKLY: {
      const midnight = Date.UTC(year, month - 1, day)
      const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS
      return { ...of, desde: dayText(monday), hasta: dayText(monday + 6 * DAY_MS) }
    }
    case FORTNIGHTLY:
      return day <= HALF
        ? { ...of, desde: dayOf(year, month, 1), hasta: dayOf(year, month, HALF) }
        : { ...of, desde: dayOf(year, month, HALF + 1), hasta: dayOf(year, month + 1, 0) }
    case BIMONTHLY: {
      const first = month % 2 === 0 ? month - 1 : month
      const mes = String(FIRST_BIMONTH + (first - 1) / 2)
      return { ...of, mes, desde: dayOf(year, first, 1), hasta: dayOf(year, first + 2, 0) }
    }
    default:
      return { ...of, desde: dayOf(year, month, 1), hasta: dayOf(year, month + 1, 0) }
  }
}

/** A day of a month that may lie beyond the year, or before its first day. */
function dayOf(year: number, month: number, day: number): string {
  return dayText(Date.UTC(year, month - 1, day))
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

const HALF = 15
const FIRST_BIMONTH = 13

/** What of a global invoice does not fit its day. */
export function periodProblems(
  of: {
    readonly fecha: string
    readonly mes: string
    readonly anio: string
    readonly periodicidad: string
  },
  today: string,
): readonly ErrorEntry[] {
  const { fecha } = of
  const period = globalPeriod(fecha, of.periodicidad)
  const problems: ErrorEntry[] = []
  if (period.desde > today) {
    const message = PERIOD_AHEAD({ day: fecha, from: period.desde })
    problems.push({ code: 'VALIDATION', field: 'fecha', message })
  }
  for (const field of ['mes', 'anio'] as const) {
    if (of[field] === period[field]) continue
    const message = NOT_OF_PERIOD({ field, due: period[field], day: fecha, found: of[field] })
    problems.push({ code: 'VALIDATION', field, message })
  }
  return problems
}
