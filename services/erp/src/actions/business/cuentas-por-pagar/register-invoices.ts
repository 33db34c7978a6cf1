import type { ErrorEntry } from '../../../errors.ts'
import { mayDo } from '../../../identity/rights.ts'
import { INVOICE_HAS_EXPENSES } from '../../../messages/registered-invoices.ts'
import { findCatalogIds } from '../../../store/catalogs/catalog-ids.ts'
import { findAccounts, findEntryRules } from '../../../store/journal-store.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { warningsOf } from './decisions/invoice-document.ts'
import { invoiceEntry } from './decisions/invoice-entry.ts'
import type { InvoiceCandidate, InvoiceFacts } from './decisions/invoice-facts.ts'
import { planInvoice, type InvoicePlan } from './decisions/plan-invoice.ts'
import { ReceiptsLeft } from './decisions/three-way.ts'
import { findSameInvoices } from './store/invoice-store.ts'
import {
  findCompany,
  findOrdersOf,
  findTolerances,
  lockIssuers,
  lockOrderLines,
  lockOrders,
  lockReceipts,
} from './store/match-store.ts'
import { findKnownCfdis } from './store/received-store.ts'

const EVENT = { model: 'CuentaPorPagar', event: 'registrar_factura' } as const

/** An invoice with its entry, which needs only its numbers. */
export interface BookedInvoice {
  readonly plan: InvoicePlan
  /** The entry of a record with this id and folio. */
  readonly entryOf: (record: string, folio: string) => EntryPosting
  readonly warnings: readonly ErrorEntry[]
  /** Whether it only waits for somebody who may authorize what no order has. */
  readonly isPending: boolean
}

/**
 * Decides about invoices of suppliers: everything that they touch is locked, suppliers first, then orders, their lines
 * and their receipts.
 * @returns by the candidates' keys: those that can be registered, and why the others cannot
 */
export async function bookInvoices(
  context: ActionContext,
  candidates: readonly InvoiceCandidate[],
): Promise<{
  readonly booked: ReadonlyMap<string, BookedInvoice>
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
}> {
  const refused = new Map<string, readonly ErrorEntry[]>()
  const { facts, candidates: known } = await loadFacts(context, candidates)
  const plans = known.flatMap((candidate) => {
    const plan = planInvoice(facts, candidate)
    if (plan.ok) return [plan.value]
    refused.set(candidate.key, plan.error)
    return []
  })
  const sources = plans.map((plan) => sourceOf(plan, { record: '0', folio: '' }))
  const accounts = await findAccounts(
    context.tx,
    context.caller.empresa,
    accountsNeeded(sources, facts.rules),
  )
  const booked = new Map<string, BookedInvoice>()
  for (const plan of plans) {
    const { key } = plan.candidate
    const post = (record: string, folio: string) =>
      planEntry(sourceOf(plan, { record, folio }), { rules: facts.rules, accounts })
    const tried = post('0', '')
    if (!tried.ok) {
      refused.set(key, [tried.error])
      continue
    }
    booked.set(key, {
      plan,
      warnings: [
        ...warningsOf(plan.candidate.document),
        ...plan.differences.map(({ entry }) => entry),
        ...(isPending(context, plan) ? [PENDING] : []),
      ],
      isPending: isPending(context, plan),
      entryOf: (record, folio) => {
        const entry = post(record, folio)
        if (!entry.ok) throw new Error(String(entry.error.message))
        return { ...entry.value, periodo: facts.periods.idOf(plan.diaAsiento) }
      },
    })
  }
  return { booked, refused }
}

const AUTHORIZE = 'autorizar_factura'

const PENDING: ErrorEntry = {
  code: 'FORBIDDEN',
  message: INVOICE_HAS_EXPENSES({ right: AUTHORIZE }),
}

/** What no order has is authorized by whom that right is given. */
function isPending({ caller, registry }: ActionContext, { shares }: InvoicePlan): boolean {
  const model = registry.models.get(EVENT.model)
  const isExpense = shares.some(({ target }) => target.kind === 'expense')
  return isExpense && model !== undefined && !mayDo(caller.rights, model, AUTHORIZE)
}

function sourceOf(plan: InvoicePlan, details: { readonly record: string; readonly folio: string }) {
  const [order] = plan.orders
  return invoiceEntry({
    ...details,
    fecha: plan.diaAsiento,
    moneda: plan.moneda,
    tipoCambio: plan.tipoCambio,
    proveedor: plan.issuer.id,
    cuentaProveedor: plan.issuer.cuenta,
    dimensiones: order?.dimensiones ?? {
      proveedor: Number(plan.issuer.id),
      moneda: Number(plan.moneda),
    },
    amounts: plan.amounts,
    shares: plan.shares,
  })
}

