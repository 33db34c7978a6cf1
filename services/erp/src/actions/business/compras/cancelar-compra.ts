import { textInput } from '../../../dictionary/action-description.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { COMPRA_STATES } from './compra-states.ts'
import { cancellationMail } from './decisions/mails.ts'
import { findSuppliers, type PurchaseState } from './store/purchase-store.ts'
import { withdraw } from './withdraw-purchases.ts'

/**
 * Cancels purchases and stores the reason.
 * @source docs/contract/erp.md, Business actions
 * @source docs/decisions/0211-erp-purchases.md
 */
export const cancelarCompra: RecordAction = {
  model: 'Compra',
  name: 'cancelar_compra',
  label: 'Cancelar compra',
  mode: 'grid_action',
  inputs: [
    textInput({
      name: 'motivo',
      label: 'Motivo',
      help: 'Por qué se cancela; queda en la compra.',
      required: true,
      minLength: 5,
      length: 500,
    }),
  ],
  emits: ['cancelada'],
  run: cancel,
}

/** In these states the supplier has the order, whoever created it. */
const SENT: ReadonlySet<PurchaseState> = new Set(['autorizada', 'recibida_parcial', 'recibida'])

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const reason = String(context.inputs.get('motivo')).trim()
  return await withdraw(context, ids, {
    name: cancelarCompra.name,
    from: statesBefore(COMPRA_STATES, cancelarCompra.name),
    to: 'cancelada',
    reason,
    describe: async (purchases) => {
      const ids = purchases.map(({ id }) => id)
      const suppliers = await findSuppliers(context.tx, context.caller.empresa, ids)
      return (purchase) => {
        const supplier = suppliers.get(purchase.id)
        const hasOrder = supplier?.tuvo_orden === true || SENT.has(purchase.estado)
        return {
          change: {
            id: purchase.id,
            estado: 'cancelada',
            autorizada_por: purchase.autorizada_por,
            autorizada_en: purchase.autorizada_en,
            motivo_cancelacion: reason,
            importes: null,
          },
          mails:
            supplier === undefined || !hasOrder
              ? []
              : [cancellationMail(purchase, supplier, reason)],
        }
      }
    },
  })
}
