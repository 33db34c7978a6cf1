import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { checkReturn, excessProblem } from './decisions/check-return.ts'
import { DEVOLUCION_COMPRA_STATES } from './devolucion-compra-states.ts'
import { loadReturns } from './load-returns.ts'
import { changeReturns, lockReturns } from './store/return-store.ts'

/**
 * Lets goods go back to their supplier; they leave with `devolver_compra`.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const autorizarDevolucion: RecordAction = {
  model: 'DevolucionCompra',
  name: 'autorizar_devolucion',
  label: 'Autorizar devolución',
  mode: 'grid_action',
  inputs: [],
  emits: ['autorizada'],
  run: authorize,
}

async function authorize(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { model, name } = autorizarDevolucion
  const batch = new DocumentBatch(ids, await lockReturns(tx, caller.empresa, ids), {
    model,
    states: statesBefore(DEVOLUCION_COMPRA_STATES, name),
  })
  const facts = await loadReturns(
    context,
    batch.remaining.map(({ id }) => id),
  )
  for (const row of batch.remaining) {
    const checked = checkReturn(facts, row, facts.rows.get(row.id) ?? [])
    const problems =
      'problems' in checked
        ? checked.problems
        : checked.lines.flatMap((line) => excessProblem(line) ?? [])
    batch.refuse(row.id, ...problems)
  }
  const done = batch.remaining
  await changeReturns(tx, caller.empresa, {
    ids: done.map(({ id }) => id),
    estado: 'autorizada',
    now: moment.now,
  })
  await recordDeeds(
    context,
    { model, name, reason: null },
    done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: 'autorizada' })),
  )
  return batch.outcome
}
