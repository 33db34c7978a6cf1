import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Amounts, DocumentAmounts } from '../document-amounts.ts'
import { DocumentBatch } from '../document-batch.ts'
import { reserveStock, type ReservationOutcome } from '../inventario/reserve-stock.ts'
import { quantity, quantityText } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { withholdingWarnings } from '../withholding-warnings.ts'
import { decideSale } from './decisions/decide-sale.ts'
import { handedLines } from './decisions/handed-over.ts'
import { loadSaleFacts, type SaleFacts } from './load-sale-facts.ts'
import type { HandedLine } from './store/replaced-sale-store.ts'
import {
  changeSales,
  findSaleLines,
  lockSales,
  setReservations,
  type SaleLineRow,
  type SaleRow,
} from './store/sale-store.ts'
import { VENTA_STATES } from './venta-states.ts'

/**
 * Confirms sales: prices and credit hold, and what they sell is put aside.
 * @source docs/decisions/0250-erp-selling.md
 */
export const confirmarVenta: RecordAction = {
  model: 'Venta',
  name: 'confirmar_venta',
  label: 'Confirmar venta',
  mode: 'grid_action',
  inputs: [],
  emits: ['confirmada'],
  run: confirm,
}

async function confirm(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockSales(tx, caller.empresa, ids), {
    model: confirmarVenta.model,
    states: statesBefore(VENTA_STATES, confirmarVenta.name),
  })
  if (batch.remaining.length === 0) return batch.outcome
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
  await write(context, batch.remaining, { facts, kept, amounts, reserved })
  const done = batch.remaining.map(({ id }) => id)
  for (const [id, warnings] of await withholdingWarnings(context, 'Venta', done))
    batch.warn(id, warnings)
  return batch.outcome
}

/** What is kept in stock is put aside, but for what is sold before it is there. */
function reservedLines(lines: readonly SaleLineRow[]): readonly SaleLineRow[] {
  return lines.filter((line) => line.tiene_existencia && !line.sobre_pedido)
}

/** What is put aside of each sale: of one that replaces a delivered one not what that has delivered already. */
async function keptLines(
  { tx, caller }: ActionContext,
  sales: readonly SaleRow[],
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
  sales: readonly SaleRow[],
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

async function write(
  context: ActionContext,
  done: readonly SaleRow[],
  of: {
    readonly facts: SaleFacts
    readonly kept: ReadonlyMap<string, readonly SaleLineRow[]>
    readonly amounts: ReadonlyMap<string, DocumentAmounts>
    readonly reserved: ReservationOutcome['reserved']
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const { now } = moment
  const changes = done.flatMap(({ id }) => {
    const own = of.amounts.get(id)?.own
    return own === undefined ? [] : [{ id, estado: 'confirmada', importes: textsOf(own) }]
  })
  await changeSales(tx, caller.empresa, { changes, now })
  // The reservations stand in the order of the lines that they were asked for.
  const lines = done.flatMap(({ id }) => {
    const kept = of.kept.get(id) ?? []
    return (of.reserved.get(id) ?? []).flatMap((one, index) => {
      const line = kept[index]
      return line === undefined ? [] : [{ id: line.id, reserva: one.id }]
    })
  })
  await setReservations(tx, caller.empresa, { lines, now })
  await recordDeeds(
    context,
    { ...confirmarVenta, reason: null },
    done.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: 'confirmada',
      more: {
        total: amountText(of.amounts.get(id)?.own.total ?? 0n),
        excepciones: [...(of.facts.exceptions.get(id) ?? [])],
      },
    })),
  )
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
