import { carta } from './carta.ts'
import { contrato } from './contrato.ts'
import { factura } from './factura.ts'
import { ordenDeCompra } from './orden-de-compra.ts'
import { reciboDeNomina } from './recibo-de-nomina.ts'

/** The starter templates by their slugs. */
export const STARTERS: Readonly<Record<string, () => Buffer>> = {
  carta,
  contrato,
  'factura-cfdi': factura,
  'orden-de-compra': ordenDeCompra,
  'recibo-de-nomina': reciboDeNomina,
}
