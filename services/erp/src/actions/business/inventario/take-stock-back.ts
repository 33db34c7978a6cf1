import type { DocumentWork } from '../document-action.ts'
import type { DocumentBatch } from '../document-batch.ts'
import type { Fields } from '../later.ts'
import type { LockedDocument } from '../moved-documents.ts'
import { closedDay, openStockBooks } from './book-stock.ts'
import { planTakenBack } from './plan-taken-back.ts'
import type { TakenBack } from './plan-taken-back.ts'
import { reverseMovements } from './reverse-movements.ts'

/** What is read of a document whose stock is taken back. */
export const MOVED = ['movimiento', 'movimiento.folio'] as const

interface MovedDocument extends LockedDocument {
  readonly movimiento: string | null
  readonly 'movimiento.folio': string | null
}

interface Work<R extends MovedDocument> extends Pick<
  DocumentWork<'AjusteInventario', never>,
  'context' | 'changes' | 'reason'
> {
  readonly batch: DocumentBatch<R>
  readonly move: (row: R, details: { readonly told: Fields }) => void
}

/**
 * Takes the movements of documents back today, at the value that they moved, with what was booked for them. A document
 * that moved nothing yet only changes its state.
 */
export async function takeStockBack<R extends MovedDocument>(
  { context, batch, changes, move, reason }: Work<R>,
  details: Pick<TakenBack, 'model' | 'event' | 'named'>,
): Promise<void> {
  const { today } = context.moment
  const books = await openStockBooks(context, [today])
  for (const { id, movimiento } of batch.remaining) {
    if (movimiento !== null) batch.refuse(id, ...closedDay(books, today))
  }
  const applied = batch.remaining.flatMap(({ movimiento: id, 'movimiento.folio': folio }) =>
    id === null ? [] : [{ id, folio: folio ?? '' }],
  )
  const { moved, refused } = await reverseMovements(context, applied)
  for (const { id, movimiento } of batch.remaining) {
    batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
  }
  const documents = batch.remaining.map((row) => ({ row, moved: moved.get(row.movimiento ?? '') }))
  for (const { row, moved: back } of documents) {
    move(row, { told: { motivo: reason, reversa: back?.folio ?? null } })
  }
  changes.post(
    await planTakenBack(context, books, {
      ...details,
      reason,
      documents: documents.map(({ row: { id, folio }, moved: back }) => ({
        id,
        folio,
        fecha: today,
        moved: back,
      })),
    }),
  )
}
