import type { ErrorEntry } from '../../../../errors.ts'
import { mexicanDay } from '../../../../identity/mexican-day.ts'
import {
  LINE_OUT_OF_STOCK,
  OUT_OF_STOCK,
  RESERVATION_HOLDS_NOTHING,
  SERIAL_ELSEWHERE,
  SERIAL_NOT_IN_STOCK,
  WAREHOUSE_CLOSED,
  WORTH_TOO_LITTLE,
} from '../../../../messages/stock.ts'
import { amountText } from '../../cents.ts'
import { quantity, quantityText } from '../../quantity.ts'
import type { MovedLine, StockLine, StockMovement, StockPlace } from '../stock-movement.ts'
import type { ArticleFact, StockFacts } from '../store/stock-facts.ts'
import { checkLine, type CheckedLine } from './check-line.ts'
import { enter, leave, type CostLayer, type Taken } from './costing.ts'
import { revaluePool } from './revalue.ts'
import { StockState, type Pair } from './stock-state.ts'

/** A line with everything that is written of it. */
export interface PlannedLine extends MovedLine {
  /** What names it before it has an id. */
  readonly key: string
  /** The article's own unit. */
  readonly unidad: string
  readonly taken: readonly Taken[]
  /** What came back to layers. */
  readonly returned: readonly Taken[]
  /** Layers whose value changed though nothing moved. */
  readonly revalued: readonly CostLayer[]
  readonly layer: CostLayer | null
}

export interface PlannedMovement {
  readonly movement: StockMovement
  readonly lines: readonly PlannedLine[]
}

export interface StockPlan {
  readonly facts: StockFacts
  readonly state: StockState
  readonly movements: readonly PlannedMovement[]
  readonly refused: ReadonlyMap<string, readonly ErrorEntry[]>
}

/** Decides movements one after the other, in the order given; each sees what those before it left. */
export function planStock(facts: StockFacts, movements: readonly StockMovement[]): StockPlan {
  const state = new StockState(facts)
  const planned: PlannedMovement[] = []
  const refused = new Map<string, readonly ErrorEntry[]>()
  for (const movement of movements) {
    const lines: PlannedLine[] = []
    const problems: ErrorEntry[] = [...closedDays(facts, movement)]
    for (const line of movement.lines) {
      const moved = planLine({ facts, state, movement }, line)
      if ('problem' in moved) problems.push(moved.problem)
      else lines.push(moved)
    }
    if (problems.length > 0) {
      state.rollBack()
      refused.set(movement.key, problems)
    } else {
      state.commit()
      planned.push({ movement, lines })
    }
  }
  return { facts, state, movements: planned, refused }
}

/** Nothing is dated into a period of a warehouse that is closed. */
function closedDays({ closed, warehouses }: StockFacts, movement: StockMovement): ErrorEntry[] {
  const day = mexicanDay(Date.parse(movement.fecha))
  const places = movement.lines.flatMap(({ from, to }) => [from?.almacen ?? '', to?.almacen ?? ''])
  return [...new Set(places)].flatMap((almacen) => {
    const until = closed.get(almacen)
    if (until === undefined || day > until.hasta) return []
    const warehouse = warehouses.get(almacen)?.clave ?? almacen
    const { hasta: last, periodo: period } = until
    const message = WAREHOUSE_CLOSED({ warehouse, last, period, day })
    return [{ code: 'PERIOD_CLOSED', field: 'fecha', message }]
  })
}

interface Planning {
  readonly facts: StockFacts
  readonly state: StockState
  readonly movement: StockMovement
}

type Refusal = { readonly problem: ErrorEntry }

function planLine(planning: Planning, line: StockLine): PlannedLine | Refusal {
  const checked = checkLine(planning.facts, line)
  if ('problem' in checked) return checked
  if (line.revalue !== undefined) return revaluedLine(planning, line, checked.ok)
  const { from } = line
  const problem =
    problemOfSerial(planning, line) ??
    (from === null ? null : problemOfStock(planning, { line, checked: checked.ok, from }))
  return problem === null ? movedLine(planning, line, checked.ok) : { problem }
}

function movedLine(planning: Planning, line: StockLine, checked: CheckedLine): PlannedLine {
  const { article, cantidad } = checked
  const key = line.id ?? `${planning.movement.key}:${line.partida}`
  const out = line.from === null ? NOTHING_OUT : takeOut(planning, line, checked)
  const into =
    line.to === null ? NOTHING_IN : putIn(planning, line, { ...checked, key, valueOut: out.value })
  if (line.serie !== null) planning.state.move(line.serie, line.to?.almacen ?? null)
  expect(planning.state, line, cantidad)
  return {
    ...describedLine(planning, line, article),
    cantidad,
    valueOut: out.value,
    valueIn: into.value,
    variance: out.variance + into.variance,
    taken: out.taken,
    returned: into.returned,
    revalued: [],
    layer: into.layer,
  }
}

