import type { CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import { amountText, sumOf } from '../../cents.ts'
import type { MadeFields } from '../../changes.ts'
import { cutText } from '../../cut-text.ts'
import type { Later } from '../../later.ts'
import { quantityText } from '../../quantity.ts'
import type { InvoiceTax } from '../decisions/invoice-amounts.ts'
import type { BookedShare } from '../decisions/invoice-entry.ts'
import type { InvoicePlan } from '../decisions/plan-invoice.ts'
import type { BookedInvoice } from '../register-invoices.ts'

export function stateOf({ isPending }: BookedInvoice): 'autorizada' | 'por_validar' {
  return isPending ? 'por_validar' : 'autorizada'
}

/** An invoice as a row, but for its folio. */
export function headRow(
  invoice: BookedInvoice,
  details: { readonly cfdi: string | Later | null; readonly poliza: Later | null },
) {
  const { amounts, orders, shares, candidate, ...plan } = invoice.plan
  const recepciones = new Set(shares.map(({ receipt }) => receipt?.recepcion ?? null))
  const [recepcion = null] = recepciones
  const total = amountText(amounts.total)
  return {
    fecha: plan.fecha,
    proveedor: plan.issuer.id,
    numero_factura: plan.numero,
    uuid: candidate.document.cfdi?.uuid ?? null,
    cfdi: details.cfdi,
    compra: orders.length === 1 ? (orders[0]?.id ?? null) : null,
    recepcion: recepciones.size === 1 ? recepcion : null,
    moneda: plan.moneda,
    tipo_cambio: plan.tipoCambio,
    condicion_pago: plan.condicion,
    vencimiento: plan.vencimiento,
    subtotal: amountText(amounts.subtotal),
    descuento: amountText(amounts.descuento),
    impuestos: amountText(amounts.traslados + amounts.locales),
    retenciones: amountText(amounts.retenciones),
    total,
    saldo: total,
    cuenta_contable: plan.issuer.cuenta,
    poliza: details.poliza,
    estado: stateOf(invoice),
  }
}

export function lineRows(
  { plan, isPending }: BookedInvoice,
  cuenta: string | Later,
): readonly MadeFields<'CuentaPorPagarPartida'>[] {
  const isCfdi = plan.candidate.document.cfdi !== null
  return plan.shares.map((share, index) => {
    const { line, target } = share
    // A price of zero is no price.
    const isFree = /^0*(?:\.0*)?$/.test(line.concepto.ValorUnitario)
    // Local taxes belong to what is bought, and stand at its first line.
    const locales = index === 0 ? plan.amounts.locales : 0n
    return {
      cuenta,
      partida: index + 1,
      concepto: isCfdi ? line.numero : null,
      ...chargedTo(share),
      descripcion: cutText(line.concepto.Descripcion, 500),
      cantidad: isFree ? null : quantityText(share.cantidad),
      precio: isFree ? null : line.concepto.ValorUnitario,
      importe: amountText(share.importe),
      descuento: amountText(share.descuento),
      impuestos: amountText(share.impuestos + locales),
      retenciones: amountText(share.retenciones),
      cuenta_contable: share.cuenta,
      centro_costo: share.centroCosto,
      // What waits takes nothing from its order yet.
      facturada: target.kind === 'order' && !isPending ? quantityText(share.cantidad) : null,
      importe_recibido: isPending ? null : amountText(share.recibido),
    }
  })
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

export function taxRow(
  tax: InvoiceTax,
  details: { readonly cuenta: string | Later; readonly catalogs: CatalogIds },
): MadeFields<'CuentaPorPagarImpuesto'> {
  return {
    cuenta: details.cuenta,
    impuesto: details.catalogs.get('Impuesto', tax.impuesto),
    tipo: tax.tipo,
    factor: details.catalogs.get('TipoFactor', tax.factor),
    tasa: tax.tasa,
    base: amountText(tax.base),
    importe: amountText(tax.importe),
    es_acreditable: tax.tipo !== 'retencion',
  }
}

/** How an invoice agreed with its order: each difference that the tolerance let pass, else that all agrees. */
export function checkRows(
  { differences, shares }: InvoicePlan,
  details: {
    readonly cuenta: string | Later
    readonly fecha: string
    readonly validada_por: string
  },
): readonly MadeFields<'ValidacionFactura'>[] {
  if (differences.length === 0) {
    const isExpense = shares.some(({ target }) => target.kind === 'expense')
    const resultado = isExpense ? 'sin_recepcion' : 'correcta'
    return [{ ...details, resultado, diferencia: amountText(sumOf([])) }]
  }
  return differences.map(({ kind, amount, allowed, entry }) => ({
    ...details,
    resultado: `diferencia_${kind}` as const,
    diferencia: amountText(amount),
    tolerancia: amountText(allowed),
    comentario: cutText(String(entry.message), 250),
  }))
}
