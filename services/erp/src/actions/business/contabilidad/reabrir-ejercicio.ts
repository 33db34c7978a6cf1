import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { loadPeriods, type Periods } from './accounting-periods.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { refreshBalances } from './effects/refresh-balances.ts'
import { numbersNeeded, writeEntries, type ReversalPosting } from './effects/write-entries.ts'
import { clearBalances } from './store/balance-store.ts'
import { changePeriods, lockPeriodOrder } from './store/period-store.ts'
import {
  changeYear,
  findEntryDays,
  findYears,
  lockYears,
  reopenClosing,
  type YearRow,
} from './store/year-store.ts'

/**
 * Opens a closed year again, with its adjustment period: the entries that closed it are taken back.
 * @source docs/decisions/0242-erp-entries.md
 */
export const reabrirEjercicio: RecordAction = {
  model: 'EjercicioFiscal',
  name: 'reabrir_ejercicio',
  label: 'Reabrir ejercicio',
  mode: 'grid_action',
  inputs: [
    textInput({
      name: 'motivo',
      label: 'Motivo',
      help: 'Por qué se reabre; queda en la auditoría.',
      required: true,
      minLength: 5,
      length: 250,
    }),
  ],
  emits: ['reabierto'],
  run: reopen,
}

async function reopen(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new BatchOutcome()
  await lockPeriodOrder(tx, caller.empresa)
  const locked = await lockYears(tx, caller.empresa, ids)
  const states = ['cerrado']
  const years = inStates(ids, locked, { batch, model: 'EjercicioFiscal', states })
  const today = await loadPeriods(tx, caller.empresa, {
    days: [moment.today],
    module: 'contabilidad',
  })
  // The last one first: none is opened before those that follow it.
  for (const year of years.toSorted((one, other) => other.ejercicio - one.ejercicio)) {
    const found = await reversalsOf(context, year, today)
    if ('problem' in found) batch.refuse(year.id, found.problem)
    else await reopenYear(context, year, found.ok)
  }
  return batch.outcome()
}

type Found = { readonly ok: readonly ReversalPosting[] } | { readonly problem: ErrorEntry }

/** What closed the year is taken back in its adjustment period, its opening on its day or, where that is closed, today. */
async function reversalsOf(
  { tx, caller, moment }: ActionContext,
  year: YearRow,
  today: Periods,
): Promise<Found> {
  const { empresa } = caller
  const years = await findYears(tx, empresa)
  const later = years.find((one) => one.ejercicio > year.ejercicio && one.estado === 'cerrado')
  if (later !== undefined) {
    const message = `EjercicioFiscal ${later.ejercicio} is closed; it is opened before ${year.ejercicio}.`
    return { problem: { code: 'INVALID_STATE', message } }
  }
  const open = await findOpenEntries(tx, empresa, { model: 'EjercicioFiscal', ids: [year.id] })
  const days = await findEntryDays(
    tx,
    empresa,
    open.map(({ id }) => id),
  )
  const reversals: ReversalPosting[] = []
  for (const entry of open) {
    const concepto = `Reversa de ${entry.folio}: reapertura del ejercicio ${year.ejercicio}`
    const day = days.get(entry.id)
    if (day !== undefined && (day.periodo === year.ajuste || day.estado === 'abierto')) {
      reversals.push({ open: entry, fecha: day.fecha, periodo: day.periodo, concepto })
      continue
    }
    const problem = today.problemOf(moment.today)
    if (problem !== null) return { problem }
    const periodo = today.idOf(moment.today)
    reversals.push({ open: entry, fecha: moment.today, periodo, concepto })
  }
  return { ok: reversals }
}

async function reopenYear(
  context: ActionContext,
  year: YearRow,
  reversals: readonly ReversalPosting[],
): Promise<void> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const { now } = moment
  const reason = String(inputs.get('motivo')).trim()
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, 1]]),
    series: needed.series,
  })
  const written = await writeEntries(context, postings, numbering)
  if (year.ajuste !== null) {
    const ids = [year.ajuste]
    await changePeriods(tx, empresa, { ids, estado: 'abierto', usuarioId: null, now })
    await clearBalances(tx, empresa, ids)
  }
  const periods = written.map(({ periodo }) => periodo)
  await refreshBalances(tx, empresa, { periods, now })
  await changeYear(tx, empresa, { id: year.id, estado: 'abierto', now })
  await reopenClosing(tx, empresa, { year: year.id, now })
  const { ejercicio } = year
  const datos = { ejercicio, estado: 'abierto', motivo: reason }
  await enqueueEvents(tx, empresa, {
    events: [{ modelo: 'EjercicioFiscal', evento: 'reabierto', registro: year.id, datos }],
    now,
  })
  await recordAudit(tx, caller, {
    entries: [
      {
        id: numbering.numbers(AUDIT_COUNTER),
        model: 'EjercicioFiscal',
        recordId: year.id,
        operation: 'accion',
        action: reabrirEjercicio.name,
        reason,
        before: { estado: 'cerrado' },
        after: { estado: 'abierto' },
      },
    ],
    now,
  })
}
