import { AUDIT_COUNTER } from '../../../store/audit-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Periods } from '../contabilidad/accounting-periods.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
  type ReversalPosting,
} from '../contabilidad/effects/write-entries.ts'
import { deedOf, recordAll, type Deed, type DocumentDeed } from '../record-deeds.ts'
import { commitmentPart } from './decisions/commitment-part.ts'
import {
  changedLines,
  receivedPart,
  stateByReceipts,
  type Order,
} from './decisions/received-orders.ts'
import { COMMITMENT_FOLIO, COMMITMENT_ID, commitmentFolio } from './effects/accrual-folios.ts'
import {
  cancelAccruals,
  findAccrued,
  findCommittedLines,
  insertAccruals,
  settleCommitments,
  type CommittedLine,
} from './store/accrual-store.ts'
import { lockBudgets, releaseBudgets } from './store/budget-store.ts'
import { findCommitmentLines, type CommitmentLineRow } from './store/commitment-entry-store.ts'
import { changeOrderLines, changeOrders } from './store/order-line-store.ts'

/** What must be known, and locked, before anything of some purchases is settled. */
export interface SettlementFacts {
  readonly committed: ReadonlyMap<string, CommittedLine>
  readonly commitments: ReadonlyMap<string, readonly CommitmentLineRow[]>
}

/** Documents whose accruals are taken back. */
interface TakenBack {
  readonly model: string
  readonly ids: readonly string[]
}

/** Reads the commitments of purchases and locks their budget lines: after the purchases and before stock. */
export async function lockSettlement(
  { tx, caller }: ActionContext,
  compras: readonly string[],
  taken: TakenBack | null = null,
): Promise<SettlementFacts> {
  const { empresa } = caller
  const [committed, lines, accrued] = await Promise.all([
    findCommittedLines(tx, empresa, compras),
    findCommitmentLines(tx, empresa, compras),
    taken === null ? [] : findAccrued(tx, empresa, { ...taken, compras }),
  ])
  const partidas = [...[...committed.values()].map(({ partida }) => partida), ...accrued]
  await lockBudgets(tx, empresa, [...new Set(partidas)])
  return { committed, commitments: Map.groupBy(lines, ({ compra }) => compra) }
}

/** Something of a line of a purchase was received or, below zero, returned. */
interface Accrual {
  readonly model: string
  readonly record: string
  readonly compra: string
  /** The CompraPartida. */
  readonly linea: string
  /** In cents of the company's currency. */
  readonly importe: bigint
}

/** What an action did to a document, for the audit log and for subscribers. */
export interface OrderDeed extends DocumentDeed {
  readonly model: string
}

/** Everything that receiving, returning or closing does beside its own documents and stock. */
export interface Settlement {
  readonly action: { readonly name: string; readonly reason: string | null }
  readonly facts: SettlementFacts
  readonly periods: Periods
  /** The purchases, at what stands received of them now, and the day of the entry that this makes of each. */
  readonly orders: readonly { readonly order: Order; readonly fecha: string }[]
  /** Of those, the ones that are closed. */
  readonly closed: ReadonlySet<string>
  readonly accruals: readonly Accrual[]
  readonly takenBack: TakenBack | null
  readonly entries: readonly EntryPosting[]
  readonly reversals: readonly ReversalPosting[]
  readonly deeds: readonly OrderDeed[]
}

/**
 * Writes what documents do to their purchases: quantities, states, budget, the commitment in the books, with the entries
 * and deeds of the documents themselves. A fixed number of statements; the counters are locked last.
 */
