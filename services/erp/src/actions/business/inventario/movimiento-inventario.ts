import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { mexicanDay } from '../../../identity/mexican-day.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../messages/documents.ts'
import type { Message } from '../../../messages/message.ts'
import {
  CONCEPT_INACTIVE,
  LINE_COST_DIFFERS,
  MOVEMENT_OF_DOCUMENT,
  MOVES_LATER,
  MOVES_NOWHERE,
  REVERSAL_IS_FINAL,
} from '../../../messages/stock-documents.ts'
import { amountText, cents } from '../cents.ts'
import type { EntrySource } from '../contabilidad/decisions/entry-source.ts'
import { documentAction } from '../document-action.ts'
import { atUnitCost, quantity } from '../quantity.ts'
import { closedDay, openStockBooks, planStockEntries, type StockBooks } from './book-stock.ts'
import type { MovementLine } from './decisions/reversal.ts'
import {
  MOVEMENT_EVENT,
  movementBeyond,
  movementSides,
  stockSource,
  type StockDocument,
} from './decisions/stock-entries.ts'
import { movementValue } from './effects/write-stock.ts'
import { moveStock } from './move-stock.ts'
import { planTakenBack } from './plan-taken-back.ts'
import { movementLines, reverseMovements } from './reverse-movements.ts'
import type { MovedStock, StockLine, StockMovement, StockPlace } from './stock-movement.ts'

// What enters and leaves stock without another document. @source docs/decisions/0243-erp-stock.md

const MODEL = 'MovimientoInventario'
const FIELDS = [
  'fecha',
  'almacen',
  'almacen_destino',
  'registro',
  'movimiento_reversa',
  'centro_costo',
  'proyecto',
  'importe',
  'poliza',
  'concepto.naturaleza',
  'concepto.activo',
  'concepto.cuenta_contrapartida',
  'modelo.nombre',
] as const

type Movement = Picked<typeof MODEL, 'folio' | (typeof FIELDS)[number]>

