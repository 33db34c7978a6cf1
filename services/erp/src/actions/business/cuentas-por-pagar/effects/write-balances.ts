import { amountText } from '../../cents.ts'
import type { Changes } from '../../changes.ts'
import { stateOf, type InvoiceBalance } from '../decisions/invoice-balance.ts'

/** An invoice of which more or less is left than before. */
export interface MovedInvoice {
  readonly before: InvoiceBalance
  readonly after: InvoiceBalance
}

/** Changes what is left of an invoice, and the state that follows from it; `by`: the folios of what moved it. */
export function moveBalance(
  changes: Changes,
  { before, after }: MovedInvoice,
  by: readonly string[],
): void {
  const { id, estado, saldo } = before.invoice
  const left = { estado: stateOf(after), saldo: amountText(after.saldo) }
  changes.change('CuentaPorPagar', id, left)
  changes.record({
    model: 'CuentaPorPagar',
    id,
    before: { estado, saldo },
    after: { ...left, por: by },
    event: null,
  })
}
