import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { recordAll } from '../record-deeds.ts'
import { loadPeriods } from './accounting-periods.ts'
import { STATES } from './acreditar-iva-retenido.ts'
import { takeNumbering } from './effects/entry-folios.ts'
import { numbersNeeded, writeEntries, type ReversalPosting } from './effects/write-entries.ts'
import { lockPeriodsToChange, type LockedPeriod } from './store/period-store.ts'

/**
 * Takes back that the IVA which was withheld in a month was credited, on the days on which it was, so that their month
 * shows nothing of it; until that month is closed.
 * @source docs/decisions/0249-erp-payments.md
 */
export const cancelarAcreditacion: RecordAction = {
  model: 'PeriodoContable',
  name: 'cancelar_acreditacion',
  label: 'Cancelar acreditación de IVA retenido',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['acreditacion_cancelada'],
  run: cancel,
}

interface Cancelled {
  readonly period: LockedPeriod
  readonly entries: readonly OpenEntry[]
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const { empresa } = caller
  const { model } = cancelarAcreditacion
  const batch = new BatchOutcome()
  const locked = await lockPeriodsToChange(tx, empresa, ids)
  const found = inStates(ids, locked, { batch, model, states: STATES })
  const all = await findOpenEntries(tx, empresa, { model, ids: found.map(({ id }) => id) })
  const days = all.map(({ fecha }) => fecha)
  const open = await loadPeriods(tx, empresa, { days, module: 'tesoreria' })
  const done: Cancelled[] = []
  for (const period of found) {
    const entries = all.filter(({ registro }) => registro === period.id)
    const message = `No IVA that was withheld in ${period.nombre} is credited.`
    const problem =
      entries.length === 0
        ? { code: 'INVALID_STATE' as const, message }
        : entries.map(({ fecha }) => open.problemOf(fecha)).find((one) => one !== null)
    if (problem === undefined || problem === null) done.push({ period, entries })
    else batch.refuse(period.id, problem)
  }
  const reversals = done.flatMap(({ period, entries }) =>
    entries.map((entry) => ({
      open: entry,
      fecha: entry.fecha,
      periodo: open.idOf(entry.fecha),
      concepto: `Reversa de ${entry.folio}: ${period.nombre}`,
    })),
  )
  await write(context, done, reversals)
  return batch.outcome()
}

async function write(
  context: ActionContext,
  done: readonly Cancelled[],
  reversals: readonly ReversalPosting[],
): Promise<void> {
  if (done.length === 0) return
  const { tx, caller, inputs } = context
  const { model, name } = cancelarAcreditacion
  const postings = { entries: [], reversals }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...needed.counters, [AUDIT_COUNTER, done.length]]),
    series: needed.series,
  })
  await writeEntries(context, postings, numbering)
  const deeds = done.map(({ period: { id, estado }, entries }) => ({
    model,
    id,
    before: { estado, polizas: entries.map((entry) => entry.folio).join(', ') },
    after: { estado, polizas: null },
    event: 'acreditacion_cancelada',
  }))
  const reason = String(inputs.get('motivo')).trim()
  await recordAll(context, { name, reason }, { deeds, numbers: numbering.numbers })
}