/** Reads and locks what the invoices need; a candidate comes back with all orders that it names in any way. */
async function loadFacts(
  context: ActionContext,
  given: readonly InvoiceCandidate[],
): Promise<{
  readonly facts: InvoiceFacts
  readonly candidates: readonly InvoiceCandidate[]
}> {
  const { tx, caller } = context
  const { empresa } = caller
  const issuers = await lockIssuers(tx, empresa, {
    rfcs: given.flatMap(({ document }) => document.cfdi?.comprobante.Emisor.Rfc ?? []),
    // Suppliers abroad have all the same RFC: what was typed names one of them.
    ids: given.flatMap(({ document, existing }) =>
      document.cfdi === null && existing !== null ? [existing.proveedor] : [],
    ),
  })
  const candidates: InvoiceCandidate[] = []
  for (const invoiceCandidate of given) {
    candidates.push({
      ...invoiceCandidate,
      compras: await findOrdersOf(tx, empresa, namedBy(invoiceCandidate)),
    })
  }
  const ids = [...new Set(candidates.flatMap(({ compras }) => compras))]
  const orders = await lockOrders(tx, empresa, ids)
  const orderLines = await lockOrderLines(tx, empresa, ids)
  const receipts = await lockReceipts(tx, empresa, ids)
  const locked = { issuers, orders, orderLines, receipts, left: new ReceiptsLeft(receipts) }
  const [configuration, documents] = await Promise.all([
    loadConfiguration(context, candidates, locked),
    loadDocuments(context, candidates, locked),
  ])
  return { facts: { ...locked, ...configuration, ...documents }, candidates }
}

type Locked = Pick<InvoiceFacts, 'issuers' | 'orders'>

/** Loads what the company has set up. */
async function loadConfiguration(
  context: ActionContext,
  candidates: readonly InvoiceCandidate[],
  { issuers, orders }: Locked,
): Promise<Pick<InvoiceFacts, 'company' | 'tolerances' | 'expenses' | 'terms' | 'rules'>> {
  const { tx, caller } = context
  const { empresa } = caller
  const [company, tolerances, expenses, terms, rules] = await Promise.all([
    findCompany(tx, empresa),
    findTolerances(tx, empresa),
    readRows(context, 'CatalogoGasto', {
      ids: candidates.flatMap(expensesOf),
      fields: ['clave', 'cuenta_contable', 'activo'],
    }),
    readRows(context, 'CondicionPago', {
      ids: [
        ...candidates.flatMap(({ condicion }) => condicion ?? []),
        ...issuers.flatMap(({ condicion }) => condicion ?? []),
        ...[...orders.values()].flatMap((order) => order.condicion_pago ?? []),
      ],
      fields: ['dias', 'es_contado'],
    }),
    findEntryRules(tx, empresa, EVENT),
  ])
  return { company, tolerances, expenses, terms, rules }
}

/** Loads what is there of the documents already, and whether they can be posted. */
async function loadDocuments(
  context: ActionContext,
  candidates: readonly InvoiceCandidate[],
  { issuers }: Locked,
): Promise<Pick<InvoiceFacts, 'currencies' | 'same' | 'known' | 'periods' | 'today'>> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const documents = candidates.map(({ document }) => document)
  const uuids = documents.flatMap(({ cfdi }) => cfdi?.uuid ?? [])
  const [currencies, same, known, periods] = await Promise.all([
    findCatalogIds(context, { Moneda: documents.map(({ moneda }) => moneda) }),
    findSameInvoices(tx, empresa, {
      uuids,
      proveedores: issuers.map(({ id }) => id),
      numeros: documents.map(({ numero }) => numero),
    }),
    findKnownCfdis(tx, empresa, uuids),
    loadPeriods(tx, empresa, {
      days: candidates.map(({ fecha, document }) => fecha ?? document.fecha),
      module: 'cuentas-por-pagar',
    }),
  ])
  return { currencies, same, known, periods, today: moment.today }
}

function namedBy({ compras, recepciones, named }: InvoiceCandidate) {
  return {
    compras,
    recepciones,
    compraPartidas: named.flatMap(({ compraPartida }) => compraPartida ?? []),
    recepcionPartidas: named.flatMap(({ recepcionPartida }) => recepcionPartida ?? []),
    recepcionServicios: named.flatMap(({ recepcionServicio }) => recepcionServicio ?? []),
  }
}

function expensesOf({ expense, named }: InvoiceCandidate): readonly string[] {
  return [expense, ...named.map((namedTarget) => namedTarget.expense)].flatMap(
    (terms) => terms?.gasto ?? [],
  )
}
