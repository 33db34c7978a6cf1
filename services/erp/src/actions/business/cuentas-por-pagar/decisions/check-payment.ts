import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  ABOVE_PAYMENT_LIMIT,
  BANK_ACCOUNT_INACTIVE,
  BANK_ACCOUNT_MISSING,
  BANK_ACCOUNT_OF_OTHER_CURRENCY,
  DESTINATION_NOT_VALID,
  DESTINATION_OF_OTHER,
  FORM_INACTIVE,
  PAID_ON_LATER_DAY,
  REFERENCE_MISSING,
} from '../../../../messages/supplier-payments.ts'
import { amountText, cents, timesRate } from '../../cents.ts'
import { supplierProblem } from '../../compras/decisions/supplier-problem.ts'
import { rateProblem } from '../../exchange-rates.ts'
import type { BankAccountRow } from '../../tesoreria/store/bank-store.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import { chequeProblem } from './cheque-problem.ts'
import { accountOf, type PaymentFacts } from './payment-facts.ts'
import type { PaymentDraft } from './plan-payment.ts'

/** Whom a payment goes to and where it comes from, when nothing is wrong with either. */
export interface CheckedPayment {
  readonly payee: PayeeRow
  readonly account: BankAccountRow
}

/**
 * Why a payment may not be made, whatever it pays.
 * @source docs/decisions/0249-erp-payments.md
 */
export function checkPayment(
  draft: PaymentDraft,
  facts: PaymentFacts,
): CheckedPayment | readonly ErrorEntry[] {
  const payee = facts.payees.get(draft.proveedor)
  if (payee === undefined) throw new Error(`${String(draft.name)} has no supplier`)
  const wrong = [
    dayProblem(draft, facts),
    formProblem(draft, facts),
    rateProblem(
      { ...draft, moneda_clave: draft['moneda.clave'], field: 'tipo_cambio' },
      facts.rates,
    ),
    accountProblem(draft, facts),
    destinationProblem(draft, facts),
    chequeProblem(draft, { ...facts, account: accountOf(draft, facts.forms) }),
  ].filter((problem) => problem !== null)
  if (wrong.length > 0) return wrong
  const problem =
    supplierProblem(payee) ?? facts.periods.problemOf(draft.fecha) ?? limitProblem(draft, facts)
  if (problem !== null) return [problem]
  const account = facts.accounts.get(accountOf(draft, facts.forms) ?? '')
  if (account === undefined) throw new Error(`${String(draft.name)} has no account`)
  return { payee, account }
}

function invalid(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function dayProblem({ name, fecha }: PaymentDraft, { today }: PaymentFacts): ErrorEntry | null {
  if (fecha <= today) return null
  return invalid('fecha', PAID_ON_LATER_DAY({ document: name, fecha, today }))
}

function formProblem(draft: PaymentDraft, { forms }: PaymentFacts): ErrorEntry | null {
  const form = forms.get(draft.forma_pago)
  if (form === undefined) throw new Error(`${String(draft.name)} has no form of payment`)
  if (!form.activo) return invalid('forma_pago', FORM_INACTIVE({ form: form.clave }))
  const isTold = draft.referencia !== null || draft.clave_rastreo !== null
  if (isTold || !form.requiere_referencia) return null
  return invalid('referencia', REFERENCE_MISSING({ form: form.clave }))
}

function accountProblem(draft: PaymentDraft, facts: PaymentFacts): ErrorEntry | null {
  const { name: document, moneda, 'moneda.clave': own } = draft
  const field = 'cuenta_bancaria'
  const account = facts.accounts.get(accountOf(draft, facts.forms) ?? '')
  if (account === undefined) return invalid(field, BANK_ACCOUNT_MISSING({ document }))
  const { clave, moneda_clave: currency } = account
  if (!account.activo) return invalid(field, BANK_ACCOUNT_INACTIVE({ account: clave }))
  if (account.moneda === moneda) return null
  const which = { account: clave, currency, document, own }
  return invalid(field, BANK_ACCOUNT_OF_OTHER_CURRENCY(which))
}

/** Money goes to an account of the supplier that somebody has validated. */
function destinationProblem(draft: PaymentDraft, facts: PaymentFacts): ErrorEntry | null {
  const id = draft.cuenta_destino
  if (id === null) return null
  const field = 'cuenta_destino'
  const found = facts.destinations.get(id)
  if (found?.proveedor !== draft.proveedor) {
    return invalid(field, DESTINATION_OF_OTHER({ id, document: draft.name }))
  }
  if (found.estado === 'validada') return null
  return invalid(field, DESTINATION_NOT_VALID({ id, state: found.estado }))
}

/** What a programme authorized has been looked at by whoever may. */
function limitProblem(draft: PaymentDraft, { limit }: PaymentFacts): ErrorEntry | null {
  const base = timesRate(cents(draft.importe), draft.tipo_cambio)
  if (draft.programacion !== null || limit === null || base <= limit) return null
  const amounts = { amount: amountText(base), limit: amountText(limit) }
  return { code: 'FORBIDDEN', message: ABOVE_PAYMENT_LIMIT({ document: draft.name, ...amounts }) }
}
