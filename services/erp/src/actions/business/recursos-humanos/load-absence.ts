import type { ErrorEntry } from '../../../errors.ts'
import {
  ABSENCE_TOO_LONG,
  AWAY_ALREADY,
  ENDS_BEFORE_IT_BEGINS,
  NO_WORKED_DAY,
} from '../../../messages/absences.ts'
import { BEFORE_HIRED } from '../../../messages/personnel.ts'
import type { ActionContext } from '../action.ts'
import { dayAfter, daysFromTo } from './decisions/calendar.ts'
import { workedDays } from './decisions/working-days.ts'
import { wrong } from './decisions/wrong.ts'
import { findAway } from './store/away-store.ts'
import { findHolidays, findShifts } from './store/shift-store.ts'

/** The longest absence that is asked for at once. */
const MAX_DAYS = 366
// Nobody rests longer than this between two days of work.
const RETURN_WITHIN = 31

interface Asked {
  readonly id: string
  readonly numero: string
  readonly fecha_alta: string
}

interface Absence {
  /** The days on which he would work. */
  readonly days: readonly string[]
  /** The first day of work after the last one. */
  readonly returns: string | null
}

/** The days of an absence that somebody asks for, or why it cannot be. */
export async function loadAbsence(
  context: ActionContext,
  employee: Asked,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Absence | { readonly problems: readonly ErrorEntry[] }> {
  const { numero: number, fecha_alta: hired, id: empleado } = employee
  const { tx, caller } = context
  const field = 'fecha_inicio'
  if (to < from) return { problems: [wrong('fecha_fin', ENDS_BEFORE_IT_BEGINS({ from, to }))] }
  if (from < hired) {
    return { problems: [wrong(field, BEFORE_HIRED({ field, number, day: from, hired }))] }
  }
  if (daysFromTo(from, to) > MAX_DAYS) {
    return { problems: [wrong('fecha_fin', ABSENCE_TOO_LONG({ most: MAX_DAYS }))] }
  }
  const until = dayAfter(to, RETURN_WITHIN)
  const [shifts, holidays, away] = await Promise.all([
    findShifts(tx, caller.empresa, { empleado, from, to: until }),
    findHolidays(tx, { from, to: until }),
    findAway(tx, caller.empresa, { empleado, from, to }),
  ])
  const [other] = away
  if (other !== undefined) {
    return {
      problems: [wrong(field, AWAY_ALREADY({ number, model: other.modelo, folio: other.folio }))],
    }
  }
  const days = workedDays({ shifts, holidays }, from, to)
  if (days.length === 0) return { problems: [wrong(field, NO_WORKED_DAY({ number, from, to }))] }
  const [returns = null] = workedDays({ shifts, holidays }, dayAfter(to), until)
  return { days, returns }
}
