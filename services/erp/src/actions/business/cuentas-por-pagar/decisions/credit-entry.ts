import { timesRate } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, ISR, IVA } from './invoice-entry.ts'

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
  /** What the return that it is for charged to goods received, in the company's currency. */
  readonly recibido: bigint
}

/**
 * What a credit note tells the books: what its return charged is cleared, and the rest is discount.
 * @source docs/decisions/0242-erp-entries.md
 */
export function creditEntry(credit: CreditEntry): EntrySource {
  const { amounts, tipoCambio, totalBase, recibido } = credit
  const of = (impuesto: string, tipo: 'traslado' | 'retencion'): EntryAmount => {
    const own = taxSum(amounts, { impuesto, tipo })
    return { own, base: timesRate(own, tipoCambio) }
  }
  const iva = of(IVA, 'traslado')
  const ieps = of(IEPS, 'traslado')
  const isr = of(ISR, 'retencion')
  const withheldIva = of(IVA, 'retencion')
  const net = amounts.subtotal - amounts.descuento
  const netBase = totalBase + isr.base + withheldIva.base - iva.base - ieps.base
  const received = recibido === 0n ? { own: 0n, base: 0n } : { own: net, base: recibido }
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
      retencion_isr: isr,
      retencion_iva: withheldIva,
    },
    accounts: { 'proveedor.cuenta_contable': credit.cuentaProveedor },
    proveedor: credit.proveedor,
    cliente: null,
    lines: [],
  }
}

/**
 * What a credit note of what was paid tells the books besides: its taxes are of those that were credited with the
 * payment. Null: it has none.
 */
export function paidTaxEntry(
  credit: Omit<CreditEntry, 'amounts' | 'recibido'>,
  of: { readonly event: string; readonly iva: bigint; readonly ieps: bigint },
): EntrySource | null {
  if (of.iva === 0n && of.ieps === 0n) return null
  const own = { moneda: credit.company, tipoCambio: '1' }
  const booked = (amount: bigint): EntryAmount => ({ own: amount, base: amount, currency: own })
  return {
    model: 'NotaCreditoProveedor',
    event: of.event,
    origin: 'compras',
    record: credit.record,
    folio: credit.folio,
    fecha: credit.fecha,
    currency: { moneda: credit.moneda, tipoCambio: credit.tipoCambio },
    dimensiones: { proveedor: Number(credit.proveedor), moneda: Number(credit.moneda) },
    total: credit.totalBase,
    amounts: { iva: booked(of.iva), ieps: booked(of.ieps) },
    accounts: { 'proveedor.cuenta_contable': credit.cuentaProveedor },
    proveedor: credit.proveedor,
    cliente: null,
    lines: [],
  }
}
