import { choiceInput } from '../../../dictionary/action-description.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  GOODS_CAME_BACK,
  GOODS_STAY_OUT,
  GOODS_UNSAID,
  GOODS_WITHOUT_LINE,
  GOODS_WITHOUT_SUBSTITUTE,
  NO_LINE_FOR_GOODS,
} from '../../../messages/delivered-goods.ts'
import type { Message } from '../../../messages/message.ts'
import { lockRowsBelow, readRows, rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { CancelReason } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { runLocked } from '../document-action.ts'
import { releaseReservations } from '../inventario/reserve-stock.ts'
import { quantity } from '../quantity.ts'
import { CANCEL_SALE } from './cancel-invoices.ts'
import { handedLines } from './decisions/handed-over.ts'
import { TAKEN_BACK, takeDeliveriesBack } from './remision-venta.ts'
import { findSaleLines, type SaleLineRow } from './store/sale-store.ts'

const GOODS = ['regresa', 'se_queda', 'pasa_al_sustituto'] as const
export type Goods = (typeof GOODS)[number]

export const GOODS_INPUT = choiceInput({
  name: 'mercancia',
  label: 'Mercancía entregada',
  help: 'Qué pasa con lo entregado de la venta facturada: regresa al almacén, se_queda con el cliente, pasa_al_sustituto (motivo 01).',
  required: false,
  choices: GOODS,
})

/** A locked sale that is to be cancelled, or takes the place of one. */
export type CancelledSale = Picked<'Venta', 'folio' | 'estado' | 'cfdi'>

/** The sales that are to be cancelled, of which something was delivered and is not back, with their lines. */
export interface DeliveredSales {
  readonly lines: ReadonlyMap<string, readonly SaleLineRow[]>
  readonly delivered: ReadonlySet<string>
}

export async function findDelivered(
  { tx, caller }: ActionContext,
  ids: readonly string[],
): Promise<DeliveredSales> {
  const lines = Map.groupBy(await findSaleLines(tx, caller.empresa, ids), ({ venta }) => venta)
  const delivered = ids.filter((id) =>
    (lines.get(id) ?? []).some((line) => quantity(line.entregada) > quantity(line.devuelta)),
  )
  return { lines, delivered: new Set(delivered) }
}

interface Asked {
  readonly goods: Goods | null
  readonly why: CancelReason
  /** The sale that replaces those that are cancelled, locked. */
  readonly substitute: CancelledSale | null
}

/** Why a delivered sale cannot be cancelled as it is asked for, or null. */
export function goodsProblem(
  sale: CancelledSale,
  { delivered, lines }: DeliveredSales,
  { goods, substitute, why }: Asked,
): ErrorEntry | null {
  if (!delivered.has(sale.id)) return null
  const { id } = sale
  if (goods === null) return wrong(GOODS_UNSAID({ id, allowed: GOODS }))
  if (why.motivo === '03' && goods !== 'regresa') return wrong(GOODS_STAY_OUT({ id }))
  const own = lines.get(sale.id) ?? []
  if (goods === 'regresa' && own.some(({ devuelta }) => quantity(devuelta) > 0n))
    return wrong(GOODS_CAME_BACK({ id }))
  if (goods !== 'pasa_al_sustituto') return null
  if (substitute === null) return wrong(GOODS_WITHOUT_SUBSTITUTE({ id }))
  if (handedLines(own, lines.get(substitute.id) ?? []) !== null) return null
  return wrong(GOODS_WITHOUT_LINE({ id, substitute: substitute.folio }))
}

function wrong(message: Message): ErrorEntry {
  return { code: 'VALIDATION', field: 'mercancia', message }
}

/**
 * Does with the goods of delivered sales what was asked: goods are where they are, whatever the SAT says of the invoice.
 * @throws ApiError what keeps a delivery from being taken back, of all of the batch
 * @source docs/decisions/0250-erp-selling.md
 */
export async function settleGoods(
  context: ActionContext,
  sales: readonly CancelledSale[],
  of: {
    readonly goods: Goods | null
    readonly substitute: CancelledSale | null
    readonly reason: string
  },
): Promise<void> {
  if (of.goods === null || of.goods === 'se_queda') return
  const ids = sales.map(({ id }) => id)
  const below = await lockRowsBelow(context, 'RemisionVenta', {
    parent: 'venta',
    ids,
    fields: ['folio', 'estado', ...TAKEN_BACK],
  })
  const notes = [...below.values()].flat().filter(({ estado }) => estado === 'entregada')
  if (notes.length === 0) return
  if (of.goods === 'regresa') {
    const { refused } = await runLocked<'RemisionVenta', (typeof TAKEN_BACK)[number]>(
      'RemisionVenta',
      { name: 'cancelar_remision', reason: of.reason, run: takeDeliveriesBack },
      { context, ids: notes.map(({ id }) => id), rows: new Map(notes.map((one) => [one.id, one])) },
    )
    const [problems] = refused.values()
    if (problems !== undefined) throw new ApiError(problems)
    return
  }
  const { substitute } = of
  if (substitute === null) throw new Error('a substitute was looked for before')
  // What one of them hands over takes the place of others.
  for (const sale of sales) {
    const changes = new Changes(context, { name: CANCEL_SALE, reason: of.reason })
    const delivered = notes.filter(({ venta }) => venta === sale.id)
    await handSaleOver(context, changes, { sale, substitute, notes: delivered })
    await changes.write()
  }
}

type Delivery = Picked<'RemisionVenta', 'folio' | 'venta'>

/** Gives the deliveries and returns of a sale to another one, and what was counted of them to its lines. */
async function handSaleOver(
  context: ActionContext,
  changes: Changes,
  of: {
    readonly sale: CancelledSale
    readonly substitute: CancelledSale
    readonly notes: readonly Delivery[]
  },
): Promise<void> {
  const { tx, caller } = context
  const { sale, substitute, notes } = of
  const lines = await findSaleLines(tx, caller.empresa, [sale.id, substitute.id])
  const own = lines.filter(({ venta }) => venta === sale.id)
  const others = lines.filter(({ venta }) => venta === substitute.id)
  const handed = handedLines(own, others)
  // Another sale of the batch may have taken the place meanwhile.
  if (handed === null) {
    const message = NO_LINE_FOR_GOODS({ id: sale.id, substitute: substitute.folio })
    throw new ApiError([{ code: 'VALIDATION', field: 'mercancia', message }])
  }
  const places = new Map(handed.map(({ de, a }) => [de, a]))
  for (const row of notes) changes.amend('RemisionVenta', row, { venta: substitute.id })
  await handLinesOver(context, changes, { notes, places })
  await handReturnsOver(context, changes, { sale, substitute, places })
  await handCountsOver(context, changes, places)
  await freeHandedStock(context, changes, { own, others, places })
  changes.record({
    model: 'Venta',
    id: substitute.id,
    before: null,
    after: { remisiones: notes.map(({ folio }) => folio) },
    event: null,
  })
}

/** The lines of a sale that is replaced, and those that take their place. Ids. */
type Places = ReadonlyMap<string, string>

async function handLinesOver(
  context: ActionContext,
  changes: Changes,
  { notes, places }: { readonly notes: readonly Delivery[]; readonly places: Places },
): Promise<void> {
  const lines = await rowsBelow(context, 'RemisionVentaPartida', {
    parent: 'remision',
    ids: notes.map(({ id }) => id),
    fields: ['venta_partida'],
  })
  for (const { id, venta_partida } of [...lines.values()].flat()) {
    const place = places.get(venta_partida ?? '')
    if (place !== undefined) changes.change('RemisionVentaPartida', id, { venta_partida: place })
  }
}

async function handReturnsOver(
  context: ActionContext,
  changes: Changes,
  of: { readonly sale: CancelledSale; readonly substitute: CancelledSale; readonly places: Places },
): Promise<void> {
  const below = await lockRowsBelow(context, 'DevolucionVenta', {
    parent: 'venta',
    ids: [of.sale.id],
    fields: ['estado'],
  })
  const returns = [...below.values()]
    .flat()
    .filter(({ estado }) => estado !== 'cancelada' && estado !== 'rechazada')
  for (const { id, venta } of returns)
    changes.amend('DevolucionVenta', { id, venta }, { venta: of.substitute.id })
  const lines = await rowsBelow(context, 'DevolucionVentaPartida', {
    parent: 'devolucion',
    ids: returns.map(({ id }) => id),
    fields: ['venta_partida'],
  })
  for (const { id, venta_partida } of [...lines.values()].flat()) {
    const place = of.places.get(venta_partida ?? '')
    if (place !== undefined) changes.change('DevolucionVentaPartida', id, { venta_partida: place })
  }
}

const NOTHING = { cantidad_entregada: null, cantidad_devuelta: null, costo: null } as const

async function handCountsOver(
  context: ActionContext,
  changes: Changes,
  places: Places,
): Promise<void> {
  const counted = await readRows(context, 'VentaPartida', {
    ids: [...places.keys()],
    fields: ['cantidad_entregada', 'cantidad_devuelta', 'costo'],
  })
  for (const { id, ...counts } of counted.values()) {
    changes.change('VentaPartida', places.get(id) ?? '', counts)
    changes.change('VentaPartida', id, NOTHING)
  }
}

/** Nothing stays put aside for a line of which all is delivered now. */
async function freeHandedStock(
  context: ActionContext,
  changes: Changes,
  of: Record<'own' | 'others', readonly SaleLineRow[]> & { readonly places: Places },
): Promise<void> {
  const delivered = new Map(
    of.own.flatMap(({ id, entregada }) => {
      const place = of.places.get(id)
      return place === undefined ? [] : [[place, entregada] as const]
    }),
  )
  const held = of.others.filter(
    ({ id, cantidad, reserva }) =>
      reserva !== null && quantity(delivered.get(id) ?? '0') === quantity(cantidad),
  )
  await releaseReservations(
    context,
    held.flatMap(({ reserva }) => reserva ?? []),
  )
  for (const { id } of held) changes.change('VentaPartida', id, { reserva: null })
}
