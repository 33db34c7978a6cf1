import { textInput } from '../../../dictionary/action-description.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { writePeriods } from './change-periods.ts'
import { inOrder, reopeningProblem } from './decisions/period-order.ts'
import { findPeriodsInOrder, lockPeriodOrder, lockPeriodsToChange } from './store/period-store.ts'

/**
 * Opens closed periods again, with the reason in the audit log.
 * @source docs/decisions/0242-erp-entries.md
 */
export const reabrirPeriodo: RecordAction = {
  model: 'PeriodoContable',
  name: 'reabrir_periodo',
  label: 'Reabrir periodo',
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

const OPEN_YEARS: ReadonlySet<string> = new Set(['abierto', 'en_cierre'])

async function reopen(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  const { empresa } = context.caller
  await lockPeriodOrder(context.tx, empresa)
  const locked = await lockPeriodsToChange(context.tx, empresa, ids)
  const states = ['cerrado'] as const
  const periods = inStates(ids, locked, { batch, model: 'PeriodoContable', states })
  for (const { id, nombre, ejercicio, ejercicio_estado: year } of periods) {
    if (OPEN_YEARS.has(year)) continue
    const message = `The period ${nombre} belongs to ${ejercicio}, which is ${year}.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const all = await findPeriodsInOrder(context.tx, empresa)
  const opening = new Set<string>()
  for (const { id } of inOrder(batch.remaining(periods), all).toReversed()) {
    const problem = reopeningProblem(id, all, opening)
    if (problem === null) opening.add(id)
    else batch.refuse(id, problem)
  }
  await writePeriods(context, batch.remaining(periods), {
    action: reabrirPeriodo.name,
    to: 'abierto',
    event: 'reabierto',
    reason: String(context.inputs.get('motivo')).trim(),
  })
  return batch.outcome()
}
