import type { ActionContext } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import {
  COMMITMENT_FOLIO,
  COMMITMENT_ID,
  commitmentFolio,
} from '../compras/effects/accrual-folios.ts'
import { lockBudgets } from '../compras/store/budget-store.ts'
import {
  cancelCommitments,
  findCommittedBudgets,
  insertCommitments,
} from '../compras/store/commitment-store.ts'
import { share, type InvoiceBalance } from './decisions/invoice-balance.ts'
import {
  findAccruedLeft,
  findBudgetShares,
  findPurchasesOf,
  type BudgetShare,
  type Spending,
} from './store/spending-store.ts'

/** What one payment or application settles of an invoice. */
export interface SettledPart {
  /** The index of what settles it, by which its spending is told. */
  readonly index: number
  readonly cuenta: string
  readonly total: bigint
  /** What was paid of the invoice before, and with it, in its currency. */
  readonly before: bigint
  readonly after: bigint
}

/** The part of an invoice that lies between two balances of it. */
export function settledPart(index: number, amount: bigint, after: InvoiceBalance): SettledPart {
  const { invoice, pagado } = after
  const total = cents(invoice.total)
  return { index, cuenta: invoice.id, total, before: pagado - amount, after: pagado }
}

/**
 * What payments take from budgets: the part of each invoice that is paid, of what was received of its purchases. Locks
 * the budget lines, so it comes after invoices and bank accounts, and before numbers are taken.
 * @source docs/decisions/0249-erp-payments.md
 */
export async function planSpending(
  { tx, caller }: ActionContext,
  parts: readonly SettledPart[],
): Promise<readonly (Spending & { readonly index: number })[]> {
  const invoices = [...new Set(parts.map(({ cuenta }) => cuenta))]
  if (invoices.length === 0) return []
  const shares = await findBudgetShares(tx, caller.empresa, invoices)
  if (shares.length === 0) return []
  await lockBudgets(tx, caller.empresa, [...new Set(shares.map(({ partida }) => partida))])
  const purchases = [...new Set(shares.map(({ compra }) => compra))]
  const accrued = await findAccruedLeft(tx, caller.empresa, purchases)
  const left = new Map(accrued.map((row) => [keyOf(row), cents(row.importe)]))
  const byInvoice = Map.groupBy(shares, ({ cuenta }) => cuenta)
  return parts.flatMap((part) =>
    (byInvoice.get(part.cuenta) ?? []).flatMap((budgetShare) => {
      const wanted = partOf(budgetShare, part)
      const available = left.get(keyOf(budgetShare)) ?? 0n
      const taken = wanted < available ? wanted : available
      if (taken <= 0n) return []
      left.set(keyOf(budgetShare), available - taken)
      const { partida, mes, compra } = budgetShare
      return [{ index: part.index, partida, mes, compra, importe: amountText(taken) }]
    }),
  )
}

function keyOf({ compra, partida }: { readonly compra: string; readonly partida: string }): string {
  return `${compra} ${partida}`
}

function partOf({ importe }: BudgetShare, { before, after, total }: SettledPart): bigint {
  const whole = cents(importe)
  return share(whole, after, total) - share(whole, before, total)
}

/** The numbers that spending takes, with all others of the action. */
export function spendingNumbers(count: number): ReadonlyMap<string, number> {
  return new Map([
    [COMMITMENT_ID, count],
    [COMMITMENT_FOLIO, count],
  ])
}

/** Writes spending, each row for the document that its index names. */
export async function writeSpending(
  { tx, caller, moment }: ActionContext,
  spending: readonly (Spending & { readonly index: number })[],
  details: {
    readonly modelo: string
    readonly registros: readonly number[]
    readonly numbers: (counter: string) => number
  },
): Promise<void> {
  const { numbers } = details
  const rows = spending.map(({ index, ...spent }) => ({
    ...spent,
    id: numbers(COMMITMENT_ID),
    folio: commitmentFolio(moment.today, numbers(COMMITMENT_FOLIO)),
    modelo: details.modelo,
    registro: String(details.registros[index] ?? ''),
  }))
  await insertCommitments(tx, caller.empresa, { kind: 'ejercido', rows, now: moment.now })
}

/** Takes back what documents of a model spent; locks the budget lines. */
export async function takeBackSpending(
  { tx, caller, moment }: ActionContext,
  details: {
    readonly model: string
    readonly ids: readonly string[]
    readonly invoices: readonly string[]
  },
): Promise<void> {
  if (details.ids.length === 0 || details.invoices.length === 0) return
  const { empresa } = caller
  const { model, ids } = details
  const compras = await findPurchasesOf(tx, empresa, details.invoices)
  const spent = { kind: 'ejercido', model, ids, compras } as const
  const partidas = await findCommittedBudgets(tx, empresa, spent)
  if (partidas.length === 0) return
  await lockBudgets(tx, empresa, partidas)
  await cancelCommitments(tx, empresa, { ...spent, now: moment.now })
}
