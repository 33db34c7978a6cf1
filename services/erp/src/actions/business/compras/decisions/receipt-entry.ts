import { sumOf } from '../../cents.ts'
import type {
  EntryAmount,
  EntrySource,
  EntrySourceLine,
} from '../../contabilidad/decisions/entry-source.ts'
import { dimensionsOf, type Purchase } from './purchase.ts'
import type { OrderLine, ReceivedValue } from './received-orders.ts'

/** A line of a document that was received or returned, and what it is worth. */
export interface BookedLine {
  readonly line: OrderLine
  readonly value: ReceivedValue
  /** What stock took or gave of it, in cents of the company's currency; null: it is an expense. */
  readonly stock: bigint | null
}

/** A document that is received or returned. */
export interface BookedDocument {
  readonly model: string
  readonly event: string
  readonly id: string
  readonly folio: string
  /** `YYYY-MM-DD`. */
  readonly fecha: string
  readonly purchase: Purchase
}

/**
 * What the books are told of goods received or returned: `total` at the order's price, `inventario` what stock took or
 * gave, `variacion` what is between them, `gasto` what is not kept in stock.
 * @source docs/decisions/0247-erp-receiving.md
 */
export function receiptSource(
  document: BookedDocument,
  booked: readonly BookedLine[],
  currency: string,
): EntrySource {
  const { purchase } = document
  const isOwn = purchase.moneda === currency
  const amountOf = ({ own, base }: ReceivedValue): EntryAmount => ({
    own: isOwn ? base : own,
    base,
  })
  const total = amountOf({
    own: sumOf(booked.map(({ value }) => value.own)),
    base: sumOf(booked.map(({ value }) => value.base)),
  })
  return {
    model: document.model,
    event: document.event,
    origin: 'compras',
    record: document.id,
    folio: document.folio,
    fecha: document.fecha,
    currency: { moneda: purchase.moneda, tipoCambio: purchase.tipo_cambio },
    dimensiones: dimensionsOf(purchase),
    total: total.base,
    amounts: { total, inventario: ZERO, gasto: ZERO, variacion: ZERO },
    accounts: {},
    proveedor: purchase.proveedor,
    cliente: null,
    lines: booked.map((bookedLine) => sourceLine(bookedLine, { amountOf, currency })),
  }
}

const ZERO: EntryAmount = { own: 0n, base: 0n }

function sourceLine(
  { line, value, stock }: BookedLine,
  facts: { readonly amountOf: (value: ReceivedValue) => EntryAmount; readonly currency: string },
): EntrySourceLine {
  const { cuenta, cuenta_inventario, cuenta_ajuste, centro_costo: centroCosto } = line.row
  const accounts = {
    'partida.cuenta_contable': cuenta,
    'articulo.cuenta_inventario': cuenta_inventario,
    'articulo.cuenta_ajuste': cuenta_ajuste,
  }
  if (stock === null) return { accounts, amounts: { gasto: facts.amountOf(value) }, centroCosto }
  const variance = value.base - stock
  const inventario = facts.amountOf({ own: value.own, base: stock })
  // A variance is of the company's books alone.
  const variacion = {
    own: variance,
    base: variance,
    currency: { moneda: facts.currency, tipoCambio: '1' },
  }
  return { accounts, amounts: { inventario, variacion }, centroCosto }
}
