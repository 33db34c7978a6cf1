import type { Picked } from '../../../../dictionary/row-types.ts'
import type { EntryRule } from '../../../../store/journal-store.ts'
import type { Periods } from '../../contabilidad/accounting-periods.ts'
import type { BankAccountRow } from '../../tesoreria/store/bank-store.ts'
import type { ChequeRow } from '../../tesoreria/store/cheque-store.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import type { InvoiceBalance } from './invoice-balance.ts'
import type { CrossRates } from './paid-for.ts'
import type { PaymentDraft } from './plan-payment.ts'

/** What is read of a form of payment. */
export const FORM = [
  'clave',
  'forma_pago_sat.clave',
  'requiere_referencia',
  'cuenta_bancaria',
  'activo',
] as const

/** A form of payment: of the c_FormaPago 01 is cash, 02 a cheque, 03 a transfer. */
type PaymentForm = Picked<'FormaPago', (typeof FORM)[number]>

/** Everything that decides whether payments are made, read once for all of them. */
export interface PaymentFacts {
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly payees: ReadonlyMap<string, PayeeRow>
  readonly forms: ReadonlyMap<string, PaymentForm>
  /** Accounts of suppliers. */
  readonly destinations: ReadonlyMap<
    string,
    Picked<'ProveedorCuentaBancaria', 'proveedor' | 'estado'>
  >
  readonly accounts: ReadonlyMap<string, BankAccountRow>
  readonly cheques: ReadonlyMap<string, ChequeRow>
  readonly rates: CrossRates
  readonly periods: Periods
  readonly rules: readonly EntryRule[]
  /** Up to which amount the caller pays what no programme authorized, in the company's currency; null: any. */
  readonly limit: bigint | null
  readonly today: string
  /** The id by which movements of the bank name the model of payments. */
  readonly model: string
}

/** The account that a payment leaves: its own, else that of its form. */
export function accountOf(
  { cuenta_bancaria: own, forma_pago: form }: PaymentDraft,
  forms: ReadonlyMap<string, PaymentForm>,
): string | null {
  return own ?? forms.get(form)?.cuenta_bancaria ?? null
}
