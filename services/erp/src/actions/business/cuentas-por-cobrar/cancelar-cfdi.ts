import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS } from '../cfdi/request-cancellations.ts'
import { DocumentBatch } from '../document-batch.ts'
import { ANTICIPO_VENTA_STATES } from './anticipo-venta-states.ts'
import { ADVANCE_KIND, CANCEL_ADVANCE_CFDI } from './advance-kind.ts'
import { cancelIssued } from './cancel-issued.ts'
import { lockAdvanceCfdis } from './store/advance-cfdi-store.ts'

/**
 * Cancels the invoices of advances that no other CFDI names, which can then be taken back or invoiced anew.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarCfdiAnticipo: RecordAction = {
  model: 'AnticipoVenta',
  name: CANCEL_ADVANCE_CFDI,
  label: 'Cancelar CFDI',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['cfdi_cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, ADVANCE_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockAdvanceCfdis(tx, caller.empresa, ids), {
    model: cancelarCfdiAnticipo.model,
    states: statesBefore(ANTICIPO_VENTA_STATES, CANCEL_ADVANCE_CFDI),
  })
  for (const { id, folio, tasa_iva: tasa } of batch.remaining) {
    if (tasa !== null) continue
    const message = `AnticipoVenta ${folio} has no CFDI of timbrar_anticipo.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  return await cancelIssued(context, cancelarCfdiAnticipo, batch)
}
