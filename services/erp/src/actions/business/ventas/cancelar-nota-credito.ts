import { BEING_STAMPED } from '../../../messages/stamping.ts'
import { reasonInput } from '../action-inputs.ts'
import type { RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS, cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { favorProblem } from '../cuentas-por-cobrar/decisions/favor.ts'
import { lockFavorsOf } from '../cuentas-por-cobrar/lock-favors.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { CANCEL_NOTE } from './cancel-notes.ts'
import { CREDIT_NOTE_KIND } from './credit-note-kind.ts'

const FIELDS = ['cfdi', 'cfdi.estado'] as const
type Work = DocumentWork<'NotaCreditoVenta', (typeof FIELDS)[number]>

/**
 * Cancels credit notes: drafts at once, the others when the SAT has cancelled their CFDI.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const cancelarNotaCredito: RecordAction = {
  ...documentAction('NotaCreditoVenta', {
    name: CANCEL_NOTE,
    label: 'Cancelar nota de crédito',
    hasReason: true,
    fields: FIELDS,
    run: cancel,
  }),
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  follow: (outside, ids) => followCancellations(outside, CREDIT_NOTE_KIND, ids),
}

async function cancel({ context, batch, changes, move }: Work): Promise<void> {
  for (const { id, cfdi, 'cfdi.estado': state } of batch.remaining) {
    if (state !== 'por_timbrar') continue
    const message = BEING_STAMPED({ model: 'NotaCreditoVenta', id, cfdi: cfdi ?? '' })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  const used = await lockFavorsOf(
    context,
    batch.remaining.map(({ id }) => id),
  )
  for (const favor of used) {
    const problem = favorProblem(favor)
    if (problem !== null) batch.refuse(favor.nota, problem)
  }
  await request({ context, batch, changes })
  // A draft credited nothing yet: a return that is credited is so by another note.
  for (const row of batch.remaining) if (!isStamped(row)) move(row, {})
}

async function request({
  context,
  batch,
  changes,
}: Pick<Work, 'context' | 'batch' | 'changes'>): Promise<void> {
  const stamped = batch.remaining.filter(isStamped)
  const why = await cancelReason(context, context.inputs)
  if ('code' in why) {
    for (const { id } of stamped) batch.refuse(id, why)
    return
  }
  const wanted = stamped.map(({ id, folio, estado, cfdi }) => ({
    modelo: 'NotaCreditoVenta' as const,
    registro: id,
    folio,
    estado,
    cfdi: cfdi ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, changes, wanted, why))
    batch.refuse(id, problem)
}

function isStamped({ estado }: { readonly estado: string }): boolean {
  return estado === 'aplicada'
}
