import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { AFTER_TODAY } from '../../../messages/documents.ts'
import { RECEIVED_TOO_MUCH } from '../../../messages/receiving.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantityText } from '../quantity.ts'
import { receiptSource, type BookedLine } from './decisions/receipt-entry.ts'
import {
  allowedOf,
  receivedValue,
  type Order,
  type OrderLine,
  type ReceivedValue,
} from './decisions/received-orders.ts'
import { supplierProblem } from './decisions/supplier-problem.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import { findSuppliers, type SupplierRow } from './store/purchase-store.ts'

/** A line of something that arrives. */
interface ArrivingLine {
  readonly id: string
  /** Its number in its document. */
  readonly partida: number
  readonly line: OrderLine
  /** What is accepted, in millionths of the line's unit. */
  readonly accepted: bigint
  readonly lote: string | null
  readonly serie: string | null
  readonly ubicacion: string | null
}

/** A document by which something of a purchase is received. */
export interface Arrival {
  /** The id by which it is refused. */
  readonly key: string
  readonly model: 'RecepcionCompra' | 'RecepcionServicio'
  readonly id: string
  readonly folio: string
  readonly order: Order
  /** ISO 8601, UTC. */
  readonly fecha: string
  /** The same in Mexico City. */
  readonly day: string
  readonly almacen: string | null
  readonly lines: readonly ArrivingLine[]
}

interface ReceivedLine {
  readonly arriving: ArrivingLine
  readonly value: ReceivedValue
}

/** What was received by a document. */
export interface Received {
  readonly arrival: Arrival
  readonly lines: readonly ReceivedLine[]
  readonly movement: MovedStock | null
}

interface ReceivingFacts {
  readonly suppliers: ReadonlyMap<string, SupplierRow>
  readonly periods: Periods
  readonly currency: string
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly today: string
}

export const RECEIVE = 'recibir_compra'

interface Receiving {
  readonly refuse: (key: string, ...problems: readonly ErrorEntry[]) => void
  /** Writes documents that are new, since movements refer to them; those that are refused then are taken away. */
  readonly store?: (taken: readonly Received[]) => Promise<void>
  /** Collects what becomes of a document that was received. */
  readonly settle: (received: Received) => void
}

/**
 * Receives what arrives, document by document, each whole or refused: stock, entry, budget, the commitment in the books,
 * and the purchase. Returns what was received.
 * @source docs/decisions/0247-erp-receiving.md
 */
export async function receiveGoods(
  { context, changes }: { readonly context: ActionContext; readonly changes: Changes },
  arrivals: readonly Arrival[],
  { refuse, store, settle }: Receiving,
): Promise<readonly Received[]> {
  if (arrivals.length === 0) return []
  const facts = await loadFacts(context, arrivals)
  const taken: Received[] = []
  for (const arrival of arrivals) {
    const arrived = take(facts, arrival)
    if ('problems' in arrived) refuse(arrival.key, ...arrived.problems)
    else taken.push(arrived)
  }
  if (taken.length === 0) return []
  const compras = [...new Set(taken.map(({ arrival }) => arrival.order.purchase.id))]
  const settlement = await lockSettlement(context, compras)
  await store?.(taken)
  const received = await stockOf(context, taken, refuse)
  for (const arrived of received) settle(arrived)
  changes.post({ entries: received.flatMap((received) => postingOf(facts, received)) })
  await settleOrders(context, changes, {
    facts: settlement,
    periods: facts.periods,
    orders: ordersOf(received),
    closing: null,
    accruals: received.flatMap(({ arrival, lines }) =>
      lines.map(({ arriving, value }) => ({
        model: arrival.model,
        record: arrival.id,
        compra: arrival.order.purchase.id,
        linea: arriving.line.row.id,
        importe: value.base,
      })),
    ),
    takenBack: null,
  })
  return received
}

async function loadFacts(
  { tx, caller, moment }: ActionContext,
  arrivals: readonly Arrival[],
): Promise<ReceivingFacts> {
  const { empresa } = caller
  const [model = 'RecepcionCompra'] = arrivals.map((arrival) => arrival.model)
  const compras = [...new Set(arrivals.map(({ order }) => order.purchase.id))]
  const [suppliers, periods, currency, rules] = await Promise.all([
    findSuppliers(tx, empresa, compras),
    loadPeriods(tx, empresa, { days: arrivals.map(({ day }) => day), module: 'compras' }),
    findCompanyCurrency(tx, empresa),
    findEntryRules(tx, empresa, { model, event: RECEIVE }),
  ])
  const sources = arrivals.map((arrival) => {
    const lines = arrival.lines.map((arriving) => ({ arriving, value: { own: 0n, base: 0n } }))
    return sourceOf({ arrival, lines, movement: null }, currency)
  })
  const accounts = await findAccounts(tx, empresa, accountsNeeded(sources, rules))
  return { suppliers, periods, currency, rules, accounts, today: moment.today }
}

/** Adds an arrival to what stands received of its purchase, or says why it cannot be. */
function take(
  facts: ReceivingFacts,
  arrival: Arrival,
): Received | { readonly problems: readonly ErrorEntry[] } {
  const problem = documentProblem(facts, arrival)
  if (problem !== null) return { problems: [problem] }
  const lines: ReceivedLine[] = []
  const problems: ErrorEntry[] = []
  for (const arriving of arrival.lines) {
    const { line, accepted } = arriving
    const excess = toleranceProblem(arriving)
    if (excess !== null) {
      problems.push(excess)
      continue
    }
    const value = receivedValue(line, accepted, arrival.order.purchase)
    line.received += accepted
    line.value += value.base
    lines.push({ arriving, value })
  }
  const received: Received = { arrival, lines, movement: null }
  if (problems.length === 0) {
    const entry = planEntry(sourceOf(received, facts.currency), facts)
    if (entry.ok) return received
    problems.push(entry.error)
  }
  giveBack(received)
  return { problems }
}

