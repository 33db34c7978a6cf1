import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import {
  EARLIER_YEAR_OPEN,
  LATER_YEAR_CLOSED,
  NEXT_YEAR_NOT_OPEN,
  NO_ACCOUNT_OF_RESULTS,
  NO_ACCOUNT_OF_YEAR,
  NO_ENTRY_TYPE,
  NO_NEXT_YEAR,
  YEAR_HAS_PENDING,
  YEAR_NOT_OVER,
} from '../../../messages/fiscal-years.ts'
import type { Message } from '../../../messages/message.ts'
import { findCompanyCurrency, findOpenEntries } from '../../../store/journal-store.ts'
import { lockCounters, takeNumber } from '../../../store/numbers/counter-store.ts'
import {
  changeRows,
  idCounter,
  insertRows,
  lockRowsBelow,
  rowsBelow,
} from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { loadPeriods } from './accounting-periods.ts'
import {
  profitOf,
  profitText,
  YEAR_FIELDS,
  yearEntries,
  type Year,
  type YearBooks,
} from './decisions/year-entries.ts'
import { refreshBalances } from './effects/refresh-balances.ts'
import type { ReversalPosting } from './effects/write-entries.ts'
import { clearBalances, writeBalances } from './store/balance-store.ts'
import { findPendingDocuments, lockPeriodOrder } from './store/period-store.ts'
import {
  findAccountsByCode,
  findDailyType,
  findEntryDays,
  findResults,
  findYears,
  lockFirstOpenPeriod,
} from './store/year-store.ts'

// Years are closed and opened again in order. @source docs/decisions/0242-erp-entries.md

const MODEL = 'EjercicioFiscal'
const PERIODS = 'PeriodoContable'
const CLOSINGS = 'CierreEjercicio'

const MOVES = {
  model: MODEL,
  moves: [
    { from: ['abierto', 'en_cierre'], to: 'cerrado', by: 'cerrar_ejercicio' },
    { from: ['cerrado'], to: 'abierto', by: 'reabrir_ejercicio' },
  ],
} as const

/** Closes a year whose periods are closed: its results go to the account of the year, and from there into the next. */
export const cerrarEjercicio = documentAction(MOVES, {
  name: 'cerrar_ejercicio',
  label: 'Cerrar ejercicio',
  folio: 'nombre',
  fields: YEAR_FIELDS,
  lockFirst: lockYearOrder,
  // Each needs the one before it closed.
  oneByOne: (first, second) => first.ejercicio - second.ejercicio,
  run: async (work) => {
    for (const year of work.batch.remaining) {
      const periods = await periodsOf(work.context, year)
      const books = await booksOf(work.context, year, periods)
      if ('problem' in books) work.batch.refuse(year.id, books.problem)
      else await close(work, books.ok, periods)
    }
  },
})

/** Opens a closed year again, with its adjustment period: the entries that closed it are taken back. */
export const reabrirEjercicio = documentAction(MOVES, {
  name: 'reabrir_ejercicio',
  label: 'Reabrir ejercicio',
  emits: ['reabierto'],
  reason: textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Por qué se reabre; queda en la auditoría.',
    required: true,
    minLength: 5,
    length: 250,
  }),
  folio: 'nombre',
  fields: YEAR_FIELDS,
  lockFirst: lockYearOrder,
  // None is opened before those that follow it.
  oneByOne: (first, second) => second.ejercicio - first.ejercicio,
  run: async (work) => {
    for (const year of work.batch.remaining) {
      const { adjustment } = await periodsOf(work.context, year)
      const found = await reversalsOf(work.context, year, adjustment)
      if ('problem' in found) work.batch.refuse(year.id, found.problem)
      else await reopen(work, { year, adjustment, reversals: found.ok })
    }
  },
})

type Work = Pick<DocumentWork<typeof MODEL, never>, 'context' | 'changes' | 'reason'>

/** Locks the periods of the years, after everything that is being posted in them has ended. */
async function lockYearOrder(context: ActionContext, ids: readonly string[]): Promise<void> {
  await lockPeriodOrder(context.tx, context.caller.empresa)
  await lockRowsBelow(context, PERIODS, { parent: 'ejercicio', ids, fields: [] })
}

interface YearPeriods {
  /** The period after the last month; null: there is none yet. */
  readonly adjustment: string | null
  /** Those that are not closed, but for that one. */
  readonly open: readonly string[]
  readonly last: number | null
}

async function periodsOf(context: ActionContext, { id }: Year): Promise<YearPeriods> {
  const fields = ['numero', 'es_ajuste', 'estado'] as const
  const rows = await rowsBelow(context, PERIODS, { parent: 'ejercicio', ids: [id], fields })
  const periods = (rows.get(id) ?? []).toSorted((first, second) => first.numero - second.numero)
  const adjustments = periods
    .filter((period) => period.es_ajuste)
    .map((period) => Number(period.id))
  return {
    adjustment: adjustments.length === 0 ? null : String(Math.max(...adjustments)),
    open: periods
      .filter((period) => !period.es_ajuste && period.estado !== 'cerrado')
      .map((period) => period.id),
    last: periods.at(-1)?.numero ?? null,
  }
}

