import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../messages/documents.ts'
import { COUNTED_TOO_FEW, NOT_COUNTED } from '../../../messages/stock-documents.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import type { Changes, MadeFields } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import type { Later } from '../later.ts'
import { atUnitCost, quantity, quantityText } from '../quantity.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { differenceAmounts, differenceLine, differenceValue } from './decisions/difference-lines.ts'
import { ADJUSTMENT_EVENT, adjustmentSides, stockSource } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import type { MovedStock, StockMovement } from './stock-movement.ts'
import { findCounted, findExpected, type CountedRow } from './store/count-store.ts'

// Counts of what is in a warehouse. @source docs/decisions/0243-erp-stock.md

const MODEL = 'InventarioFisico'
const LINES = 'InventarioFisicoPartida'

/**
 * Lists what a count should find, and freezes how much of it there is: what moves later does not change the difference.
 */
export const iniciarConteo = documentAction('InventarioFisico', {
  name: 'iniciar_conteo',
  label: 'Iniciar conteo',
  fields: ['fecha_congelado'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const expected = await findExpected(tx, caller.empresa, idsOf(batch.remaining))
    const next = new Map(expected.map(({ inventario, ultima }) => [inventario, ultima]))
    for (const { id, inventario, articulo, ubicacion, lote, teorica } of expected) {
      if (id === null) {
        const partida = (next.get(inventario) ?? 0) + 1
        next.set(inventario, partida)
        const what = { inventario, partida, articulo, ubicacion, lote }
        changes.insert(LINES, { ...what, cantidad_teorica: teorica, ajustada: false })
      } else changes.change(LINES, id, { cantidad_teorica: teorica })
    }
    for (const row of batch.remaining) move(row, { fields: { fecha_congelado: moment.now } })
  },
})

/** Ends the counting: each line's difference and what it is worth. */
export const cerrarConteo = documentAction('InventarioFisico', {
  name: 'cerrar_conteo',
  label: 'Cerrar conteo',
  fields: ['conteos_requeridos', 'importe_diferencia'],
  run: async ({ context: { tx, caller }, batch, changes, move }) => {
    const lines = byCount(await findCounted(tx, caller.empresa, idsOf(batch.remaining)))
    for (const row of batch.remaining) batch.refuse(row.id, ...problemsOf(row, lines))
    for (const row of batch.remaining) {
      const results = (lines.get(row.id) ?? []).map((line) => ({ line, fields: resultOf(line) }))
      for (const { line, fields } of results) changes.change(LINES, line.id, fields)
      const importe = amountText(
        sumOf(results.map(({ fields }) => cents(fields.importe_diferencia))),
      )
      const fields = { importe_diferencia: importe }
      move(row, { fields, told: fields })
    }
  },
})

/** Ends a count without adjusting anything. */
export const cancelarConteo = documentAction('InventarioFisico', {
  name: 'cancelar_conteo',
  label: 'Cancelar conteo',
  hasReason: true,
  fields: [],
  run: async ({ batch, move }) => {
    for (const row of batch.remaining) move(row, {})
  },
})

