import { cents } from '../../cents.ts'
import type {
  EntryAmount,
  EntrySource,
  EntrySourceLine,
} from '../../contabilidad/decisions/entry-source.ts'
import type { Amounts, DocumentAmounts } from '../../document-amounts.ts'
import type { LineSum } from '../store/purchase-store.ts'
import { dimensionsOf, type Purchase } from './purchase.ts'

/**
 * What the books are told of the commitment that an authorized purchase is.
 * @source docs/decisions/0211-erp-purchases.md
 */
export function commitmentSource(
  purchase: Purchase,
  amounts: DocumentAmounts,
  lines: readonly LineSum[],
): EntrySource {
  return {
    model: 'Compra',
    event: 'autorizar_compra',
    origin: 'compras',
    record: purchase.id,
    folio: purchase.folio,
    fecha: purchase.fecha,
    currency: { moneda: purchase.moneda, tipoCambio: purchase.tipo_cambio },
    dimensiones: dimensionsOf(purchase),
    total: amounts.base.total,
    amounts: namedAmounts(amounts.own, amounts.base),
    accounts: {},
    proveedor: purchase.proveedor,
    cliente: null,
    lines: lines.map(sourceLine),
  }
}

function sourceLine(sum: LineSum): EntrySourceLine {
  return {
    accounts: { 'partida.cuenta_contable': sum.cuenta },
    amounts: namedAmounts(lineAmounts(sum, ''), lineAmounts(sum, '_base')),
    centroCosto: sum.centro_costo,
  }
}

function namedAmounts(own: Amounts, base: Amounts): Readonly<Record<string, EntryAmount>> {
  const named = (amountOf: (amounts: Amounts) => bigint): EntryAmount => ({
    own: amountOf(own),
    base: amountOf(base),
  })
  return {
    subtotal: named(({ subtotal }) => subtotal),
    descuento: named(({ descuento }) => descuento),
    neto: named(({ subtotal, descuento }) => subtotal - descuento),
    impuestos: named(({ impuestos }) => impuestos),
    retenciones: named(({ retenciones }) => retenciones),
    total: named(({ total }) => total),
  }
}

function lineAmounts(sum: LineSum, suffix: '' | '_base'): Amounts {
  const subtotal = cents(sum[`importe${suffix}`])
  const descuento = cents(sum[`descuento${suffix}`])
  const impuestos = cents(sum[`impuestos${suffix}`])
  const retenciones = cents(sum[`retenciones${suffix}`])
  const total = subtotal - descuento + impuestos - retenciones
  return { subtotal, descuento, impuestos, retenciones, total }
}
