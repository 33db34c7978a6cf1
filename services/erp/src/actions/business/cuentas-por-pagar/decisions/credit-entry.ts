import { timesRate } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import type { AppliedCredit, PaidTaxes } from './apply-credit.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, ISR, IVA } from './invoice-entry.ts'

const NOTHING: EntryAmount = { own: 0n, base: 0n }

export interface CreditEntry {
  readonly record: string
  readonly folio: string
  readonly fecha: string
  readonly moneda: string
  /** The currency of the company. */
  readonly company: string
  readonly tipoCambio: string
  readonly proveedor: string
  readonly cuentaProveedor: string | null
  readonly amounts: InvoiceAmounts
  /** What it takes from the supplier's account, in cents of the company's currency. */
  readonly totalBase: bigint
  /** What will not be withheld of its invoices when they are paid, in the company's currency. */
  readonly pendiente: { readonly iva: bigint; readonly isr: bigint }
  /** What the return that it is for charged to goods received, in the company's currency. */
  readonly recibido: bigint
  /** Its supplier lets what he owns, so what was withheld of ISR stands on an account of its own. */
  readonly esArrendador: boolean
}

type TaxedCredit = Omit<CreditEntry, 'amounts' | 'recibido' | 'pendiente' | 'esArrendador'>

/**
 * What a credit note tells the books: what its return charged is cleared, and the rest is discount.
 * @source docs/decisions/0242-erp-entries.md
 */
export function creditEntry(credit: CreditEntry): EntrySource {
  const { amounts, tipoCambio, totalBase, recibido } = credit
  const taxOf = (impuesto: string, tipo: 'traslado' | 'retencion'): EntryAmount => {
    const own = taxSum(amounts, { impuesto, tipo })
    return { own, base: timesRate(own, tipoCambio) }
  }
  const iva = taxOf(IVA, 'traslado')
  const ieps = taxOf(IEPS, 'traslado')
  const isr = taxOf(ISR, 'retencion')
  const withheldIva = taxOf(IVA, 'retencion')
  const paidIsr = { own: isr.own, base: isr.base - credit.pendiente.isr }
  const pendiente = credit.pendiente.iva + credit.pendiente.isr
  const net = amounts.subtotal - amounts.descuento
  const netBase = totalBase + isr.base + withheldIva.base - iva.base - ieps.base
  const received = recibido === 0n ? NOTHING : { own: net, base: recibido }
  return {
    model: 'NotaCreditoProveedor',
    event: 'registrar_nota_credito',
    origin: 'compras',
    record: credit.record,
    folio: credit.folio,
    fecha: credit.fecha,
    currency: { moneda: credit.moneda, tipoCambio },
    dimensiones: { proveedor: Number(credit.proveedor), moneda: Number(credit.moneda) },
    total: totalBase,
    amounts: {
      total: { own: amounts.total, base: totalBase },
      recibido: received,
      descuento: { own: net - received.own, base: netBase - received.base },
      iva,
      ieps,
      retencion_pendiente: inCompany(pendiente, credit.company),
      // What was withheld already is owed to the SAT so much less.
      retencion_isr: credit.esArrendador ? NOTHING : paidIsr,
      retencion_isr_arrendamiento: credit.esArrendador ? paidIsr : NOTHING,
      retencion_iva: { own: withheldIva.own, base: withheldIva.base - credit.pendiente.iva },
    },
    accounts: { 'proveedor.cuenta_contable': credit.cuentaProveedor },
    proveedor: credit.proveedor,
    cliente: null,
    lines: [],
  }
}

/**
 * What a credit note of what was paid tells the books besides: its taxes are of those that were credited with the
 * payment, by what that was worth. Null: it has none.
 */
export function paidTaxEntry(credit: TaxedCredit, paid: PaidTaxes): EntrySource | null {
  const { iva, ieps, ivaPagado, iepsPagado } = paid
  if (iva === 0n && ieps === 0n) return null
  const beyond = iva + ieps - ivaPagado - iepsPagado
  return taxEntry(credit, 'saldo_a_favor', {
    iva,
    ieps,
    iva_pagado: ivaPagado,
    ieps_pagado: iepsPagado,
    utilidad_cambiaria: beyond > 0n ? beyond : 0n,
    perdida_cambiaria: beyond < 0n ? -beyond : 0n,
  })
}

/**
 * What the books are told of an invoice that is paid by what is left of a note: its taxes are credited and withheld as by
 * a payment. Null: it has none.
 */
export function creditPaysEntry(
  credit: TaxedCredit,
  pick: Pick<AppliedCredit, 'iva' | 'ieps' | 'retencionIva' | 'retencionIsr'>,
  { es_arrendador: isLessor }: Pick<PayeeRow, 'es_arrendador'>,
): EntrySource | null {
  const { iva, ieps, retencionIva, retencionIsr } = pick
  if (iva === 0n && ieps === 0n && retencionIva === 0n && retencionIsr === 0n) return null
  return taxEntry(credit, 'aplicar_nota_credito', {
    iva,
    ieps,
    iva_pagado: iva - retencionIva,
    iva_retenido: retencionIva,
    ieps_pagado: ieps,
    retencion_pendiente: retencionIva + retencionIsr,
    retencion_iva: retencionIva,
    retencion_isr: isLessor ? 0n : retencionIsr,
    retencion_isr_arrendamiento: isLessor ? retencionIsr : 0n,
  })
}

/** An entry of taxes alone, all in the company's currency. */
function taxEntry(
  credit: TaxedCredit,
  event: string,
  amounts: Readonly<Record<string, bigint>>,
): EntrySource {
  const booked = (amount: bigint) => inCompany(amount, credit.company)
  return {
    model: 'NotaCreditoProveedor',
    event,
    origin: 'compras',
    record: credit.record,
    folio: credit.folio,
    fecha: credit.fecha,
    currency: { moneda: credit.moneda, tipoCambio: credit.tipoCambio },
    dimensiones: { proveedor: Number(credit.proveedor), moneda: Number(credit.moneda) },
    total: credit.totalBase,
    amounts: Object.fromEntries(
      Object.entries(amounts).map(([name, amount]) => [name, booked(amount)]),
    ),
    accounts: { 'proveedor.cuenta_contable': credit.cuentaProveedor },
    proveedor: credit.proveedor,
    cliente: null,
    lines: [],
  }
}

function inCompany(amount: bigint, company: string): EntryAmount {
  return { own: amount, base: amount, currency: { moneda: company, tipoCambio: '1' } }
}
