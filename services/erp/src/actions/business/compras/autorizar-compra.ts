import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { inStates, BatchOutcome } from '../batch-outcome.ts'
import { amountText } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import {
  documentAmounts,
  grossOf,
  type Amounts,
  type DocumentAmounts,
} from '../document-amounts.ts'
import { DayRates } from '../exchange-rates.ts'
import { withholdingWarnings } from '../withholding-warnings.ts'
import {
  approvalCase,
  AUTHORIZE,
  loadApprovalFacts,
  loadApprovers,
  nextApprovers,
  type ApprovalFacts,
} from './approvers.ts'
import { COMPRA_STATES } from './compra-states.ts'
import { decideApproval, type ApprovalCase, type ApprovalDecision } from './decisions/approval.ts'
import { BudgetState } from './decisions/budget.ts'
import { commitmentSource } from './decisions/journal.ts'
import { approvalChat, approvalMail, orderMail } from './decisions/mails.ts'
import { supplierProblem } from './decisions/supplier-problem.ts'
import { writeEffects, type PurchaseEffect } from './effects/write-effects.ts'
import type { ApproverRow } from './store/approval-store.ts'
import { findBudgetNeeds, lockBudgets, type BudgetNeed } from './store/budget-store.ts'
import {
  findLineSums,
  findSuppliers,
  lockPurchases,
  type LineSum,
  type PurchaseRow,
  type SupplierRow,
} from './store/purchase-store.ts'

/**
 * Authorizes purchases, or moves them one approval forward.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const autorizarCompra: RecordAction = {
  model: 'Compra',
  name: AUTHORIZE,
  label: 'Autorizar compra',
  mode: 'grid_action',
  inputs: [
    textInput({
      name: 'comentario',
      label: 'Comentario',
      help: 'Queda en la autorización.',
      required: false,
      minLength: 0,
      length: 250,
    }),
  ],
  emits: ['en_autorizacion', 'autorizada'],
  run: authorize,
}

async function authorize(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = new BatchOutcome()
  const locked = await lockPurchases(context.tx, context.caller.empresa, ids)
  const states = statesBefore(COMPRA_STATES, autorizarCompra.name)
  const purchases = inStates(ids, locked, { batch, model: 'Compra', states })
  if (purchases.length === 0) return batch.outcome()
  const facts = await loadFacts(context, purchases)
  const signed = purchases.flatMap((purchase) => {
    const decided = decide(facts, purchase)
    if (!('code' in decided)) return [decided]
    batch.refuse(purchase.id, decided)
    return []
  })
  const effects = await effectsOf(context, facts, { signed, batch })
  const comment = context.inputs.get('comentario')
  const reason = typeof comment === 'string' ? comment : null
  await writeEffects(context, { name: AUTHORIZE, reason }, effects)
  const done = batch.remaining(purchases).map(({ id }) => id)
  for (const [id, warnings] of await withholdingWarnings(context, 'Compra', done))
    batch.warn(id, warnings)
  return batch.outcome()
}

/** Everything that the checks need, read once for the whole batch. */
interface Facts {
  readonly lines: ReadonlyMap<string, readonly LineSum[]>
  readonly suppliers: ReadonlyMap<string, SupplierRow>
  readonly currency: string
  readonly rates: DayRates
  readonly periods: Periods
  readonly approval: ApprovalFacts
  readonly rules: readonly EntryRule[]
}

