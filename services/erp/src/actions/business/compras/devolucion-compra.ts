import type { ErrorEntry } from '../../../errors.ts'
import { RETURN_CREDITED } from '../../../messages/purchase-returns.ts'
import type { ActionContext } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { checkReturn, excessProblem, RETURN, type ReceiptLine } from './decisions/check-return.ts'
import { putBack, putOff } from './decisions/put-back.ts'
import {
  GIVE_BACK,
  loadGiving,
  ordersOf,
  postingOf,
  take,
  takeOut,
  type Returning,
} from './give-back.ts'
import { loadReturns } from './load-returns.ts'
import { lockSettlement, settleOrders } from './settle-orders.ts'
import { findMadeMovements } from './store/made-movement-store.ts'
import { findCredited } from './store/return-store.ts'
import { loadTakingBack, settleTakenBack, takeStockBack } from './take-back.ts'

// What goes back to suppliers. @source docs/decisions/0247-erp-receiving.md

const MODEL = 'DevolucionCompra'
const LINES = 'DevolucionCompraPartida'

/** Lets goods go back to their supplier; they leave with `devolver_compra`. */
export const autorizarDevolucion = documentAction('DevolucionCompra', {
  name: 'autorizar_devolucion',
  label: 'Autorizar devolución',
  fields: RETURN,
  run: async ({ context, batch, move }) => {
    const facts = await loadReturns(context, idsOf(batch.remaining))
    for (const row of batch.remaining) {
      const checked = checkReturn(facts, row, facts.rows.get(row.id) ?? [])
      const problems =
        'problems' in checked
          ? checked.problems
          : checked.lines.flatMap((line) => excessProblem(line) ?? [])
      batch.refuse(row.id, ...problems)
    }
    for (const row of batch.remaining) move(row, {})
  },
})

/** Sends goods back to their supplier: they leave stock and are no longer received of their purchase. */
export const devolverCompra = documentAction('DevolucionCompra', {
  name: GIVE_BACK,
  label: 'Devolver compra',
  fields: RETURN,
  run: async ({ context, batch, changes, move }) => {
    const loaded = await loadReturns(context, idsOf(batch.remaining))
    const facts = await loadGiving(context, batch.remaining, loaded)
    const taken: Returning[] = []
    for (const row of batch.remaining) {
      const returning = take(facts, row, loaded)
      if ('problems' in returning) batch.refuse(row.id, ...returning.problems)
      else taken.push(returning)
    }
    if (taken.length === 0) return
    const settlement = await lockSettlement(context, [...loaded.orders.keys()])
    const done = await takeOut(context, taken, (id, ...problems) => batch.refuse(id, ...problems))
    const byId = new Map(done.map((returning) => [returning.row.id, returning]))
    for (const row of batch.remaining) {
      const returning = byId.get(row.id)
      if (returning === undefined) continue
      move(row, { told: toldOf(returning) })
      for (const { returned, value } of returning.lines) {
        changes.change(LINES, returned.row.id, { importe_base: amountText(value.base) })
      }
    }
    const lines = done.flatMap((returning) => returning.lines)
    noteReturned(changes, new Set(lines.map(({ returned }) => returned.receipt)))
    changes.post({ entries: done.flatMap((returning) => postingOf(facts, returning)) })
    await settleOrders(context, changes, {
      facts: settlement,
      periods: facts.periods,
      orders: ordersOf(done),
      closing: null,
      accruals: done.flatMap(({ row, order, lines: own }) =>
        own.map(({ returned, value }) => ({
          model: MODEL,
          record: row.id,
          compra: order.purchase.id,
          linea: returned.line.row.id,
          importe: -value.base,
        })),
      ),
      takenBack: null,
    })
  },
})

/** Takes returns back: the goods are there again. */
export const cancelarDevolucion = documentAction('DevolucionCompra', {
  name: 'cancelar_devolucion',
  label: 'Cancelar devolución',
  hasReason: true,
  fields: RETURN,
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    // What was not sent has moved nothing.
    const sent = () => batch.remaining.filter(({ estado }) => estado === 'enviada')
    const documents = { model: MODEL, ids: idsOf(sent()) }
    const loaded = await loadReturns(context, documents.ids)
    const [credited, movements, taking] = await Promise.all([
      findCredited(tx, caller.empresa, documents.ids),
      findMadeMovements(tx, caller.empresa, documents),
      loadTakingBack(context, documents),
    ])
    for (const { id, folio } of sent()) {
      const notes = credited.filter(({ devolucion }) => devolucion === id)
      const problem =
        notes.length > 0
          ? creditedProblem(context, folio, notes)
          : (taking.periods.problemOf(moment.today) ?? putBack(loaded, id))
      if (problem !== null) batch.refuse(id, problem)
    }
    const facts = await lockSettlement(context, [...loaded.orders.keys()], documents)
    await takeStockBack(context, { documents: sent(), movements }, (id, ...problems) => {
      putOff(loaded, id)
      batch.refuse(id, ...problems)
    })
    for (const row of batch.remaining) move(row, {})
    noteReturned(changes, loaded.receiptLines.values())
    await settleTakenBack(context, changes, {
      model: MODEL,
      documents: sent().flatMap(({ id, folio }) => {
        const compra = loaded.rows.get(id)?.[0]?.compra ?? null
        return compra === null ? [] : [{ id, folio, compra }]
      }),
      orders: loaded.orders,
      facts,
      taking,
    })
  },
})

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id)
}

function toldOf({ order, lines, movement }: Returning) {
  return {
    compra: order.purchase.folio,
    importe: amountText(sumOf(lines.map(({ value }) => value.base))),
    movimiento: movement?.folio ?? null,
  }
}

/** Writes how much of the lines of receipts is returned. */
function noteReturned(changes: Changes, lines: Iterable<ReceiptLine>): void {
  for (const { row, returned, value } of lines) {
    if (returned === quantity(row.cantidad_devuelta)) continue
    const fields = {
      cantidad_devuelta: quantityText(returned),
      importe_devuelto: amountText(value),
    }
    changes.change('RecepcionCompraPartida', row.id, fields)
  }
}

function creditedProblem(
  context: ActionContext,
  folio: string,
  notes: readonly { readonly count: number; readonly ids: readonly number[] }[],
): ErrorEntry {
  const found = notes.map((note) => ({ ...note, modelo: 'NotaCreditoProveedor' }))
  const { dependents, told } = toldDependents(found, seenBy(context))
  return { code: 'HAS_DEPENDENTS', message: RETURN_CREDITED({ folio, told }), dependents }
}
