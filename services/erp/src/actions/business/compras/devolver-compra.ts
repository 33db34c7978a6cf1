import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import { DocumentBatch } from '../document-batch.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantityText } from '../quantity.ts'
import {
  checkReturn,
  claimedOf,
  excessProblem,
  returnedValue,
  warehouseOf,
  type ReturningLine,
} from './decisions/check-return.ts'
import { receiptSource, type BookedLine } from './decisions/receipt-entry.ts'
import type { Order, ReceivedValue } from './decisions/received-orders.ts'
import { DEVOLUCION_COMPRA_STATES } from './devolucion-compra-states.ts'
import { loadReturns, type LoadedReturns } from './load-returns.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import {
  changeReturned,
  changeReturns,
  lockReturns,
  valueReturnLines,
  type ReturnRow,
} from './store/return-store.ts'

/**
 * Sends goods back to their supplier: they leave stock and are no longer received of their purchase.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const devolverCompra: RecordAction = {
  model: 'DevolucionCompra',
  name: 'devolver_compra',
  label: 'Devolver compra',
  mode: 'grid_action',
  inputs: [],
  emits: ['enviada'],
  run: giveBack,
}

/** What goes back by a document. */
interface Returning {
  readonly row: ReturnRow
  readonly order: Order
  readonly lines: readonly { readonly of: ReturningLine; readonly value: ReceivedValue }[]
  readonly movement: MovedStock | null
}

type Batch = DocumentBatch<ReturnRow>

async function giveBack(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model, name } = devolverCompra
  const batch = new DocumentBatch(ids, await lockReturns(tx, empresa, ids), {
    model,
    states: statesBefore(DEVOLUCION_COMPRA_STATES, name),
  })
  const loaded = await loadReturns(
    context,
    batch.remaining.map(({ id }) => id),
  )
  const facts = await loadFacts(context, batch.remaining, loaded)
  const taken: Returning[] = []
  for (const row of batch.remaining) {
    const one = take(facts, row, loaded)
    if ('problems' in one) batch.refuse(row.id, ...one.problems)
    else taken.push(one)
  }
  if (taken.length === 0) return batch.outcome
  const settlement = await lockSettlement(context, [...loaded.orders.keys()])
  const done = await stockOf(context, taken, batch)
  await settleOrders(context, {
    action: { name, reason: null },
    facts: settlement,
    periods: facts.periods,
    orders: ordersOf(done),
    closed: new Set(),
    accruals: done.flatMap(({ row, order, lines }) =>
      lines.map(({ of, value }) => ({
        model,
        record: row.id,
        compra: order.purchase.id,
        linea: of.line.row.id,
        importe: -value.base,
      })),
    ),
    takenBack: null,
    entries: done.flatMap((one) => postingOf(facts, one)),
    reversals: [],
    deeds: done.map(deedOf),
  })
  const { now } = moment
  await changeReturns(tx, empresa, { ids: done.map(({ row }) => row.id), estado: 'enviada', now })
  const lines = done.flatMap((one) => one.lines)
  await valueReturnLines(tx, empresa, {
    lines: lines.map(({ of, value }) => ({ id: of.row.id, importe_base: amountText(value.base) })),
    now,
  })
  const receiptLines = [...new Set(lines.map(({ of }) => of.receipt))]
  await changeReturned(tx, empresa, {
    lines: receiptLines.map(({ row, returned, value }) => ({
      id: row.id,
      devuelta: quantityText(returned),
      importe_devuelto: amountText(value),
    })),
    now,
  })
  return batch.outcome
}

interface Facts {
  readonly periods: Periods
  readonly currency: string
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly today: string
}

async function loadFacts(
  { tx, caller, moment }: ActionContext,
  rows: readonly ReturnRow[],
  loaded: LoadedReturns,
): Promise<Facts> {
  const { empresa } = caller
  const { model, name: event } = devolverCompra
  const [periods, currency, rules] = await Promise.all([
    loadPeriods(tx, empresa, { days: rows.map(({ fecha }) => fecha), module: 'compras' }),
    findCompanyCurrency(tx, empresa),
    findEntryRules(tx, empresa, { model, event }),
  ])
  const nothing = { own: 0n, base: 0n }
  const sources = [...loaded.orders.values()].map(({ purchase, lines }) => {
    const document = { model, event, id: '', folio: '', fecha: '', purchase }
    const booked = lines.map((line) => ({ line, value: nothing, stock: null }))
    return receiptSource(document, booked, currency)
  })
  const accounts = await findAccounts(tx, empresa, accountsNeeded(sources, rules))
  return { periods, currency, rules, accounts, today: moment.today }
}

