import type { Picked } from '../../../dictionary/row-types.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  FIRST_DAY_MUST_FOLLOW,
  FIRST_DAY_OF_MONTHS,
  INPUT_FROM_TO,
  NO_CALENDAR,
  PERIODS_MISSING_BEFORE,
  YEAR_HAS_PERIODS,
} from '../../../messages/payroll-periods.ts'
import { NO_RECORD } from '../../../messages/requests.ts'
import { lockRows, rowsBelow } from '../../../store/records/model-rows.ts'
import { dateInput, integerInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome } from '../batch-outcome.ts'
import { Changes } from '../changes.ts'
import { dayAfter } from './decisions/calendar.ts'
import {
  isOfMonths,
  isRhythm,
  payrollCalendar,
  RHYTHMS,
  type CalendarTerms,
} from './decisions/payroll-calendar.ts'
import { findClosedDays } from './store/calendar-store.ts'

const MODEL = 'GrupoNomina'
const NAME = 'generar_periodos'
const FIELDS = ['clave', 'dias_periodo', 'periodicidad.clave', 'periodicidad.descripcion'] as const
const PERIOD_FIELDS = ['ejercicio', 'numero', 'fecha_fin'] as const

type Group = Picked<'GrupoNomina', (typeof FIELDS)[number]>
type Period = Picked<'PeriodoNomina', (typeof PERIOD_FIELDS)[number]>

/**
 * Makes the periods that a group is paid in a year, by its `periodicidad`: they follow those that it has. A year that has
 * some is refused.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const generarPeriodos: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Generar periodos',
  mode: 'grid_action',
  inputs: [
    integerInput({
      name: 'ejercicio',
      label: 'Ejercicio',
      help: 'El año en que se pagan los periodos.',
      required: true,
    }),
    dateInput({
      name: 'fecha_inicio',
      label: 'Primer día',
      help: 'Del primer periodo semanal, catorcenal o diario de un grupo que no tiene periodos. Si falta: el primer lunes del año.',
      required: false,
    }),
    integerInput({
      name: 'dias_para_pago',
      label: 'Días para el pago',
      help: 'Entre el fin del periodo y su pago; negativos si se paga antes. Se paga el último día hábil bancario que no los pase.',
      required: false,
    }),
  ],
  emits: [],
  run: generate,
}

// Before it nobody ran a payroll here, and nobody plans so far ahead.
const YEARS = { from: 2020, to: 2100 }
// What is paid later than that, or before, is no pay of its period.
const PAY_DAYS = { from: -5, to: 10 }

async function generate(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const year = numberWithin(context, { name: 'ejercicio', fallback: 0, ...YEARS })
  const payAfter = numberWithin(context, { name: 'dias_para_pago', fallback: 0, ...PAY_DAYS })
  const [groups, known, closedDays] = [
    await lockRows(context, MODEL, { ids, fields: FIELDS }),
    await rowsBelow(context, 'PeriodoNomina', { parent: 'grupo', ids, fields: PERIOD_FIELDS }),
    await findClosedDays(context.tx, { from: `${year - 1}-12-01`, to: `${year + 1}-01-31` }),
  ]
  const batch = new BatchOutcome()
  const changes = new Changes(context, { name: NAME, reason: null })
  for (const id of ids) {
    const group = groups.get(id)
    if (group === undefined) {
      batch.refuse(id, { code: 'NOT_FOUND', message: NO_RECORD({ model: MODEL, id }) })
      continue
    }
    const terms = termsOf(group, {
      periods: known.get(id) ?? [],
      asked: firstDayAsked(context),
      year,
      payAfter,
      closedDays,
    })
    if ('code' in terms) batch.refuse(id, terms)
    else make(changes, group, terms)
  }
  await changes.write()
  return batch.outcome()
}

/** @throws ApiError VALIDATION for a number outside of its range */
function numberWithin(
  { inputs }: ActionContext,
  wanted: {
    readonly name: string
    readonly fallback: number
    readonly from: number
    readonly to: number
  },
): number {
  const { name, fallback, from, to } = wanted
  const given = Number(inputs.get(name) ?? fallback)
  if (given >= from && given <= to) return given
  const message = INPUT_FROM_TO({ field: name, from: String(from), to: String(to) })
  throw new ApiError([{ code: 'VALIDATION', field: name, message }])
}

function firstDayAsked({ inputs }: ActionContext): string | null {
  const given = inputs.get('fecha_inicio') ?? null
  return given === null ? null : String(given)
}

interface Asked extends Pick<CalendarTerms, 'year' | 'payAfter' | 'closedDays'> {
  readonly periods: readonly Period[]
  /** The first day that somebody named. */
  readonly asked: string | null
}

function termsOf(group: Group, asked: Asked): CalendarTerms | ErrorEntry {
  const { clave, dias_periodo: paidDays } = group
  const { year, payAfter, closedDays } = asked
  const rhythm = group['periodicidad.clave'] ?? ''
  const named = `${rhythm} ${group['periodicidad.descripcion'] ?? ''}`
  if (!isRhythm(rhythm)) {
    const allowed = [...RHYTHMS].toSorted()
    return refused('periodicidad', NO_CALENDAR({ group: clave, rhythm: named, allowed }))
  }
  const own = asked.periods.filter(({ ejercicio }) => ejercicio === year)
  if (own.length > 0) {
    const message = YEAR_HAS_PERIODS({ group: clave, year, count: own.length })
    return { code: 'DUPLICATE', field: 'ejercicio', message }
  }
  const begins = isOfMonths(rhythm) ? ofMonths(asked, named) : ofDays(asked, clave)
  if ('code' in begins) return begins
  return { year, rhythm, payAfter, closedDays, paidDays, ...begins }
}

type Begins = Pick<CalendarTerms, 'firstDay'> | ErrorEntry

function ofMonths({ asked }: Asked, rhythm: string): Begins {
  if (asked !== null) return refused('fecha_inicio', FIRST_DAY_OF_MONTHS({ rhythm }))
  return { firstDay: null }
}

/** After the group's last period; of a group without any, as somebody says, around the beginning of the year. */
function ofDays({ asked, periods, year }: Asked, group: string): Begins {
  const ends = periods.map(({ fecha_fin }) => fecha_fin).toSorted()
  const last = ends.at(-1)
  if (last === undefined) {
    const [from, to] = [`${year - 1}-12-01`, `${year}-01-31`]
    if (asked === null || (asked >= from && asked <= to)) return { firstDay: asked }
    return refused('fecha_inicio', INPUT_FROM_TO({ field: 'fecha_inicio', from, to }))
  }
  const first = dayAfter(last)
  if (asked !== null && asked !== first) {
    return refused('fecha_inicio', FIRST_DAY_MUST_FOLLOW({ first }))
  }
  // The calendar would go on through the years between.
  if (Number(last.slice(0, 4)) < year - 1 || last > `${year}-12-31`) {
    return refused('ejercicio', PERIODS_MISSING_BEFORE({ group, year, last }))
  }
  return { firstDay: first }
}

function refused(field: string, message: ErrorEntry['message']): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function make(changes: Changes, group: Group, terms: CalendarTerms): void {
  const periods = payrollCalendar(terms)
  for (const period of periods) {
    changes.insert('PeriodoNomina', {
      grupo: group.id,
      ejercicio: terms.year,
      ...period,
      estado: 'futuro',
    })
  }
  const after = { ejercicio: terms.year, periodos: periods.length }
  changes.record({ model: MODEL, id: group.id, before: null, after, event: null })
}
