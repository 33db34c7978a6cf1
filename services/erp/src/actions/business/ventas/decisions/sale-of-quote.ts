import type { Picked } from '../../../../dictionary/row-types.ts'
import type { Registry } from '../../../../dictionary/types.ts'
import type { FieldValue } from '../../../../query/field-value.ts'
import type { LinesChange, NewLine } from '../../../documents/line-plan.ts'
import type { QuoteLineRow } from '../store/quote-store.ts'

/** A sale that is to be made: its own fields and its lines. */
export interface SaleDraft {
  readonly values: Map<string, FieldValue | null>
  readonly lines: readonly [LinesChange]
}

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
): SaleDraft {
  const agreed = customer === undefined ? null : agreedTerms(customer)
  const values = new Map<string, FieldValue | null>([
    ['fecha', terms.today],
    ['cliente', quote.cliente],
    ['cotizacion', quote.id],
    ['vendedor', quote.vendedor],
    ['moneda', quote.moneda],
    ['tipo_cambio', quote.tipo_cambio],
    ['condicion_pago', terms.condicion_pago ?? agreed],
    ['uso_cfdi', customer?.uso_cfdi ?? null],
    ['almacen', terms.almacen],
    ['orden_compra_cliente', terms.orden_compra_cliente],
    ['estado', 'borrador'],
  ])
  const model = registry.models.get('VentaPartida')
  const kind = registry.models.get('Venta')?.lines.find(({ name }) => name === 'partidas')
  if (model === undefined || kind === undefined) throw new Error('a sale has no lines')
  const created = lines.map((line, index): NewLine => ({
    model,
    place: `partidas[${index}]`,
    values: lineValues(line),
    id: '',
    inherited: new Map(),
    lines: [],
  }))
  return { values, lines: [{ lines: kind, model, created, changed: [], removed: [] }] }
}

function lineValues(line: QuoteLineRow): Map<string, FieldValue | null> {
  const { partida, articulo, descripcion, cantidad, unidad, precio, descuento } = line
  return new Map<string, FieldValue | null>([
    ['partida', String(partida)],
    ...Object.entries({ articulo, descripcion, cantidad, unidad, precio, descuento }),
    ['objeto_impuesto', line.objeto_impuesto],
    // Taxes of an article are broken down; only what has none of its own keeps what was quoted.
    ...(articulo === null ? [['impuestos', line.impuestos] as const] : []),
  ])
}
