import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity, quantityText } from '../quantity.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { allowedOf, type OrderLine } from './decisions/received-orders.ts'
import { DEVOLUCION_COMPRA_STATES } from './devolucion-compra-states.ts'
import { loadReturns, type LoadedReturns } from './load-returns.ts'
import { lockSettlement } from './settle-orders.ts'
import {
  changeReturned,
  changeReturns,
  findCredited,
  lockReturns,
  type ReturnLineRow,
  type ReturnRow,
} from './store/return-store.ts'
import { loadTakingBack, settleTakenBack, takeStockBack } from './take-back.ts'

/**
 * Takes returns back: the goods are there again.
 * @source docs/decisions/0247-erp-receiving.md
 */
export const cancelarDevolucion: RecordAction = {
  model: 'DevolucionCompra',
  name: 'cancelar_devolucion',
  label: 'Cancelar devolución',
  mode: 'grid_action',
  inputs: [reasonInput()],
  emits: ['cancelada'],
  run: cancel,
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { model, name } = cancelarDevolucion
  const batch = new DocumentBatch(ids, await lockReturns(tx, empresa, ids), {
    model,
    states: statesBefore(DEVOLUCION_COMPRA_STATES, name),
  })
  // What was not sent has moved nothing.
  const sent = () => batch.remaining.filter(({ estado }) => estado === 'enviada')
  const known = sent().map(({ id }) => id)
  const loaded = await loadReturns(context, known)
  const [credited, taking] = await Promise.all([
    findCredited(tx, empresa, known),
    loadTakingBack(context, { model, ids: known }),
  ])
  for (const { id, folio } of sent()) {
    const notes = credited.filter(({ devolucion }) => devolucion === id)
    const problem =
      notes.length > 0
        ? creditedProblem(context, folio, notes)
        : (taking.periods.problemOf(moment.today) ?? putBack(loaded, id))
    if (problem !== null) batch.refuse(id, problem)
  }
  const compras = [...loaded.orders.keys()]
  const facts = await lockSettlement(context, compras, { model, ids: known })
  const refuse = (id: string, ...problems: readonly ErrorEntry[]) => {
    putOff(loaded, id)
    batch.refuse(id, ...problems)
  }
  await takeStockBack(context, sent(), refuse)
  await settleTakenBack(context, {
    action: { model, name, to: 'cancelada' },
    documents: batch.remaining.map((row) => ({ ...row, compra: purchaseOf(loaded, row) })),
    orders: loaded.orders,
    facts,
    taking,
  })
  await changeReturned(tx, empresa, {
    lines: [...loaded.receiptLines.values()].map(({ row, returned, value }) => ({
      id: row.id,
      devuelta: quantityText(returned),
      importe_devuelto: amountText(value),
    })),
    now: moment.now,
  })
  const done = batch.remaining.map(({ id }) => id)
  await changeReturns(tx, empresa, { ids: done, estado: 'cancelada', now: moment.now })
  return batch.outcome
}

function creditedProblem(
  context: ActionContext,
  folio: string,
  notes: readonly { readonly count: number; readonly ids: readonly number[] }[],
): ErrorEntry {
  const found = notes.map((note) => ({ ...note, modelo: 'NotaCreditoProveedor' }))
  const { dependents, names } = toldDependents(found, seenBy(context))
  const message = `DevolucionCompra ${folio} was credited: ${names}. Cancel that first.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}

function purchaseOf(loaded: LoadedReturns, { id, estado }: ReturnRow): string | null {
  return estado === 'enviada' ? (loaded.rows.get(id)?.[0]?.compra ?? null) : null
}

/** What was returned stands received again, unless something came instead of it. */
function putBack(loaded: LoadedReturns, id: string): ErrorEntry | null {
  move(loaded, id, 1n)
  const excess = lineRows(loaded, id).find(({ line }) => line.received > allowedOf(line))
  if (excess === undefined) return null
  move(loaded, id, -1n)
  const { row, line } = excess
  const [ordered, allowed] = [quantityText(line.cantidad), quantityText(allowedOf(line))]
  const received = quantityText(line.received + quantity(row.cantidad))
  return {
    code: 'OUT_OF_TOLERANCE',
    message:
      `Line ${row.partida}: other goods were received instead. ${ordered} were ordered; with what was returned ` +
      `${received} would stand received, but ${allowed} are allowed.`,
    ordered,
    received,
    allowed,
  }
}

function putOff(loaded: LoadedReturns, id: string): void {
  move(loaded, id, -1n)
}

function move(loaded: LoadedReturns, id: string, sign: 1n | -1n): void {
  for (const { row, line } of lineRows(loaded, id)) {
    const receipt = loaded.receiptLines.get(row.recepcion_partida ?? '')
    const [cantidad, value] = [quantity(row.cantidad), cents(row.importe_base ?? '0')]
    line.received += sign * cantidad
    line.value += sign * value
    if (receipt === undefined) continue
    receipt.returned -= sign * cantidad
    receipt.value -= sign * value
  }
}

function lineRows(
  { rows, orders, receiptLines }: LoadedReturns,
  id: string,
): readonly { readonly row: ReturnLineRow; readonly line: OrderLine }[] {
  return (rows.get(id) ?? []).flatMap((row) => {
    const of = receiptLines.get(row.recepcion_partida ?? '')?.row.compra_partida
    const line = orders.get(row.compra ?? '')?.lines.find((one) => one.row.id === of)
    return line === undefined ? [] : [{ row, line }]
  })
}
