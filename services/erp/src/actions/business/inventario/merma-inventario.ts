import type { Picked } from '../../../dictionary/row-types.ts'
import { amountText, sumOf } from '../cents.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { costBeyond, lossSides, stockSource } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'
import { MOVED, takeStockBack } from './take-stock-back.ts'

// Stock that is lost. @source docs/decisions/0253-erp-books.md

const MODEL = 'MermaInventario'
const EVENT = { model: MODEL, event: 'aplicar_merma' } as const

/** Says that a loss may be taken out of stock; `aplicar_merma` does it. */
export const autorizarMerma = decisionAction('MermaInventario', {
  name: 'autorizar_merma',
  label: 'Autorizar merma',
  signs: ['autorizado_por'],
})

export const regresarMerma = decisionAction('MermaInventario', {
  name: 'regresar_merma',
  label: 'Regresar merma a reportada',
  clears: ['autorizado_por'],
})

export const rechazarMerma = decisionAction('MermaInventario', {
  name: 'rechazar_merma',
  label: 'Rechazar merma',
  hasReason: true,
})

/** Takes a loss out of stock, at what it cost. */
export const aplicarMerma = documentAction('MermaInventario', {
  name: EVENT.event,
  label: 'Aplicar merma',
  fields: [
    'articulo',
    'almacen',
    'ubicacion',
    'lote',
    'serie',
    'cantidad',
    'movimiento',
    'importe',
  ],
  run: async ({ context, batch, changes, move }) => {
    const { today, now } = context.moment
    const books = await openStockBooks(context, [today])
    for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, today))
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(row, now)),
    )
    batch.refuseAll(refused)
    const sources = batch.remaining.flatMap((row) => {
      const movement = moved.get(row.id)
      if (movement === undefined) return []
      const importe = amountText(sumOf(movement.lines.map(({ valueOut }) => valueOut ?? 0n)))
      move(row, {
        fields: { movimiento: movement.id, importe },
        told: { importe, movimiento: movement.folio },
      })
      const document = { id: row.id, folio: row.folio, fecha: today }
      return stockSource({ ...EVENT, moneda: books.moneda }, document, lossSides(movement)) ?? []
    })
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Takes an applied loss back. */
export const cancelarMerma = documentAction('MermaInventario', {
  name: 'cancelar_merma',
  label: 'Cancelar merma',
  hasReason: true,
  fields: MOVED,
  run: (work) => takeStockBack(work, { ...EVENT, named: costBeyond }),
})

type Loss = Picked<
  typeof MODEL,
  'folio' | 'articulo' | 'almacen' | 'ubicacion' | 'lote' | 'serie' | 'cantidad'
>

function movementOf(row: Loss, now: string): StockMovement {
  const { id, folio, articulo, almacen, ubicacion, lote, serie, cantidad } = row
  const line = { articulo, lote, serie, cantidad, from: { almacen, ubicacion }, to: null }
  return {
    key: id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: MODEL, id },
    referencia: folio,
    reversa: null,
    lines: [
      { ...line, id: null, partida: 1, unidad: null, importe: null, reserva: null, reversa: null },
    ],
  }
}
