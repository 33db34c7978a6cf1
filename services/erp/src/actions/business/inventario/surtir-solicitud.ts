import { pending } from '../../../dictionary/input-shape.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { quantity, quantityText } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { closedDay, openStockBooks, planStockEntries, type StockBooks } from './book-stock.ts'
import { lossSides, stockSource } from './decisions/stock-entries.ts'
import { lineQuantities } from './line-quantities.ts'
import { moveStock } from './move-stock.ts'
import { SOLICITUD_MATERIAL_STATES } from './solicitud-material-states.ts'
import type { MovedStock, StockLine, StockMovement } from './stock-movement.ts'
import {
  changeRequestLines,
  changeRequests,
  findRequestLines,
  lockRequests,
  type RequestLineRow,
  type RequestRow,
} from './store/request-store.ts'

/**
 * Hands out material that was asked for: all that is missing, or what `partidas` says.
 * @source docs/decisions/0253-erp-books.md
 */
export const surtirSolicitud: RecordAction = {
  model: 'SolicitudMaterial',
  name: 'surtir_solicitud',
  label: 'Surtir solicitud',
  mode: 'grid_action',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que se surte, por partida: [{"partida": 1, "cantidad": "5"}]. Sin ello, todo lo que falta.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          columns: [pending('cantidad_solicitada', 'cantidad_surtida')],
        },
      },
    ),
  ],
  emits: ['surtido', 'surtido_parcial'],
  run: supply,
}

/** A part of a line that is handed out now, in the unit of the line, in millionths. */
interface Part {
  readonly row: RequestLineRow
  readonly cantidad: bigint
}

/** A request whose material has left. */
interface Supplied {
  readonly row: RequestRow
  readonly parts: readonly Part[]
  readonly movement: MovedStock
  readonly estado: 'surtido' | 'surtido_parcial'
}

async function supply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const named = lineQuantities(context)
  const batch = new DocumentBatch(ids, await lockRequests(tx, caller.empresa, ids), {
    model: surtirSolicitud.model,
    states: statesBefore(SOLICITUD_MATERIAL_STATES, surtirSolicitud.name),
  })
  const books = await openStockBooks(context, [moment.today])
  const found = await findRequestLines(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ solicitud }) => solicitud)
  const parts = new Map<string, readonly Part[]>()
  for (const { id } of batch.remaining) {
    const some = partsOf(id, lines.get(id) ?? [], named)
    if ('problems' in some) batch.refuse(id, ...some.problems)
    else parts.set(id, some.parts)
    batch.refuse(id, ...closedDay(books, moment.today))
  }
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) => movementOf(row, parts.get(row.id) ?? [], moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.flatMap((row): readonly Supplied[] => {
    const movement = moved.get(row.id)
    const own = parts.get(row.id) ?? []
    if (movement === undefined) return []
    const isAll = isSupplied(lines.get(row.id) ?? [], own)
    return [{ row, parts: own, movement, estado: isAll ? 'surtido' : 'surtido_parcial' }]
  })
  await writeSupplied(context, books, done)
  return batch.outcome
}

function left({ solicitada, surtida }: RequestLineRow): bigint {
  return quantity(solicitada) - quantity(surtida)
}

function partsOf(
  id: string,
  lines: readonly RequestLineRow[],
  named: ReadonlyMap<number, string> | null,
): { readonly parts: readonly Part[] } | { readonly problems: readonly ErrorEntry[] } {
  if (lines.length === 0) {
    return {
      problems: [{ code: 'NO_LINES', message: `SolicitudMaterial ${id} has no lines.` }],
    }
  }
  if (named === null) {
    return {
      parts: lines
        .map((row) => ({ row, cantidad: left(row) }))
        .filter(({ cantidad }) => cantidad > 0n),
    }
  }
  const byNumber = new Map(lines.map((row) => [row.partida, row]))
  const problems: ErrorEntry[] = []
  const parts = [...named].flatMap(([partida, text]): readonly Part[] => {
    const row = byNumber.get(partida)
    const cantidad = quantity(text)
    if (row !== undefined && cantidad <= left(row)) return [{ row, cantidad }]
    const missing = row === undefined ? '0' : quantityText(left(row))
    const message = `Line ${partida}: ${missing} of what was asked for is missing, not ${text}.`
    problems.push({ code: 'VALIDATION', field: 'partidas', message })
    return []
  })
  return problems.length > 0 ? { problems } : { parts }
}

function isSupplied(lines: readonly RequestLineRow[], parts: readonly Part[]): boolean {
  const now = new Map(parts.map(({ row, cantidad }) => [row.id, cantidad]))
  return lines.every((row) => left(row) === (now.get(row.id) ?? 0n))
}

function movementOf(row: RequestRow, parts: readonly Part[], now: string): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'CONSUMO',
    fecha: now,
    source: { model: surtirSolicitud.model, id: row.id },
    referencia: row.folio,
    reversa: null,
    links: { centro_costo: row.centro_costo, proyecto: row.proyecto },
    lines: parts.map((part) => lineOf(row, part)),
  }
}

function lineOf({ almacen }: RequestRow, { row, cantidad }: Part): StockLine {
  const { partida, articulo, lote, ubicacion, unidad } = row
  return {
    id: null,
    partida,
    articulo,
    lote,
    serie: null,
    from: { almacen, ubicacion },
    to: null,
    cantidad: quantityText(cantidad),
    unidad,
    importe: null,
    reserva: null,
    reversa: null,
  }
}

async function writeSupplied(
  context: ActionContext,
  books: StockBooks,
  done: readonly Supplied[],
): Promise<void> {
  const { tx, caller, moment } = context
  await changeRequestLines(tx, caller.empresa, {
    changes: done.flatMap(({ parts, movement }) =>
      parts.map(({ row, cantidad }, index) => ({
        id: row.id,
        surtida: quantityText(quantity(row.surtida) + cantidad),
        importe: amountText(cents(row.importe) + (movement.lines[index]?.valueOut ?? 0n)),
        movimiento: movement.id,
        partida: row.partida,
      })),
    ),
    now: moment.now,
  })
  await changeRequests(tx, caller.empresa, {
    changes: done.map(({ row, estado }) => ({ id: row.id, estado })),
    now: moment.now,
  })
  const of = { model: surtirSolicitud.model, event: surtirSolicitud.name, moneda: books.moneda }
  const sources = done.flatMap(({ row, parts, movement }) => {
    const { id, folio, centro_costo: centroCosto, proyecto } = row
    const document = { id, folio, fecha: moment.today, centroCosto, proyecto }
    const sides = lossSides(movement).map((side, index) => ({
      ...side,
      cuenta: parts[index]?.row.cuenta ?? null,
    }))
    return stockSource(of, document, sides) ?? []
  })
  await recordDeeds(
    context,
    { ...surtirSolicitud, reason: null },
    done.map(({ row, movement, estado }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: estado,
      more: {
        importe: amountText(sumOf(movement.lines.map(({ valueOut }) => valueOut ?? 0n))),
        movimiento: movement.folio,
      },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
}