function documentProblem(facts: ReceivingFacts, { order, day }: Arrival): ErrorEntry | null {
  const supplier = facts.suppliers.get(order.purchase.id)
  if (supplier === undefined) throw new Error(`Compra ${order.purchase.id} has no supplier`)
  if (day > facts.today) {
    const message = AFTER_TODAY({ fecha: day, today: facts.today })
    return { code: 'VALIDATION', field: 'fecha', message }
  }
  return supplierProblem(supplier) ?? facts.periods.problemOf(day)
}

function toleranceProblem({ partida, line, accepted }: ArrivingLine): ErrorEntry | null {
  const most = allowedOf(line)
  const after = line.received + accepted
  if (after <= most) return null
  const [ordered, allowed] = [quantityText(line.cantidad), quantityText(most)]
  const [already, now] = [quantityText(line.received), quantityText(accepted)]
  const received = quantityText(after)
  return {
    code: 'OUT_OF_TOLERANCE',
    field: 'cantidad_aceptada',
    message: RECEIVED_TOO_MUCH({ line: partida, ordered, already, now, received, allowed }),
    ordered,
    received,
    allowed,
  }
}

function giveBack({ lines }: Received): void {
  for (const { arriving, value } of lines) {
    arriving.line.received -= arriving.accepted
    arriving.line.value -= value.base
  }
}

/** Moves into stock what is kept there. */
async function stockOf(
  context: ActionContext,
  taken: readonly Received[],
  refuse: Receiving['refuse'],
): Promise<readonly Received[]> {
  const movements = taken.flatMap(movementOf)
  if (movements.length === 0) return taken
  const { moved, refused } = await moveStock(context, movements)
  for (const [id, problems] of refused) {
    const found = taken.find(({ arrival }) => arrival.id === id)
    if (found === undefined) continue
    const { order, key } = found.arrival
    // What others of this purchase are worth was decided as if this one were received: all begin anew, one by one.
    if (taken.some((other) => other !== found && other.arrival.order === order))
      throw new ApiError(problems)
    giveBack(found)
    refuse(key, ...problems)
  }
  return taken.flatMap((received) =>
    refused.has(received.arrival.id)
      ? []
      : [{ ...received, movement: moved.get(received.arrival.id) ?? null }],
  )
}

function movementOf({ arrival, lines }: Received): readonly StockMovement[] {
  const kept = lines.filter(({ arriving }) => arriving.line.row.se_guarda && arriving.accepted > 0n)
  if (kept.length === 0) return []
  const { id, model, folio, fecha, almacen, order } = arrival
  const { centro_costo, proyecto } = order.purchase
  return [
    {
      key: id,
      id: null,
      concepto: 'ENT-COMP',
      fecha,
      source: { model, id },
      referencia: folio,
      reversa: null,
      links: {
        recepcion: model === 'RecepcionCompra' ? id : null,
        centro_costo,
        proyecto,
      },
      lines: kept.map(({ arriving, value }) => ({
        id: null,
        partida: arriving.partida,
        articulo: arriving.line.row.articulo ?? '',
        lote: arriving.lote,
        serie: arriving.serie,
        from: null,
        to: { almacen: almacen ?? '', ubicacion: arriving.ubicacion },
        cantidad: quantityText(arriving.accepted),
        unidad: arriving.line.row.unidad,
        importe: value.base,
        reserva: null,
        reversa: null,
      })),
    },
  ]
}

function sourceOf({ arrival, lines, movement }: Received, currency: string) {
  const { model, id, folio, day, order } = arrival
  const moved = new Map((movement?.lines ?? []).map((line) => [line.line.partida, line.valueIn]))
  const booked = lines.map(({ arriving, value }): BookedLine => {
    const stock = moved.get(arriving.partida) ?? value.base
    return { line: arriving.line, value, stock: arriving.line.row.se_guarda ? stock : null }
  })
  const document = { model, event: RECEIVE, id, folio, fecha: day, purchase: order.purchase }
  return receiptSource(document, booked, currency)
}

/** The entry, now that stock has said at what value it took the goods. */
function postingOf(facts: ReceivingFacts, received: Received): readonly EntryPosting[] {
  const entry = planEntry(sourceOf(received, facts.currency), facts)
  if (!entry.ok) throw new ApiError([entry.error])
  if (entry.value.lines.length === 0) return []
  return [{ ...entry.value, periodo: facts.periods.idOf(received.arrival.day) }]
}

/** Each purchase once, with the last day on which something of it was received. */
function ordersOf(received: readonly Received[]) {
  const days = new Map<Order, string>()
  for (const { arrival } of received) {
    const known = days.get(arrival.order)
    if (known === undefined || known < arrival.day) days.set(arrival.order, arrival.day)
  }
  return [...days].map(([order, fecha]) => ({ order, fecha }))
}

/** What subscribers are told of a document: its purchase, and what the whole of it is worth in the books. */
export function receivedTold({ arrival, lines }: Received) {
  return {
    compra: arrival.order.purchase.folio,
    importe: amountText(sumOf(lines.map(({ value }) => value.base))),
  }
}
