import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { DOCUMENT } from '../../../../messages/documents.ts'
import type { Message } from '../../../../messages/message.ts'
import { INVOICE_NOT_PAID, OWED_TO_OTHER_THAN_PAYMENT } from '../../../../messages/owed-invoices.ts'
import {
  DISCOUNT_IS_OVER,
  DISCOUNT_TOO_LARGE,
  LINES_PAY_MORE,
  NO_DISCOUNT,
  PAYS_NO_INVOICE,
  PAYS_TOO_MUCH,
} from '../../../../messages/payment-lines.ts'
import { beforeInvoice } from '../../before-invoice.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import type { LockedDocument } from '../../moved-documents.ts'
import {
  isPayable,
  paidTaxes,
  settle,
  type InvoiceBalance,
  type PaidTaxes,
  type Settlement,
  unpayable,
} from './invoice-balance.ts'
import { paidFor, type CrossRates } from './paid-for.ts'
import type { ApplicationTerms, PaymentTerms } from './payment-terms.ts'

/** A payment to be made: one that people wrote, or one that an action makes. */
export interface PaymentDraft extends PaymentTerms {
  /** As refusals call it. */
  readonly name: Message
  /** What people wrote; null: it is made with everything else. */
  readonly document: LockedDocument | null
  /** The programme that makes it. */
  readonly programacion: string | null
  readonly lines: readonly (ApplicationTerms & { readonly id: string | null })[]
}

/** What a line of a payment does. */
export interface PlannedLine {
  readonly line: PaymentDraft['lines'][number]
  readonly settlement: Settlement
  /** In the payment's currency. */
  readonly pago: bigint
  /** In the invoice's currency, and in the company's. */
  readonly descuento: bigint
  readonly descuentoBase: bigint
  /** What of its taxes can be credited now, by what the money is worth. */
  readonly pagados: PaidTaxes
  /** In the company's currency; below zero: a loss. */
  readonly utilidad: bigint
  /** Which payment of the invoice it is. */
  readonly parcialidad: number
}

export interface PlannedPayment {
  readonly draft: PaymentDraft
  readonly lines: readonly PlannedLine[]
  /** What leaves the bank, in the payment's currency and in the company's. */
  readonly pagado: Pair
  /** What is paid for no invoice yet. */
  readonly anticipo: Pair
  /** What is left of the invoices that it pays. */
  readonly after: ReadonlyMap<string, InvoiceBalance>
}

interface Pair {
  readonly own: bigint
  readonly base: bigint
}

/**
 * What a payment does to the invoices that it names: the supplier's account goes down at their rates, the bank's at
 * today's, and what is between them is won or lost by the exchange.
 * @source docs/decisions/0249-erp-payments.md
 */
export function planPayment(
  draft: PaymentDraft,
  before: ReadonlyMap<string, InvoiceBalance>,
  rates: CrossRates,
): Result<PlannedPayment, readonly ErrorEntry[]> {
  const after = new Map(before)
  const problems: ErrorEntry[] = []
  const lines: PlannedLine[] = []
  const paid = { own: 0n }
  for (const line of draft.lines) {
    const balance = after.get(line.cuenta)
    const problem = lineProblem(draft, line, balance)
    if (problem !== null || balance === undefined) {
      problems.push(...(problem === null ? [] : [problem]))
      continue
    }
    const pago = paidFor({ draft, line, invoice: balance.invoice }, rates)
    if (!pago.ok) {
      problems.push(pago.error)
      continue
    }
    const planned = planLine({
      draft,
      line,
      balance,
      pago: pago.value,
      paidBefore: paid.own,
      currency: rates.currency,
    })
    after.set(line.cuenta, planned.settlement.after)
    paid.own += pago.value
    lines.push(planned)
  }
  const importe = cents(draft.importe)
  if (problems.length === 0 && paid.own > importe) {
    const amounts = { importe: draft.importe, paid: amountText(paid.own) }
    const message = LINES_PAY_MORE({ document: draft.name, ...amounts })
    problems.push({ code: 'VALIDATION', field: 'importe', message })
  }
  if (problems.length > 0) return fail(problems)
  const base = timesRate(importe, draft.tipo_cambio)
  const anticipo = {
    own: importe - paid.own,
    base: base - timesRate(paid.own, draft.tipo_cambio),
  }
  return ok({ draft, lines, pagado: { own: importe, base }, anticipo, after: touched(lines) })
}

function touched(lines: readonly PlannedLine[]): ReadonlyMap<string, InvoiceBalance> {
  return new Map(lines.map(({ line, settlement }) => [line.cuenta, settlement.after]))
}