/** What is written of a line whatever moves. */
function describedLine({ facts, movement }: Planning, line: StockLine, article: ArticleFact) {
  const accountOf = (place: StockPlace | null) =>
    facts.warehouses.get(place?.almacen ?? '')?.cuenta ?? null
  const { cuenta_inventario, cuenta_costo_venta, cuenta_ajuste, cuenta_transito } = article
  return {
    line,
    key: line.id ?? `${movement.key}:${line.partida}`,
    unidad: article.unidad,
    accounts: { cuenta_inventario, cuenta_costo_venta, cuenta_ajuste, cuenta_transito },
    warehouseAccounts: { out: accountOf(line.from), into: accountOf(line.to) },
  }
}

function revaluedLine(
  planning: Planning,
  line: StockLine,
  { article, cantidad }: CheckedLine,
): PlannedLine | Refusal {
  const { state, facts } = planning
  const change = line.revalue ?? 0n
  const { almacen } = placeOf(line.to ?? line.from)
  const pool = state.pool(article, { almacen, lote: line.lote })
  if (pool.cantidad < cantidad) {
    const available = pool.cantidad < 0n ? 0n : pool.cantidad
    const at = facts.warehouses.get(almacen)?.clave ?? almacen
    const details = { line, articulo: article.clave, almacen: at, asked: cantidad, available }
    return { problem: outOfStock(details) }
  }
  if (pool.importe + change < 0n) {
    const amounts = { worth: amountText(pool.importe), fall: amountText(-change) }
    const of = { line: line.partida, article: article.clave }
    const message = WORTH_TOO_LITTLE({ ...of, ...amounts })
    return { problem: { code: 'VALIDATION', field: 'importe', message } }
  }
  state.savePool(pool)
  const revalued = revaluePool(pool, change, (layer) => state.save(layer))
  return {
    ...describedLine(planning, line, article),
    cantidad: 0n,
    valueOut: change < 0n ? -change : null,
    valueIn: change < 0n ? null : change,
    variance: 0n,
    taken: [],
    returned: [],
    revalued,
    layer: null,
  }
}

/** What is under way to a warehouse, or has arrived there. */
function expect(state: StockState, line: StockLine, cantidad: bigint): void {
  if (line.transit === undefined) return
  const { almacen, sign } = line.transit
  const holding = state.holding(line.articulo, { almacen, ubicacion: null }, null)
  state.save(holding)
  holding.enTransito += BigInt(sign) * cantidad
  holding.isTouched = true
}

const NOTHING_OUT = { value: null, variance: 0n, taken: [] }
const NOTHING_IN = { value: null, variance: 0n, layer: null, returned: [] }

function takeOut(
  { state, movement }: Planning,
  line: StockLine,
  { article, cantidad }: CheckedLine,
) {
  const from = placeOf(line.from)
  const holding = state.holding(article.id, from, line.lote)
  state.save(holding)
  holding.cantidad -= cantidad
  holding.ultimaSalida = movement.fecha
  holding.isTouched = true
  if (line.reserva !== null) takeReserved(state, line, cantidad)
  const pool = state.pool(article, { almacen: from.almacen, lote: line.lote })
  state.savePool(pool)
  return leave(pool, {
    cantidad,
    importe: line.importe,
    serie: line.serie,
    reversa: line.reversa,
    touch: (layer) => state.save(layer),
  })
}

/** What a reservation held is free again by as much as it gave. */
function takeReserved(state: StockState, line: StockLine, cantidad: bigint): void {
  const reservation = state.reservation(line.reserva ?? '')
  if (reservation === undefined) return
  const { articulo, almacen, lote } = reservation.row
  const left = remaining(reservation)
  const part = left < cantidad ? left : cantidad
  const held = state.holding(articulo, { almacen, ubicacion: null }, lote)
  state.save(held)
  state.save(reservation)
  held.reservada -= part
  held.isTouched = true
  reservation.surtida += part
}

function remaining({ row, surtida }: { row: { cantidad: string }; surtida: bigint }): bigint {
  return quantity(row.cantidad) - surtida
}

function putIn(
  { state, movement }: Planning,
  line: StockLine,
  into: CheckedLine & { readonly key: string; readonly valueOut: bigint | null },
) {
  const { article, cantidad } = into
  const to = placeOf(line.to)
  const holding = state.holding(article.id, to, line.lote)
  state.save(holding)
  holding.cantidad += cantidad
  holding.ultimaEntrada = movement.fecha
  holding.isTouched = true
  const pool = state.pool(article, { almacen: to.almacen, lote: line.lote })
  state.savePool(pool)
  const returned = state.returnedBy(line.reversa)
  for (const { layer } of returned) state.save(layer)
  const entered = enter(pool, {
    cantidad,
    importe: into.valueOut ?? line.importe,
    line: into.key,
    serie: line.serie,
    keepsValue: line.reversa !== null || into.valueOut !== null,
    returned,
  })
  return { ...entered, returned: entered.layer === null ? returned : [] }
}

