import type { ErrorEntry } from '../../../errors.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import type { ActionContext, ActionOutcome } from '../action.ts'
import { inStates, BatchOutcome } from '../batch-outcome.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import type { ReversalPosting } from '../contabilidad/effects/write-entries.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { writeEffects, type PurchaseEffect } from './effects/write-effects.ts'
import { voidSignatures } from './store/approval-store.ts'
import { releaseBudgets } from './store/budget-store.ts'
import {
  findPurchaseDependents,
  lockPurchases,
  type PurchaseDependents,
  type PurchaseRow,
} from './store/purchase-store.ts'

/** What differs between the actions that take purchases back. */
export interface Withdrawal {
  readonly name: string
  readonly from: readonly string[]
  readonly to: 'iniciada' | 'cancelada'
  readonly reason: string | null
  /** Runs once for the purchases that will be taken back. */
  readonly describe: (
    purchases: readonly PurchaseRow[],
  ) => Promise<(purchase: PurchaseRow) => Pick<PurchaseEffect, 'change' | 'mails'>>
}

/**
 * Takes purchases back: their approvals are voided, their budget is released, their entries are reversed by
 * counter-entries dated today. A purchase with receipts, invoices or payments is refused.
 * @source docs/decisions/0211-erp-purchases.md
 */
export async function withdraw(
  context: ActionContext,
  ids: readonly string[],
  withdrawal: Withdrawal,
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new BatchOutcome()
  const locked = await lockPurchases(tx, caller.empresa, ids)
  const purchases = inStates(ids, locked, { batch, model: 'Compra', states: withdrawal.from })
  if (purchases.length === 0) return batch.outcome()
  const known = purchases.map(({ id }) => id)
  const [dependents, entries, periods] = await Promise.all([
    findPurchaseDependents(tx, caller.empresa, known),
    findOpenEntries(tx, caller.empresa, { model: 'Compra', ids: known }),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
  ])
  const facts = {
    dependents: Map.groupBy(dependents, ({ compra }) => compra),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
  for (const purchase of purchases) {
    const problem = problemOf(facts, purchase)
    if (problem !== null) batch.refuse(purchase.id, problem)
  }
  const remaining = batch.remaining(purchases)
  if (remaining.length === 0) return batch.outcome()
  const describe = await withdrawal.describe(remaining)
  const changed = { ids: remaining.map(({ id }) => id), now: moment.now }
  await voidSignatures(tx, caller.empresa, changed)
  await releaseBudgets(tx, caller.empresa, changed)
  await writeEffects(
    context,
    withdrawal,
    remaining.map((purchase) =>
      effectOf(facts, purchase, { ...withdrawal, ...describe(purchase) }),
    ),
  )
  return batch.outcome()
}

interface Facts {
  readonly dependents: ReadonlyMap<string, readonly PurchaseDependents[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

function problemOf(facts: Facts, { id }: PurchaseRow): ErrorEntry | null {
  const dependents = facts.dependents.get(id) ?? []
  if (dependents.length > 0) return hasDependents(id, dependents, facts.isSeen)
  // Without an entry to reverse nothing is posted, and a closed period does not matter.
  return facts.entries.has(id) ? facts.periods.problemOf(facts.today) : null
}

function hasDependents(
  id: string,
  found: readonly PurchaseDependents[],
  isSeen: IsSeen,
): ErrorEntry {
  const { dependents, names } = toldDependents(found, isSeen)
  const message = `Compra ${id} has receipts, invoices or payments: ${names}.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

function effectOf(
  { entries, periods, today }: Facts,
  purchase: PurchaseRow,
  { to, reason, change, mails }: Withdrawal & Pick<PurchaseEffect, 'change' | 'mails'>,
): PurchaseEffect {
  const open = entries.get(purchase.id) ?? []
  const reversals = open.map((entry): ReversalPosting => ({
    open: entry,
    fecha: today,
    periodo: periods.idOf(today),
    concepto: `Reversa de ${entry.folio}: ${purchase.folio}`,
  }))
  return {
    purchase,
    change,
    signature: null,
    needs: [],
    entry: null,
    reversals,
    mails,
    chats: [],
    event: {
      modelo: 'Compra',
      evento: to,
      registro: purchase.id,
      datos: { folio: purchase.folio, estado: to, total: purchase.total, motivo: reason },
    },
    audit: { reversadas: open.map(({ folio }) => folio) },
  }
}
