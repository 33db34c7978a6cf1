import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import {
  enqueueChats,
  enqueueEvents,
  enqueueMails,
  type OutboxChat,
  type OutboxEvent,
  type OutboxMail,
} from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
  type Postings,
  type ReversalPosting,
} from '../../contabilidad/effects/write-entries.ts'
import type { NewSignature, Signer } from '../store/approval-store.ts'
import { insertSignatures } from '../store/approval-store.ts'
import { commitBudgets, type BudgetNeed } from '../store/budget-store.ts'
import { changePurchases, type PurchaseChange, type PurchaseRow } from '../store/purchase-store.ts'
import { COMMITMENT_FOLIO, COMMITMENT_ID, commitmentFolio } from './accrual-folios.ts'

/** Everything that an action does to one purchase. */
export interface PurchaseEffect {
  readonly purchase: PurchaseRow
  readonly change: PurchaseChange
  readonly signature: Omit<NewSignature, 'id'> | null
  readonly needs: readonly BudgetNeed[]
  readonly entry: EntryPosting | null
  readonly reversals: readonly ReversalPosting[]
  readonly mails: readonly OutboxMail[]
  readonly chats: readonly OutboxChat[]
  readonly event: OutboxEvent
  /** What the audit log records beyond the state. */
  readonly audit: Readonly<Record<string, unknown>>
}

/**
 * Writes the effects of an action on all its purchases: a handful of statements, however many purchases there are. The
 * counters are locked last, see `takeEntryNumbers`.
 */
export async function writeEffects(
  context: ActionContext,
  action: { readonly name: string; readonly reason: string | null },
  effects: readonly PurchaseEffect[],
): Promise<void> {
  if (effects.length === 0) return
  const { tx, caller, moment } = context
  const signer: Signer = { usuarioId: caller.usuarioId, ...moment }
  const postings: Postings = {
    entries: effects.flatMap(({ entry }) => entry ?? []),
    reversals: effects.flatMap(({ reversals }) => reversals),
  }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([...countersOf(effects), ...needed.counters]),
    series: needed.series,
  })
  const { numbers } = numbering
  const commitments = effects.flatMap(({ needs }) =>
    needs.map((need) => ({
      ...need,
      id: numbers(COMMITMENT_ID),
      folio: commitmentFolio(moment.today, numbers(COMMITMENT_FOLIO)),
    })),
  )
  const signatures = effects.flatMap(({ signature }) =>
    signature === null ? [] : [{ ...signature, id: String(numbers('compra_autorizacion')) }],
  )
  await Promise.all([
    changePurchases(tx, caller.empresa, {
      changes: effects.map(({ change }) => change),
      now: moment.now,
    }),
    insertSignatures(tx, caller.empresa, { signatures, signer }),
    commitBudgets(tx, caller.empresa, { commitments, now: moment.now }),
    writeEntries(context, postings, numbering),
    enqueueMails(tx, caller.empresa, {
      mails: effects.flatMap(({ mails }) => mails),
      now: moment.now,
    }),
    enqueueChats(tx, caller.empresa, {
      chats: context.hasChat ? effects.flatMap(({ chats }) => chats) : [],
      now: moment.now,
    }),
    enqueueEvents(tx, caller.empresa, {
      events: effects.map(({ event }) => event),
      now: moment.now,
    }),
    recordAudit(tx, caller, {
      entries: effects.map((effect) => auditOf(effect, action, numbers(AUDIT_COUNTER))),
      now: moment.now,
    }),
  ])
}

function countersOf(effects: readonly PurchaseEffect[]): ReadonlyMap<string, number> {
  const count = (of: (effect: PurchaseEffect) => number) =>
    effects.reduce((sum, effect) => sum + of(effect), 0)
  const commitments = count(({ needs }) => needs.length)
  return new Map([
    ['compra_autorizacion', count(({ signature }) => (signature === null ? 0 : 1))],
    [COMMITMENT_ID, commitments],
    [COMMITMENT_FOLIO, commitments],
    [AUDIT_COUNTER, effects.length],
  ])
}

function auditOf(
  { purchase, change, audit }: PurchaseEffect,
  action: { readonly name: string; readonly reason: string | null },
  id: number,
) {
  return {
    id,
    model: 'Compra',
    recordId: purchase.id,
    operation: 'accion' as const,
    action: action.name,
    reason: action.reason,
    before: { estado: purchase.estado },
    after: { estado: change.estado, ...audit },
  }
}
