import type { ActionContext } from '../action.ts'
import type { RecordAction } from '../action.ts'
import type { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { transferSources } from './decisions/stock-entries.ts'
import { afterArrival, arrivingLine, leftOf, type UnderWay } from './decisions/transfer-lines.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'
import {
  changeTransferLines,
  changeTransfers,
  type TransferLineRow,
  type TransferRow,
} from './store/transfer-store.ts'

/** What is no longer under way, and where it goes. */
export interface Settlement {
  readonly action: Pick<RecordAction, 'model' | 'name'>
  readonly reason: string | null
  readonly to: 'destino' | 'origen'
  /** All lines of the transfers, by transfer. */
  readonly lines: ReadonlyMap<string, readonly TransferLineRow[]>
  /** The parts that go there now, by transfer. */
  readonly parts: ReadonlyMap<string, readonly UnderWay[]>
  readonly stateAfter: (transfer: TransferRow, isAll: boolean) => string
}

/** What comes back is booked as what arrives. */
const RECEIVED = 'recibir_traspaso'

/** Brings what is under way to where it goes, or back. */
export async function settleTransfers(
  context: ActionContext,
  batch: DocumentBatch<TransferRow>,
  settlement: Settlement,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { action, parts, to } = settlement
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) {
    if (parts.has(id)) batch.refuse(id, ...closedDay(books, moment.today))
  }
  const moving = batch.remaining.filter(({ id }) => (parts.get(id) ?? []).length > 0)
  const { moved, refused } = await moveStock(
    context,
    moving.map((row) => movementOf(row, settlement, moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.map((row) => ({
    row,
    estado: settlement.stateAfter(row, isAll(settlement, row)),
  }))
  await changeTransferLines(tx, empresa, {
    changes: done.flatMap(({ row }) =>
      (parts.get(row.id) ?? []).map((part) => afterArrival(part, to)),
    ),
    now: moment.now,
  })
  const isArrival = to === 'destino'
  await changeTransfers(tx, empresa, {
    changes: done.map(({ row, estado }) => ({
      id: row.id,
      estado,
      enviado: null,
      recibido: isArrival ? moment.now : null,
      recibido_por: isArrival ? caller.usuarioId : null,
    })),
    now: moment.now,
  })
  const sources = transferSources(RECEIVED, {
    moved,
    books,
    done: done.map(({ row }) => row),
    fecha: moment.today,
  })
  const entries = await planStockEntries(context, books, sources)
  await recordDeeds(
    context,
    { ...action, reason: settlement.reason },
    done.map(({ row, estado }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: estado,
      more: { movimiento: moved.get(row.id)?.folio ?? null },
    })),
    { entries, reversals: [] },
  )
}

function movementOf(
  row: TransferRow,
  { action, parts, to }: Settlement,
  now: string,
): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'TRASPASO',
    fecha: now,
    source: { model: action.model, id: row.id },
    referencia: row.folio,
    reversa: null,
    lines: (parts.get(row.id) ?? []).map((part) => arrivingLine(row, part, to)),
  }
}

/** Whether nothing of a transfer is under way any more. */
function isAll({ lines, parts }: Settlement, { id }: TransferRow): boolean {
  const moving = new Map((parts.get(id) ?? []).map(({ row, cantidad }) => [row.id, cantidad]))
  return (lines.get(id) ?? []).every((line) => leftOf(line) === (moving.get(line.id) ?? 0n))
}
