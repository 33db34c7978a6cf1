import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import {
  compare,
  decimal,
  dividedBy,
  minus,
  plus,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import {
  PAID_FAR_OFF,
  PAID_IN_SAME_CURRENCY,
  PAID_NOT_KNOWN,
  PAID_TOO_DIFFERENT,
} from '../../../../messages/payment-lines.ts'
import { amountText, cents } from '../../cents.ts'
import { isFar, type DayRates } from '../../exchange-rates.ts'
import type { InvoiceRow } from '../store/owed-invoice-store.ts'
import type { ApplicationTerms, PaymentTerms } from './payment-terms.ts'

/** What an amount in another currency is compared with. */
export interface CrossRates {
  /** The company's currency. */
  readonly currency: string
  readonly rates: DayRates
  /** Any that can be meant. */
  readonly mayUseAnyRate: boolean
}

interface Crossing {
  readonly draft: PaymentTerms
  readonly line: ApplicationTerms
  readonly invoice: InvoiceRow
}

const ONE = decimal('1')
const CENT = decimal('0.01')

/**
 * What a payment gives, in its own currency, for a line in the invoice's: the same where the currency is the same, else
 * what is written there, as far from the day's rates as they may differ (an administrator's: up to twice or half of it), or
 * what these make of it.
 */
export function paidFor(crossing: Crossing, rates: CrossRates): Result<bigint, ErrorEntry> {
  const { draft, line, invoice } = crossing
  const field = `aplicaciones[${line.partida}].importe_pago`
  const given = line.importe_pago
  if (draft.moneda === invoice.moneda) {
    if (given === null || cents(given) === cents(line.importe)) return ok(cents(line.importe))
    const { folio, moneda_clave: currency } = invoice
    const message = PAID_IN_SAME_CURRENCY({ given, currency, importe: line.importe, folio })
    return fail({ code: 'VALIDATION', field, message })
  }
  const rate = rateOf(crossing, rates)
  if (rate === undefined) {
    if (given !== null && rates.mayUseAnyRate)
      return meant(crossing, given, lastKnown(crossing, rates))
    const message = PAID_NOT_KNOWN({ currency: invoice.moneda_clave, fecha: draft.fecha })
    return fail({ code: 'VALIDATION', field, message })
  }
  const expected = expectedAt(crossing, rate.value)
  if (given === null) return ok(expected.units)
  const margin = plus(times(expected, rate.variation), CENT)
  const difference = minus(decimal(given), expected)
  const isNear = compare(absolute(difference), margin) <= 0
  if (isNear) return ok(cents(given))
  if (rates.mayUseAnyRate) return meant(crossing, given, rate.value)
  const converted = convertedOf(crossing, given, expected)
  const message = PAID_TOO_DIFFERENT({ ...converted, fecha: draft.fecha })
  return fail({ code: 'VALIDATION', field, message })
}

function expectedAt({ draft, line }: Crossing, value: Decimal): Decimal {
  return dividedBy(times(decimal(line.importe), value), decimal(draft.tipo_cambio), 2)
}

/** What is told of an amount that is too far from what the rates make. */
function convertedOf({ draft, line, invoice }: Crossing, given: string, expected: Decimal) {
  const { 'moneda.clave': currency } = draft
  const { moneda_clave: owed } = invoice
  return { given, currency, importe: line.importe, owed, made: amountText(expected.units) }
}

/** What an administrator writes, who may use any rate that can be meant. */
function meant(crossing: Crossing, given: string, value: Decimal): Result<bigint, ErrorEntry> {
  const { line } = crossing
  const expected = expectedAt(crossing, value)
  const difference = absolute(minus(decimal(given), expected))
  // Of amounts of a few cents the rest that rounding leaves is no sign of anything.
  if (!isFar(decimal(given), expected) || compare(difference, CENT) <= 0) return ok(cents(given))
  const message = PAID_FAR_OFF(convertedOf(crossing, given, expected))
  const field = `aplicaciones[${line.partida}].importe_pago`
  return fail({ code: 'VALIDATION', field, message })
}

/** Where no rate of the day is known, the last one, else that of the invoice. */
function lastKnown({ draft, invoice }: Crossing, { rates }: CrossRates): Decimal {
  const known = rates.lastOf({ moneda: invoice.moneda, fecha: draft.fecha })
  return decimal(known?.tipo_cambio ?? invoice.tipo_cambio)
}

/** What one unit of the invoice's currency is worth in the company's on the day of the payment. */
function rateOf(
  { draft, invoice }: Crossing,
  { currency, rates }: CrossRates,
): { readonly value: Decimal; readonly variation: Decimal } | undefined {
  const isOwn = invoice.moneda === currency
  const { fecha } = draft
  const reference = rates.of({ moneda: isOwn ? draft.moneda : invoice.moneda, fecha })
  const variation = decimal(reference?.variacion ?? '0')
  if (isOwn) return { value: ONE, variation }
  return reference === undefined ? undefined : { value: decimal(reference.tipo_cambio), variation }
}

function absolute({ units, scale }: Decimal): Decimal {
  return { units: units < 0n ? -units : units, scale }
}