function placeOf(place: StockPlace | null): StockPlace {
  if (place === null) throw new Error('the line does not move there')
  return place
}

/** A serial number is where it leaves, and nowhere when it enters. */
function problemOfSerial({ state, facts }: Planning, line: StockLine): ErrorEntry | null {
  if (line.serie === null) return null
  const at = state.whereIs(line.serie)
  const wanted = line.from?.almacen ?? null
  if (at === wanted) return null
  const of = { line: line.partida, serial: line.serie }
  const message =
    at === null
      ? SERIAL_NOT_IN_STOCK(of)
      : SERIAL_ELSEWHERE({ ...of, warehouse: facts.warehouses.get(at)?.clave ?? at })
  return { code: 'OUT_OF_STOCK', field: 'serie', message }
}

/** What leaves is there, and nobody else has reserved it. */
function problemOfStock(
  { state, facts }: Planning,
  leaving: { readonly line: StockLine; readonly checked: CheckedLine; readonly from: StockPlace },
): ErrorEntry | null {
  const { line, from } = leaving
  const { article, cantidad } = leaving.checked
  const warehouse = facts.warehouses.get(from.almacen)
  const reserved = reservedFor(state, { line, checked: leaving.checked, from })
  if (typeof reserved !== 'bigint') return reserved
  if (warehouse?.permite_negativos === true) return null
  const pair = state.pair(article.id, from.almacen)
  const available = availableAt(pair, { line, from })
  const free = line.to?.almacen === from.almacen ? available : freeOf(pair, line.lote, reserved)
  const least = free < available ? free : available
  if (cantidad <= least) return null
  return outOfStock({
    line,
    articulo: article.clave,
    almacen: warehouse?.clave ?? from.almacen,
    asked: cantidad,
    available: least < 0n ? 0n : least,
  })
}

/** What the line's reservation still holds of this; a reservation of something else is refused. */
function reservedFor(
  state: StockState,
  {
    line,
    checked,
    from,
  }: { readonly line: StockLine; readonly checked: CheckedLine; readonly from: StockPlace },
): bigint | ErrorEntry {
  if (line.reserva === null) return 0n
  const reservation = state.reservation(line.reserva)
  const row = reservation?.row
  const isOfIt =
    row?.articulo === checked.article.id &&
    row.almacen === from.almacen &&
    (row.lote === null || row.lote === line.lote)
  if (reservation === undefined || !isOfIt || row.estado !== 'vigente') {
    const of = { line: line.partida, reservation: line.reserva }
    const message = RESERVATION_HOLDS_NOTHING(of)
    return { code: 'INVALID_STATE', field: 'reserva', message }
  }
  const left = remaining(reservation)
  return left < checked.cantidad ? left : checked.cantidad
}

/** What lies at the place itself. */
function availableAt(
  { holdings }: Pair,
  { line, from }: { readonly line: StockLine; readonly from: StockPlace },
): bigint {
  const there = holdings.find(
    (holding) => holding.ubicacion === from.ubicacion && holding.lote === line.lote,
  )
  return there?.cantidad ?? 0n
}

/**
 * What nobody reserved or blocked, of the lot and of all lots; both may name a lot, but no location. What the line's own
 * reservation holds counts as free.
 */
export function freeOf({ holdings, blocked }: Pair, lote: string | null, own: bigint): bigint {
  const free = (isMeant: (holding: { readonly lote: string | null }) => boolean) => {
    const there = holdings.filter(isMeant)
    const kept = blocked.filter(isMeant).reduce((sum, { cantidad }) => sum + cantidad, 0n)
    return there.reduce((sum, { cantidad, reservada }) => sum + cantidad - reservada, own - kept)
  }
  const all = free(() => true)
  if (lote === null) return all
  const ofLot = free((holding) => holding.lote === lote)
  return ofLot < all ? ofLot : all
}

/** @source docs/decisions/0243-erp-stock.md */
export function outOfStock(facts: {
  readonly line: Pick<StockLine, 'partida'> | null
  readonly articulo: string
  readonly almacen: string
  readonly asked: bigint
  readonly available: bigint
}): ErrorEntry {
  const [asked, available] = [quantityText(facts.asked), quantityText(facts.available)]
  const { line, articulo, almacen } = facts
  const shortage = { article: articulo, warehouse: almacen, asked, available }
  const message =
    line === null ? OUT_OF_STOCK(shortage) : LINE_OUT_OF_STOCK({ ...shortage, line: line.partida })
  return { code: 'OUT_OF_STOCK', message, articulo, almacen, asked, available }
}
