import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import { ENTRY_DAY_CLOSED } from '../../../../messages/payables.ts'
import {
  CFDI_IS_INVOICE,
  CFDI_ISSUED_HERE,
  CFDI_WITHOUT_RATE,
  EXPENSE_INACTIVE,
  IEPS_WITHHELD,
  INVOICE_ENTRY_DAY,
  INVOICE_KNOWN,
  LOCAL_TAXES_WITHHELD,
  NO_CURRENCY,
  ORDER_OF_OTHER_CURRENCY,
  ORDER_OF_OTHER_SUPPLIER,
  TYPED_OTHERWISE,
} from '../../../../messages/registered-invoices.ts'
import { NO_RECORD } from '../../../../messages/requests.ts'
import { STATE_MUST_BE } from '../../../../messages/states.ts'
import { amountText, cents } from '../../cents.ts'
import { supplierProblem } from '../../compras/decisions/supplier-problem.ts'
import { issuersOf } from '../received/received-parties.ts'
import { rateOf } from '../received/received-rows.ts'
import type { VerifiedCfdi } from '../received/verify-received.ts'
import type { IssuerRow, OrderLineRow, OrderRow } from '../store/match-store.ts'
import { importTaxes } from './imported-services.ts'
import { amountsProblem, taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, type BookedShare } from './invoice-entry.ts'
import type { InvoiceCandidate, InvoiceFacts, Terms } from './invoice-facts.ts'
import { matchLines, receiptKey, type MatchedLine } from './match-lines.ts'
import { compareThreeWays, toleranceFor, type Difference, type InvoiceShare } from './three-way.ts'

/** An invoice that passed all checks. */
export interface InvoicePlan {
  readonly candidate: InvoiceCandidate
  readonly issuer: IssuerRow
  readonly numero: string
  readonly amounts: InvoiceAmounts
  readonly shares: readonly BookedShare[]
  readonly differences: readonly Difference[]
  readonly orders: readonly OrderRow[]
  /** The currency's id, and its rate in the company's. */
  readonly moneda: string
  readonly tipoCambio: string
  readonly fecha: string
  readonly diaAsiento: string
  readonly condicion: string | null
  readonly vencimiento: string
}

type Problems = readonly ErrorEntry[]

/**
 * Holds an invoice to the company's records: its parties, its number, its amounts, its orders and receipts.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function planInvoice(
  facts: InvoiceFacts,
  candidate: InvoiceCandidate,
): Result<InvoicePlan, Problems> {
  const issuer = issuerOf(facts, candidate)
  if (!issuer.ok) return issuer
  const { numero, amounts } = candidate.document
  const own = [
    ...sameProblems(facts, candidate, { issuer: issuer.value, numero }),
    ...amountProblems(amounts),
    ...typedProblems(candidate, { issuer: issuer.value, amounts }),
  ]
  if (own.length > 0) return fail(own)
  const currency = currencyOf(facts, candidate)
  if (!currency.ok) return currency
  const orders = ordersOf(facts, candidate, issuer.value)
  if (!orders.ok) return orders
  const days = daysOf(facts, candidate)
  if (!days.ok) return days
  const compared = compare(facts, candidate, {
    issuer: issuer.value,
    amounts,
    orders: orders.value,
  })
  if (!compared.ok) return compared
  const [onlyOrder] = orders.value
  const condicion = candidate.condicion ?? onlyOrder?.condicion_pago ?? issuer.value.condicion
  const credit = creditDays(facts.terms.get(condicion ?? ''))
  return ok({
    candidate,
    issuer: issuer.value,
    numero,
    amounts: withImports(candidate, compared.value.shares),
    ...compared.value,
    orders: orders.value,
    ...currency.value,
    ...days.value,
    condicion,
    vencimiento: dayAfter(days.value.fecha, credit),
  })
}

/** Who issues a CFDI is no supplier abroad. */
function withImports(
  { document: { cfdi, amounts } }: InvoiceCandidate,
  shares: readonly BookedShare[],
): InvoiceAmounts {
  if (cfdi !== null) return amounts
  return { ...amounts, taxes: [...amounts.taxes, ...importTaxes(amounts.taxes, shares)] }
}