/** Moves the differences of a count by an adjustment that is applied at once. */
export const ajustarConteo = documentAction('InventarioFisico', {
  name: 'ajustar_conteo',
  label: 'Ajustar conteo',
  fields: ['almacen', 'importe_diferencia', 'ajuste'],
  run: async ({ context, batch, changes, move }) => {
    const { tx, caller, moment } = context
    const found = await findCounted(tx, caller.empresa, idsOf(batch.remaining))
    const lines = byCount(found.filter(isDifferent))
    const books = await openStockBooks(context, [moment.today])
    const differing = batch.remaining.filter(({ id }) => lines.has(id))
    for (const { id } of differing) batch.refuse(id, ...closedDay(books, moment.today))
    const { moved, refused } = await moveStock(
      context,
      batch.remaining
        .filter(({ id }) => lines.has(id))
        .map((row) => movementOf(row, lines.get(row.id) ?? [], moment.now)),
    )
    batch.refuseAll(refused)
    const made = batch.remaining.flatMap((row) => {
      const movement = moved.get(row.id)
      const importe = amountText(sumOf((movement?.lines ?? []).map(differenceValue)))
      const told = { importe_diferencia: importe, movimiento: movement?.folio ?? null }
      if (movement === undefined) {
        move(row, { fields: { importe_diferencia: importe }, told })
        return []
      }
      const own = lines.get(row.id) ?? []
      const adjustment = { almacen: row.almacen, inventario: row.id, importe }
      const head = { ...adjustment, fecha: moment.today, autorizado_por: caller.usuarioId }
      const id = adjust(changes, { head, lines: own, movement })
      move(row, { fields: { importe_diferencia: importe, ajuste: movement.id }, told })
      return [{ id, movement }]
    })
    // Entries name the adjustments.
    await changes.number()
    const sources = made.flatMap(({ id, movement }) => {
      const document = { id: id.id, folio: folioOf(id.id), fecha: moment.today }
      const details = { ...ADJUSTMENT_EVENT, moneda: books.moneda }
      return stockSource(details, document, adjustmentSides(movement)) ?? []
    })
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

type Count = Picked<typeof MODEL, 'folio' | 'almacen'>

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id)
}

function byCount(lines: readonly CountedRow[]): ReadonlyMap<string, readonly CountedRow[]> {
  return Map.groupBy(lines, ({ inventario }) => inventario)
}

// The first ten of them show what is missing.
const MAX_NAMED = 10

function problemsOf(
  { id, conteos_requeridos: required }: Picked<typeof MODEL, 'conteos_requeridos'>,
  all: ReadonlyMap<string, readonly CountedRow[]>,
): readonly ErrorEntry[] {
  const lines = all.get(id) ?? []
  if (lines.length === 0) {
    const document = DOCUMENT({ model: MODEL, folio: id })
    return [{ code: 'NO_LINES', message: HAS_NO_LINES({ document }) }]
  }
  const wanted = required ?? 0
  return lines
    .filter(({ contada, conteos }) => contada === null || conteos < wanted)
    .slice(0, MAX_NAMED)
    .map(({ partida: line, contada, conteos: done }) => {
      const message =
        contada === null ? NOT_COUNTED({ line }) : COUNTED_TOO_FEW({ line, done, wanted })
      return { code: 'VALIDATION', field: 'cantidad_contada', message }
    })
}

function resultOf({ teorica, contada, costo }: CountedRow) {
  const difference = quantity(contada ?? '0') - quantity(teorica)
  return {
    cantidad_contada: contada ?? '0',
    diferencia: quantityText(difference),
    costo_unitario: costo,
    importe_diferencia: amountText(atUnitCost(difference, quantity(costo))),
    ajustada: false,
  }
}

function isDifferent({ diferencia }: CountedRow): boolean {
  return diferencia !== null && /[1-9]/.test(diferencia)
}

function movementOf(row: Count, lines: readonly CountedRow[], now: string): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: MODEL, id: row.id },
    referencia: row.folio,
    reversa: null,
    lines: lines.map((line) =>
      differenceLine({
        ...line,
        almacen: row.almacen,
        serie: null,
        cantidad: line.diferencia ?? '0',
        costo_unitario: null,
      }),
    ),
  }
}

const FOLIO_DIGITS = 6

function folioOf(id: string): string {
  return `AC-${id.padStart(FOLIO_DIGITS, '0')}`
}

/** Makes the adjustment that says what was found and what is missing; returns its id. */
function adjust(
  changes: Changes,
  {
    head,
    lines,
    movement,
  }: {
    readonly head: Pick<
      MadeFields<'AjusteInventario'>,
      'almacen' | 'inventario' | 'importe' | 'fecha' | 'autorizado_por'
    >
    readonly lines: readonly CountedRow[]
    readonly movement: MovedStock
  },
): Later {
  const id = changes.insert('AjusteInventario', (own) => ({
    ...head,
    folio: own.as(folioOf),
    motivo: 'diferencia_conteo' as const,
    movimiento: movement.id,
    estado: 'aplicado' as const,
  }))
  for (const [index, moved] of movement.lines.entries()) {
    const line = lines[index]
    if (line === undefined) continue
    const { costo_unitario, importe } = differenceAmounts(moved)
    const { articulo, lote } = moved.line
    const { ubicacion, contada, diferencia } = line
    const cantidad = diferencia ?? '0'
    const what = { ajuste: id, partida: index + 1, articulo, lote, ubicacion, cantidad }
    changes.insert('AjusteInventarioPartida', { ...what, costo_unitario, importe })
    changes.change(LINES, line.id, {
      cantidad_contada: contada ?? '0',
      diferencia: cantidad,
      costo_unitario,
      importe_diferencia: importe,
      ajustada: true,
    })
  }
  return id
}