async function loadFacts(
  { tx, caller, moment }: ActionContext,
  purchases: readonly PurchaseRow[],
): Promise<Facts> {
  const { empresa } = caller
  const ids = purchases.map(({ id }) => id)
  const [lines, suppliers, currency, rates, periods, approval, rules] = await Promise.all([
    findLineSums(tx, empresa, ids),
    findSuppliers(tx, empresa, ids),
    findCompanyCurrency(tx, empresa),
    findDayRates(tx, empresa, purchases),
    loadPeriods(tx, empresa, { days: purchases.map(({ fecha }) => fecha), module: 'compras' }),
    loadApprovalFacts(tx, caller, { ids, moment }),
    findEntryRules(tx, empresa, { model: 'Compra', event: AUTHORIZE }),
  ])
  const byPurchase = Map.groupBy(lines, ({ compra }) => compra)
  const own = { suppliers, currency, periods, approval, rules }
  return { ...own, lines: byPurchase, rates: new DayRates(rates) }
}

/** A purchase that passed its own checks, with the result of the caller's signature. */
interface Signed {
  readonly purchase: PurchaseRow
  readonly amounts: DocumentAmounts
  readonly supplier: SupplierRow
  readonly subject: ApprovalCase
  readonly decision: Exclude<ApprovalDecision, { kind: 'refused' }>
  /** The amount up to which the caller may authorize; null: any. */
  readonly signerLimit: bigint | null
}

function decide(facts: Facts, purchase: PurchaseRow): Signed | ErrorEntry {
  const amounts = documentAmounts(purchase, facts.lines.get(purchase.id) ?? [], {
    model: 'Compra',
    currency: facts.currency,
    rate: facts.rates.of(purchase),
    mayUseAnyRate: facts.approval.caller.isAdministrator,
  })
  if (!amounts.ok) return amounts.error
  const supplier = facts.suppliers.get(purchase.id)
  if (supplier === undefined) throw new Error(`Compra ${purchase.id} has no supplier`)
  const problem = supplierProblem(supplier) ?? facts.periods.problemOf(purchase.fecha)
  if (problem !== null) return problem
  const { id, estado, dimensiones } = purchase
  const total = grossOf(amounts.value.base)
  const seen = approvalCase(facts.approval, { id, estado, dimensiones, total })
  if ('error' in seen) return { code: 'CONFIGURATION_INCOMPLETE', message: `${seen.error}.` }
  const decision = decideApproval(seen.subject, facts.approval.caller)
  if (decision.kind === 'refused') return decision.error
  const signerLimit = facts.approval.caller.limit
  return {
    purchase,
    amounts: amounts.value,
    supplier,
    subject: seen.subject,
    decision,
    signerLimit,
  }
}

/** The effects of the purchases that passed; the authorized ones take their budget in the order of the batch. */
async function effectsOf(
  context: ActionContext,
  facts: Facts,
  { signed, batch }: { readonly signed: readonly Signed[]; readonly batch: BatchOutcome },
): Promise<readonly PurchaseEffect[]> {
  const { tx, caller, moment } = context
  const authorized = signed.filter(({ decision }) => decision.kind === 'authorized')
  const isAnyWaiting = authorized.length < signed.length
  const [accounts, needs, approvers] = await Promise.all([
    findAccounts(
      tx,
      caller.empresa,
      accountsNeeded(
        authorized.map((one) => sourceOf(facts, one)),
        facts.rules,
      ),
    ),
    findBudgetNeeds(
      tx,
      caller.empresa,
      authorized.map(({ purchase }) => purchase.id),
    ),
    isAnyWaiting ? loadApprovers(tx, caller.empresa, moment.today) : [],
  ])
  const partidas = [...new Set(needs.map(({ partida }) => partida))]
  const budget = new BudgetState(await lockBudgets(tx, caller.empresa, partidas))
  const byPurchase = Map.groupBy(needs, ({ compra }) => compra)
  return signed.flatMap((one) => {
    if (one.decision.kind === 'waiting') return [waitingEffect(context, one, approvers)]
    const needed = byPurchase.get(one.purchase.id) ?? []
    const booked = book({ facts, accounts, budget }, one, needed)
    if ('code' in booked) {
      batch.refuse(one.purchase.id, booked)
      return []
    }
    batch.warn(one.purchase.id, booked.warnings)
    return [authorizedEffect(context, one, { ...booked, needs: needed })]
  })
}

