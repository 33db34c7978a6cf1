import { choiceInput } from '../../../dictionary/action-description.ts'
import { statesBefore } from '../../../dictionary/document-moves.ts'
import { SUBSTITUTE_ON_ITS_WAY } from '../../../messages/payroll-cfdi.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import { CANCEL_RECEIPT, lockReceiptsOfRuns, RECEIPT_KIND } from './receipt-kind.ts'

const MODEL = 'ReciboNomina'

/**
 * Cancels the CFDI of receipts that nothing takes the place of; `sustituir_recibo` is for those that something does.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export const cancelarRecibo: RecordAction = {
  model: MODEL,
  name: CANCEL_RECEIPT,
  label: 'Cancelar recibo',
  mode: 'grid_action',
  inputs: [
    reasonInput(),
    choiceInput({
      name: 'motivo_sat',
      label: 'Motivo ante el SAT',
      help: '02 errores sin relación, 03 no se llevó a cabo. 02 donde falta.',
      required: false,
      choices: ['02', '03'],
    }),
  ],
  emits: ['cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, RECEIPT_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  await lockReceiptsOfRuns(context, ids)
  const rows = await lockRows(context, MODEL, {
    ids,
    fields: ['folio', 'estado', 'cfdi', 'cfdi_sustituto', 'cfdi_sustituto.estado'],
  })
  const states = statesBefore(MODEL, CANCEL_RECEIPT)
  const batch = new DocumentBatch(ids, rows, { model: MODEL, states })
  for (const { id, folio, 'cfdi_sustituto.estado': state } of batch.remaining) {
    if (state !== 'por_timbrar') continue
    const message = SUBSTITUTE_ON_ITS_WAY({ receipt: folio })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  const why = await cancelReason(context, context.inputs)
  if ('code' in why) {
    for (const { id } of batch.remaining) batch.refuse(id, why)
    return batch.outcome
  }
  const reason = String(context.inputs.get('motivo')).trim()
  const changes = new Changes(context, { name: CANCEL_RECEIPT, reason })
  const wanted = batch.remaining.map(({ id, folio, estado, cfdi }) => ({
    modelo: 'ReciboNomina' as const,
    registro: id,
    folio,
    estado,
    cfdi: cfdi ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, changes, wanted, why))
    batch.refuse(id, problem)
  await changes.write()
  return batch.outcome
}
