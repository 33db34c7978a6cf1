import type { Picked } from '../../../../dictionary/row-types.ts'

/** What actions read of a PagoProveedor before it is made. */
export const PAYMENT = [
  'fecha',
  'proveedor',
  'forma_pago',
  'cuenta_bancaria',
  'cuenta_destino',
  'cheque',
  'moneda',
  'moneda.clave',
  'tipo_cambio',
  'importe',
  'referencia',
  'clave_rastreo',
] as const

/** What is known of a payment before it is made; without `cuenta_bancaria` it leaves that of the form of payment. */
export type PaymentTerms = Omit<Picked<'PagoProveedor', (typeof PAYMENT)[number]>, 'id'>

/** What they read of its lines. */
export const APPLICATION = ['partida', 'cuenta', 'importe', 'importe_pago', 'descuento'] as const

/** A line of a payment: `importe` of an invoice is in that one's currency, `importe_pago` in the payment's. */
export type ApplicationTerms = Omit<
  Picked<'PagoProveedorAplicacion', (typeof APPLICATION)[number]>,
  'id'
>
