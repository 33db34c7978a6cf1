import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  INVOICE_NOT_CREDITED,
  OWED_IN_OTHER_CURRENCY,
  OWED_TO_OTHER,
} from '../../../../messages/owed-invoices.ts'
import { CREDIT_RATES_DIFFER } from '../../../../messages/supplier-credits.ts'
import { cents, sumOf, timesRate } from '../../cents.ts'
import { partPaid, type PaidTax } from '../../due-taxes.ts'
import type { CreditUse } from '../store/credit-store.ts'
import { isPayable, unpayable, settle, share, type InvoiceBalance } from './invoice-balance.ts'

/** What is read of a credit note besides its folio and its state. */
export const CREDIT = [
  'proveedor',
  'moneda',
  'tipo_cambio',
  'total',
  'saldo',
  'iva',
  'ieps',
  'iva_pagado',
] as const

export type Credit = Picked<'NotaCreditoProveedor', 'folio' | (typeof CREDIT)[number]>

/** What is left of a credit note while it is applied. Amounts of taxes in cents of the company's currency. */
export interface CreditBalance {
  readonly note: Pick<
    Credit,
    'folio' | 'proveedor' | 'moneda' | 'tipo_cambio' | 'total' | 'iva' | 'ieps'
  > & {
    /** Of one that is being registered: what an earlier one withheld less was booked with it. */
    readonly retencion_iva?: string
    readonly retencion_isr?: string
  }
  readonly saldo: bigint
  readonly ivaUsed: bigint
  readonly iepsUsed: bigint
}

/** `used`: what was applied of it so far; undefined: nothing. */
export function creditBalance(row: Credit, used: CreditUse | undefined): CreditBalance {
  return {
    note: row,
    saldo: cents(row.saldo),
    ivaUsed: cents(used?.iva ?? '0'),
    iepsUsed: cents(used?.ieps ?? '0'),
  }
}

/** A part of a credit note that settles a part of an invoice. */
export interface AppliedCredit {
  readonly cuenta: string
  readonly importe: bigint
  /** At the rate of both, in the company's currency. */
  readonly base: bigint
  readonly iva: bigint
  readonly ieps: bigint
  /** What will not be withheld of the invoice, as far as that is still to come. */
  readonly retencionIva: bigint
  readonly retencionIsr: bigint
  readonly invoice: InvoiceBalance
  readonly credit: CreditBalance
}