function planLine(facts: {
  readonly draft: PaymentDraft
  readonly line: PaymentDraft['lines'][number]
  readonly balance: InvoiceBalance
  readonly pago: bigint
  /** What the lines before it pay, in the payment's currency. */
  readonly paidBefore: bigint
  /** The company's. */
  readonly currency: string
}): PlannedLine {
  const { draft, line, balance, pago, paidBefore, currency } = facts
  const descuento = cents(line.descuento ?? '0')
  const numbered = { ...balance, parcialidad: balance.parcialidad + 1 }
  const settled = cents(line.importe) + descuento
  const settlement = settle(numbered, settled)
  const descuentoBase = timesRate(descuento, balance.invoice.tipo_cambio)
  const bankBase = (own: bigint) => timesRate(own, draft.tipo_cambio)
  const paidBase = bankBase(paidBefore + pago) - bankBase(paidBefore)
  const pagados = paidTaxes(settlement, {
    settled,
    importe: cents(line.importe),
    pago,
    tipoCambio: draft.tipo_cambio,
    isInOwnCurrency: draft.moneda === currency && balance.invoice.moneda === currency,
  })
  const utilidad = settlement.base - descuentoBase - paidBase + beyondBooked(settlement, pagados)
  return {
    line,
    settlement,
    pago,
    descuento,
    descuentoBase,
    pagados,
    utilidad,
    parcialidad: settlement.after.parcialidad,
  }
}

/**
 * What is credited of taxes above what stood in the books, less what is withheld above it: so much less of the difference
 * between the debt and the money is one of exchange.
 */
export function beyondBooked(settled: Settlement, pagados: PaidTaxes): bigint {
  const credited = pagados.iva - settled.iva + pagados.ieps - settled.ieps
  const withheld = pagados.retencionIva + pagados.retencionIsr
  return credited - (withheld - settled.retencionIva - settled.retencionIsr)
}

function lineProblem(
  draft: PaymentDraft,
  line: ApplicationTerms,
  balance: InvoiceBalance | undefined,
): ErrorEntry | null {
  const at = (field: string) => `aplicaciones[${line.partida}].${field}`
  const of = { document: draft.name, line: line.partida }
  if (balance === undefined) {
    const message = PAYS_NO_INVOICE({ ...of, id: line.cuenta })
    return { code: 'VALIDATION', field: at('cuenta'), message }
  }
  const { invoice, saldo } = balance
  const { folio } = invoice
  const against = DOCUMENT({ model: 'CuentaPorPagar', folio })
  if (invoice.proveedor !== draft.proveedor) {
    const message = OWED_TO_OTHER_THAN_PAYMENT({ folio, against: draft.name })
    return { code: 'VALIDATION', field: at('cuenta'), message }
  }
  if (!isPayable(balance)) {
    const message = INVOICE_NOT_PAID(unpayable(balance))
    return { code: 'INVALID_STATE', field: at('cuenta'), message }
  }
  const early = beforeInvoice(draft.fecha, { name: against, fecha: invoice.fecha })
  if (early !== null) return early
  const descuento = cents(line.descuento ?? '0')
  const settled = cents(line.importe) + descuento
  if (settled > saldo) {
    const amounts = { amount: amountText(settled), left: amountText(saldo) }
    const message = PAYS_TOO_MUCH({ ...of, ...amounts, currency: invoice.moneda_clave, against })
    return { code: 'VALIDATION', field: at('importe'), message }
  }
  return discountProblem(draft, line, { balance, descuento, settled })
}

/** A discount is what the terms of the invoice give whoever pays in time, on what he pays. */
function discountProblem(
  draft: PaymentDraft,
  { partida }: ApplicationTerms,
  facts: { readonly balance: InvoiceBalance; readonly descuento: bigint; readonly settled: bigint },
): ErrorEntry | null {
  const { balance, descuento, settled } = facts
  if (descuento === 0n) return null
  const { invoice } = balance
  const field = `aplicaciones[${partida}].descuento`
  const last = invoice.descuento_hasta
  const against = DOCUMENT({ model: 'CuentaPorPagar', folio: invoice.folio })
  if (last === null || draft.fecha > last) {
    const of = { document: draft.name, against, fecha: draft.fecha }
    const message = last === null ? NO_DISCOUNT(of) : DISCOUNT_IS_OVER({ ...of, last })
    return { code: 'VALIDATION', field, message }
  }
  const most = timesRate(settled, invoice.descuento_parte)
  if (descuento <= most) return null
  const amounts = { amount: amountText(descuento), most: amountText(most) }
  const message = DISCOUNT_TOO_LARGE({ against, ...amounts, settled: amountText(settled) })
  return { code: 'VALIDATION', field, message }
}

/** The sum of what its lines win by the exchange, and of what they lose. */
export function exchangeOf({ lines }: Pick<PlannedPayment, 'lines'>): {
  readonly utilidad: bigint
  readonly perdida: bigint
} {
  const values = lines.map(({ utilidad }) => utilidad)
  return {
    utilidad: sumOf(values.filter((value) => value > 0n)),
    perdida: -sumOf(values.filter((value) => value < 0n)),
  }
}