const OF_YEAR = '305.01'
// Of the years before: what was earned, and what was lost.
const EARNED = '304.01'
const LOST = '304.02'

type Found<T> = { readonly ok: T } | { readonly problem: ErrorEntry }

async function booksOf(
  context: ActionContext,
  year: Year,
  periods: YearPeriods,
): Promise<Found<YearBooks>> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  if (moment.today <= year.fecha_fin) {
    const of = { year: year.ejercicio, end: year.fecha_fin, today: moment.today }
    return { problem: { code: 'INVALID_STATE', message: YEAR_NOT_OVER(of) } }
  }
  const years = await findYears(tx, empresa)
  const earlier = years.find(
    (candidate) => candidate.ejercicio < year.ejercicio && candidate.estado !== 'cerrado',
  )
  if (earlier !== undefined) {
    const of = { year: year.ejercicio, earlier: earlier.ejercicio, state: earlier.estado }
    return { problem: { code: 'INVALID_STATE', message: EARLIER_YEAR_OPEN(of) } }
  }
  const pending = await pendingOf(context, year, periods)
  if (pending !== null) return { problem: pending }
  const next = years.find((candidate) => candidate.ejercicio === year.ejercicio + 1)
  if (next === undefined) return missing(NO_NEXT_YEAR({ year: year.ejercicio + 1 }))
  const opening = await lockFirstOpenPeriod(tx, empresa, next.id)
  if (opening === undefined) {
    const message = NEXT_YEAR_NOT_OPEN({ year: next.ejercicio })
    return { problem: { code: 'PERIOD_CLOSED', message } }
  }
  const [results, moneda] = await Promise.all([
    findResults(tx, empresa, year.fecha_fin),
    findCompanyCurrency(tx, empresa),
  ])
  const code = profitOf(results) < 0n ? LOST : EARNED
  const codes = await findAccountsByCode(tx, empresa, [OF_YEAR, code])
  const ofYear = year.cuenta_resultado ?? codes.get(OF_YEAR)
  const before = codes.get(code)
  if (ofYear === undefined) return missing(NO_ACCOUNT_OF_YEAR({ code: OF_YEAR }))
  if (before === undefined) return missing(NO_ACCOUNT_OF_RESULTS({ code }))
  const type = await findDailyType(tx, empresa)
  if (type === undefined) return missing(NO_ENTRY_TYPE())
  return { ok: { year, results, accounts: { ofYear, before }, type, moneda, opening } }
}

function missing(message: Message): { readonly problem: ErrorEntry } {
  return { problem: { code: 'CONFIGURATION_INCOMPLETE', message } }
}

// As many are named as of other documents that stand in the way.
const MAX_NAMED = 10

/** Periods that are not closed, and drafts in the adjustment period. */
async function pendingOf(
  context: ActionContext,
  { nombre }: Year,
  { open, adjustment }: YearPeriods,
): Promise<ErrorEntry | null> {
  const { tx, caller } = context
  const ids = open.slice(0, MAX_NAMED).map(Number)
  const found = [
    ...(open.length === 0 ? [] : [{ modelo: PERIODS, count: open.length, ids }]),
    ...(adjustment === null ? [] : await findPendingDocuments(tx, caller.empresa, [adjustment])),
  ]
  if (found.length === 0) return null
  const { dependents, told } = toldDependents(found, seenBy(context))
  const message = YEAR_HAS_PENDING({ name: nombre, records: told })
  return { code: 'PENDING_DOCUMENTS', message, dependents }
}

