import { ApiError, type ErrorEntry } from '../../../errors.ts'
import { AFTER_TODAY } from '../../../messages/documents.ts'
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
  readonly lines: readonly { readonly returned: ReturningLine; readonly value: ReceivedValue }[]
  readonly movement: MovedStock | null
}

export interface GivingFacts {
  readonly periods: Periods
  readonly currency: string
  readonly rules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly today: string
}

/** Loads what decides about returns of purchases and what they book. */
export async function loadGiving(
  { tx, caller, moment }: ActionContext,
  rows: readonly Return[],
  loaded: LoadedReturns,
): Promise<GivingFacts> {
  const { empresa } = caller
  const occasion = { model: MODEL, event: GIVE_BACK }
  const [periods, currency, rules] = await Promise.all([
    loadPeriods(tx, empresa, { days: rows.map(({ fecha }) => fecha), module: 'compras' }),
    findCompanyCurrency(tx, empresa),
    findEntryRules(tx, empresa, occasion),
  ])
  const nothing = { own: 0n, base: 0n }
  const sources = [...loaded.orders.values()].map(({ purchase, lines }) => {
    const document = { ...occasion, id: '', folio: '', fecha: '', purchase }
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
  const lines: { returned: ReturningLine; value: ReceivedValue }[] = []
  for (const returned of checked.lines) {
    const problem = excessProblem(returned)
    if (problem !== null) {
      problems.push(problem)
      continue
    }
    const value = returnedValue(returned)
    move(returned, value, 1n)
    lines.push({ returned, value })
  }
  const returning: Returning = { row, order: checked.order, lines, movement: null }
  if (problems.length === 0) {
    const entry = planEntry(sourceOf(returning, facts.currency), facts)
    if (entry.ok) return returning
    problems.push(entry.error)
  }
  for (const { returned, value } of lines) move(returned, value, -1n)
  return { problems }
}

function dayProblem({ periods, today }: GivingFacts, { fecha }: Return): ErrorEntry | null {
  if (fecha <= today) return periods.problemOf(fecha)
  return { code: 'VALIDATION', field: 'fecha', message: AFTER_TODAY({ fecha, today }) }
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
    taken.flatMap((returning) => movementOf(context, returning)),
  )
  for (const [id, problems] of refused) {
    const found = taken.find(({ row }) => row.id === id)
    // What others of this purchase are worth was decided as if this one had gone: all begin anew, one by one.
    if (taken.some((other) => other !== found && other.order === found?.order)) {
      throw new ApiError(problems)
    }
    for (const { returned, value } of found?.lines ?? []) move(returned, value, -1n)
    refuse(id, ...problems)
  }
  return taken.flatMap((returning) =>
    refused.has(returning.row.id)
      ? []
      : [{ ...returning, movement: moved.get(returning.row.id) ?? null }],
  )
}

function movementOf(
  { moment }: ActionContext,
  { row, lines }: Returning,
): readonly StockMovement[] {
  const kept = lines.filter(({ returned }) => returned.line.row.se_guarda)
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
      lines: kept.map(({ returned }) => ({
        id: null,
        partida: returned.row.partida,
        articulo: returned.line.row.articulo ?? '',
        lote: returned.row.lote ?? returned.receipt.row.lote,
        serie: returned.row.serie ?? returned.receipt.row.serie,
        from: {
          almacen: warehouseOf(row, returned.row) ?? '',
          ubicacion: returned.row.ubicacion ?? returned.receipt.row.ubicacion,
        },
        to: null,
        cantidad: quantityText(returned.cantidad),
        unidad: returned.line.row.unidad,
        importe: claimedOf(returned),
        reserva: null,
        reversa: returned.row.entrada,
      })),
    },
  ]
}

function sourceOf({ row, order, lines, movement }: Returning, currency: string) {
  const moved = new Map((movement?.lines ?? []).map((line) => [line.line.partida, line.valueOut]))
  const booked = lines.map(({ returned, value }): BookedLine => {
    const stock = moved.get(returned.row.partida) ?? value.base
    return { line: returned.line, value, stock: returned.line.row.se_guarda ? stock : null }
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