/** Takes a return off what stands received, or says why it cannot be. */
function take(
  facts: Facts,
  row: ReturnRow,
  loaded: LoadedReturns,
): Returning | { readonly problems: readonly ErrorEntry[] } {
  const closed = dayProblem(facts, row)
  if (closed !== null) return { problems: [closed] }
  const checked = checkReturn(loaded, row, loaded.rows.get(row.id) ?? [])
  if ('problems' in checked) return checked
  const problems: ErrorEntry[] = []
  const lines: { of: ReturningLine; value: ReceivedValue }[] = []
  for (const of of checked.lines) {
    const problem = excessProblem(of)
    if (problem !== null) {
      problems.push(problem)
      continue
    }
    const value = returnedValue(of)
    move(of, value, 1n)
    lines.push({ of, value })
  }
  const one: Returning = { row, order: checked.order, lines, movement: null }
  if (problems.length === 0) {
    const entry = planEntry(sourceOf(one, facts.currency), facts)
    if (entry.ok) return one
    problems.push(entry.error)
  }
  for (const { of, value } of lines) move(of, value, -1n)
  return { problems }
}

function dayProblem({ periods, today }: Facts, { fecha }: ReturnRow): ErrorEntry | null {
  if (fecha <= today) return periods.problemOf(fecha)
  const message = `fecha must not be after today, ${today}; it is ${fecha}.`
  return { code: 'VALIDATION', field: 'fecha', message }
}

/** What is returned of a receipt does not stand received of its purchase. */
function move(
  { line, receipt, cantidad }: ReturningLine,
  { base }: ReceivedValue,
  sign: 1n | -1n,
): void {
  line.received -= sign * cantidad
  line.value -= sign * base
  receipt.returned += sign * cantidad
  receipt.value += sign * base
}

async function stockOf(
  context: ActionContext,
  taken: readonly Returning[],
  batch: Batch,
): Promise<readonly Returning[]> {
  const { moved, refused } = await moveStock(
    context,
    taken.flatMap((one) => movementOf(context, one)),
  )
  for (const [id, problems] of refused) {
    const one = taken.find(({ row }) => row.id === id)
    // What others of this purchase are worth was decided as if this one had gone: all begin anew, one by one.
    if (taken.some((other) => other !== one && other.order === one?.order)) {
      throw new ApiError(problems)
    }
    for (const { of, value } of one?.lines ?? []) move(of, value, -1n)
    batch.refuse(id, ...problems)
  }
  return taken.flatMap((one) =>
    refused.has(one.row.id) ? [] : [{ ...one, movement: moved.get(one.row.id) ?? null }],
  )
}

function movementOf(
  { moment }: ActionContext,
  { row, lines }: Returning,
): readonly StockMovement[] {
  const kept = lines.filter(({ of }) => of.line.row.se_guarda)
  if (kept.length === 0) return []
  return [
    {
      key: row.id,
      id: null,
      concepto: 'DEV-PROV',
      fecha: row.fecha === moment.today ? moment.now : `${row.fecha}T18:00:00.000Z`,
      source: { model: devolverCompra.model, id: row.id },
      referencia: row.folio,
      reversa: null,
      serieEstado: 'devuelta',
      lines: kept.map(({ of }) => ({
        id: null,
        partida: of.row.partida,
        articulo: of.line.row.articulo ?? '',
        lote: of.row.lote ?? of.receipt.row.lote,
        serie: of.row.serie ?? of.receipt.row.serie,
        from: {
          almacen: warehouseOf(row, of.row) ?? '',
          ubicacion: of.row.ubicacion ?? of.receipt.row.ubicacion,
        },
        to: null,
        cantidad: quantityText(of.cantidad),
        unidad: of.line.row.unidad,
        importe: claimedOf(of),
        reserva: null,
        reversa: of.row.entrada,
      })),
    },
  ]
}

function sourceOf({ row, order, lines, movement }: Returning, currency: string) {
  const moved = new Map((movement?.lines ?? []).map((one) => [one.line.partida, one.valueOut]))
  const booked = lines.map(({ of, value }): BookedLine => {
    const stock = moved.get(of.row.partida) ?? value.base
    return { line: of.line, value, stock: of.line.row.se_guarda ? stock : null }
  })
  const { model, name: event } = devolverCompra
  const { id, folio, fecha } = row
  const document = { model, event, id, folio, fecha, purchase: order.purchase }
  return receiptSource(document, booked, currency)
}

/** The entry, now that stock has said at what value it gave the goods. */
function postingOf(facts: Facts, returning: Returning) {
  const entry = planEntry(sourceOf(returning, facts.currency), facts)
  if (!entry.ok) throw new ApiError([entry.error])
  if (entry.value.lines.length === 0) return []
  return [{ ...entry.value, periodo: facts.periods.idOf(returning.row.fecha) }]
}

/** Each purchase once, with the last day on which something of it was returned. */
function ordersOf(done: readonly Returning[]) {
  const days = new Map<Order, string>()
  for (const { order, row } of done) {
    const known = days.get(order)
    if (known === undefined || known < row.fecha) days.set(order, row.fecha)
  }
  return [...days].map(([order, fecha]) => ({ order, fecha }))
}

function deedOf({ row, order, lines, movement }: Returning) {
  return {
    model: devolverCompra.model,
    id: row.id,
    folio: row.folio,
    before: row.estado,
    after: 'enviada',
    more: {
      compra: order.purchase.folio,
      importe: amountText(sumOf(lines.map(({ value }) => value.base))),
      movimiento: movement?.folio ?? null,
    },
  }
}