export async function settleOrders(context: ActionContext, settlement: Settlement): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const compras = settlement.orders.map(({ order }) => order.purchase.id)
  if (settlement.takenBack !== null) {
    await cancelAccruals(tx, empresa, { ...settlement.takenBack, compras, now })
  }
  if (settlement.closed.size > 0) {
    await releaseBudgets(tx, empresa, { ids: [...settlement.closed], now })
  }
  const postings = {
    entries: [...settlement.entries, ...commitmentEntries(settlement)],
    reversals: settlement.reversals,
  }
  const accruals = accrualRows(settlement)
  const deeds = [...settlement.deeds, ...orderDeeds(settlement)]
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, empresa, {
    counters: new Map([
      ...needed.counters,
      [COMMITMENT_ID, accruals.length],
      [COMMITMENT_FOLIO, accruals.length],
      [AUDIT_COUNTER, deeds.length],
    ]),
    series: needed.series,
  })
  const { numbers } = numbering
  const numbered = accruals.map((row) => ({
    ...row,
    id: numbers(COMMITMENT_ID),
    folio: commitmentFolio(moment.today, numbers(COMMITMENT_FOLIO)),
  }))
  await Promise.all([
    insertAccruals(tx, empresa, { accruals: numbered, now }),
    // After the accruals, which it adds up: statements of a connection run in the order in which they are sent.
    settlement.facts.committed.size === 0 ? null : settleCommitments(tx, empresa, { compras, now }),
    changeOrderLines(tx, empresa, {
      changes: settlement.orders.flatMap(({ order }) => changedLines(order)),
      now,
    }),
    changeOrders(tx, empresa, { changes: orderChanges(settlement), now }),
    writeEntries(context, postings, numbering),
    recordAll(context, settlement.action, { deeds: deeds.map(settledDeed), numbers }),
  ])
}

function commitmentEntries({
  orders,
  facts,
  periods,
  closed,
}: Settlement): readonly EntryPosting[] {
  return orders.flatMap(({ order, fecha }) => {
    const { purchase } = order
    const part = commitmentPart({
      purchase,
      lines: facts.commitments.get(purchase.id) ?? [],
      received: closed.has(purchase.id) ? { part: 1n, of: 1n } : receivedPart(order),
      fecha,
    })
    return part === null ? [] : [{ ...part, periodo: periods.idOf(fecha) }]
  })
}

/** One row for each document, budget line and month. */
function accrualRows({ accruals, facts }: Settlement) {
  const budgeted = accruals.flatMap((accrual) => {
    const line = facts.committed.get(accrual.linea)
    return line === undefined || accrual.importe === 0n ? [] : [{ ...accrual, ...line }]
  })
  const groups = Map.groupBy(budgeted, ({ record, partida, mes }) =>
    [record, partida, mes].join(' '),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { partida, mes, model, record, compra } = first
    const importe = amountText(group.reduce((sum, one) => sum + one.importe, 0n))
    return [{ partida, mes, modelo: model, registro: record, compra, importe }]
  })
}

function stateAfter({ closed }: Settlement, order: Order) {
  return closed.has(order.purchase.id) ? 'cerrada' : stateByReceipts(order)
}

function orderChanges(settlement: Settlement) {
  const { reason } = settlement.action
  return settlement.orders.flatMap(({ order }) => {
    const { id, estado: before } = order.purchase
    const estado = stateAfter(settlement, order)
    const isClosed = settlement.closed.has(id)
    return estado === before ? [] : [{ id, estado, motivo_cierre: isClosed ? reason : null }]
  })
}

/** A purchase of which something else stands received has a row in the audit log, whatever its state is. */
function orderDeeds(settlement: Settlement): readonly OrderDeed[] {
  return settlement.orders.flatMap(({ order }) => {
    const { id, folio, estado: before } = order.purchase
    const after = stateAfter(settlement, order)
    const lines = changedLines(order)
    if (after === before && lines.length === 0) return []
    const more = {
      cantidad_recibida: Object.fromEntries(lines.map((one) => [one.id, one.recibida])),
    }
    return [{ model: 'Compra', id, folio, before, after, ...(lines.length > 0 ? { more } : {}) }]
  })
}

/** Who subscribes hears of documents that moved; of what else changed there is the audit log. */
function settledDeed({ model, ...deed }: OrderDeed): Deed {
  const whole = deedOf(model, deed)
  return deed.before === deed.after ? { ...whole, event: null } : whole
}
