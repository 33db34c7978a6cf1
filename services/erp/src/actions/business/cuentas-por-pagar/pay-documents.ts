import type { ErrorEntry } from '../../../errors.ts'
import { findAccounts, type AccountRow } from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { cents, timesRate } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { cashWarning, fundsOf, withdraw, type Funds } from '../tesoreria/decisions/funds.ts'
import type { BookedPayment } from './decisions/booked-payment.ts'
import { checkPayment } from './decisions/check-payment.ts'
import type { InvoiceBalance } from './decisions/invoice-balance.ts'
import { paymentSource } from './decisions/payment-entry.ts'
import type { PaymentFacts } from './decisions/payment-facts.ts'
import { planPayment, type PaymentDraft } from './decisions/plan-payment.ts'
import { makePayments } from './effects/make-payments.ts'
import { loadPaymentFacts } from './load-payment-facts.ts'

/** Payments that are made together or not at all, for the record on which the action was called. */
export interface PaymentGroup {
  readonly key: string
  readonly drafts: readonly PaymentDraft[]
}

export interface PaymentOutcome {
  /** The folios of what was paid, by group. */
  readonly paid: ReadonlyMap<string, readonly string[]>
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
  readonly warnings: ReadonlyMap<string, readonly ErrorEntry[]>
}

/** What is left where payments were made: each sees what those before it left. */
interface Left {
  readonly invoices: ReadonlyMap<string, InvoiceBalance>
  readonly funds: Funds
}

interface Tried {
  readonly left: Left
  readonly booked: readonly BookedPayment[]
  readonly warnings: readonly ErrorEntry[]
}

/**
 * Makes payments, after the records of the action are locked and before any numbers are taken. A group that is refused
 * leaves no trace.
 * @source docs/decisions/0249-erp-payments.md
 */
export async function payDocuments(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  groups: readonly PaymentGroup[],
): Promise<PaymentOutcome> {
  const refused = new Map<string, readonly ErrorEntry[]>()
  const warnings = new Map<string, readonly ErrorEntry[]>()
  const drafts = groups.flatMap((group) => group.drafts)
  if (drafts.length === 0) return { paid: new Map(), refused, warnings }
  const facts = await loadPaymentFacts(context, drafts)
  const accounts = await loadAccounts(context, facts)
  let left: Left = { invoices: facts.invoices, funds: fundsOf(facts.accounts) }
  const booked = new Map<string, readonly BookedPayment[]>()
  for (const { key, drafts: own } of groups) {
    const tried = tryGroup({ facts, accounts }, own, left)
    if ('problems' in tried) refused.set(key, tried.problems)
    else {
      left = tried.left
      booked.set(key, tried.booked)
      warnings.set(key, tried.warnings)
    }
  }
  const details = { booked, invoices: left.invoices, facts }
  const paid = await makePayments({ context, changes }, details)
  return { paid, refused, warnings }
}

/** Loads the accounts of the company's rules and of everything that payments may name. */
async function loadAccounts(
  { tx, caller }: ActionContext,
  { rules, payees, accounts }: PaymentFacts,
): Promise<ReadonlyMap<string, AccountRow>> {
  const named = [
    ...accountsNeeded([], rules),
    ...[...payees.values()].flatMap((payee) => [payee.cuenta_contable, payee.cuenta_anticipos]),
    ...[...accounts.values()].map((account) => account.cuenta_contable),
  ].filter((id) => id !== null)
  return await findAccounts(tx, caller.empresa, [...new Set(named)])
}

interface Books {
  readonly facts: PaymentFacts
  readonly accounts: ReadonlyMap<string, AccountRow>
}

function tryGroup(
  books: Books,
  drafts: readonly PaymentDraft[],
  before: Left,
): Tried | { readonly problems: readonly ErrorEntry[] } {
  let left = before
  const booked: BookedPayment[] = []
  const warnings: ErrorEntry[] = []
  for (const draft of drafts) {
    const tried = tryPayment(books, draft, left)
    if ('problems' in tried) return tried
    left = tried.left
    booked.push(...tried.booked)
    warnings.push(...tried.warnings)
  }
  return { left, booked, warnings }
}

function tryPayment(
  { facts, accounts }: Books,
  draft: PaymentDraft,
  before: Left,
): Tried | { readonly problems: readonly ErrorEntry[] } {
  const checked = checkPayment(draft, facts)
  if (!('payee' in checked)) return { problems: checked }
  const planned = planPayment(draft, before.invoices, facts.rates)
  if (!planned.ok) return { problems: planned.error }
  const plan = planned.value
  const source = paymentSource(plan, { ...checked, currency: facts.rates.currency })
  const entry = planEntry(source, { rules: facts.rules, accounts })
  if (!entry.ok) return { problems: [entry.error] }
  const { funds, shortage } = withdraw(before.funds, checked.account, plan.pagado.own)
  if (shortage !== null && checked.account.bloquea_sobregiro) return { problems: [shortage] }
  const cash = cashWarning(draft.name, {
    sat: facts.forms.get(draft.forma_pago)?.['forma_pago_sat.clave'] ?? '',
    importe: timesRate(cents(draft.importe), draft.tipo_cambio),
  })
  return {
    left: { invoices: new Map([...before.invoices, ...plan.after]), funds },
    booked: [{ ...checked, plan, entry: entry.value, periodo: facts.periods.idOf(draft.fecha) }],
    warnings: [shortage, cash].filter((warning) => warning !== null),
  }
}
