import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS, cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { COBRO_CLIENTE_STATES } from './cobro-cliente-states.ts'
import { CANCEL_COMPLEMENT, COLLECTION_KIND } from './collection-kind.ts'
import { lockCollections } from './store/collection-store.ts'

/**
 * Cancels the complements of payments of collections, which can then be taken back or told to the SAT anew.
 * @source docs/decisions/0252-erp-cash.md
 */
export const cancelarComplemento: RecordAction = {
  model: 'CobroCliente',
  name: CANCEL_COMPLEMENT,
  label: 'Cancelar complemento',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['complemento_cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, COLLECTION_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const { model } = cancelarComplemento
  const batch = new DocumentBatch(ids, await lockCollections(tx, caller.empresa, ids), {
    model,
    states: statesBefore(COBRO_CLIENTE_STATES, CANCEL_COMPLEMENT),
  })
  const why = await cancelReason(context, inputs)
  for (const { id, complemento } of batch.remaining) {
    if ('code' in why) batch.refuse(id, why)
    else if (complemento === null) {
      const message = `CobroCliente ${id} has no complement of payments.`
      batch.refuse(id, { code: 'INVALID_STATE', field: 'complemento', message })
    }
  }
  if ('code' in why || batch.remaining.length === 0) return batch.outcome
  const wanted = batch.remaining.map(({ id, complemento }) => ({
    modelo: model,
    registro: id,
    cfdi: complemento ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, wanted, why))
    batch.refuse(id, problem)
  await recordDeeds(
    context,
    { ...cancelarComplemento, reason: String(inputs.get('motivo')).trim() },
    batch.remaining.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: estado,
      more: { complemento: 'por_cancelar', motivo_sat: why.motivo },
    })),
  )
  return batch.outcome
}