/** The supplier who issued it, for this company. */
function issuerOf(
  facts: InvoiceFacts,
  { document, compras, existing }: InvoiceCandidate,
): Result<IssuerRow, Problems> {
  const issuers = knownIssuers(facts, { cfdi: document.cfdi, proveedor: existing?.proveedor })
  if (!issuers.ok) return issuers
  const ordered = new Set(compras.map((id) => facts.orders.get(id)?.proveedor))
  const issuer =
    issuers.value.find(({ id }) => id === existing?.proveedor) ??
    issuers.value.find(({ id }) => ordered.has(id)) ??
    issuers.value.find(({ estado }) => estado === 'activo') ??
    issuers.value[0]
  const problem = supplierProblem(issuer)
  return problem === null ? ok(issuer) : fail([problem])
}

/** Those with the RFC on the CFDI, else the one that was typed. */
function knownIssuers(
  facts: InvoiceFacts,
  details: { readonly cfdi: VerifiedCfdi | null; readonly proveedor: string | undefined },
): Result<readonly [IssuerRow, ...IssuerRow[]], Problems> {
  if (details.cfdi !== null) return issuersOf(details.cfdi, facts)
  const typed = facts.issuers.find(({ id }) => id === details.proveedor)
  if (typed === undefined) throw new Error('the supplier of an invoice was not locked')
  return ok([typed])
}

function duplicate(field: string, message: Message): Problems {
  return [{ code: 'DUPLICATE', field, message }]
}

function rejected(field: string, message: Message): Problems {
  return [{ code: 'CFDI_REJECTED', field, message }]
}

function sameProblems(
  { same: all, known }: InvoiceFacts,
  { document, existing }: InvoiceCandidate,
  { issuer, numero }: { readonly issuer: IssuerRow; readonly numero: string },
): Problems {
  const uuid = document.cfdi?.uuid ?? null
  const same = all.filter(({ id }) => id !== existing?.id)
  const byUuid = uuid === null ? undefined : same.find((sameInvoice) => sameInvoice.uuid === uuid)
  if (byUuid !== undefined) {
    const { folio } = byUuid
    return duplicate('uuid', CFDI_IS_INVOICE({ uuid: String(uuid), folio }))
  }
  const byNumber = same.find(
    (sameInvoice) => sameInvoice.proveedor === issuer.id && sameInvoice.numero === numero,
  )
  if (byNumber !== undefined) {
    const { folio } = byNumber
    const message = INVOICE_KNOWN({ folio, number: numero, supplier: issuer.razon_social })
    return duplicate('numero_factura', message)
  }
  const cfdi = uuid === null ? undefined : known.get(uuid)
  if (cfdi !== undefined && cfdi.sentido !== 'recibido')
    return duplicate('uuid', CFDI_ISSUED_HERE({ uuid: String(uuid) }))
  return []
}

/** What somebody typed must be what the CFDI says. */
function typedProblems(
  { existing, document }: InvoiceCandidate,
  { issuer, amounts }: { readonly issuer: IssuerRow; readonly amounts: InvoiceAmounts },
): Problems {
  const { cfdi } = document
  if (existing === null || cfdi === null) return []
  const wrong = (field: string, typed: string, declared: string): Problems => [
    {
      code: 'VALIDATION',
      field,
      message: TYPED_OTHERWISE({ field, folio: existing.folio, typed, declared }),
    },
  ]
  const { uuid, total, proveedor } = existing
  const isTotalSaid = cents(total) !== 0n
  return [
    ...(proveedor === issuer.id ? [] : wrong('proveedor', proveedor, issuer.razon_social)),
    ...(uuid === null || uuid === cfdi.uuid ? [] : wrong('uuid', uuid, cfdi.uuid)),
    ...(isTotalSaid && cents(total) !== amounts.total
      ? wrong('total', total, amountText(amounts.total))
      : []),
  ]
}

