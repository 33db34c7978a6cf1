import { statesBefore } from '../../../dictionary/document-moves.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS, cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { favorProblem } from '../cuentas-por-cobrar/decisions/favor.ts'
import { lockFavorsOf } from '../cuentas-por-cobrar/store/advance-store.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { CANCEL_NOTE } from './cancel-notes.ts'
import { CREDIT_NOTE_KIND } from './credit-note-kind.ts'
import {
  cancelCreditNotes,
  lockCreditNotes,
  type CreditNoteRow,
} from './store/credit-note-store.ts'

/**
 * Cancels credit notes: drafts at once, the others when the SAT has cancelled their CFDI.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const cancelarNotaCredito: RecordAction = {
  model: 'NotaCreditoVenta',
  name: CANCEL_NOTE,
  label: 'Cancelar nota de crédito',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['cancelada'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, CREDIT_NOTE_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs, moment } = context
  const batch = new DocumentBatch(ids, await lockCreditNotes(tx, caller.empresa, ids), {
    model: cancelarNotaCredito.model,
    states: statesBefore('NotaCreditoVenta', CANCEL_NOTE),
  })
  for (const { id, cfdi, cfdi_estado } of batch.remaining) {
    if (cfdi_estado !== 'por_timbrar') continue
    const message = `NotaCreditoVenta ${id} is being stamped, as Cfdi ${cfdi ?? ''}.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  const used = await lockFavorsOf(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  for (const favor of used) {
    const problem = favorProblem(favor)
    if (problem !== null) batch.refuse(favor.nota, problem)
  }
  const why = await cancelReason(context, inputs)
  const stamped = batch.remaining.filter(isStamped)
  if ('code' in why) for (const { id } of stamped) batch.refuse(id, why)
  else {
    const wanted = stamped.map(({ id, cfdi }) => ({
      modelo: cancelarNotaCredito.model,
      registro: id,
      cfdi: cfdi ?? '0',
    }))
    for (const [id, problem] of await requestCancellations(context, wanted, why))
      batch.refuse(id, problem)
  }
  const drafts = batch.remaining.filter((note) => !isStamped(note))
  await cancelCreditNotes(tx, caller.empresa, {
    notes: drafts.map(({ id }) => ({ id, motivo: null })),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...cancelarNotaCredito, reason: String(inputs.get('motivo')).trim() },
    batch.remaining.map((note) => ({
      id: note.id,
      folio: note.folio,
      before: note.estado,
      after: isStamped(note) ? note.estado : 'cancelada',
      ...(isStamped(note) ? { more: { cfdi: 'por_cancelar' } } : {}),
    })),
  )
  return batch.outcome
}

function isStamped({ estado }: CreditNoteRow): boolean {
  return estado === 'aplicada'
}
