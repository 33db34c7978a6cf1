import { textInput } from '../../../dictionary/action-description.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { DOCUMENT } from '../../../messages/documents.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
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
import { decideApproval, type ApprovalCase, type ApprovalDecision } from './decisions/approval.ts'
import { BudgetState } from './decisions/budget.ts'
import { commitmentSource } from './decisions/journal.ts'
import { approvalChat, approvalMail, orderMail } from './decisions/mails.ts'
import { dimensionsOf, PURCHASE, type Purchase } from './decisions/purchase.ts'
import { supplierProblem } from './decisions/supplier-problem.ts'
import { COMMITMENT_FOLIO, COMMITMENT_ID, commitmentFolio } from './effects/accrual-folios.ts'
import type { ApproverRow } from './store/approval-store.ts'
import { findBudgetNeeds, lockBudgets, type BudgetNeed } from './store/budget-store.ts'
import { insertCommitments } from './store/commitment-store.ts'
import {
  findLineSums,
  findSuppliers,
  type LineSum,
  type SupplierRow,
} from './store/purchase-store.ts'

/**
 * Authorizes purchases, or moves them one approval forward.
 * @source docs/decisions/0211-erp-purchases.md
 */
export const autorizarCompra = documentAction('Compra', {
  name: AUTHORIZE,
  label: 'Autorizar compra',
  reason: textInput({
    name: 'comentario',
    label: 'Comentario',
    help: 'Queda en la autorización.',
    required: false,
    minLength: 0,
    length: 250,
  }),
  fields: PURCHASE,
  run: async (work) => {
    const { context, batch } = work
    const purchases = batch.remaining
    if (purchases.length === 0) return
    const facts = await loadFacts(context, purchases)
    const signed = purchases.flatMap((purchase) => {
      const decided = decide(facts, purchase)
      if (!('code' in decided)) return [decided]
      batch.refuse(purchase.id, decided)
      return []
    })
    await sign(work, facts, signed)
    const done = batch.remaining.map(({ id }) => id)
    for (const [id, warnings] of await withholdingWarnings(context, 'Compra', done))
      batch.warn(id, warnings)
  },
})

type Work = DocumentWork<'Compra', (typeof PURCHASE)[number]>

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
  purchases: readonly Purchase[],
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
  readonly purchase: Purchase
  readonly amounts: DocumentAmounts
  readonly supplier: SupplierRow
  readonly subject: ApprovalCase
  readonly decision: Exclude<ApprovalDecision, { kind: 'refused' }>
  /** The amount up to which the caller may authorize; null: any. */
  readonly signerLimit: bigint | null
}

