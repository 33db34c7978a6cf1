import { lockDocumentState } from '../../../../store/lock-document-state.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'
import { addReceipt, findReceiptLines, settleReceipts } from '../store/purchase-rule-store.ts'
import type { PurchaseState } from '../store/purchase-store.ts'

const RECEIVABLE: ReadonlySet<string> = new Set<PurchaseState>([
  'autorizada',
  'recibida_parcial',
  'recibida',
])

/** Only what was ordered can be received, and applying a receipt moves the purchase forward. */
export const receiptRule: Callback = {
  before: async (context, write) => {
    const purchase = valueAfter(write, 'compra')
    const before = write.previous?.get('estado') ?? null
    const after = valueAfter(write, 'estado')
    refuseReceiptChange(write)
    if (purchase === null) return write.values
    const { tx, caller } = context
    const state = await lockDocumentState(tx, caller.empresa, { table: 'compra', id: purchase })
    if (before === null && state !== undefined && !RECEIVABLE.has(state)) {
      throw wrongState(`Compra ${purchase} is ${state}; only an authorized one is received.`)
    }
    if (before === null && after === 'aplicada') {
      throw wrongState('Add the lines of a receipt before applying it.', 'estado')
    }
    if (before !== 'aplicada' && after === 'aplicada') await demandLines(context, write)
    return write.values
  },
  after: async ({ tx, caller, now }, write) => {
    const before = write.previous?.get('estado') ?? null
    const after = valueAfter(write, 'estado')
    const purchase = valueAfter(write, 'compra')
    if (purchase === null || before === after) return
    if (before === 'aplicada') {
      await addReceipt(tx, caller.empresa, { receipt: write.id, sign: -1, now })
    } else if (after === 'aplicada') {
      await addReceipt(tx, caller.empresa, { receipt: write.id, sign: 1, now })
    } else return
    await settleReceipts(tx, caller.empresa, { id: purchase, now })
  },
}

/** No receipt moves to another purchase. */
function refuseReceiptChange(write: PendingWrite): void {
  if (write.previous === null || !changedFields(write).includes('compra')) return
  const name = `RecepcionCompra ${write.previous.get('id')}`
  throw wrongState(`${name} is of another purchase: compra cannot change.`, 'compra')
}

async function demandLines({ tx, caller }: CallbackContext, write: PendingWrite): Promise<void> {
  const receipt = write.previous?.get('id') ?? ''
  const purchase = valueAfter(write, 'compra') ?? ''
  const lines = await findReceiptLines(tx, caller.empresa, { receipt, purchase })
  const stray = lines.find(({ pertenece: isOfPurchase }) => !isOfPurchase)
  if (stray !== undefined) {
    throw wrongState(`Line ${stray.partida} of the receipt is of another purchase.`)
  }
  if (lines.length === 0)
    throw wrongState('Add the lines of a receipt before applying it.', 'estado')
}

/** Invoices, advances and receipts of services need a purchase that was not cancelled. */
export const purchaseDocumentRule: Callback = {
  before: async ({ tx, caller }, write) => {
    const purchase = valueAfter(write, 'compra')
    if (purchase === null || !changedFields(write).includes('compra')) return write.values
    const state = await lockDocumentState(tx, caller.empresa, { table: 'compra', id: purchase })
    if (state !== undefined && !RECEIVABLE.has(state) && state !== 'cerrada') {
      throw wrongState(
        `Compra ${purchase} is ${state}; a ${write.model.name} needs an authorized one.`,
        'compra',
      )
    }
    return write.values
  },
}
