import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { profitOf, profitText, yearEntries, type YearBooks } from './decisions/year-entries.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { refreshBalances } from './effects/refresh-balances.ts'
import { numbersNeeded, writeEntries } from './effects/write-entries.ts'
import { writeBalances } from './store/balance-store.ts'
import {
  changePeriods,
  findPendingDocuments,
  lockPeriodOrder,
  type PendingDocuments,
} from './store/period-store.ts'
import {
  changeYear,
  findAccountsByCode,
  findDailyType,
  findOpenPeriods,
  findResults,
  findYears,
  insertAdjustmentPeriod,
  lockFirstOpenPeriod,
  lockYears,
  writeClosing,
  type YearRow,
} from './store/year-store.ts'

/**
 * Closes a year whose periods are closed: its results go to the account of the year, and from there into the next.
 * @source docs/decisions/0242-erp-entries.md
 */
export const cerrarEjercicio: RecordAction = {
  model: 'EjercicioFiscal',
  name: 'cerrar_ejercicio',
  label: 'Cerrar ejercicio',
  mode: 'grid_action',
  inputs: [],
  emits: ['cerrado'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  await lockPeriodOrder(context.tx, context.caller.empresa)
  const locked = await lockYears(context.tx, context.caller.empresa, ids)
  const states = ['abierto', 'en_cierre']
  const years = inStates(ids, locked, { batch, model: 'EjercicioFiscal', states })
  // One after the other: each needs the one before it closed.
  for (const year of years.toSorted((one, other) => one.ejercicio - other.ejercicio)) {
    const books = await booksOf(context, year)
    if ('problem' in books) batch.refuse(year.id, books.problem)
    else await closeYear(context, books.ok)
  }
  return batch.outcome()
}

const OF_YEAR = '305.01'
// Of the years before: what was earned, and what was lost.
const EARNED = '304.01'
const LOST = '304.02'

type Found = { readonly ok: YearBooks } | { readonly problem: ErrorEntry }

async function booksOf(context: ActionContext, year: YearRow): Promise<Found> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  if (moment.today <= year.hasta) {
    const message = `EjercicioFiscal ${year.ejercicio} ends on ${year.hasta}; it is closed on a later day, and today is ${moment.today}.`
    return { problem: { code: 'INVALID_STATE', message } }
  }
  const years = await findYears(tx, empresa)
  const earlier = years.find((one) => one.ejercicio < year.ejercicio && one.estado !== 'cerrado')
  if (earlier !== undefined) {
    const message = `EjercicioFiscal ${earlier.ejercicio} is ${earlier.estado}; it is closed before ${year.ejercicio}.`
    return { problem: { code: 'INVALID_STATE', message } }
  }
  const pending = await pendingOf(context, year)
  if (pending !== null) return { problem: pending }
  const next = years.find((one) => one.ejercicio === year.ejercicio + 1)
  if (next === undefined) return missing(`there is no EjercicioFiscal ${year.ejercicio + 1}`)
  const opening = await lockFirstOpenPeriod(tx, empresa, next.id)
  if (opening === undefined) {
    const message = `No period of EjercicioFiscal ${next.ejercicio} is open, which the result is carried into.`
    return { problem: { code: 'PERIOD_CLOSED', message } }
  }
  const [results, moneda] = await Promise.all([
    findResults(tx, empresa, year.hasta),
    findCompanyCurrency(tx, empresa),
  ])
  const code = profitOf(results) < 0n ? LOST : EARNED
  const codes = await findAccountsByCode(tx, empresa, [OF_YEAR, code])
  const ofYear = year.cuenta_resultado ?? codes.get(OF_YEAR)
  const before = codes.get(code)
  if (ofYear === undefined) return missing(noAccount(OF_YEAR, 'and cuenta_resultado names none'))
  if (before === undefined) return missing(noAccount(code, 'which the result is carried to'))
  const type = await findDailyType(tx, empresa)
  if (type === undefined) return missing('the company has no TipoPoliza')
  return { ok: { year, results, accounts: { ofYear, before }, type, moneda, opening } }
}

function noAccount(code: string, why: string): string {
  return `no active CuentaContable that takes entries has the SAT's code ${code}, ${why}`
}

function missing(reason: string): Found {
  const message = `The year cannot be closed: ${reason}.`
  return { problem: { code: 'CONFIGURATION_INCOMPLETE', message } }
}

/** Periods that are not closed, and drafts in the adjustment period. */
async function pendingOf(context: ActionContext, year: YearRow): Promise<ErrorEntry | null> {
  const { tx, caller } = context
  const { empresa } = caller
  const found: PendingDocuments[] = [...(await findOpenPeriods(tx, empresa, [year.id]))]
  if (year.ajuste !== null) found.push(...(await findPendingDocuments(tx, empresa, [year.ajuste])))
  if (found.length === 0) return null
  const { dependents, names } = toldDependents(found, seenBy(context))
  const message = `${year.nombre} has periods that are not closed, or entries that are not applied: ${names}.`
  return { code: 'PENDING_DOCUMENTS', message, dependents }
}

async function closeYear(context: ActionContext, books: YearBooks): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa, usuarioId } = caller
  const { now } = moment
  const { year } = books
  const planned = { entries: yearEntries(books, year.ajuste ?? ''), reversals: [] }
  const needed = numbersNeeded(planned)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      ['periodo_contable', year.ajuste === null ? 1 : 0],
      ['cierre_ejercicio', 1],
      [AUDIT_COUNTER, 1],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const periodo = year.ajuste ?? String(numbers('periodo_contable'))
  if (year.ajuste === null) {
    await insertAdjustmentPeriod(tx, empresa, { id: Number(periodo), year: year.id, now })
  }
  const postings = { entries: yearEntries(books, periodo), reversals: [] }
  const written = await writeEntries(context, postings, numbering)
  await changePeriods(tx, empresa, { ids: [periodo], estado: 'cerrado', usuarioId, now })
  await writeBalances(tx, empresa, { ids: [periodo], now })
  await refreshBalances(tx, empresa, {
    periods: [periodo, ...written.map((entry) => entry.periodo)],
    now,
  })
  await changeYear(tx, empresa, { id: year.id, estado: 'cerrado', now })
  const utilidad = profitText(books.results)
  await writeClosing(tx, empresa, {
    id: numbers('cierre_ejercicio'),
    year: year.id,
    today: moment.today,
    utilidad,
    cierre: written.find((entry) => entry.periodo === periodo)?.id ?? null,
    apertura: written.find((entry) => entry.periodo !== periodo)?.id ?? null,
    usuarioId,
    now,
  })
  await tellClosed(context, year, { utilidad, id: numbers(AUDIT_COUNTER) })
}

async function tellClosed(
  { tx, caller, moment }: ActionContext,
  { id: registro, ejercicio, estado }: YearRow,
  of: { readonly utilidad: string; readonly id: number },
): Promise<void> {
  const { now } = moment
  const after = { estado: 'cerrado', utilidad: of.utilidad }
  await enqueueEvents(tx, caller.empresa, {
    events: [
      { modelo: 'EjercicioFiscal', evento: 'cerrado', registro, datos: { ejercicio, ...after } },
    ],
    now,
  })
  await recordAudit(tx, caller, {
    entries: [
      {
        id: of.id,
        model: 'EjercicioFiscal',
        recordId: registro,
        operation: 'accion',
        action: cerrarEjercicio.name,
        reason: null,
        before: { estado },
        after,
      },
    ],
    now,
  })
}
