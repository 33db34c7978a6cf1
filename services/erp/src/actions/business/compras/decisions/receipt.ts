import type { Picked } from '../../../../dictionary/row-types.ts'

/** What actions read of a RecepcionCompra. */
export const RECEIPT = ['fecha', 'compra', 'proveedor', 'almacen', 'moneda', 'tipo_cambio'] as const

/** A locked RecepcionCompra. */
export type Receipt = Picked<'RecepcionCompra', 'folio' | (typeof RECEIPT)[number]>

/** What actions read of the lines of receipts. */
export const RECEIPT_LINE = [
  'recepcion',
  'partida',
  'compra_partida',
  'articulo',
  'lote',
  'serie',
  'ubicacion',
  'cantidad_recibida',
  'cantidad_aceptada',
  'cantidad_rechazada',
  'cantidad_devuelta',
  'cantidad_facturada',
  'unidad',
  'costo',
  'importe_base',
  'importe_devuelto',
] as const

/** A locked line of a receipt; without `importe_base` it was received before receipts were booked. */
export type ReceiptLineRow = Picked<'RecepcionCompraPartida', (typeof RECEIPT_LINE)[number]>
