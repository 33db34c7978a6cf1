import type { Picked } from '../../../../dictionary/row-types.ts'

/** What is read of an invoice that waits for being authorized, besides its folio and its state. */
export const PENDING = [
  'proveedor',
  'proveedor.rfc',
  'tipo',
  'numero_factura',
  'uuid',
  'fecha',
  'compra',
  'recepcion',
  'condicion_pago',
  'moneda.clave',
  'tipo_cambio',
  'subtotal',
  'descuento',
  'impuestos',
  'retenciones',
  'total',
] as const

export const PENDING_LINE = [
  'partida',
  'concepto',
  'compra_partida',
  'recepcion_partida',
  'recepcion_servicio',
  'gasto',
  'cuenta_contable',
  'centro_costo',
  'proyecto',
  'descripcion',
  'cantidad',
  'precio',
  'importe',
  'descuento',
  'retenciones',
] as const

export const PENDING_TAX = [
  'impuesto.clave',
  'tipo',
  'factor.clave',
  'tasa',
  'base',
  'importe',
  'es_acreditable',
] as const

export type PendingLine = Picked<'CuentaPorPagarPartida', (typeof PENDING_LINE)[number]>
export type PendingTax = Picked<'CuentaPorPagarImpuesto', (typeof PENDING_TAX)[number]>

/** An invoice that waits, as somebody typed it. */
export type PendingInvoice = Picked<'CuentaPorPagar', 'folio' | (typeof PENDING)[number]> & {
  readonly lines: readonly PendingLine[]
  readonly taxes: readonly PendingTax[]
}

/** What of it counts where its CFDI says the rest. */
export type ExistingInvoice = Pick<PendingInvoice, 'id' | 'folio' | 'proveedor' | 'uuid' | 'total'>