function wrong(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

/** Why a credit note cannot settle anything of an invoice; null: it can. */
export function creditProblem(credit: CreditBalance, balance: InvoiceBalance): ErrorEntry | null {
  const { note } = credit
  const { invoice } = balance
  const { folio, tipo_cambio: rate } = invoice
  if (invoice.proveedor !== note.proveedor) return wrong('cuenta', OWED_TO_OTHER({ folio }))
  if (invoice.moneda !== note.moneda) return wrong('cuenta', OWED_IN_OTHER_CURRENCY({ folio }))
  if (timesRate(RATE_OF_ONE, rate) !== timesRate(RATE_OF_ONE, note.tipo_cambio)) {
    return wrong('cuenta', CREDIT_RATES_DIFFER({ folio, rate, credited: note.tipo_cambio }))
  }
  if (isPayable(balance)) return null
  const message = INVOICE_NOT_CREDITED(unpayable(balance))
  return { code: 'INVALID_STATE', field: 'cuenta', message }
}

// Compares rates to their last decimal.
const RATE_OF_ONE = 1_000_000n

/** Settles an invoice by a credit note; its taxes are those of the note, in proportion and to the last cent. */
export function applyCredit(
  credit: CreditBalance,
  balance: InvoiceBalance,
  importe: bigint,
): AppliedCredit {
  const { note } = credit
  const total = cents(note.total)
  const used = total - credit.saldo + importe
  const taxUsed = (tax: string | null) =>
    share(timesRate(cents(tax ?? '0'), note.tipo_cambio), used, total)
  const iva = taxUsed(note.iva) - credit.ivaUsed
  const ieps = taxUsed(note.ieps) - credit.iepsUsed
  const settled = settle(balance, importe)
  const { invoice } = balance
  const withheld = (part: string | undefined, whole: string, before: bigint) => {
    const left = timesRate(cents(whole), invoice.tipo_cambio) - before
    const own = share(timesRate(cents(part ?? '0'), note.tipo_cambio), importe, total)
    return own < left ? own : left
  }
  const retencionIva = withheld(
    note.retencion_iva,
    invoice.retencion_iva,
    balance.retencionIvaPagada,
  )
  const retencionIsr = withheld(
    note.retencion_isr,
    invoice.retencion_isr,
    balance.retencionIsrPagada,
  )
  return {
    cuenta: balance.invoice.id,
    importe,
    base: settled.base,
    iva,
    ieps,
    retencionIva,
    retencionIsr,
    invoice: {
      ...settled.after,
      ivaPagado: balance.ivaPagado + iva,
      iepsPagado: balance.iepsPagado + ieps,
      retencionIvaPagada: balance.retencionIvaPagada + retencionIva,
      retencionIsrPagada: balance.retencionIsrPagada + retencionIsr,
    },
    credit: {
      note,
      saldo: credit.saldo - importe,
      ivaUsed: credit.ivaUsed + iva,
      iepsUsed: credit.iepsUsed + ieps,
    },
  }
}

export function creditState({ saldo }: CreditBalance): 'vigente' | 'aplicada' {
  return saldo === 0n ? 'aplicada' : 'vigente'
}

/**
 * Pays an invoice by what is left of a note, which is of what was paid before: its taxes are credited as by a payment,
 * since those of the note are of what was credited already.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function payByCredit(
  credit: CreditBalance,
  balance: InvoiceBalance,
  importe: bigint,
): AppliedCredit {
  const { after, base, iva, ieps, retencionIva, retencionIsr } = settle(balance, importe)
  return {
    cuenta: balance.invoice.id,
    importe,
    base,
    iva,
    ieps,
    retencionIva,
    retencionIsr,
    invoice: after,
    credit: { ...credit, saldo: credit.saldo - importe },
  }
}

/**
 * The same of a note that is being registered: it takes of the taxes of an invoice what is not paid yet, with the last of
 * the debt all of them; what it takes besides is of those that were paid.
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export function settleByNote(
  credit: CreditBalance,
  balance: InvoiceBalance,
  importe: bigint,
): AppliedCredit {
  const appliedCredit = applyCredit(credit, balance, importe)
  const { invoice } = balance
  const isLast = importe === balance.saldo
  const pending = (tax: string, paid: bigint, asked: bigint) => {
    const left = timesRate(cents(tax), invoice.tipo_cambio) - paid
    if (left <= 0n) return 0n
    return isLast || left < asked ? left : asked
  }
  const iva = pending(invoice.iva, balance.ivaPagado, appliedCredit.iva)
  const ieps = pending(invoice.ieps, balance.iepsPagado, appliedCredit.ieps)
  const retencionIva = pending(
    invoice.retencion_iva,
    balance.retencionIvaPagada,
    appliedCredit.retencionIva,
  )
  const retencionIsr = pending(
    invoice.retencion_isr,
    balance.retencionIsrPagada,
    appliedCredit.retencionIsr,
  )
  return {
    ...appliedCredit,
    iva,
    ieps,
    retencionIva,
    retencionIsr,
    invoice: {
      ...appliedCredit.invoice,
      ivaPagado: balance.ivaPagado + iva,
      iepsPagado: balance.iepsPagado + ieps,
      retencionIvaPagada: balance.retencionIvaPagada + retencionIva,
      retencionIsrPagada: balance.retencionIsrPagada + retencionIsr,
    },
  }
}

/** Taxes of a note, in the company's currency, that fell due with what was paid of its invoices. */
export interface PaidTaxes {
  readonly iva: bigint
  readonly ieps: bigint
  /** The same by what the money was worth that paid them. */
  readonly ivaPagado: bigint
  readonly iepsPagado: bigint
}

// What the rounding of parts leaves over is no tax that was paid.
const ROUNDING = 1n

export function paidTaxes(
  { note }: CreditBalance,
  facts: {
    readonly applied: readonly AppliedCredit[]
    readonly balances: readonly InvoiceBalance[]
  },
): PaidTaxes {
  const rest = (tax: string | null, name: 'iva' | 'ieps', paid: bigint) => {
    const whole = timesRate(cents(tax ?? '0'), note.tipo_cambio)
    const left = whole - sumOf(facts.applied.map((appliedCredit) => appliedCredit[name]))
    const due = left < paid ? left : paid
    return due >= -ROUNDING && due <= ROUNDING ? 0n : due
  }
  const iva = rest(note.iva, 'iva', sumOf(facts.balances.map(({ ivaPagado }) => ivaPagado)))
  const ieps = rest(note.ieps, 'ieps', sumOf(facts.balances.map(({ iepsPagado }) => iepsPagado)))
  const money = (
    booked: 'iva_tomado' | 'ieps_tomado',
    paid: 'iva_por_pagos' | 'ieps_por_pagos',
  ): PaidTax => ({
    booked: sumOf(facts.balances.map(({ invoice }) => cents(invoice[booked]))),
    paid: sumOf(facts.balances.map(({ invoice }) => cents(invoice[paid]))),
  })
  return {
    iva,
    ieps,
    ivaPagado: partPaid(iva, money('iva_tomado', 'iva_por_pagos')),
    iepsPagado: partPaid(ieps, money('ieps_tomado', 'ieps_por_pagos')),
  }
}
