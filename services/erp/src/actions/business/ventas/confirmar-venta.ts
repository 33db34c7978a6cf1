import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import type { Amounts, DocumentAmounts } from '../document-amounts.ts'
import { reserveStock, type ReservationOutcome } from '../inventario/reserve-stock.ts'
import { quantity, quantityText } from '../quantity.ts'
import { withholdingWarnings } from '../withholding-warnings.ts'
import { decideSale } from './decisions/decide-sale.ts'
import { handedLines, type HandedLine } from './decisions/handed-over.ts'
import { loadSaleFacts, type SaleFacts } from './load-sale-facts.ts'
import { findSaleLines, type SaleLineRow } from './store/sale-store.ts'

const FIELDS = [
  'fecha',
  'cliente',
  'orden_compra_cliente',
  'almacen',
  'sucursal',
  'vendedor',
  'sustituye',
  'moneda',
  'moneda.clave',
  'condicion_pago.es_contado',
  'tipo_cambio',
  'subtotal',
  'descuento',
  'impuestos',
  'retenciones',
  'total',
] as const

type Work = DocumentWork<'Venta', (typeof FIELDS)[number]>
type Sale = Work['batch']['remaining'][number]

/**
 * Confirms sales: prices and credit hold, and what they sell is put aside.
 * @source docs/decisions/0250-erp-selling.md
 */
export const confirmarVenta = documentAction('Venta', {
  name: 'confirmar_venta',
  label: 'Confirmar venta',
  fields: FIELDS,
  run: confirm,
})

async function confirm({ context, batch, changes, move }: Work): Promise<void> {
  if (batch.remaining.length === 0) return
  const facts = await loadSaleFacts(context, batch.remaining)
  const amounts = new Map<string, DocumentAmounts>()
  for (const sale of batch.remaining) {
    const decided = decideSale(facts, sale)
    if (decided.ok) amounts.set(sale.id, decided.value)
    else batch.refuse(sale.id, ...decided.error)
  }
  const kept = await keptLines(context, batch.remaining, facts)
  const { reserved, refused } = await putAside(context, batch.remaining, kept)
  batch.refuseAll(refused)
  for (const sale of batch.remaining) {
    const own = amounts.get(sale.id)?.own
    if (own === undefined) continue
    const fields = textsOf(own)
    const excepciones = [...(facts.exceptions.get(sale.id) ?? [])]
    move(sale, { fields, told: { total: fields.total, excepciones } })
    // The reservations stand in the order of the lines that they were asked for.
    const lines = kept.get(sale.id) ?? []
    for (const [index, { id }] of (reserved.get(sale.id) ?? []).entries()) {
      const line = lines[index]
      if (line !== undefined) changes.change('VentaPartida', line.id, { reserva: id })
    }
  }
  const done = batch.remaining.map(({ id }) => id)
  // Once what they withhold is written.
  changes.also({
    write: async () => {
      for (const [id, warnings] of await withholdingWarnings(context, 'Venta', done)) {
        batch.warn(id, warnings)
      }
    },
  })
}

/** What is kept in stock is put aside, but for what is sold before it is there. */
function reservedLines(lines: readonly SaleLineRow[]): readonly SaleLineRow[] {
  return lines.filter((line) => line.tiene_existencia && !line.sobre_pedido)
}

/** What is put aside of each sale: of one that replaces a delivered one not what that has delivered already. */
async function keptLines(
  { tx, caller }: ActionContext,
  sales: readonly Sale[],
  { lines }: SaleFacts,
): Promise<ReadonlyMap<string, readonly SaleLineRow[]>> {
  const replaced = await findSaleLines(
    tx,
    caller.empresa,
    sales.flatMap(({ sustituye }) => sustituye ?? []),
  )
  const linesOf = Map.groupBy(replaced, ({ venta }) => venta)
  return new Map(
    sales.map(({ id, sustituye }) => {
      const own = lines.get(id) ?? []
      const before = linesOf.get(sustituye ?? '') ?? []
      const handed = handedLines(before, own) ?? []
      return [id, reservedLines(own).flatMap((line) => stillToCome(line, handed, before))]
    }),
  )
}

function stillToCome(
  line: SaleLineRow,
  handed: readonly HandedLine[],
  before: readonly SaleLineRow[],
): readonly SaleLineRow[] {
  const from = handed.find(({ a }) => a === line.id)?.de
  const delivered = quantity(before.find(({ id }) => id === from)?.entregada ?? '0')
  const left = quantity(line.cantidad) - delivered
  return left === 0n ? [] : [{ ...line, cantidad: quantityText(left) }]
}

async function putAside(
  context: ActionContext,
  sales: readonly Sale[],
  lines: ReadonlyMap<string, readonly SaleLineRow[]>,
): Promise<ReservationOutcome> {
  const requests = sales.flatMap(({ id, almacen }) => {
    const kept = lines.get(id) ?? []
    if (kept.length === 0 || almacen === null) return []
    return [
      {
        key: id,
        venta: id,
        orden: null,
        proyecto: null,
        vence: null,
        lines: kept.map(({ partida, articulo, cantidad, unidad }) => ({
          partida,
          articulo: articulo ?? '',
          almacen,
          lote: null,
          cantidad,
          unidad,
        })),
      },
    ]
  })
  if (requests.length === 0) return { reserved: new Map(), refused: new Map() }
  return await reserveStock(context, requests)
}

function textsOf({ subtotal, descuento, impuestos, retenciones, total }: Amounts) {
  return {
    subtotal: amountText(subtotal),
    descuento: amountText(descuento),
    impuestos: amountText(impuestos),
    retenciones: amountText(retenciones),
    total: amountText(total),
  }
}
