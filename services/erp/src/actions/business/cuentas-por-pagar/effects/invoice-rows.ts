import { amountText, sumOf } from '../../cents.ts'
import { quantityText } from '../../quantity.ts'
import type { InvoiceTax } from '../decisions/invoice-amounts.ts'
import type { BookedShare } from '../decisions/invoice-entry.ts'
import type { InvoicePlan } from '../decisions/plan-invoice.ts'
import type { BookedInvoice } from '../register-invoices.ts'
import type {
  InvoiceRows,
  NewCheck,
  NewInvoice,
  NewInvoiceLine,
  NewInvoiceTax,
} from '../store/invoice-store.ts'

interface InvoiceNumbers {
  readonly id: number
  readonly folio: string
  /** Null: it has none. */
  readonly cfdi: number | null
  readonly poliza: number | null
  readonly numbers: (counter: string) => number
}

/** An invoice as rows. */
export function invoiceRows(invoice: BookedInvoice, of: InvoiceNumbers): InvoiceRows {
  const { plan, isPending } = invoice
  return {
    invoices: [{ ...headOf(plan, of), estado: stateOf(invoice) }],
    lines: plan.shares.map((share, index) =>
      lineOf(share, {
        id: of.numbers('cuenta_por_pagar_partida'),
        cuenta: of.id,
        partida: index + 1,
        // Local taxes belong to what is bought, and stand at its first line.
        locales: index === 0 ? plan.amounts.locales : 0n,
        isPending,
        isCfdi: of.cfdi !== null,
      }),
    ),
    taxes: plan.amounts.taxes.map((tax) => taxOf(tax, of)),
    checks: checksOf(plan, of),
  }
}

export function stateOf({ isPending }: BookedInvoice): 'autorizada' | 'por_validar' {
  return isPending ? 'por_validar' : 'autorizada'
}

function headOf(plan: InvoicePlan, of: InvoiceNumbers): Omit<NewInvoice, 'estado'> {
  const { amounts, orders, shares, candidate } = plan
  const recepciones = new Set(shares.map(({ receipt }) => receipt?.recepcion ?? null))
  const [recepcion = null] = recepciones
  return {
    id: of.id,
    folio: of.folio,
    fecha: plan.fecha,
    proveedor: plan.issuer.id,
    numero_factura: plan.numero,
    uuid: candidate.document.cfdi?.uuid ?? null,
    cfdi: of.cfdi,
    compra: orders.length === 1 ? (orders[0]?.id ?? null) : null,
    recepcion: recepciones.size === 1 ? recepcion : null,
    moneda: candidate.document.moneda,
    tipo_cambio: plan.tipoCambio,
    condicion_pago: plan.condicion,
    vencimiento: plan.vencimiento,
    subtotal: amountText(amounts.subtotal),
    descuento: amountText(amounts.descuento),
    impuestos: amountText(amounts.traslados + amounts.locales),
    retenciones: amountText(amounts.retenciones),
    total: amountText(amounts.total),
    cuenta_contable: plan.issuer.cuenta,
    poliza: of.poliza,
  }
}

function lineOf(
  share: BookedShare,
  of: {
    readonly id: number
    readonly cuenta: number
    readonly partida: number
    readonly locales: bigint
    readonly isPending: boolean
    readonly isCfdi: boolean
  },
): NewInvoiceLine {
  const { line, target } = share
  const isFree = /^0*(?:\.0*)?$/.test(line.concepto.ValorUnitario)
  return {
    id: of.id,
    cuenta: of.cuenta,
    partida: of.partida,
    concepto: of.isCfdi ? line.numero : null,
    ...chargedTo(share),
    descripcion: line.concepto.Descripcion,
    // A price of zero is no price.
    cantidad: isFree ? null : quantityText(share.cantidad),
    precio: isFree ? null : line.concepto.ValorUnitario,
    importe: amountText(share.importe),
    descuento: amountText(share.descuento),
    impuestos: amountText(share.impuestos + of.locales),
    retenciones: amountText(share.retenciones),
    cuenta_contable: share.cuenta,
    centro_costo: share.centroCosto,
    // What waits takes nothing from its order yet.
    facturada: target.kind === 'order' && !of.isPending ? quantityText(share.cantidad) : null,
    importe_recibido: of.isPending ? null : amountText(share.recibido),
  }
}

/** The line of the order and the receipt that a part invoices, or the expense that it is. */
function chargedTo({ target, receipt }: BookedShare) {
  if (target.kind === 'expense') {
    const { gasto, proyecto } = target.expense
    return {
      compra_partida: null,
      recepcion_partida: null,
      recepcion_servicio: null,
      gasto,
      proyecto,
    }
  }
  return {
    compra_partida: target.order.id,
    recepcion_partida: receipt?.recepcion_partida ?? null,
    recepcion_servicio: receipt?.recepcion_servicio ?? null,
    gasto: null,
    proyecto: target.order.proyecto,
  }
}

function taxOf(tax: InvoiceTax, { id, numbers }: InvoiceNumbers): NewInvoiceTax {
  return {
    id: numbers('cuenta_por_pagar_impuesto'),
    cuenta: id,
    impuesto: tax.impuesto,
    tipo: tax.tipo,
    factor: tax.factor,
    tasa: tax.tasa,
    base: amountText(tax.base),
    importe: amountText(tax.importe),
  }
}

/** One for each difference that the tolerance let pass, else one that says that all agrees. */
function checksOf(plan: InvoicePlan, { id, numbers }: InvoiceNumbers): readonly NewCheck[] {
  const isExpense = plan.shares.some(({ target }) => target.kind === 'expense')
  const agreed = {
    id: 0,
    cuenta: id,
    resultado: isExpense ? 'sin_recepcion' : 'correcta',
    diferencia: amountText(sumOf([])),
    tolerancia: null,
    comentario: null,
  }
  const differences = plan.differences.map(({ kind, amount, allowed, entry }) => ({
    id: 0,
    cuenta: id,
    resultado: `diferencia_${kind}`,
    diferencia: amountText(amount),
    tolerancia: amountText(allowed),
    comentario: entry.message,
  }))
  const checks = differences.length === 0 ? [agreed] : differences
  return checks.map((check) => ({ ...check, id: numbers('validacion_factura') }))
}
