import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded, planEntry } from '../contabilidad/decisions/plan-entry.ts'
import type { EntryPosting } from '../contabilidad/effects/write-entries.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantityText } from '../quantity.ts'
import {
  checkReturn,
  claimedOf,
  excessProblem,
  returnedValue,
  warehouseOf,
  type Return,
  type ReturningLine,
} from './decisions/check-return.ts'
import { receiptSource, type BookedLine } from './decisions/receipt-entry.ts'
import type { Order, ReceivedValue } from './decisions/received-orders.ts'
import type { LoadedReturns } from './load-returns.ts'

const MODEL = 'DevolucionCompra'
export const GIVE_BACK = 'devolver_compra'

/** What goes back by a document. */
export interface Returning {
  readonly row: Return
  readonly order: Order
  readonly lines: readonly { readonly of: ReturningLine; readonly value: ReceivedValue }[]
  readonly movement: MovedStock | null
}

export interface GivingFacts {
  readonly periods: Periods
  readonly currency: string
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly today: string
}

/** What decides about returns of purchases and what they book. */
export async function loadGiving(
  { tx, caller, moment }: ActionContext,
  rows: readonly Return[],
  loaded: LoadedReturns,
): Promise<GivingFacts> {
  const { empresa } = caller
  const of = { model: MODEL, event: GIVE_BACK }
  const [periods, currency, rules] = await Promise.all([
    loadPeriods(tx, empresa, { days: rows.map(({ fecha }) => fecha), module: 'compras' }),
    findCompanyCurrency(tx, empresa),
    findEntryRules(tx, empresa, of),
  ])
  const nothing = { own: 0n, base: 0n }
  const sources = [...loaded.orders.values()].map(({ purchase, lines }) => {
    const document = { ...of, id: '', folio: '', fecha: '', purchase }
    const booked = lines.map((line) => ({ line, value: nothing, stock: null }))
    return receiptSource(document, booked, currency)
  })
  const accounts = await findAccounts(tx, empresa, accountsNeeded(sources, rules))
  return { periods, currency, rules, accounts, today: moment.today }
}

/** Takes a return off what stands received, or says why it cannot be. */
export function take(
  facts: GivingFacts,
  row: Return,
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

function dayProblem({ periods, today }: GivingFacts, { fecha }: Return): ErrorEntry | null {
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

/** Takes returns out of stock. @throws ApiError when one of several of a purchase cannot leave */
export async function takeOut(
  context: ActionContext,
  taken: readonly Returning[],
  refuse: (id: string, ...problems: readonly ErrorEntry[]) => void,
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
    refuse(id, ...problems)
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
      source: { model: MODEL, id: row.id },
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
  const { id, folio, fecha } = row
  const document = { model: MODEL, event: GIVE_BACK, id, folio, fecha, purchase: order.purchase }
  return receiptSource(document, booked, currency)
}

/** The entry, now that stock has said at what value it gave the goods. */
export function postingOf(facts: GivingFacts, returning: Returning): readonly EntryPosting[] {
  const entry = planEntry(sourceOf(returning, facts.currency), facts)
  if (!entry.ok) throw new ApiError([entry.error])
  if (entry.value.lines.length === 0) return []
  return [{ ...entry.value, periodo: facts.periods.idOf(returning.row.fecha) }]
}

/** Each purchase once, with the last day on which something of it was returned. */
export function ordersOf(done: readonly Returning[]) {
  const days = new Map<Order, string>()
  for (const { order, row } of done) {
    const known = days.get(order)
    if (known === undefined || known < row.fecha) days.set(order, row.fecha)
  }
  return [...days].map(([order, fecha]) => ({ order, fecha }))
}
