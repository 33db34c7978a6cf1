import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS } from '../cfdi/request-cancellations.ts'
import { DocumentBatch } from '../document-batch.ts'
import { ADVANCE_USE_KIND, CANCEL_USE_CFDI } from './advance-use-kind.ts'
import { cancelIssued } from './cancel-issued.ts'
import { lockUseCfdis } from './store/advance-cfdi-store.ts'

/**
 * Cancels the credit notes of applied advances, which can then be taken back or credited anew.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarEgreso: RecordAction = {
  model: 'AplicacionNotaCredito',
  name: CANCEL_USE_CFDI,
  label: 'Cancelar egreso',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['egreso_cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, ADVANCE_USE_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const rows = await lockUseCfdis(tx, caller.empresa, ids)
  const batch = new DocumentBatch(
    ids,
    new Map([...rows].map(([id, row]) => [id, { ...row, folio: id }])),
    { model: cancelarEgreso.model, states: ['vigente'] },
  )
  for (const { id, anticipo, cfdi } of batch.remaining) {
    if (anticipo !== null && cfdi !== null) continue
    const message = `AplicacionNotaCredito ${id} has no CFDI of timbrar_aplicacion.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  return await cancelIssued(context, cancelarEgreso, batch)
}
