import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { invoicedProblem } from './decisions/invoiced-advance.ts'
import { endAdvances, lockAdvances } from './store/advance-store.ts'

/**
 * Takes back an advance that was entered by hand and that nobody used; one that a collection left goes with that.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarAnticipo: RecordAction = {
  model: 'AnticipoVenta',
  name: 'cancelar_anticipo',
  label: 'Cancelar anticipo',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelado'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockAdvances(tx, caller.empresa, ids), {
    model: cancelarAnticipo.model,
    states: statesBefore(ANTICIPO_VENTA_STATES, cancelarAnticipo.name),
  })
  for (const row of batch.remaining) {
    const { id, folio, cobro, nota_credito: nota } = row
    const invoiced = invoicedProblem(row)
    if (invoiced !== null) batch.refuse(id, invoiced)
    if (invoiced === null && nota !== null) {
      const message = `AnticipoVenta ${folio} is what NotaCreditoVenta ${nota} credited of what was paid: cancelar_nota_credito takes both back.`
      batch.refuse(id, { code: 'INVALID_STATE', message })
    }
    if (invoiced !== null || cobro === null) continue
    const message = `AnticipoVenta ${folio} is what CobroCliente ${cobro} left: cancelar_cobro takes both back.`
    batch.refuse(id, { code: 'INVALID_STATE', message })
  }
  const done = batch.remaining
  const estado = 'cancelado'
  await endAdvances(tx, caller.empresa, { ids: done.map(({ id }) => id), estado, now: moment.now })
  await recordDeeds(
    context,
    { ...cancelarAnticipo, reason: String(inputs.get('motivo')).trim() },
    done.map((row) => ({ id: row.id, folio: row.folio, before: row.estado, after: estado })),
  )
  return batch.outcome
}