/** Moves what the lines of a movement say: stock, its value, its layers. */
export const aplicarMovimiento = documentAction('MovimientoInventario', {
  name: 'aplicar_movimiento',
  label: 'Aplicar movimiento',
  fields: FIELDS,
  run: async ({ context, batch, changes, move }) => {
    if (batch.remaining.length === 0) return
    const lines = await movementLines(
      context,
      batch.remaining.map(({ id }) => id),
    )
    const linesOf = ({ id }: Movement) => lines.get(id) ?? []
    const books = await openStockBooks(context, batch.remaining.map(dayOf))
    for (const row of batch.remaining) {
      const problems = problemsOf(row, linesOf(row), context.moment.now)
      batch.refuse(row.id, ...(problems.length > 0 ? problems : closedDay(books, dayOf(row))))
    }
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => movementOf(row, linesOf(row))),
    )
    batch.refuseAll(refused)
    for (const row of batch.remaining) {
      const importe = amountText(movementValue(moved.get(row.id)?.lines ?? []))
      move(row, { fields: { importe, poliza: changes.entryOf(row.id) }, told: { importe } })
    }
    const sources = batch.remaining.flatMap((row) => sourceOf(row, moved.get(row.id), books) ?? [])
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Takes an applied movement back by another one, at the value that it moved; a draft is only cancelled. */
export const cancelarMovimiento = documentAction('MovimientoInventario', {
  name: 'cancelar_movimiento',
  label: 'Cancelar movimiento',
  hasReason: true,
  fields: FIELDS,
  run: async ({ context, batch, changes, move, reason }) => {
    const { today } = context.moment
    const books = await openStockBooks(context, [today])
    for (const row of batch.remaining) {
      const problem = problemOfBack(row)
      if (problem !== null) batch.refuse(row.id, problem)
      else if (row.estado === 'aplicado') batch.refuse(row.id, ...closedDay(books, today))
    }
    const applied = batch.remaining.filter(({ estado }) => estado === 'aplicado')
    const { moved, refused } = await reverseMovements(context, applied)
    batch.refuseAll(refused)
    for (const row of batch.remaining) {
      move(row, { told: { motivo: reason, reversa: moved.get(row.id)?.folio ?? null } })
    }
    changes.post(
      await planTakenBack(context, books, {
        ...MOVEMENT_EVENT,
        reason,
        named: movementBeyond,
        documents: batch.remaining.map((row) => ({
          ...documentOf(row, today),
          moved: moved.get(row.id),
        })),
      }),
    )
  },
})

function documentOf(row: Movement, day: string): StockDocument {
  const { id, folio, centro_costo: centroCosto, proyecto } = row
  const contrapartida = row['concepto.cuenta_contrapartida']
  return { id, folio, fecha: day, centroCosto, proyecto, contrapartida }
}

function problemOfBack(row: Movement): ErrorEntry | null {
  const { id, registro, movimiento_reversa: reversed, 'modelo.nombre': model } = row
  if (reversed !== null) {
    return { code: 'INVALID_STATE', message: REVERSAL_IS_FINAL({ id, reversed }) }
  }
  if (model === null) return null
  const message = MOVEMENT_OF_DOCUMENT({ id, model, record: registro })
  return { code: 'INVALID_STATE', message }
}

/** The day of a movement, by which it is booked. */
function dayOf({ fecha }: Movement): string {
  return mexicanDay(Date.parse(fecha))
}

function sourceOf(
  row: Movement,
  moved: MovedStock | undefined,
  { moneda }: StockBooks,
): EntrySource | null {
  if (moved === undefined) return null
  const document = documentOf(row, dayOf(row))
  return stockSource({ ...MOVEMENT_EVENT, moneda }, document, movementSides(moved))
}

function problemsOf(
  row: Movement,
  lines: readonly MovementLine[],
  now: string,
): readonly ErrorEntry[] {
  if (lines.length === 0) {
    const document = DOCUMENT({ model: MODEL, folio: row.id })
    return [{ code: 'NO_LINES', message: HAS_NO_LINES({ document }) }]
  }
  if (!row['concepto.activo']) return [invalid('concepto', CONCEPT_INACTIVE())]
  if (row.fecha > now) return [invalid('fecha', MOVES_LATER({ day: row.fecha }))]
  if (row['concepto.naturaleza'] === 'traspaso' && row.almacen_destino === null) {
    return [invalid('almacen_destino', MOVES_NOWHERE())]
  }
  return lines.flatMap(problemOfCost)
}

function problemOfCost(line: MovementLine): readonly ErrorEntry[] {
  const { importe, costo_unitario: cost, cantidad, partida } = line
  if (importe === null || cost === null) return []
  const made = atUnitCost(quantity(positive(cantidad)), quantity(cost))
  if (cents(importe) === made) return []
  const message = LINE_COST_DIFFERS({
    line: partida,
    importe,
    cantidad,
    cost,
    made: amountText(made),
  })
  return [invalid('importe', message)]
}

function invalid(field: string, message: Message): ErrorEntry {
  return { code: 'VALIDATION', field, message }
}

function positive(cantidad: string): string {
  return cantidad.replace(/^-/, '')
}

function movementOf(row: Movement, lines: readonly MovementLine[]): StockMovement {
  return {
    key: row.id,
    id: row.id,
    concepto: 'AJUSTE',
    fecha: row.fecha,
    source: null,
    referencia: null,
    reversa: null,
    lines: lines.map((line) => lineOf(row, line)),
  }
}

function lineOf(row: Movement, line: MovementLine): StockLine {
  const { id, partida, articulo, lote, serie, cantidad, unidad, reserva } = line
  const { from, to } = placesOf(row, line)
  const isAdjustment = row['concepto.naturaleza'] === 'ajuste'
  return {
    id,
    partida,
    articulo,
    lote,
    serie,
    from,
    to,
    cantidad: isAdjustment ? positive(cantidad) : cantidad,
    unidad,
    importe: from === null ? costOf(line) : null,
    reserva,
    reversa: null,
  }
}

/** What an entry was said to cost; null: nothing was said. */
function costOf({ importe, costo_unitario: cost, cantidad }: MovementLine): bigint | null {
  if (cost !== null) return atUnitCost(quantity(positive(cantidad)), quantity(cost))
  return importe === null ? null : cents(importe)
}

/** Where a line comes from and goes to, by the nature of the movement's concept; an adjustment by its sign. */
function placesOf(
  { 'concepto.naturaleza': nature, almacen, almacen_destino: destino }: Movement,
  { ubicacion, ubicacion_destino: ubicacionDestino, cantidad }: MovementLine,
): { readonly from: StockPlace | null; readonly to: StockPlace | null } {
  const here = { almacen, ubicacion }
  switch (nature) {
    case 'entrada':
      return { from: null, to: here }
    case 'salida':
      return { from: here, to: null }
    case 'traspaso':
      return { from: here, to: { almacen: destino ?? almacen, ubicacion: ubicacionDestino } }
    case 'ajuste':
      return cantidad.startsWith('-') ? { from: here, to: null } : { from: null, to: here }
  }
}
