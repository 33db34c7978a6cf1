import type { Picked } from '../../../../dictionary/row-types.ts'
import type { Registry } from '../../../../dictionary/types.ts'
import { documentDraft, type DocumentDraft } from '../../document-draft.ts'
import type { QuoteLineRow } from '../store/quote-store.ts'

/** What whoever accepts a quote says beside it. */
interface Terms {
  readonly today: string
  readonly condicion_pago: string | null
  readonly almacen: string | null
  readonly orden_compra_cliente: string | null
}

type AcceptedQuote = Picked<'Cotizacion', 'cliente' | 'vendedor' | 'moneda' | 'tipo_cambio'>

/** To whom something was offered, by the terms of the customer's group. */
export type QuotedCustomer = Picked<
  'Cliente',
  'razon_social' | 'estado' | 'condicion_pago' | 'uso_cfdi' | 'grupo_cliente.condicion_pago'
>

/** The customer's own terms of payment, else those of the customer's group. */
export function agreedTerms(customer: QuotedCustomer): string | null {
  return customer.condicion_pago ?? customer['grupo_cliente.condicion_pago']
}

/** The sale that an accepted quote becomes. */
export function saleOfQuote(
  registry: Registry,
  {
    quote,
    customer,
    terms,
  }: {
    readonly quote: AcceptedQuote
    readonly customer: QuotedCustomer | undefined
    readonly terms: Terms
  },
  lines: readonly QuoteLineRow[],
): DocumentDraft {
  const agreed = customer === undefined ? null : agreedTerms(customer)
  const fields = {
    fecha: terms.today,
    cliente: quote.cliente,
    cotizacion: quote.id,
    vendedor: quote.vendedor,
    moneda: quote.moneda,
    tipo_cambio: quote.tipo_cambio,
    condicion_pago: terms.condicion_pago ?? agreed,
    uso_cfdi: customer?.uso_cfdi ?? null,
    almacen: terms.almacen,
    orden_compra_cliente: terms.orden_compra_cliente,
    estado: 'borrador',
  }
  return documentDraft(registry, 'Venta', { fields, lines: lines.map(lineFields) })
}

function lineFields({ partida, impuestos, articulo, ...line }: QuoteLineRow) {
  const { descripcion, cantidad, unidad, precio, descuento, objeto_impuesto } = line
  const all = { descripcion, cantidad, unidad, precio, descuento, objeto_impuesto }
  // Taxes of an article are broken down; only what has none of its own keeps what was quoted.
  return { ...all, partida: String(partida), articulo, ...(articulo === null && { impuestos }) }
}
