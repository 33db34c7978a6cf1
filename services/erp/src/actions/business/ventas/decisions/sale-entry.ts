import { BREAKDOWN_DIFFERS } from '../../../../messages/invoiced-sales.ts'
import type { Message } from '../../../../messages/message.ts'
import { amountText, cents, sumOf, timesRate } from '../../cents.ts'
import type { EntryAmount, EntrySource } from '../../contabilidad/decisions/entry-source.ts'
import type { InvoiceLine, InvoiceTax } from '../store/invoice-store.ts'
import type { WholeSale } from './sale-cfdi.ts'

/** Taxes of a document by what the books call them. */
export interface TaxAmounts {
  readonly iva: bigint
  readonly ieps: bigint
  readonly retencion_iva: bigint
  readonly retencion_isr: bigint
  readonly impuesto_local: bigint
  readonly retencion_local: bigint
}

const [ISR, IVA, IEPS] = ['001', '002', '003']

type TaxFacts = Pick<InvoiceTax, 'ambito' | 'impuesto' | 'importe' | 'tipo'>

export function taxAmounts(taxes: readonly TaxFacts[]): TaxAmounts {
  const sum = (ambito: string, tipo: string, impuesto?: string) =>
    sumOf(
      taxes
        .filter(
          (tax) =>
            tax.ambito === ambito &&
            tax.tipo === tipo &&
            (impuesto === undefined || tax.impuesto === impuesto),
        )
        .map(({ importe }) => cents(importe)),
    )
  return {
    iva: sum('federal', 'traslado', IVA),
    ieps: sum('federal', 'traslado', IEPS),
    retencion_iva: sum('federal', 'retencion', IVA),
    retencion_isr: sum('federal', 'retencion', ISR),
    impuesto_local: sum('local', 'traslado'),
    retencion_local: sum('local', 'retencion'),
  }
}

/** An amount in both currencies. */
function inBoth(own: bigint, rate: string): EntryAmount {
  return { own, base: timesRate(own, rate) }
}

/**
 * What the books are told of a sale that was invoiced on a day. What the customer owes is the total at its rate, to the
 * cent; what rounding leaves over between that and its parts is in the sale itself.
 * @source docs/decisions/0251-erp-stamping.md
 */
export function saleEntry({ sale, lines, taxes }: WholeSale, fecha: string): EntrySource {
  const rate = sale.tipo_cambio
  const total = inBoth(cents(sale.total), rate)
  const descuento = inBoth(cents(sale.descuento), rate)
  const named = taxAmounts(taxes)
  const both = Object.fromEntries(
    Object.entries(named).map(([name, amount]) => [name, inBoth(amount, rate)]),
  )
  const beside = besideOf(both) - descuento.base
  const subtotal = { own: cents(sale.subtotal), base: total.base - beside }
  return {
    model: 'Venta',
    event: 'timbrar_venta',
    origin: 'ventas',
    record: sale.id,
    folio: sale.folio,
    fecha,
    currency: { moneda: sale.moneda, tipoCambio: rate },
    dimensiones: sale.dimensiones,
    total: total.base,
    amounts: { total, descuento, subtotal, ...both, ...withheldLater(named, rate) },
    accounts: { 'cliente.cuenta_contable': sale.cuenta_cliente },
    proveedor: null,
    cliente: sale.cliente,
    lines: entryLines(lines, subtotal, rate),
  }
}

/** Customers withhold IVA and ISR when they pay (LIVA 1-A, LISR 116); taxes of a state stand as the invoice has them. */
function withheldLater(
  { retencion_iva: iva, retencion_isr: isr }: TaxAmounts,
  rate: string,
): Readonly<Record<string, EntryAmount>> {
  const own = iva + isr
  const none = inBoth(0n, rate)
  const base = timesRate(iva, rate) + timesRate(isr, rate)
  return { retencion_pendiente: { own, base }, retencion_iva: none, retencion_isr: none }
}

const SIGNS: Readonly<Record<keyof TaxAmounts, bigint>> = {
  iva: 1n,
  ieps: 1n,
  impuesto_local: 1n,
  retencion_iva: -1n,
  retencion_isr: -1n,
  retencion_local: -1n,
}

/** What taxes add to a document, in the company's currency. */
function besideOf(both: Readonly<Record<string, EntryAmount>>): bigint {
  return sumOf(Object.entries(SIGNS).map(([name, sign]) => sign * (both[name]?.base ?? 0n)))
}

/** The sale by the accounts of its lines; what rounding leaves over is in the first one. */
function entryLines(lines: readonly InvoiceLine[], whole: EntryAmount, rate: string) {
  const amounts = lines.map(({ importe }) => inBoth(cents(importe), rate))
  const over = whole.base - sumOf(amounts.map(({ base }) => base))
  return lines.map(({ cuenta, centro_costo: centroCosto }, index) => {
    const { own, base } = amounts[index] ?? { own: 0n, base: 0n }
    const subtotal = { own, base: index === 0 ? base + over : base }
    return { accounts: { 'partida.cuenta_contable': cuenta }, amounts: { subtotal }, centroCosto }
  })
}

/** Why the taxes of a sale cannot be invoiced as they stand, or null. */
export function unbrokenTaxes({ sale, taxes }: WholeSale): Message | null {
  const sum = (tipo: string) =>
    sumOf(taxes.filter((tax) => tax.tipo === tipo).map(({ importe }) => cents(importe)))
  const [passedOn, withheld] = [sum('traslado'), sum('retencion')]
  if (passedOn !== cents(sale.impuestos)) return breakdownDiffers('impuestos', sale, passedOn)
  if (withheld !== cents(sale.retenciones)) return breakdownDiffers('retenciones', sale, withheld)
  return null
}

function breakdownDiffers(
  field: 'impuestos' | 'retenciones',
  sale: WholeSale['sale'],
  made: bigint,
): Message {
  return BREAKDOWN_DIFFERS({ field, amount: sale[field], made: amountText(made) })
}
