import { lockDocumentState } from '../../../../store/lock-document-state.ts'
import { addReceipt, findReceiptLines, settleReceipts } from '../store/purchase-rule-store.ts'
import type { PurchaseState } from '../store/purchase-store.ts'
import type { Callback, CallbackContext, PendingWrite } from '../../../callbacks/callback.ts'
import { lineAmounts, refuseHeadAmounts } from './purchase-amounts.ts'
import { changedFields, valueAfter, wrongState } from '../../../rules/rule.ts'

const FREE_PURCHASE_FIELDS = new Set(['observaciones', 'fecha_entrega', 'comprador', 'almacen'])
const FREE_LINE_FIELDS = new Set(['cantidad_facturada', 'fecha_entrega'])
const RECEIVABLE: ReadonlySet<string> = new Set<PurchaseState>([
  'autorizada',
  'recibida_parcial',
  'recibida',
])

/**
 * What people approved does not change afterwards: beyond `iniciada` only fields that nobody approves may change.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const purchaseRule: Callback = {
  before: (_context, write) => {
    const state = write.previous?.get('estado') ?? 'iniciada'
    const field = changedFields(write).find((name) => !FREE_PURCHASE_FIELDS.has(name))
    if (write.previous !== null && state !== 'iniciada' && field !== undefined) {
      throw approved(`Compra ${write.previous.get('id')} is ${state}`, field)
    }
    refuseHeadAmounts(write)
    return Promise.resolve(write.values)
  },
  beforeDelete: (_context, { previous }) => {
    const state = previous.get('estado')
    if (state !== 'iniciada' && state !== 'cancelada') {
      throw wrongState(`Compra ${previous.get('id')} is ${state} and cannot be deleted.`)
    }
    return Promise.resolve()
  },
}

function approved(what: string, field?: string) {
  const change = field === undefined ? 'its lines cannot change' : `${field} cannot change`
  return wrongState(`${what}: ${change} unless cambiar_iniciada takes it back.`, field)
}

/** The lines are part of what was approved. */
export const purchaseLineRule: Callback = {
  before: async (context, write) => {
    const fields = changedFields(write).filter((name) => !FREE_LINE_FIELDS.has(name))
    if (fields.length === 0) return write.values
    const purchases = new Set([write.previous?.get('compra') ?? null, valueAfter(write, 'compra')])
    for (const id of [...purchases].toSorted((a, b) => Number(a) - Number(b)))
      await demandIniciada(context, id)
    return lineAmounts(write)
  },
  beforeDelete: async (context, { previous }) => {
    await demandIniciada(context, previous.get('compra') ?? null)
  },
}

async function demandIniciada({ tx, caller }: CallbackContext, id: string | null): Promise<void> {
  if (id === null) return
  const state = await lockDocumentState(tx, caller.empresa, { table: 'compra', id })
  if (state !== undefined && state !== 'iniciada') throw approved(`Compra ${id} is ${state}`)
}

/** Only what was ordered can be received, and applying a receipt moves the purchase forward. */
export const receiptRule: Callback = {
  before: async (context, write) => {
    const purchase = valueAfter(write, 'compra')
    const before = write.previous?.get('estado') ?? null
    const after = valueAfter(write, 'estado')
    refuseReceiptChange(write, before)
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
  beforeDelete: (_context, { previous }) => {
    if (previous.get('estado') === 'aplicada') {
      throw wrongState(`RecepcionCompra ${previous.get('id')} is aplicada; cancel it instead.`)
    }
    return Promise.resolve()
  },
}

/** An applied receipt can only be cancelled, a cancelled one is final, and none moves to another purchase. */
function refuseReceiptChange(write: PendingWrite, before: string | null): void {
  if (write.previous === null) return
  const changed = changedFields(write)
  const name = `RecepcionCompra ${write.previous.get('id')}`
  const isFinal = before === 'aplicada' || before === 'cancelada'
  const field = changed.find((one) => one === 'compra' || (isFinal && one !== 'estado'))
  if (field !== undefined) throw wrongState(`${name} is ${before}: ${field} cannot change.`, field)
  const after = valueAfter(write, 'estado')
  if (isFinal && after !== before && !(before === 'aplicada' && after === 'cancelada')) {
    throw wrongState(`${name} is ${before} and cannot become ${after}.`, 'estado')
  }
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

/** The lines of an applied or cancelled receipt are what was counted. */
export const receiptLineRule: Callback = {
  before: async (context, write) => {
    if (changedFields(write).length > 0) {
      await demandOpenReceipt(context, write.previous?.get('recepcion') ?? null)
      await demandOpenReceipt(context, valueAfter(write, 'recepcion'))
    }
    return write.values
  },
  beforeDelete: async (context, { previous }) => {
    await demandOpenReceipt(context, previous.get('recepcion') ?? null)
  },
}

async function demandOpenReceipt(
  { tx, caller }: CallbackContext,
  id: string | null,
): Promise<void> {
  if (id === null) return
  const state = await lockDocumentState(tx, caller.empresa, { table: 'recepcion_compra', id })
  if (state === 'aplicada' || state === 'cancelada') {
    throw wrongState(`RecepcionCompra ${id} is ${state}: its lines cannot change.`)
  }
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