function decide(facts: Facts, purchase: Purchase): Signed | ErrorEntry {
  const head = { ...purchase, moneda_clave: purchase['moneda.clave'] }
  const amounts = documentAmounts(head, facts.lines.get(purchase.id) ?? [], {
    model: 'Compra',
    currency: facts.currency,
    rates: facts.rates,
    mayUseAnyRate: facts.approval.caller.isAdministrator,
  })
  if (!amounts.ok) return amounts.error
  const supplier = facts.suppliers.get(purchase.id)
  if (supplier === undefined) throw new Error(`Compra ${purchase.id} has no supplier`)
  const problem = supplierProblem(supplier) ?? facts.periods.problemOf(purchase.fecha)
  if (problem !== null) return problem
  const { id, estado } = purchase
  const dimensiones = dimensionsOf(purchase)
  const total = grossOf(amounts.value.base)
  const seen = approvalCase(facts.approval, { id, estado, dimensiones, total })
  if ('error' in seen) return { code: 'CONFIGURATION_INCOMPLETE', message: seen.error }
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

/** Signs the purchases that passed; the authorized ones take their budget in the order of the batch. */
async function sign(work: Work, facts: Facts, signed: readonly Signed[]): Promise<void> {
  const { context, batch, changes } = work
  const { tx, caller, moment } = context
  const authorized = signed.filter(({ decision }) => decision.kind === 'authorized')
  const isAnyWaiting = authorized.length < signed.length
  const sources = authorized.map((signed) => sourceOf(facts, signed))
  const ids = authorized.map(({ purchase }) => purchase.id)
  const [accounts, needs, approvers] = await Promise.all([
    findAccounts(tx, caller.empresa, accountsNeeded(sources, facts.rules)),
    findBudgetNeeds(tx, caller.empresa, ids),
    isAnyWaiting ? loadApprovers(tx, caller.empresa, moment.today) : [],
  ])
  const partidas = [...new Set(needs.map(({ partida }) => partida))]
  const budget = new BudgetState(await lockBudgets(tx, caller.empresa, partidas))
  const byPurchase = Map.groupBy(needs, ({ compra }) => compra)
  const taken: BudgetNeed[] = []
  for (const purchaseSigned of signed) {
    const { purchase, amounts, supplier, decision } = purchaseSigned
    if (decision.kind === 'waiting') {
      submit(work, purchaseSigned, approvers)
      continue
    }
    const needed = byPurchase.get(purchase.id) ?? []
    const booked = book({ facts, accounts, budget }, purchaseSigned, needed)
    if ('code' in booked) {
      batch.refuse(purchase.id, booked)
      continue
    }
    batch.warn(purchase.id, booked.warnings)
    moveSigned(work, purchaseSigned, 'autorizada')
    taken.push(...needed)
    if (booked.entry.lines.length > 0) changes.post({ entries: [booked.entry] })
    changes.mail(orderMail(purchase, supplier, amounts.own.total))
  }
  commit(work, taken)
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
  const { refusal, warnings } = budget.take(
    DOCUMENT({ model: 'Compra', folio: purchase.id }),
    needs,
  )
  if (refusal !== null) return refusal
  return { entry: { ...entry.value, periodo: facts.periods.idOf(purchase.fecha) }, warnings }
}

/** Asks those who may sign next. */
function submit(work: Work, signed: Signed, approvers: readonly ApproverRow[]): void {
  const { context, changes } = work
  const { purchase, amounts, supplier, subject, decision } = signed
  const level = decision.kind === 'waiting' ? decision.next : null
  const to = nextApprovers(approvers, subject, { level, signer: context.caller.usuarioId })
  const waiting = { to, total: amounts.own.total, supplier: supplier.razon_social }
  moveSigned(work, signed, 'en_autorizacion')
  changes.mail(approvalMail(purchase, waiting))
  changes.chat(approvalChat(purchase, waiting))
}

/** What both outcomes share: the state, the amounts and the signature. */
function moveSigned(
  { context, changes, move }: Work,
  { purchase, amounts, subject, decision, signerLimit }: Signed,
  estado: 'autorizada' | 'en_autorizacion',
): void {
  const { caller, moment, inputs } = context
  const { nivel, flujo } = decision.step
  const isAuthorized = estado === 'autorizada'
  const comment = inputs.get('comentario')
  move(purchase, {
    to: estado,
    fields: {
      autorizada_por: isAuthorized ? caller.usuarioId : null,
      autorizada_en: isAuthorized ? moment.now : null,
      motivo_cancelacion: null,
      ...amountTexts(amounts.own),
    },
    told: { total: amountText(amounts.own.total) },
    noted: { nivel },
  })
  changes.insert('CompraAutorizacion', {
    compra: purchase.id,
    nivel,
    flujo,
    autorizador: caller.usuarioId,
    importe_limite: signerLimit === null ? null : amountText(signerLimit),
    importe: amountText(subject.total),
    fecha: moment.now,
    comentario: typeof comment === 'string' ? comment : null,
    estado: 'autorizada',
  })
}

/** Takes the money from the budgets. */
function commit({ context, changes }: Work, needs: readonly BudgetNeed[]): void {
  const { tx, caller, moment } = context
  changes.also({
    counters: new Map([
      [COMMITMENT_ID, needs.length],
      [COMMITMENT_FOLIO, needs.length],
    ]),
    write: async (numbers) => {
      const rows = needs.map((need) => ({
        ...need,
        id: numbers(COMMITMENT_ID),
        folio: commitmentFolio(moment.today, numbers(COMMITMENT_FOLIO)),
        modelo: 'Compra',
        registro: need.compra,
      }))
      await insertCommitments(tx, caller.empresa, { kind: 'compromiso', rows, now: moment.now })
    },
  })
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
