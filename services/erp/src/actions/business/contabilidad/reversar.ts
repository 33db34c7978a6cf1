import { dateInput, textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { loadPeriods, type Periods } from './accounting-periods.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { numbersNeeded, writeEntries, type ReversalPosting } from './effects/write-entries.ts'
import { POLIZA_STATES } from './poliza-states.ts'
import { lockEntries, type EntryRow } from './store/manual-entry-store.ts'
import { findEntriesWithBalances } from './store/opening-entry-store.ts'

/**
 * Takes back entries made by hand, each by another one with the sides swapped.
 * @source docs/decisions/0242-erp-entries.md
 */
export const reversar: RecordAction = {
  model: 'Poliza',
  name: 'reversar',
  label: 'Reversar',
  mode: 'grid_action',
  inputs: [
    dateInput({
      name: 'fecha',
      label: 'Fecha',
      help: 'De la póliza de reversa; sin ella, hoy.',
      required: false,
    }),
    textInput({
      name: 'motivo',
      label: 'Motivo',
      help: 'Queda en el concepto de la póliza de reversa y en la auditoría.',
      required: false,
      minLength: 0,
      length: 200,
    }),
  ],
  emits: ['reversada'],
  run: reverse,
}

async function reverse(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new BatchOutcome()
  const locked = await lockEntries(tx, caller.empresa, ids)
  const states = statesBefore(POLIZA_STATES, reversar.name)
  const entries = inStates(ids, locked, { batch, model: 'Poliza', states })
  if (entries.length === 0) return batch.outcome()
  const given = inputs.get('fecha')
  const day = typeof given === 'string' ? given : moment.today
  const periods = await loadPeriods(tx, caller.empresa, { days: [day], module: 'contabilidad' })
  const opened = await findEntriesWithBalances(tx, caller.empresa, [...locked.keys()])
  for (const entry of entries) {
    const problem = reversalProblem(entry, { day, periods }) ?? openedProblem(entry, opened)
    if (problem !== null) batch.refuse(entry.id, problem)
  }
  await writeReversals(context, batch.remaining(entries), { day, periods })
  return batch.outcome()
}

interface Day {
  readonly day: string
  readonly periods: Periods
}

const BY_HAND: ReadonlySet<string> = new Set(['manual', 'importada'])

function reversalProblem(entry: EntryRow, { day, periods }: Day): ErrorEntry | null {
  const { id, origen, modelo, registro, reversa, fecha } = entry
  const refused = (reason: string): ErrorEntry => ({
    code: 'INVALID_STATE',
    message: `Poliza ${id} ${reason}.`,
  })
  if (!BY_HAND.has(origen) && modelo !== null) {
    return refused(`was made by ${modelo} ${registro}, whose actions alone take it back`)
  }
  if (reversa !== null) return refused(`reverses Poliza ${reversa}; make that entry again instead`)
  if (day < fecha) {
    const message = `fecha is ${day}, but Poliza ${id} is of ${fecha}: it is not reversed before that.`
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  return periods.problemOf(day)
}

/** Balances that were recognized by an entry of before rest on it. */
function openedProblem(
  { id, origen, modelo }: EntryRow,
  opened: ReadonlyMap<string, string>,
): ErrorEntry | null {
  const resting = opened.get(id)
  if (resting === undefined || modelo !== null || !BY_HAND.has(origen)) return null
  const message = `Poliza ${id} holds a ${resting} that was recognized by it; cancel that first.`
  return { code: 'INVALID_STATE', message }
}

async function writeReversals(
  context: ActionContext,
  entries: readonly EntryRow[],
  { day, periods }: Day,
): Promise<void> {
  if (entries.length === 0) return
  const { tx, caller, moment, inputs } = context
  const motive = inputs.get('motivo')
  const reason = typeof motive === 'string' && motive.trim() !== '' ? motive.trim() : null
  const reversals = entries.map((entry) => reversalOf(entry, { day, periods, reason }))
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, entries.length * 2]]),
    series: needed.series,
  })
  const written = await writeEntries(context, postings, numbering)
  const { now } = moment
  await enqueueEvents(tx, caller.empresa, {
    events: written.map(({ reversa, folio, id, total }) => ({
      modelo: 'Poliza',
      evento: 'reversada',
      registro: reversa ?? '',
      datos: { estado: 'reversada', reversa: id, folio_reversa: folio, total, motivo: reason },
    })),
    now,
  })
  const common = { model: 'Poliza', operation: 'accion' as const, action: reversar.name, reason }
  await recordAudit(tx, caller, {
    entries: written.flatMap(({ id, folio, reversa }) => [
      {
        ...common,
        id: numbering.numbers(AUDIT_COUNTER),
        recordId: reversa ?? '',
        before: { estado: 'aplicada' },
        after: { estado: 'reversada', reversa: id, folio_reversa: folio },
      },
      {
        ...common,
        id: numbering.numbers(AUDIT_COUNTER),
        recordId: String(id),
        before: null,
        after: { estado: 'aplicada', folio, poliza_reversa: Number(reversa) },
      },
    ]),
    now,
  })
}

const MAX_CONCEPT = 250

function reversalOf(
  entry: EntryRow,
  { day, periods, reason }: Day & { readonly reason: string | null },
): ReversalPosting {
  const folio = entry.folio ?? ''
  const concepto = `Reversa de ${folio}: ${reason ?? entry.concepto}`.slice(0, MAX_CONCEPT)
  return { open: { ...entry, folio }, fecha: day, periodo: periods.idOf(day), concepto }
}
