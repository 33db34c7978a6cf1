import type { ErrorEntry } from '../../../errors.ts'
import { lockCounters, numberSource, takeNumbers } from '../../../store/numbers/counter-store.ts'
import { insertRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { checkPlaces } from './decisions/check-line.ts'
import { freeOf, outOfStock } from './decisions/plan-stock.ts'
import { StockState, type ValuedHolding } from './decisions/stock-state.ts'
import { changedRows, stockChange } from './effects/stock-rows.ts'
import { lockStockFacts, type StockCall } from './lock-stock-facts.ts'
import type { StockFacts } from './store/stock-facts.ts'
import { findReservations } from './store/stock-store.ts'
import { changeReservations, writeStockRows } from './store/stock-write-store.ts'

const MODEL = 'ReservaInventario'

/** What is put aside of one article. */
interface ReservedLine {
  readonly partida: number
  readonly articulo: string
  readonly almacen: string
  /** Null: any lot. */
  readonly lote: string | null
  /** In `unidad`; above zero. */
  readonly cantidad: string
  /** Null: the article's own. */
  readonly unidad: string | null
}

/** A reservation: all its lines or none. */
export interface ReservationRequest {
  /** By which it is refused: usually the id of the record that causes it. */
  readonly key: string
  readonly venta: string | null
  readonly orden: string | null
  readonly proyecto: string | null
  /** The last day on which it holds. */
  readonly vence: string | null
  readonly lines: readonly ReservedLine[]
}

interface ReservedStock {
  readonly id: string
  readonly folio: string
  readonly partida: number
  /** In the article's unit. */
  readonly cantidad: string
}

export interface ReservationOutcome {
  /** Of each request, its ReservaInventario by line. */
  readonly reserved: ReadonlyMap<string, readonly ReservedStock[]>
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
}

/**
 * Puts stock aside in the caller's transaction, so that only movements that name the reservation take it. Refused is what
 * is not available, unless the warehouse allows stock below zero.
 * @source docs/decisions/0243-erp-stock.md
 */
export async function reserveStock(
  context: ActionContext,
  requests: readonly ReservationRequest[],
): Promise<ReservationOutcome> {
  const { tx, caller, moment } = context
  const facts = await lockStockFacts(context, {
    keys: requests.flatMap(({ lines }) =>
      lines.map(({ articulo, almacen, lote }) => ({ articulo, almacen, lote, ubicacion: null })),
    ),
    series: [],
    reservas: [],
    exits: [],
  })
  const state = new StockState(facts)
  const refused = new Map<string, readonly ErrorEntry[]>()
  const accepted: Accepted[] = []
  for (const request of requests) {
    const held = request.lines.map((line) => holdLine({ facts, state }, line))
    const problems = held.flatMap((line) => ('problem' in line ? [line.problem] : []))
    if (problems.length > 0) {
      state.rollBack()
      refused.set(request.key, problems)
    } else {
      state.commit()
      accepted.push({
        request,
        quantities: held.map((line) => ('cantidad' in line ? line.cantidad : 0n)),
      })
    }
  }
  if (accepted.length === 0) return { reserved: new Map(), refused }
  const rows = changedRows(facts, state)
  const count = accepted.reduce((sum, { quantities }) => sum + quantities.length, 0)
  const numbers = await numbersFor(context, rows, count)
  const made = accepted.flatMap((accepted) =>
    reservationsOf(accepted, { numbers, now: moment.now }),
  )
  await Promise.all([
    writeStockRows(tx, caller.empresa, {
      rows: rows.map((row) => stockChange(row, { numbers })),
      now: moment.now,
    }),
    insertRows(context, MODEL, { rows: made.map(({ row }) => row), now: moment.now }),
  ])
  const byKey = Map.groupBy(made, ({ key }) => key)
  return {
    reserved: new Map([...byKey].map(([key, all]) => [key, all.map(({ reserved }) => reserved)])),
    refused,
  }
}

/** The numbers of new rows of Existencia and of new reservations. */
async function numbersFor(
  { tx, caller }: StockCall,
  rows: readonly ValuedHolding[],
  reservations: number,
): Promise<(counter: string) => number> {
  await lockCounters(tx, caller.empresa)
  const counters = new Map([
    ['existencia', rows.filter(({ holding }) => holding.id === null).length],
    ['reserva_inventario', reservations],
  ])
  return numberSource(await takeNumbers(tx, caller.empresa, counters))
}

interface Accepted {
  readonly request: ReservationRequest
  /** By line, in millionths of the article's unit. */
  readonly quantities: readonly bigint[]
}

function holdLine(
  { facts, state }: { readonly facts: StockFacts; readonly state: StockState },
  line: ReservedLine,
): { readonly cantidad: bigint } | { readonly problem: ErrorEntry } {
  const place = { almacen: line.almacen, ubicacion: null }
  const checked = checkPlaces(facts, { ...NOT_MOVED, ...line, from: place })
  if ('problem' in checked) return checked
  const { article, cantidad } = checked.ok
  const warehouse = facts.warehouses.get(line.almacen)
  const available = freeOf(state.pair(article.id, line.almacen), line.lote, 0n)
  if (cantidad > available && warehouse?.permite_negativos !== true) {
    return {
      problem: outOfStock({
        line,
        articulo: article.clave,
        almacen: warehouse?.clave ?? line.almacen,
        asked: cantidad,
        available: available < 0n ? 0n : available,
      }),
    }
  }
  const holding = state.holding(article.id, place, line.lote)
  state.save(holding)
  holding.reservada += cantidad
  holding.isTouched = true
  return { cantidad }
}

const NOT_MOVED = { id: null, serie: null, to: null, importe: null, reserva: null, reversa: null }
const FOLIO_DIGITS = 6

function reservationsOf(
  { request, quantities }: Accepted,
  { numbers, now }: { readonly numbers: (counter: string) => number; readonly now: string },
) {
  const { key, venta, orden, proyecto, vence } = request
  return request.lines.map(({ partida, articulo, almacen, lote }, index) => {
    const id = String(numbers('reserva_inventario'))
    const folio = `RI-${id.padStart(FOLIO_DIGITS, '0')}`
    const cantidad = quantityText(quantities[index] ?? 0n)
    const fields = {
      folio,
      fecha: now,
      articulo,
      almacen,
      lote,
      cantidad,
      cantidad_surtida: '0',
      venta,
      orden,
      proyecto,
      vence,
      estado: 'vigente' as const,
    }
    return { key, row: { id, fields }, reserved: { id, folio, partida, cantidad } }
  })
}

/**
 * Frees what reservations that still hold have left, by hand or because their day is over; those that hold nothing any
 * more stay as they are.
 */
export async function releaseReservations(
  context: StockCall & Pick<ActionContext, 'moment'>,
  ids: readonly string[],
  estado: 'liberada' | 'vencida' = 'liberada',
): Promise<ReadonlySet<string>> {
  const { tx, caller, moment } = context
  const known = await findReservations(tx, caller.empresa, ids)
  const facts = await lockStockFacts(context, {
    keys: known.map(({ articulo, almacen, lote }) => ({
      articulo,
      almacen,
      lote,
      ubicacion: null,
    })),
    series: [],
    reservas: known.map(({ id }) => id),
    exits: [],
  })
  const state = new StockState(facts)
  const open = facts.reservations.filter(({ estado }) => estado === 'vigente')
  for (const { articulo, almacen, lote, ...row } of open) {
    const holding = state.holding(articulo, { almacen, ubicacion: null }, lote)
    holding.reservada -= quantity(row.cantidad) - quantity(row.cantidad_surtida)
    holding.isTouched = true
  }
  if (open.length === 0) return new Set()
  const rows = changedRows(facts, state)
  const numbers = await numbersFor(context, rows, 0)
  await Promise.all([
    writeStockRows(tx, caller.empresa, {
      rows: rows.map((row) => stockChange(row, { numbers })),
      now: moment.now,
    }),
    changeReservations(tx, caller.empresa, {
      reservations: open.map(({ id, cantidad_surtida }) => ({
        id,
        cantidad_surtida,
        estado,
      })),
      now: moment.now,
    }),
  ])
  return new Set(open.map(({ id }) => id))
}

/**
 * Puts aside again what reservations had given, once it is back where it was. One that was set free by hand, and what is
 * not there any more, stays free.
 * @param parts in millionths of the article's unit
 */
export async function restoreReservations(
  context: ActionContext,
  parts: readonly { readonly id: string; readonly cantidad: bigint }[],
): Promise<void> {
  if (parts.length === 0) return
  const { tx, caller, moment } = context
  const ids = [...new Set(parts.map(({ id }) => id))]
  const known = await findReservations(tx, caller.empresa, ids)
  const facts = await lockStockFacts(context, {
    keys: known.map(({ articulo, almacen, lote }) => ({
      articulo,
      almacen,
      lote,
      ubicacion: null,
    })),
    series: [],
    reservas: ids,
    exits: [],
  })
  const state = new StockState(facts)
  const changes = facts.reservations
    .filter(({ estado }) => estado === 'vigente' || estado === 'surtida')
    .flatMap(({ id, articulo, almacen, lote, cantidad_surtida: given }) => {
      const wanted = parts.reduce((sum, part) => sum + (part.id === id ? part.cantidad : 0n), 0n)
      const free = freeOf(state.pair(articulo, almacen), lote, 0n)
      const isShort = facts.warehouses.get(almacen)?.permite_negativos !== true && free < wanted
      const back = wanted < quantity(given) ? wanted : quantity(given)
      if (isShort || back === 0n) return []
      const holding = state.holding(articulo, { almacen, ubicacion: null }, lote)
      holding.reservada += back
      holding.isTouched = true
      return [{ id, cantidad_surtida: quantityText(quantity(given) - back), estado: 'vigente' }]
    })
  if (changes.length === 0) return
  const rows = changedRows(facts, state)
  const fresh = rows.filter(({ holding }) => holding.id === null).length
  const numbers = numberSource(
    await takeNumbers(tx, caller.empresa, new Map([['existencia', fresh]])),
  )
  await Promise.all([
    writeStockRows(tx, caller.empresa, {
      rows: rows.map((row) => stockChange(row, { numbers })),
      now: moment.now,
    }),
    changeReservations(tx, caller.empresa, { reservations: changes, now: moment.now }),
  ])
}
