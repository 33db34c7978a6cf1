import { timesRate } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import { IEPS, ISR, IVA } from './invoice-entry.ts'

export interface CreditEntry {
  readonly record: string
  readonly folio: string
  readonly fecha: string
  readonly moneda: string
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
