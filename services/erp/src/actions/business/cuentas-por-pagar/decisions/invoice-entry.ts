import { sumOf, timesRate } from '../../cents.ts'
import type {
  EntryAmount,
  EntrySource,
  EntrySourceLine,
} from '../../contabilidad/decisions/entry-source.ts'
import { taxSum, type InvoiceAmounts } from './invoice-amounts.ts'
import type { InvoiceShare } from './three-way.ts'

const NOTHING: EntryAmount = { own: 0n, base: 0n }

export interface InvoiceEntry {
  readonly record: string
  readonly folio: string
  /** The day of the entry. */
  readonly fecha: string
  readonly moneda: string
  readonly tipoCambio: string
  readonly proveedor: string
  readonly cuentaProveedor: string | null
  readonly dimensiones: Readonly<Record<string, number | null>>
  readonly amounts: InvoiceAmounts
  readonly shares: readonly BookedShare[]
}

/** A part of an invoice with the accounts that it names. */
export interface BookedShare extends InvoiceShare {
  readonly cuenta: string | null
  readonly cuentaAjuste: string | null
  readonly centroCosto: string | null
}

/**
 * What an invoice tells the books. What it costs beyond what its receipts booked, and what rounding leaves in the
 * company's currency, is variation, or expense where it has no order.
 * @source docs/decisions/0242-erp-entries.md
 */
export function invoiceEntry(invoice: InvoiceEntry): EntrySource {
  const { amounts, tipoCambio } = invoice
  const converted = (own: bigint): EntryAmount => ({ own, base: timesRate(own, tipoCambio) })
  const iva = converted(taxSum(amounts, { impuesto: IVA, tipo: 'traslado' }))
  const ieps = converted(taxSum(amounts, { impuesto: IEPS, tipo: 'traslado' }))
  const withheldIsr = converted(taxSum(amounts, { impuesto: ISR, tipo: 'retencion' }))
  const withheldIva = converted(taxSum(amounts, { impuesto: IVA, tipo: 'retencion' }))
  const total = converted(amounts.total)
  const bought = total.base + withheldIsr.base + withheldIva.base - iva.base - ieps.base
  return {
    model: 'CuentaPorPagar',
    event: 'registrar_factura',
    origin: 'compras',
    record: invoice.record,
    folio: invoice.folio,
    fecha: invoice.fecha,
    currency: { moneda: invoice.moneda, tipoCambio },
    dimensiones: invoice.dimensiones,
    total: total.base,
    amounts: {
      recibido: {
        own: sumOf(invoice.shares.map(({ pedido }) => pedido)),
        base: sumOf(invoice.shares.map(({ recibido }) => recibido)),
      },
      iva,
      ieps,
      // It is withheld when the invoice is paid (LISR 106 and 116, LIVA 1-A).
      retencion_pendiente: {
        own: withheldIsr.own + withheldIva.own,
        base: withheldIsr.base + withheldIva.base,
      },
      retencion_isr: NOTHING,
      retencion_iva: NOTHING,
      total,
    },
    accounts: { 'proveedor.cuenta_contable': invoice.cuentaProveedor },
    proveedor: invoice.proveedor,
    cliente: null,
    lines: linesOf(invoice, bought),
  }
}

export const ISR = '001'
export const IVA = '002'
export const IEPS = '003'

/** `bought` is what all lines come to in the company's currency: the first takes what rounding leaves. */
function linesOf(
  { shares, amounts, tipoCambio }: InvoiceEntry,
  bought: bigint,
): readonly EntrySourceLine[] {
  const nets = shares.map(({ importe, descuento }, index) => ({
    own: importe - descuento + (index === 0 ? amounts.locales : 0n),
    base: timesRate(importe - descuento, tipoCambio),
  }))
  const left = bought - sumOf(nets.map(({ base }) => base))
  return shares.map((share, index) => {
    const { own = 0n, base = 0n } = nets[index] ?? {}
    const whole = { own, base: base + (index === 0 ? left : 0n) }
    const isExpense = share.target.kind === 'expense'
    const beyond = { own: whole.own - share.pedido, base: whole.base - share.recibido }
    return {
      accounts: {
        'partida.cuenta_contable': share.cuenta,
        'gasto.cuenta_contable': isExpense ? share.cuenta : null,
        'articulo.cuenta_ajuste': share.cuentaAjuste,
      },
      amounts: isExpense
        ? { gasto: whole, variacion: NOTHING }
        : { gasto: NOTHING, variacion: beyond },
      centroCosto: share.centroCosto,
    }
  })
}