function sourceOf(facts: Facts, { purchase, amounts }: Pick<Signed, 'purchase' | 'amounts'>) {
  return commitmentSource(purchase, amounts, facts.lines.get(purchase.id) ?? [])
}

interface Booked {
  readonly entry: EntryPosting
  readonly warnings: readonly ErrorEntry[]
}

interface Books {
  readonly facts: Facts
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly budget: BudgetState
}

/** The entry and the budget of an authorized purchase; the budget last, so that nothing is taken for a refused one. */
function book(
  { facts, accounts, budget }: Books,
  { purchase, amounts }: Signed,
  needs: readonly BudgetNeed[],
): Booked | ErrorEntry {
  const entry = planEntry(sourceOf(facts, { purchase, amounts }), { rules: facts.rules, accounts })
  if (!entry.ok) return entry.error
  const { refusal, warnings } = budget.take(`Compra ${purchase.id}`, needs)
  if (refusal !== null) return refusal
  return { entry: { ...entry.value, periodo: facts.periods.idOf(purchase.fecha) }, warnings }
}

function authorizedEffect(
  context: ActionContext,
  signed: Signed,
  { entry, needs }: Booked & { readonly needs: readonly BudgetNeed[] },
): PurchaseEffect {
  const { purchase, amounts, supplier } = signed
  return {
    ...signatureEffect(context, signed, 'autorizada'),
    needs,
    entry: entry.lines.length === 0 ? null : entry,
    mails: [orderMail(purchase, supplier, amounts.own.total)],
    chats: [],
  }
}

function waitingEffect(
  context: ActionContext,
  signed: Signed,
  approvers: readonly ApproverRow[],
): PurchaseEffect {
  const { purchase, amounts, supplier, subject, decision } = signed
  const level = decision.kind === 'waiting' ? decision.next : null
  const to = nextApprovers(approvers, subject, { level, signer: context.caller.usuarioId })
  const waiting = { to, total: amounts.own.total, supplier: supplier.razon_social }
  return {
    ...signatureEffect(context, signed, 'en_autorizacion'),
    mails: [approvalMail(purchase, waiting)],
    chats: [approvalChat(purchase, waiting)],
  }
}

/** What both outcomes share: the signature, the state and its notifications. */
function signatureEffect(
  { caller, moment, inputs }: ActionContext,
  { purchase, amounts, subject, decision, signerLimit }: Signed,
  estado: 'autorizada' | 'en_autorizacion',
): Omit<PurchaseEffect, 'mails' | 'chats'> {
  const { step } = decision
  const isAuthorized = estado === 'autorizada'
  const comment = inputs.get('comentario')
  return {
    purchase,
    change: {
      id: purchase.id,
      estado,
      autorizada_por: isAuthorized ? caller.usuarioId : null,
      autorizada_en: isAuthorized ? moment.now : null,
      motivo_cancelacion: null,
      importes: amountTexts(amounts.own),
    },
    signature: {
      compra: purchase.id,
      nivel: step.nivel,
      flujo: step.flujo,
      limite: signerLimit === null ? null : amountText(signerLimit),
      importe: amountText(subject.total),
      comentario: typeof comment === 'string' ? comment : null,
    },
    needs: [],
    entry: null,
    reversals: [],
    event: {
      modelo: 'Compra',
      evento: estado,
      registro: purchase.id,
      datos: { folio: purchase.folio, estado, total: amountText(amounts.own.total) },
    },
    audit: { nivel: step.nivel, total: amountText(amounts.own.total) },
  }
}

function amountTexts({ subtotal, descuento, impuestos, retenciones, total }: Amounts) {
  return {
    subtotal: amountText(subtotal),
    descuento: amountText(descuento),
    impuestos: amountText(impuestos),
    retenciones: amountText(retenciones),
    total: amountText(total),
  }
}
