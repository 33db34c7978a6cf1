import { decimal, sumOfDecimals, ZERO } from '../../../../fiscal/decimal.ts'
import type { LeaveRow } from '../store/leave-store.ts'
import type { IncidentRow } from '../store/run-store.ts'
import { least, shown, whole } from './amounts.ts'
import { dayAfter } from './calendar.ts'
import type { ReceiptFacts, WorkWeek } from './receipt-facts.ts'

interface Away {
  readonly incidents: readonly IncidentRow[]
  readonly leaves: readonly LeaveRow[]
}

/** Days that were noted of some kinds. */
export function daysNoted(incidents: readonly IncidentRow[], kinds: readonly string[]): string {
  const days = incidents.filter(({ tipo, unidad }) => kinds.includes(tipo) && unidad === 'dias')
  return shown(sumOfDecimals([ZERO, ...days.map(({ cantidad }) => decimal(cantidad))]))
}

/** Holidays, absences and incapacities: what was asked for and authorized, and what was noted for the period. */
export function awayOf({
  incidents,
  leaves,
}: Away): Pick<ReceiptFacts, 'absences' | 'incapacities' | 'vacations'> {
  const own = (clase: LeaveRow['clase']) => leaves.filter((leave) => leave.clase === clase)
  const holidays = own('vacaciones')
  const starting = holidays.filter(({ empieza }) => empieza)
  const noted = decimal(daysNoted(incidents, ['vacaciones']))
  const rate = starting.find(({ prima }) => prima !== null)?.prima ?? LEAST_PREMIUM
  return {
    absences: sumOfDecimals([
      decimal(daysNoted(incidents, ['falta', 'permiso'])),
      ...own('ausencia').map(inPeriod),
    ]),
    incapacities: [
      ...own('incapacidad').map((leave) => ({
        certificate: leave.folio,
        days: whole(leave.dias_periodo),
        employerShare: ZERO,
      })),
      ...incidents
        .filter(({ tipo, unidad }) => tipo === 'incapacidad' && unidad === 'dias')
        .map(({ id, cantidad }) => ({
          certificate: `#${id}`,
          days: decimal(cantidad),
          employerShare: ZERO,
        })),
    ],
    vacations: {
      days: sumOfDecimals([noted, ...holidays.map(inPeriod)]),
      premiumDays: sumOfDecimals([noted, ...starting.map(({ dias }) => decimal(dias))]),
      premiumRate: decimal(rate),
    },
  }
}

/** LFT 80. */
const LEAST_PREMIUM = '0.25'

/** The weeks in which there was more than the time agreed; they begin on Mondays. */
export function weeksOf(incidents: readonly IncidentRow[]): readonly WorkWeek[] {
  const extra = incidents.filter(
    ({ tipo }) => tipo === 'hora_extra' || tipo === 'descanso_laborado',
  )
  const byWeek = Map.groupBy(extra, ({ fecha }) => mondayOf(fecha))
  return [...byWeek].map(([start, own]) => {
    const hours = own.filter(({ tipo }) => tipo === 'hora_extra')
    const days = own.filter(({ tipo }) => tipo === 'descanso_laborado')
    return {
      start,
      overtimeHours: sumOfDecimals([ZERO, ...hours.map(({ cantidad }) => decimal(cantidad))]),
      restDays: count(days.filter(({ es_festivo }) => !es_festivo)),
      holidays: count(days.filter(({ es_festivo }) => es_festivo)),
    }
  })
}

function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return dayAfter(day, -weekday)
}

function inPeriod({ dias, dias_periodo }: LeaveRow) {
  return least(decimal(dias), whole(dias_periodo))
}

function count(some: readonly IncidentRow[]): number {
  return some.reduce((sum, { cantidad }) => sum + Math.round(Number(cantidad)), 0)
}
