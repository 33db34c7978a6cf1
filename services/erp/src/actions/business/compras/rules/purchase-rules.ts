import { NEEDS_AUTHORIZED_PURCHASE, PURCHASE_UNAUTHORIZED } from '../../../../messages/purchases.ts'
import { RECEIPT_STAYS } from '../../../../messages/receiving.ts'
import { lockDocumentState } from '../../../../store/lock-document-state.ts'
import type { Callback, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import type { Purchase } from '../decisions/purchase.ts'

const RECEIVABLE: ReadonlySet<string> = new Set<Purchase['estado']>([
  'autorizada',
  'recibida_parcial',
  'recibida',
])

/** Only what was ordered can be received; `recibir_compra` applies it. */
export const receiptRule: Callback = {
  before: async ({ tx, caller }, write) => {
    refuseReceiptChange(write)
    const purchase = valueAfter(write, 'compra')
    if (purchase === null || write.previous !== null) return write.values
    const state = await lockDocumentState(tx, caller.empresa, { table: 'compra', id: purchase })
    if (state !== undefined && !RECEIVABLE.has(state)) {
      throw wrongState(PURCHASE_UNAUTHORIZED({ id: purchase, state }))
    }
    return write.values
  },
}

/** No receipt moves to another purchase. */
function refuseReceiptChange(write: PendingWrite): void {
  if (write.previous === null || !changedFields(write).includes('compra')) return
  throw wrongState(RECEIPT_STAYS({ id: String(write.previous.get('id')) }), 'compra')
}

/** Invoices, advances and receipts of services need a purchase that was not cancelled. */
export const purchaseDocumentRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const purchase = valueAfter(write, 'compra')
    if (purchase === null || !changedFields(write).includes('compra')) return write.values
    const state = await lockDocumentState(tx, caller.empresa, { table: 'compra', id: purchase })
    if (state !== undefined && !RECEIVABLE.has(state) && state !== 'cerrada') {
      const found = { id: purchase, state, model: write.model.name }
      throw wrongState(NEEDS_AUTHORIZED_PURCHASE(found), 'compra')
    }
    return write.values
  },
}
