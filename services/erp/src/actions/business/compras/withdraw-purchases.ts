import type { ErrorEntry } from '../../../errors.ts'
import { PURCHASE_IN_USE } from '../../../messages/purchases.ts'
import { findOpenEntries, type OpenEntry } from '../../../store/journal-store.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { ChangedFields } from '../changes.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import type { DocumentWork } from '../document-action.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import type { Purchase, PURCHASE } from './decisions/purchase.ts'
import { reversalOf } from './effects/receipt-reversal.ts'
import { releaseBudgets } from './store/budget-store.ts'
import { findPurchaseDependents, type PurchaseDependents } from './store/purchase-store.ts'

const SIGNATURES = 'CompraAutorizacion'

/**
 * Takes purchases back: their approvals are voided, their budget is released, their entries are reversed by
 * counter-entries dated today. A purchase with receipts, invoices or payments is refused.
 * @source docs/decisions/0211-erp-purchases.md
 */
export async function withdraw(
  { context, batch, changes, move }: DocumentWork<'Compra', (typeof PURCHASE)[number]>,
  details: { readonly fields: ChangedFields<'Compra'>; readonly motivo: string | null },
): Promise<void> {
  if (batch.remaining.length === 0) return
  const { tx, caller, moment } = context
  const facts = await loadFacts(context, batch.remaining)
  for (const purchase of batch.remaining) {
    const problem = problemOf(facts, purchase)
    if (problem !== null) batch.refuse(purchase.id, problem)
  }
  const ids = batch.remaining.map(({ id }) => id)
  if (ids.length === 0) return
  const signed = await rowsBelow(context, SIGNATURES, { parent: 'compra', ids, fields: ['estado'] })
  for (const { id, estado } of [...signed.values()].flat()) {
    if (estado === 'autorizada') changes.change(SIGNATURES, id, { estado: 'anulada' })
  }
  await releaseBudgets(tx, caller.empresa, { ids, now: moment.now })
  for (const purchase of batch.remaining) {
    const { id, folio, total } = purchase
    const open = facts.entries.get(id) ?? []
    move(purchase, {
      fields: details.fields,
      told: { total, motivo: details.motivo },
      noted: { reversadas: open.map((entry) => entry.folio) },
    })
    const { periods, today } = facts
    changes.post({
      reversals: open.map((openEntry) => reversalOf(openEntry, { folio, today, periods })),
    })
  }
}

interface Facts {
  readonly dependents: ReadonlyMap<string, readonly PurchaseDependents[]>
  readonly entries: ReadonlyMap<string, readonly OpenEntry[]>
  readonly periods: Periods
  readonly today: string
  readonly isSeen: IsSeen
}

async function loadFacts(context: ActionContext, purchases: readonly Purchase[]): Promise<Facts> {
  const { tx, caller, moment } = context
  const ids = purchases.map(({ id }) => id)
  const [dependents, entries, periods] = await Promise.all([
    findPurchaseDependents(tx, caller.empresa, ids),
    findOpenEntries(tx, caller.empresa, { model: 'Compra', ids }),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'compras' }),
  ])
  return {
    dependents: Map.groupBy(dependents, ({ compra }) => compra),
    entries: Map.groupBy(entries, ({ registro }) => registro ?? ''),
    periods,
    today: moment.today,
    isSeen: seenBy(context),
  }
}

function problemOf(facts: Facts, { id }: Purchase): ErrorEntry | null {
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
  const { dependents, told } = toldDependents(found, isSeen)
  return { code: 'HAS_DEPENDENTS', message: PURCHASE_IN_USE({ id, told }), dependents }
}
