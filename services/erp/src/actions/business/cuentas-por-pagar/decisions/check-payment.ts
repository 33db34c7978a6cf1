import type { ErrorEntry } from '../../../../errors.ts'
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
  if (payee === undefined) throw new Error(`${draft.name} has no supplier`)
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
  if (account === undefined) throw new Error(`${draft.name} has no account`)
  return { payee, account }
}

function invalid(field: string, message: string): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function dayProblem({ name, fecha }: PaymentDraft, { today }: PaymentFacts): ErrorEntry | null {
  if (fecha <= today) return null
  return invalid('fecha', `${name} is of ${fecha}, and today is ${today}: it is paid when it is.`)
}

function formProblem(draft: PaymentDraft, { forms }: PaymentFacts): ErrorEntry | null {
  const form = forms.get(draft.forma_pago)
  if (form === undefined) throw new Error(`${draft.name} has no form of payment`)
  if (!form.activo) return invalid('forma_pago', `FormaPago ${form.clave} is not active.`)
  const isTold = draft.referencia !== null || draft.clave_rastreo !== null
  if (isTold || !form.requiere_referencia) return null
  const message = `referencia is missing: FormaPago ${form.clave} requires it, or clave_rastreo.`
  return invalid('referencia', message)
}

function accountProblem(draft: PaymentDraft, facts: PaymentFacts): ErrorEntry | null {
  const { name, moneda, 'moneda.clave': clave } = draft
  const field = 'cuenta_bancaria'
  const account = facts.accounts.get(accountOf(draft, facts.forms) ?? '')
  if (account === undefined) {
    return invalid(field, `cuenta_bancaria is missing: ${name} and its FormaPago name none.`)
  }
  const which = `CuentaBancaria ${account.clave}`
  if (!account.activo) return invalid(field, `${which} is not active.`)
  if (account.moneda === moneda) return null
  const message =
    `${which} is in ${account.moneda_clave}, and ${name} in ${clave}: ` +
    'pay in the currency of the account, and write importe_pago where the invoice has another.'
  return invalid(field, message)
}

/** Money goes to an account of the supplier that somebody has validated. */
function destinationProblem(draft: PaymentDraft, facts: PaymentFacts): ErrorEntry | null {
  const id = draft.cuenta_destino
  if (id === null) return null
  const field = 'cuenta_destino'
  const found = facts.destinations.get(id)
  const which = `ProveedorCuentaBancaria ${id}`
  if (found?.proveedor !== draft.proveedor) {
    return invalid(field, `${which} is not an account of the supplier of ${draft.name}.`)
  }
  if (found.estado === 'validada') return null
  return invalid(field, `${which} is ${found.estado}; it must be validada before it is paid to.`)
}

/** What a programme authorized has been looked at by whoever may. */
function limitProblem(draft: PaymentDraft, { limit }: PaymentFacts): ErrorEntry | null {
  const base = timesRate(cents(draft.importe), draft.tipo_cambio)
  if (draft.programacion !== null || limit === null || base <= limit) return null
  const message = `${draft.name} is ${amountText(base)}, above your limit of ${amountText(limit)}; have it authorized in a ProgramacionPago.`
  return { code: 'FORBIDDEN', message }
}
