import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { Changes } from '../../changes.ts'
import type { Deed } from '../../record-deeds.ts'
import { stateOf, type InvoiceBalance } from '../decisions/invoice-balance.ts'
import { changeInvoices } from '../store/owed-invoice-store.ts'

/** An invoice of which more or less is left than before. */
export interface MovedInvoice {
  readonly before: InvoiceBalance
  readonly after: InvoiceBalance
}

/** Changes what is left of an invoice, and the state that follows from it; `by`: the folios of what moved it. */
export function moveBalance(changes: Changes, moved: MovedInvoice, by: readonly string[]): void {
  changes.change('CuentaPorPagar', moved.after.invoice.id, leftOf(moved.after))
  changes.record(invoiceDeed(moved, by))
}

/** Writes what is left of invoices, and the states that follow from it. */
export async function writeBalances(
  { tx, caller, moment }: ActionContext,
  moved: readonly MovedInvoice[],
): Promise<void> {
  const changes = moved.map(({ after }) => ({ id: after.invoice.id, ...leftOf(after) }))
  await changeInvoices(tx, caller.empresa, { changes, now: moment.now })
}

/** `by`: the folios of what moved it. */
export function invoiceDeed({ before, after }: MovedInvoice, by: readonly string[]): Deed {
  const { id, estado, saldo } = before.invoice
  return {
    model: 'CuentaPorPagar',
    id,
    before: { estado, saldo },
    after: { ...leftOf(after), por: by },
    event: null,
  }
}

function leftOf(after: InvoiceBalance) {
  return { estado: stateOf(after), saldo: amountText(after.saldo) }
}
