import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { NOTHING_RECEIVED } from '../../../messages/purchases.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { documentAction } from '../document-action.ts'
import { cancellationMail } from './decisions/mails.ts'
import { PURCHASE, type Purchase } from './decisions/purchase.ts'
import { ordersOf } from './load-orders.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import { findSuppliers } from './store/purchase-store.ts'
import { findReceived } from './store/receipt-dependents-store.ts'
import { withdraw } from './withdraw-purchases.ts'

/**
 * Cancels purchases and stores the reason.
 * @source docs/contract/erp.md, Business actions
 * @source docs/decisions/0211-erp-purchases.md
 */
export const cancelarCompra = documentAction('Compra', {
  name: 'cancelar_compra',
  label: 'Cancelar compra',
  reason: textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Por qué se cancela; queda en la compra.',
    required: true,
    minLength: 5,
    length: 500,
  }),
  fields: PURCHASE,
  run: async (work) => {
    const { context, batch, changes, reason } = work
    await withdraw(work, { fields: { motivo_cancelacion: reason }, motivo: reason })
    const cancelled = batch.remaining
    if (cancelled.length === 0) return
    const { tx, caller } = context
    const ids = cancelled.map(({ id }) => id)
    const suppliers = await findSuppliers(tx, caller.empresa, ids)
    for (const purchase of cancelled) {
      const supplier = suppliers.get(purchase.id)
      const hasOrder = supplier?.tuvo_orden === true || SENT.has(purchase.estado)
      if (supplier === undefined || !hasOrder) continue
      changes.mail(cancellationMail(purchase, supplier, reason))
    }
  },
})

/** In these states the supplier has the order, whoever created it. */
const SENT: ReadonlySet<Purchase['estado']> = new Set([
  'autorizada',
  'recibida_parcial',
  'recibida',
])

/**
 * Takes purchases back to the state in which they can be changed and approved again.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const cambiarIniciada = documentAction('Compra', {
  name: 'cambiar_iniciada',
  label: 'Cambiar a iniciada',
  reason: textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Queda en la bitácora.',
    required: false,
    minLength: 0,
    length: 500,
  }),
  fields: PURCHASE,
  run: async (work) => {
    const fields = { autorizada_por: null, autorizada_en: null, motivo_cancelacion: null }
    const motivo = work.context.inputs.get('motivo')
    await withdraw(work, { fields, motivo: typeof motivo === 'string' ? motivo : null })
  },
})

/**
 * Closes purchases: nothing more of them is received, and what was still committed is free.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const cerrarCompra = documentAction('Compra', {
  name: 'cerrar_compra',
  label: 'Cerrar compra',
  hasReason: true,
  fields: PURCHASE,
  run: async ({ context, batch, changes, reason }) => {
    const { tx, caller, moment } = context
    const orders = await ordersOf(context, batch.remaining)
    const [received, periods] = await Promise.all([
      findReceived(tx, caller.empresa, [...orders.keys()]),
      loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
    ])
    for (const { id } of batch.remaining) {
      const stands = orders.get(id)?.lines.some((line) => line.received > 0n) === true
      const problem = stands || received.has(id) ? periods.problemOf(moment.today) : notReceived(id)
      if (problem !== null) batch.refuse(id, problem)
    }
    const closed = batch.remaining.map(({ id }) => id)
    if (closed.length === 0) return
    const facts = await lockSettlement(context, closed)
    await settleOrders(context, changes, {
      facts,
      periods,
      orders: closed.flatMap((id) => {
        const order = orders.get(id)
        return order === undefined ? [] : [{ order, fecha: moment.today }]
      }),
      closing: reason,
      accruals: [],
      takenBack: null,
    })
  },
})

/** What the supplier never delivered anything of is not finished, but cancelled. */
function notReceived(id: string): ErrorEntry {
  return { code: 'INVALID_STATE', message: NOTHING_RECEIVED({ id }) }
}
