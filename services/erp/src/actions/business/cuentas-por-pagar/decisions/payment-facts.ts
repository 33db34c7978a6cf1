import type { EntryRule } from '../../../../store/journal-store.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import type { BankAccountRow } from '../../tesoreria/store/bank-store.ts'
import type { ChequeRow } from '../../tesoreria/store/cheque-store.ts'
import type { DestinationRow, PayeeRow, PaymentFormRow } from '../store/payment-facts-store.ts'
import type { InvoiceBalance } from './invoice-balance.ts'
import type { CrossRates } from './paid-for.ts'
import type { PaymentDraft } from './plan-payment.ts'

/** Everything that decides whether payments are made, read once for all of them. */
export interface PaymentFacts {
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly payees: ReadonlyMap<string, PayeeRow>
  readonly forms: ReadonlyMap<string, PaymentFormRow>
  readonly destinations: ReadonlyMap<string, DestinationRow>
  readonly accounts: ReadonlyMap<string, BankAccountRow>
  readonly cheques: ReadonlyMap<string, ChequeRow>
  readonly rates: CrossRates
  readonly periods: Periods
  readonly rules: readonly EntryRule[]
  /** Up to which amount the caller pays what no programme authorized, in the company's currency; null: any. */
  readonly limit: bigint | null
  readonly today: string
}

/** The account that a payment leaves: its own, else that of its form. */
export function accountOf(
  { cuenta_bancaria: own, forma_pago: form }: PaymentDraft,
  forms: ReadonlyMap<string, PaymentFormRow>,
): string | null {
  return own ?? forms.get(form)?.cuenta_bancaria ?? null
}
