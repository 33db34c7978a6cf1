import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import type { PaymentDraft } from './decisions/plan-payment.ts'
import { PAY } from './load-payment-facts.ts'
import { PAGO_PROVEEDOR_STATES } from './pago-proveedor-states.ts'
import { payDocuments } from './pay-documents.ts'
import {
  findApplications,
  lockPayments,
  type ApplicationRow,
  type PaymentRow,
} from './store/payment-store.ts'

/**
 * Makes payments to suppliers: what their lines name of invoices, and the rest as an advance.
 * @source docs/decisions/0249-erp-payments.md
 */
export const pagar: RecordAction = {
  model: 'PagoProveedor',
  name: PAY,
  label: 'Pagar',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicado'],
  run: pay,
}

async function pay(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  const locked = await lockPayments(tx, caller.empresa, ids)
  const states = statesBefore(PAGO_PROVEEDOR_STATES, pagar.name)
  const payments = inStates(ids, locked, { batch, model: pagar.model, states })
  const found = await findApplications(
    tx,
    caller.empresa,
    payments.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ pago }) => pago)
  const { refused, warnings } = await payDocuments(
    context,
    payments.map((payment) => ({
      key: payment.id,
      drafts: [draftOf(payment, lines.get(payment.id) ?? [])],
    })),
  )
  for (const [id, [first, ...more]] of refused) {
    if (first !== undefined) batch.refuse(id, first, ...more)
  }
  for (const [id, remarks] of warnings) batch.warn(id, remarks)
  return batch.outcome()
}

function draftOf(payment: PaymentRow, lines: readonly ApplicationRow[]): PaymentDraft {
  return { ...payment, name: `PagoProveedor ${payment.folio}`, programacion: null, lines }
}