function amountProblems(amounts: InvoiceAmounts): Problems {
  const wrong = amountsProblem(amounts)
  if (wrong !== null) return rejected('Total', wrong)
  if (amounts.localesRetenidos !== 0n) {
    return rejected('Complemento.ImpuestosLocales', LOCAL_TAXES_WITHHELD())
  }
  return taxSum(amounts, { impuesto: IEPS, tipo: 'retencion' }) === 0n
    ? []
    : rejected('Impuestos.Retenciones', IEPS_WITHHELD())
}

function currencyOf(
  { company, currencies }: InvoiceFacts,
  { document }: InvoiceCandidate,
): Result<{ readonly moneda: string; readonly tipoCambio: string }, Problems> {
  const { cfdi, moneda: Moneda, tipoCambio } = document
  const moneda = currencies.find('Moneda', Moneda)
  if (moneda === null) {
    const message = NO_CURRENCY({ currency: Moneda })
    return fail([{ code: 'UNKNOWN_REFERENCE', field: 'moneda', message }])
  }
  if (moneda === company.moneda) return ok({ moneda, tipoCambio: '1' })
  // A CFDI says what its currency is worth in pesos, what was typed in the company's own.
  const isSaid = cfdi === null || company.moneda_clave === PESO
  if (isSaid && tipoCambio !== null) return ok({ moneda, tipoCambio: rateOf(tipoCambio) })
  const message = CFDI_WITHOUT_RATE({ currency: Moneda, own: company.moneda_clave })
  return fail([{ code: 'CFDI_REJECTED', field: 'TipoCambio', message }])
}

const PESO = 'MXN'

/** States of an order that can be invoiced. */
const ORDERED: ReadonlySet<string> = new Set([
  'autorizada',
  'recibida_parcial',
  'recibida',
  'cerrada',
])

function ordersOf(
  facts: InvoiceFacts,
  candidate: InvoiceCandidate,
  issuer: IssuerRow,
): Result<readonly OrderRow[], Problems> {
  const orders = candidate.compras.flatMap((id) => facts.orders.get(id) ?? [])
  const problems = orders.flatMap((order): Problems => {
    const { folio } = order
    if (order.proveedor !== issuer.id) {
      const message = ORDER_OF_OTHER_SUPPLIER({ folio, supplier: issuer.razon_social })
      return [{ code: 'VALIDATION', field: 'compra', message }]
    }
    if (!ORDERED.has(order.estado)) {
      const found = { model: 'Compra', id: folio, state: order.estado }
      const message = STATE_MUST_BE({ ...found, states: [...ORDERED] })
      return [{ code: 'INVALID_STATE', field: 'compra', message }]
    }
    const { moneda } = candidate.document
    if (order.moneda_clave === moneda) return []
    const ordered = order.moneda_clave
    const message = ORDER_OF_OTHER_CURRENCY({ currency: moneda, folio, ordered })
    return [{ code: 'VALIDATION', field: 'moneda', message }]
  })
  return problems.length > 0 ? fail(problems) : ok(orders)
}

/** The day of the invoice, and that of its entry. */
function daysOf(
  { periods, today }: InvoiceFacts,
  candidate: InvoiceCandidate,
): Result<{ readonly fecha: string; readonly diaAsiento: string }, Problems> {
  const { fecha } = candidate.document
  const diaAsiento = candidate.fecha ?? fecha
  if (diaAsiento < fecha || diaAsiento > today) {
    const message = INVOICE_ENTRY_DAY({ fecha: diaAsiento, issued: fecha, today })
    return fail([{ code: 'VALIDATION', field: 'fecha', message }])
  }
  const closed = periods.problemOf(diaAsiento)
  if (closed === null) return ok({ fecha, diaAsiento })
  return fail([{ ...closed, message: ENTRY_DAY_CLOSED({ why: closed.message }) }])
}

