import { amountText, cents, timesRate } from '../../cents.ts'
import { bookedByMoney, taxOfMoney, type Paid } from '../../due-taxes.ts'
import type { InvoiceRow } from '../store/owed-invoice-store.ts'

/** What is left of an invoice, and what was booked of what was paid. `own` amounts are in the invoice's currency. */
export interface InvoiceBalance {
  readonly invoice: InvoiceRow
  readonly saldo: bigint
  readonly pagado: bigint
  /** The following in the company's currency. */
  readonly pagadoBase: bigint
  readonly ivaPagado: bigint
  readonly iepsPagado: bigint
  readonly retencionIvaPagada: bigint
  readonly retencionIsrPagada: bigint
  /** The number of its last payment. */
  readonly parcialidad: number
}

export function balanceOf(invoice: InvoiceRow): InvoiceBalance {
  return {
    invoice,
    saldo: cents(invoice.saldo),
    pagado: cents(invoice.pagado),
    pagadoBase: cents(invoice.pagado_base),
    ivaPagado: cents(invoice.iva_pagado),
    iepsPagado: cents(invoice.ieps_pagado),
    retencionIvaPagada: cents(invoice.retencion_iva_pagada),
    retencionIsrPagada: cents(invoice.retencion_isr_pagada),
    parcialidad: invoice.parcialidad,
  }
}

/** What an amount that an invoice is no longer owed comes to in the company's currency. */
export interface Settlement {
  /** At the rate of the invoice, as the supplier's account has it. */
  readonly base: bigint
  /** Taxes that are paid with it, and can be credited from now on. */
  readonly iva: bigint
  readonly ieps: bigint
  /** What was to be withheld of it. */
  readonly retencionIva: bigint
  readonly retencionIsr: bigint
  readonly after: InvoiceBalance
}

/**
 * Settles a part of an invoice. Each part is what its end comes to less what was booked before, so that the last one
 * takes what rounding left: all parts together are the invoice and its taxes, to the cent.
 * @source docs/decisions/0249-erp-payments.md
 */
export function settle(balance: InvoiceBalance, amount: bigint): Settlement {
  const { invoice } = balance
  const { tipo_cambio: rate } = invoice
  const total = cents(invoice.total)
  const pagado = balance.pagado + amount
  const taxPaid = (tax: string) => share(timesRate(cents(tax), rate), pagado, total)
  const base = timesRate(pagado, rate) - balance.pagadoBase
  const iva = taxPaid(invoice.iva) - balance.ivaPagado
  const ieps = taxPaid(invoice.ieps) - balance.iepsPagado
  const retencionIva = taxPaid(invoice.retencion_iva) - balance.retencionIvaPagada
  const retencionIsr = taxPaid(invoice.retencion_isr) - balance.retencionIsrPagada
  const after = {
    invoice,
    saldo: balance.saldo - amount,
    pagado,
    pagadoBase: balance.pagadoBase + base,
    ivaPagado: balance.ivaPagado + iva,
    iepsPagado: balance.iepsPagado + ieps,
    retencionIvaPagada: balance.retencionIvaPagada + retencionIva,
    retencionIsrPagada: balance.retencionIsrPagada + retencionIsr,
    parcialidad: balance.parcialidad,
  }
  return { base, iva, ieps, retencionIva, retencionIsr, after }
}

/** Taxes that money pays, in the company's currency, and what is withheld of it. */
export interface PaidTaxes {
  readonly iva: bigint
  readonly ieps: bigint
  readonly retencionIva: bigint
  readonly retencionIsr: bigint
  /** Of services from abroad: due and credited at once, and nowhere before. */
  readonly ivaImportacion: bigint
}

/**
 * What the taxes of a settlement come to by the money that pays them. All in the company's currency, they are what the
 * books have, to the last cent.
 * @source docs/decisions/0249-erp-payments.md
 */
export function paidTaxes(
  settlement: Settlement,
  paid: Paid & { readonly settled: bigint; readonly isInOwnCurrency: boolean },
): PaidTaxes {
  const { iva, ieps, retencionIva, retencionIsr } = settlement
  const { invoice } = settlement.after
  const total = cents(invoice.total)
  // Of what is not paid, such as a discount, nothing is due.
  const imported = { whole: invoice.iva_importacion, settled: paid.importe, total }
  const ivaImportacion = taxOfMoney(imported, paid)
  if (paid.isInOwnCurrency) return { iva, ieps, retencionIva, retencionIsr, ivaImportacion }
  const taxOf = (booked: bigint, whole: string) =>
    invoice.acreditada
      ? bookedByMoney(booked, invoice.tipo_cambio, paid)
      : taxOfMoney({ whole, settled: paid.settled, total }, paid)
  return {
    iva: taxOf(iva, invoice.iva),
    ieps: taxOf(ieps, invoice.ieps),
    retencionIva: taxOf(retencionIva, invoice.retencion_iva),
    retencionIsr: taxOf(retencionIsr, invoice.retencion_isr),
    ivaImportacion,
  }
}

/** The part of an amount, half a cent away from zero; all of it where the part is the whole. */
export function share(amount: bigint, part: bigint, whole: bigint): bigint {
  if (whole === 0n) return 0n
  const product = amount * part * 2n
  const sign = product < 0n ? -1n : 1n
  return (product + sign * whole) / (whole * 2n)
}

/** The state of an invoice of which this much is left and this much was paid. */
export function stateOf({
  invoice,
  saldo,
  pagado,
}: InvoiceBalance): 'pagada' | 'pagada_parcial' | 'programada' | 'autorizada' {
  if (saldo === 0n) return 'pagada'
  if (pagado > 0n) return 'pagada_parcial'
  return invoice.programada ? 'programada' : 'autorizada'
}

/** An invoice that is owed again what a payment had settled. */
export function owedAgain(balance: InvoiceBalance, amount: bigint): InvoiceBalance {
  return { ...balance, saldo: balance.saldo + amount, pagado: balance.pagado - amount }
}

const PAYABLE = ['autorizada', 'programada', 'pagada_parcial']

/** What is told of an invoice of which nothing can be paid. */
export function unpayable({ invoice, saldo }: Pick<InvoiceBalance, 'invoice' | 'saldo'>) {
  const { folio, estado } = invoice
  return { folio, state: estado, left: amountText(saldo), states: PAYABLE }
}

/** Whether something of an invoice can be paid. */
export function isPayable({ invoice, saldo }: Pick<InvoiceBalance, 'invoice' | 'saldo'>): boolean {
  return PAYABLE.includes(invoice.estado) && saldo > 0n
}
