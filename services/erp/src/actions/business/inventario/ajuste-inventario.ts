import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../messages/documents.ts'
import { LOSS_BELOW_ZERO } from '../../../messages/stock-documents.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import { amountText, sumOf } from '../cents.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { differenceAmounts, differenceLine, differenceValue } from './decisions/difference-lines.ts'
import {
  ADJUSTMENT_EVENT,
  adjustmentBeyond,
  adjustmentSides,
  stockSource,
} from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'
import { MOVED, takeStockBack } from './take-stock-back.ts'

// What an adjustment says was found or is missing. @source docs/decisions/0243-erp-stock.md

const MODEL = 'AjusteInventario'
const LINES = 'AjusteInventarioPartida'

/** Lets an adjustment be applied. */
export const autorizarAjuste = decisionAction('AjusteInventario', {
  name: 'autorizar_ajuste',
  label: 'Autorizar ajuste',
  signs: ['autorizado_por'],
  decide: async (context, records) => {
    const ids = records.map(({ id }) => id)
    const lines = await rowsBelow(context, LINES, { parent: 'ajuste', ids, fields: [] })
    const bare = ids.filter((id) => !lines.has(id))
    return {
      refused: new Map(
        bare.map((id) => {
          const message = HAS_NO_LINES({ document: DOCUMENT({ model: MODEL, folio: id }) })
          return [id, { code: 'NO_LINES', message }]
        }),
      ),
      values: new Map(),
    }
  },
})

/** Refuses an adjustment, which then moves nothing. */
export const rechazarAjuste = decisionAction('AjusteInventario', {
  name: 'rechazar_ajuste',
  label: 'Rechazar ajuste',
  hasReason: true,
})

/** Moves what an authorized adjustment says was found or is missing. */
export const aplicarAjuste = documentAction('AjusteInventario', {
  name: 'aplicar_ajuste',
  label: 'Aplicar ajuste',
  fields: ['almacen', 'motivo', 'movimiento', 'importe'],
  run: async ({ context, batch, changes, move }) => {
    const { today } = context.moment
    const lines = await rowsBelow(context, LINES, {
      parent: 'ajuste',
      ids: batch.remaining.map(({ id }) => id),
      fields: ['partida', 'articulo', 'lote', 'serie', 'ubicacion', 'cantidad', 'costo_unitario'],
    })
    const linesOf = ({ id }: Adjustment): readonly Line[] => lines.get(id) ?? []
    const books = await openStockBooks(context, [today])
    for (const row of batch.remaining) {
      const problems = linesOf(row).flatMap((line) => problemOf(row, line))
      batch.refuse(row.id, ...problems, ...closedDay(books, today))
    }
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(row, linesOf(row), context.moment.now)),
    )
    batch.refuseAll(refused)
    const sources = batch.remaining.flatMap((row) => {
      const movement = moved.get(row.id)
      const worth = movement?.lines ?? []
      const importe = amountText(sumOf(worth.map(differenceValue)))
      move(row, {
        fields: { movimiento: movement?.id ?? null, importe },
        told: { importe, movimiento: movement?.folio ?? null },
      })
      for (const [index, { id }] of linesOf(row).entries()) {
        const value = worth[index]
        if (value !== undefined) changes.change(LINES, id, differenceAmounts(value))
      }
      if (movement === undefined) return []
      const document = { id: row.id, folio: row.folio, fecha: today }
      const details = { ...ADJUSTMENT_EVENT, moneda: books.moneda }
      return stockSource(details, document, adjustmentSides(movement)) ?? []
    })
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Takes an applied adjustment back; one that moved nothing yet is only cancelled. */
export const cancelarAjuste = documentAction('AjusteInventario', {
  name: 'cancelar_ajuste',
  label: 'Cancelar ajuste',
  hasReason: true,
  fields: MOVED,
  run: (work) => takeStockBack(work, { ...ADJUSTMENT_EVENT, named: adjustmentBeyond }),
})

type Adjustment = Picked<typeof MODEL, 'folio' | 'almacen' | 'motivo'>
type Line = Picked<
  typeof LINES,
  'partida' | 'articulo' | 'lote' | 'serie' | 'ubicacion' | 'cantidad' | 'costo_unitario'
>

const LOSSES: ReadonlySet<string> = new Set(['merma', 'caducidad', 'dano', 'robo'])

/** Of a loss nothing is found. */
function problemOf({ motivo }: Adjustment, { partida, cantidad }: Line): readonly ErrorEntry[] {
  if (!LOSSES.has(motivo) || cantidad.startsWith('-')) return []
  const message = LOSS_BELOW_ZERO({ line: partida, reason: motivo, given: cantidad })
  return [{ code: 'VALIDATION', field: 'cantidad', message }]
}

function movementOf(row: Adjustment, lines: readonly Line[], now: string): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: MODEL, id: row.id },
    referencia: row.folio,
    reversa: null,
    lines: lines.map((line) => differenceLine({ ...line, almacen: row.almacen })),
  }
}