const DAY_MS = 24 * 60 * 60_000

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

type Compared = Pick<InvoicePlan, 'shares' | 'differences'>

function compare(
  facts: InvoiceFacts,
  candidate: InvoiceCandidate,
  details: {
    readonly issuer: IssuerRow
    readonly amounts: InvoiceAmounts
    readonly orders: readonly OrderRow[]
  },
): Result<Compared, Problems> {
  const found = matchLines(details.amounts.lines, matchFacts(facts, candidate, details.orders))
  if (found.problems.length > 0) return fail(found.problems)
  const wrongExpense = found.matched.flatMap((matchedLine) => expenseProblem(facts, matchedLine))
  if (wrongExpense.length > 0) return fail(wrongExpense)
  const tolerance = toleranceFor(facts.tolerances, details.issuer.grupo)
  const { shares, differences } = compareThreeWays(found.matched, {
    receipts: facts.left,
    tolerance,
  })
  const blocking = differences.filter((difference) => difference.isBlocking)
  if (blocking.length > 0) return fail(blocking.map(({ entry }) => entry))
  return ok({ shares: shares.map((share) => booked(facts, share)), differences })
}

function matchFacts(
  { orderLines, receipts }: InvoiceFacts,
  { recepciones, named, expense }: InvoiceCandidate,
  orders: readonly OrderRow[],
) {
  const ids = new Set(orders.map(({ id }) => id))
  const own = orderLines.filter(({ compra }) => ids.has(compra))
  const received = receipts.filter(
    ({ recepcion }) => recepcion !== null && recepciones.includes(recepcion),
  )
  const inReceipts = new Set(received.map((row) => row.compra_partida))
  const isOffered = ({ id }: OrderLineRow) =>
    recepciones.length === 0 ||
    inReceipts.has(id) ||
    named.some((namedTarget) => namedTarget.compraPartida === id)
  return {
    orders: own.filter(isOffered),
    orderOfReceipt: new Map(
      receipts.flatMap((row) => {
        const key = receiptKey({
          recepcionPartida: row.recepcion_partida,
          recepcionServicio: row.recepcion_servicio,
        })
        return key === null ? [] : [[key, row.compra_partida] as const]
      }),
    ),
    named,
    recepciones,
    expense,
  }
}

function expenseProblem({ expenses }: InvoiceFacts, { target }: MatchedLine): Problems {
  if (target.kind === 'order' || target.expense.gasto === null) return []
  const { gasto } = target.expense
  const row = expenses.get(gasto)
  if (row === undefined) {
    const message = NO_RECORD({ model: 'CatalogoGasto', id: gasto })
    return [{ code: 'UNKNOWN_REFERENCE', field: 'gasto', message }]
  }
  if (row.activo) return []
  const message = EXPENSE_INACTIVE({ expense: row.clave })
  return [{ code: 'VALIDATION', field: 'gasto', message }]
}

/** Without a condition of payment nothing is lent. */
function creditDays(terms: Terms | undefined): number {
  if (terms === undefined || terms.es_contado) return 0
  return Math.max(terms.dias, 0)
}

/** The accounts that a part of an invoice names. */
function booked({ expenses }: InvoiceFacts, share: InvoiceShare): BookedShare {
  const { target } = share
  if (target.kind === 'order') {
    const { cuenta, centro_costo: centroCosto, cuenta_ajuste: cuentaAjuste } = target.order
    return { ...share, cuenta, centroCosto, cuentaAjuste }
  }
  const { gasto, cuenta, centroCosto } = target.expense
  const own = gasto === null ? undefined : expenses.get(gasto)?.cuenta_contable
  return { ...share, cuenta: cuenta ?? own ?? null, centroCosto, cuentaAjuste: null }
}
