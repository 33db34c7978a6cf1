import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Changes } from '../changes.ts'
import type { Periods } from '../contabilidad/accounting-periods.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { commitmentPart } from './decisions/commitment-part.ts'
import {
  changedLines,
  receivedPart,
  stateByReceipts,
  type Order,
} from './decisions/received-orders.ts'
import { COMMITMENT_FOLIO, COMMITMENT_ID, commitmentFolio } from './effects/accrual-folios.ts'
import { findCommittedLines, settleCommitments, type CommittedLine } from './store/accrual-store.ts'
import { lockBudgets, releaseBudgets } from './store/budget-store.ts'
import { findCommitmentLines, type CommitmentLineRow } from './store/commitment-entry-store.ts'
import {
  cancelCommitments,
  findCommittedBudgets,
  insertCommitments,
} from './store/commitment-store.ts'

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
    taken === null
      ? []
      : findCommittedBudgets(tx, empresa, { kind: 'devengado', ...taken, compras }),
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

/** What receiving, returning or closing does to purchases. */
interface Settlement {
  readonly facts: SettlementFacts
  readonly periods: Periods
  /** The purchases, at what stands received of them now, and the day of the entry that this makes of each. */
  readonly orders: readonly { readonly order: Order; readonly fecha: string }[]
  /** Why they are closed; null: they stay open. */
  readonly closing: string | null
  readonly accruals: readonly Accrual[]
  readonly takenBack: TakenBack | null
}

/**
 * Collects what documents do to their purchases, after what became of the documents: quantities, states, budget, the
 * commitment in the books.
 */
export async function settleOrders(
  context: ActionContext,
  changes: Changes,
  settlement: Settlement,
): Promise<void> {
  const { tx, caller, moment } = context
  const { orders, closing, takenBack } = settlement
  const compras = orders.map(({ order }) => order.purchase.id)
  if (compras.length === 0) return
  const { now } = moment
  if (takenBack !== null) {
    const accrued = { kind: 'devengado', ...takenBack, compras } as const
    await cancelCommitments(tx, caller.empresa, { ...accrued, now })
  }
  if (closing !== null) await releaseBudgets(tx, caller.empresa, { ids: compras, now })
  changes.post({ entries: commitmentEntries(settlement) })
  accrue(context, changes, { settlement, compras })
  for (const { order } of orders) settle(changes, order, closing)
}

function commitmentEntries({
  orders,
  facts,
  periods,
  closing,
}: Settlement): readonly EntryPosting[] {
  return orders.flatMap(({ order, fecha }) => {
    const { purchase } = order
    const part = commitmentPart({
      purchase,
      lines: facts.commitments.get(purchase.id) ?? [],
      received: closing === null ? receivedPart(order) : { part: 1n, whole: 1n },
      fecha,
    })
    return part === null ? [] : [{ ...part, periodo: periods.idOf(fecha) }]
  })
}

function accrue(
  { tx, caller, moment }: ActionContext,
  changes: Changes,
  details: { readonly settlement: Settlement; readonly compras: readonly string[] },
): void {
  const { empresa } = caller
  const { now, today } = moment
  const rows = accrualRows(details.settlement)
  changes.also({
    counters: new Map([
      [COMMITMENT_ID, rows.length],
      [COMMITMENT_FOLIO, rows.length],
    ]),
    write: async (numbers) => {
      const accruals = rows.map((row) => ({
        ...row,
        id: numbers(COMMITMENT_ID),
        folio: commitmentFolio(today, numbers(COMMITMENT_FOLIO)),
      }))
      await Promise.all([
        insertCommitments(tx, empresa, { kind: 'devengado', rows: accruals, now }),
        // After the accruals, which it adds up: statements of a connection run in the order in which they are sent.
        details.settlement.facts.committed.size === 0
          ? null
          : settleCommitments(tx, empresa, { compras: details.compras, now }),
      ])
    },
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
    const importe = amountText(group.reduce((sum, accrual) => sum + accrual.importe, 0n))
    return [{ partida, mes, modelo: model, registro: record, compra, importe }]
  })
}

/** A purchase of which something else stands received has a row in the audit log, whatever its state is. */
function settle(changes: Changes, order: Order, closing: string | null): void {
  const { purchase } = order
  const { id, estado } = purchase
  const after = closing === null ? stateByReceipts(order) : 'cerrada'
  const lines = changedLines(order)
  for (const line of lines) {
    changes.change('CompraPartida', line.id, { cantidad_recibida: line.cantidad_recibida })
  }
  const told = {
    cantidad_recibida: Object.fromEntries(lines.map((line) => [line.id, line.cantidad_recibida])),
  }
  if (after !== estado) {
    changes.move('Compra', purchase, after, {
      fields: closing === null ? {} : { motivo_cierre: closing },
      ...(lines.length > 0 && { told }),
    })
  } else if (lines.length > 0) {
    // Who subscribes hears of documents that moved; of what else changed there is the audit log.
    changes.record({
      model: 'Compra',
      id,
      before: { estado },
      after: { estado, ...told },
      event: null,
    })
  }
}
