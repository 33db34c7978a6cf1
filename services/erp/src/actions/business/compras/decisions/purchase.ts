import type { Picked } from '../../../../dictionary/row-types.ts'

/** What actions read of a purchase. */
export const PURCHASE = [
  'folio',
  'estado',
  'fecha',
  'proveedor',
  'moneda',
  'moneda.clave',
  'tipo_cambio',
  'condicion_pago',
  'almacen',
  'sucursal',
  'departamento',
  'centro_costo',
  'proyecto',
  'comprador',
  'subtotal',
  'descuento',
  'impuestos',
  'retenciones',
  'total',
  'autorizada_por',
  'autorizada_en',
  'motivo_cancelacion',
  'motivo_cierre',
] as const

/** A locked purchase. */
export type Purchase = Picked<'Compra', (typeof PURCHASE)[number]>

const DIMENSIONS = [
  'departamento',
  'centro_costo',
  'sucursal',
  'proyecto',
  'comprador',
  'almacen',
  'proveedor',
  'moneda',
  'condicion_pago',
] as const

/** The references for which rules may ask, by field. */
export function dimensionsOf(
  purchase: Pick<Purchase, (typeof DIMENSIONS)[number]>,
): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    DIMENSIONS.map((field) => {
      const id = purchase[field]
      return [field, id === null ? null : Number(id)]
    }),
  )
}