async function close(
  { context, changes }: Work,
  books: YearBooks,
  periods: YearPeriods,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa, usuarioId } = caller
  const { today, now } = moment
  const { id, ejercicio, estado } = books.year
  const adjustment = periods.adjustment ?? (await makeAdjustment(context, books.year, periods))
  const entries = yearEntries(books, adjustment)
  changes.post({ entries })
  changes.change(PERIODS, adjustment, {
    estado: 'cerrado',
    cerrado_por: usuarioId,
    fecha_cierre: now,
  })
  changes.change(MODEL, id, { estado: 'cerrado' })
  const utilidad = profitText(books.results)
  // A year that is closed again after it was opened keeps its one record.
  const [known] = await closingsOf(context, id)
  const counter = idCounter(context, CLOSINGS)
  changes.also({
    counters: new Map(known === undefined ? [[counter, 1]] : []),
    write: async (numbers) => {
      await writeBalances(tx, empresa, { ids: [adjustment], now })
      const touched = [adjustment, ...entries.map(({ periodo }) => periodo)]
      await refreshBalances(tx, empresa, { periods: touched, now })
      // What closes the year was written before what opens the next.
      const [cierre, apertura] = await findOpenEntries(tx, empresa, { model: MODEL, ids: [id] })
      const fields = {
        ejercicio: id,
        fecha: today,
        utilidad,
        poliza_cierre: cierre?.id ?? null,
        poliza_apertura: apertura?.id ?? null,
        ejecutado_por: usuarioId,
        estado: 'cerrado' as const,
      }
      if (known === undefined)
        await insertRows(context, CLOSINGS, {
          rows: [{ id: String(numbers(counter)), fields }],
          now,
        })
      else await changeRows(context, CLOSINGS, { rows: [{ id: known.id, fields }], now })
    },
  })
  const after = { estado: 'cerrado', utilidad }
  const told = { ejercicio, ...after }
  changes.record({ model: MODEL, id, before: { estado }, after, event: 'cerrado', told })
}

async function closingsOf(context: ActionContext, year: string) {
  const rows = await rowsBelow(context, CLOSINGS, { parent: 'ejercicio', ids: [year], fields: [] })
  return rows.get(year) ?? []
}

/** Makes the period of what closes a year; it is there before the entries that lie in it. */
async function makeAdjustment(
  context: ActionContext,
  { id, ejercicio, fecha_fin, numero_periodos }: Year,
  { last }: YearPeriods,
): Promise<string> {
  const { tx, caller, moment } = context
  await lockCounters(tx, caller.empresa)
  const own = String(await takeNumber(tx, caller.empresa, idCounter(context, PERIODS)))
  const fields = {
    ejercicio: id,
    numero: (last ?? numero_periodos) + 1,
    nombre: `Cierre ${ejercicio}`,
    fecha_inicio: fecha_fin,
    fecha_fin,
    es_ajuste: true,
    estado: 'abierto' as const,
  }
  await insertRows(context, PERIODS, { rows: [{ id: own, fields }], now: moment.now })
  return own
}

/** What closed the year is taken back in its adjustment period, its opening on its day or, where that is closed, today. */
async function reversalsOf(
  { tx, caller, moment }: ActionContext,
  { id, ejercicio }: Year,
  adjustment: string | null,
): Promise<Found<readonly ReversalPosting[]>> {
  const { empresa } = caller
  const years = await findYears(tx, empresa)
  const later = years.find((year) => year.ejercicio > ejercicio && year.estado === 'cerrado')
  if (later !== undefined) {
    const message = LATER_YEAR_CLOSED({ year: ejercicio, later: later.ejercicio })
    return { problem: { code: 'INVALID_STATE', message } }
  }
  const { today } = moment
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'contabilidad' })
  const open = await findOpenEntries(tx, empresa, { model: MODEL, ids: [id] })
  const ids = open.map((entry) => entry.id)
  const days = await findEntryDays(tx, empresa, ids)
  const reversals: ReversalPosting[] = []
  for (const entry of open) {
    const concepto = `Reversa de ${entry.folio}: reapertura del ejercicio ${ejercicio}`
    const day = days.get(entry.id)
    if (day !== undefined && (day.periodo === adjustment || day.estado === 'abierto')) {
      reversals.push({ open: entry, fecha: day.fecha, periodo: day.periodo, concepto })
      continue
    }
    const problem = periods.problemOf(today)
    if (problem !== null) return { problem }
    reversals.push({ open: entry, fecha: today, periodo: periods.idOf(today), concepto })
  }
  return { ok: reversals }
}

async function reopen(
  { context, changes, reason }: Work,
  details: {
    readonly year: Year
    readonly adjustment: string | null
    readonly reversals: readonly ReversalPosting[]
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { year, adjustment, reversals } = details
  const { id, ejercicio } = year
  changes.post({ reversals })
  if (adjustment !== null) {
    const open = { estado: 'abierto' as const, cerrado_por: null, fecha_cierre: null }
    changes.change(PERIODS, adjustment, open)
  }
  changes.change(MODEL, id, { estado: 'abierto' })
  for (const closing of await closingsOf(context, id)) {
    changes.change(CLOSINGS, closing.id, { estado: 'reabierto' })
  }
  const periods = reversals.map(({ periodo }) => periodo)
  changes.also({
    write: async () => {
      if (adjustment !== null) await clearBalances(tx, empresa, [adjustment])
      await refreshBalances(tx, empresa, { periods, now: moment.now })
    },
  })
  const after = { estado: 'abierto' }
  changes.record({
    model: MODEL,
    id,
    before: { estado: year.estado },
    after,
    event: 'reabierto',
    told: { ejercicio, ...after, motivo: reason },
  })
}
