import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { REVALUES_NOTHING, REVALUES_NOWHERE } from '../../../messages/stock-documents.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { cents } from '../cents.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { closedDay, openStockBooks, planCounterEntries, planStockEntries } from './book-stock.ts'
import { adjustmentSides, stockSource } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'

// New values for what is in stock. @source docs/decisions/0253-erp-books.md

const MODEL = 'RevaluacionInventario'
const EVENT = { model: MODEL, event: 'aplicar_revaluacion' } as const

export const autorizarRevaluacion = decisionAction('RevaluacionInventario', {
  name: 'autorizar_revaluacion',
  label: 'Autorizar revaluación',
  signs: ['autorizado_por'],
})

export const regresarRevaluacion = decisionAction('RevaluacionInventario', {
  name: 'regresar_revaluacion',
  label: 'Regresar revaluación a borrador',
  clears: ['autorizado_por'],
})

/** Changes the value of what is in stock, and books the difference. */
export const aplicarRevaluacion = documentAction('RevaluacionInventario', {
  name: EVENT.event,
  label: 'Aplicar revaluación',
  fields: ['almacen', 'movimiento', 'poliza'],
  run: async ({ context, batch, changes, move }) => {
    const { today } = context.moment
    const books = await openStockBooks(context, [today])
    const lines = await changingLines(context, batch.remaining)
    for (const row of batch.remaining) {
      batch.refuse(row.id, ...problemsOf(row, lines.get(row.id) ?? []))
      batch.refuse(row.id, ...closedDay(books, today))
    }
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(context, row, { lines, sign: 1n })),
    )
    batch.refuseAll(refused)
    const sources = batch.remaining.flatMap((row) => {
      const movement = moved.get(row.id)
      if (movement === undefined) return []
      move(row, {
        fields: { movimiento: movement.id, poliza: changes.entryOf(row.id) },
        told: { movimiento: movement.folio },
      })
      const document = { id: row.id, folio: row.folio, fecha: today }
      const details = { ...EVENT, moneda: books.moneda }
      return stockSource(details, document, adjustmentSides(movement)) ?? []
    })
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Takes an applied revaluation back: the same stock is worth what it was. */
export const cancelarRevaluacion = documentAction('RevaluacionInventario', {
  name: 'cancelar_revaluacion',
  label: 'Cancelar revaluación',
  hasReason: true,
  fields: ['almacen', 'movimiento'],
  run: async ({ context, batch, changes, move, reason }) => {
    const { today } = context.moment
    const books = await openStockBooks(context, [today])
    for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, today))
    const lines = await changingLines(context, batch.remaining)
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(context, row, { lines, sign: -1n })),
    )
    batch.refuseAll(refused)
    for (const row of batch.remaining) {
      move(row, { told: { motivo: reason, reversa: moved.get(row.id)?.folio ?? null } })
    }
    const counters = await planCounterEntries(context, books, {
      model: MODEL,
      ids: batch.remaining.map(({ id }) => id),
      reason,
    })
    changes.post({ reversals: [...counters.values()].flat() })
  },
})

type Revaluation = Picked<typeof MODEL, 'folio' | 'almacen' | 'movimiento'>
type Line = Picked<
  'RevaluacionInventarioPartida',
  'partida' | 'articulo' | 'lote' | 'cantidad' | 'importe'
>
type LinesOf = ReadonlyMap<string, readonly Line[]>

/** The lines that change a value, by document. */
async function changingLines(
  context: ActionContext,
  documents: readonly Revaluation[],
): Promise<LinesOf> {
  const lines = await rowsBelow(context, 'RevaluacionInventarioPartida', {
    parent: 'revaluacion',
    ids: documents.map(({ id }) => id),
    fields: ['partida', 'articulo', 'lote', 'cantidad', 'importe'],
  })
  return new Map(
    [...lines].map(([id, all]) => [id, all.filter(({ importe }) => cents(importe) !== 0n)]),
  )
}

function problemsOf({ id, almacen }: Revaluation, lines: readonly Line[]): readonly ErrorEntry[] {
  if (lines.length === 0) {
    return [{ code: 'NO_LINES', message: REVALUES_NOTHING({ id }) }]
  }
  if (almacen !== null) return []
  return [{ code: 'VALIDATION', field: 'almacen', message: REVALUES_NOWHERE() }]
}

/** The movement that changes the value of stock as a revaluation says (1), or back again (-1). */
function movementOf(
  { moment }: ActionContext,
  row: Revaluation,
  details: { readonly lines: LinesOf; readonly sign: 1n | -1n },
): StockMovement {
  const isBack = details.sign < 0n
  const place = { almacen: row.almacen ?? '', ubicacion: null }
  return {
    key: row.id,
    id: null,
    concepto: isBack ? 'REVERSA' : 'AJUSTE',
    fecha: moment.now,
    source: { model: MODEL, id: row.id },
    referencia: row.folio,
    reversa: isBack ? row.movimiento : null,
    lines: (details.lines.get(row.id) ?? []).map(({ importe, ...line }) => {
      const revalue = details.sign * cents(importe)
      const isLess = revalue < 0n
      const moves = { from: isLess ? place : null, to: isLess ? null : place, revalue }
      const open = { id: null, serie: null, unidad: null, importe: null, reserva: null }
      return { ...line, ...open, ...moves, reversa: null }
    }),
  }
}
