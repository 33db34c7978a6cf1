import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries, type StockBooks } from './book-stock.ts'
import { transferSources } from './decisions/stock-entries.ts'
import { afterSending, sentLine } from './decisions/transfer-lines.ts'
import { moveStock } from './move-stock.ts'
import type { StockOutcome } from './stock-movement.ts'
import {
  changeTransferLines,
  changeTransfers,
  findTransferLines,
  lockTransfers,
  type TransferLineRow,
  type TransferRow,
} from './store/transfer-store.ts'
import { TRASPASO_ALMACEN_STATES } from './traspaso-almacen-states.ts'

/**
 * Takes what a transfer sends out of its first warehouse.
 * @source docs/decisions/0243-erp-stock.md
 */
export const enviarTraspaso: RecordAction = {
  model: 'TraspasoAlmacen',
  name: 'enviar_traspaso',
  label: 'Enviar traspaso',
  mode: 'grid_action',
  inputs: [],
  emits: ['en_transito'],
  run: send,
}

async function send(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockTransfers(tx, empresa, ids), {
    model: enviarTraspaso.model,
    states: statesBefore(TRASPASO_ALMACEN_STATES, enviarTraspaso.name),
  })
  const found = await findTransferLines(
    tx,
    empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ traspaso }) => traspaso)
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) {
    if (lines.has(id)) batch.refuse(id, ...closedDay(books, moment.today))
    else batch.refuse(id, { code: 'NO_LINES', message: `TraspasoAlmacen ${id} has no lines.` })
  }
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) => ({
      key: row.id,
      id: null,
      concepto: 'TRASPASO',
      fecha: moment.now,
      source: { model: enviarTraspaso.model, id: row.id },
      referencia: row.folio,
      reversa: null,
      lines: (lines.get(row.id) ?? []).map((line) => sentLine(row, line)),
    })),
  )
  batch.refuseAll(refused)
  await markSent(context, batch.remaining, { lines, moved, books })
  return batch.outcome
}

async function markSent(
  context: ActionContext,
  done: readonly TransferRow[],
  of: {
    readonly lines: ReadonlyMap<string, readonly TransferLineRow[]>
    readonly moved: StockOutcome['moved']
    readonly books: StockBooks
  },
): Promise<void> {
  const { tx, caller, moment } = context
  const { now } = moment
  const changes = done.flatMap(({ id }) => {
    const rows = of.lines.get(id) ?? []
    // The lines moved in the order in which they were read.
    return (of.moved.get(id)?.lines ?? []).flatMap((line, index) => {
      const row = rows[index]
      return row === undefined ? [] : [afterSending(row, line)]
    })
  })
  await changeTransferLines(tx, caller.empresa, { changes, now })
  const sent = { estado: 'en_transito', enviado: now, recibido: null, recibido_por: null }
  await changeTransfers(tx, caller.empresa, {
    changes: done.map(({ id }) => ({ id, ...sent })),
    now,
  })
  const sources = transferSources('enviar_traspaso', { ...of, done, fecha: moment.today })
  const entries = await planStockEntries(context, of.books, sources)
  await recordDeeds(
    context,
    { ...enviarTraspaso, reason: null },
    done.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: sent.estado,
      more: { movimiento: of.moved.get(id)?.folio },
    })),
    { entries, reversals: [] },
  )
}
