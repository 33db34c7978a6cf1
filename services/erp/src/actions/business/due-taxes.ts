import { decimal, dividedBy, rounded, times, type Decimal } from '../../fiscal/decimal.ts'

/** Money that settles a part of an invoice: what it is there and what it is in its own currency, in cents. */
export interface Paid {
  /** In the invoice's currency. */
  readonly importe: bigint
  /** In the currency of the money. */
  readonly pago: bigint
  /** What one unit of the money is worth in the company's currency. */
  readonly tipoCambio: string
}

/** A tax of an invoice, in cents of the invoice's currency. */
export interface WholeTax {
  readonly whole: string
  /** The part of the invoice that is settled, and the invoice. */
  readonly settled: bigint
  readonly total: bigint
}

// Enough that no sum of many of them differs in its cents.
const WORKING_DECIMALS = 18
const CENT_DECIMALS = 2

/**
 * A tax falls due, or is credited, by the money that pays it (LIVA 1-B, 5-III; CFF 20): its part of the invoice at what
 * the money was worth on its day, in the company's currency.
 */
export function taxOfMoney({ whole, settled, total }: WholeTax, paid: Paid): bigint {
  if (total === 0n) return 0n
  const part = dividedBy(times(decimal(whole), ofCents(settled)), ofCents(total), WORKING_DECIMALS)
  return inCents(worthOf(part, paid))
}

/** A tax that stands in the books at the rate of its invoice, by the money that pays it. */
export function bookedByMoney(booked: bigint, invoiceRate: string, paid: Paid): bigint {
  const own = dividedBy(ofCents(booked), decimal(invoiceRate), WORKING_DECIMALS)
  return inCents(worthOf(own, paid))
}

/** What an amount of an invoice was worth in the money that paid it, in the company's currency. */
function worthOf(amount: Decimal, { importe, pago, tipoCambio }: Paid): Decimal {
  if (importe === 0n) return { units: 0n, scale: 0 }
  const money = times(ofCents(pago), decimal(tipoCambio))
  return dividedBy(times(amount, money), ofCents(importe), WORKING_DECIMALS)
}

/** What money took of a tax that stood in the books, and what that came to by what the money was worth. */
export interface PaidTax {
  readonly booked: bigint
  readonly paid: bigint
}

/** A part of a tax that was paid, by what the money was worth; as it was booked where nothing says that. */
export function partPaid(part: bigint, { booked, paid }: PaidTax): bigint {
  if (booked === 0n || booked === paid) return part
  return inCents(dividedBy(times(ofCents(part), ofCents(paid)), ofCents(booked), WORKING_DECIMALS))
}

function ofCents(units: bigint): Decimal {
  return { units, scale: CENT_DECIMALS }
}

export function inCents(value: Decimal): bigint {
  return rounded(value, CENT_DECIMALS).units
}
