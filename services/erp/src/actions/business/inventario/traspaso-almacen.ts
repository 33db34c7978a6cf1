import { pending } from '../../../dictionary/input-shape.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { DOCUMENT, HAS_NO_LINES } from '../../../messages/documents.ts'
import { ARRIVES_TOO_MUCH } from '../../../messages/stock-documents.ts'
import { jsonInput } from '../action-inputs.ts'
import type { ActionContext } from '../action.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { quantity, quantityText } from '../quantity.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { transferSources } from './decisions/stock-entries.ts'
import {
  afterArrival,
  afterSending,
  arrivingLine,
  leftOf,
  sentLine,
  type UnderWay,
} from './decisions/transfer-lines.ts'
import { lineQuantities } from './line-quantities.ts'
import { moveStock } from './move-stock.ts'
import type { StockMovement } from './stock-movement.ts'
import { findTransferLines, type TransferLineRow } from './store/transfer-store.ts'

// What goes from one warehouse to another. @source docs/decisions/0243-erp-stock.md

const MODEL = 'TraspasoAlmacen'
const LINES = 'TraspasoAlmacenPartida'
const PLACES = ['almacen_origen', 'almacen_destino', 'almacen_transito'] as const
const ARRIVAL = [...PLACES, 'recibido', 'recibido_por'] as const

/** Takes what a transfer sends out of its first warehouse. */
export const enviarTraspaso = documentAction('TraspasoAlmacen', {
  name: 'enviar_traspaso',
  label: 'Enviar traspaso',
  fields: [...PLACES, 'enviado'],
  run: async ({ context, batch, changes, move }) => {
    const { today, now } = context.moment
    const lines = await linesOf(context, batch.remaining)
    const books = await openStockBooks(context, [today])
    for (const { id } of batch.remaining) {
      if (lines.has(id)) batch.refuse(id, ...closedDay(books, today))
      else {
        const message = HAS_NO_LINES({ document: DOCUMENT({ model: MODEL, folio: id }) })
        batch.refuse(id, { code: 'NO_LINES', message })
      }
    }
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.map((row) => ({
        ...movementOf(row, now),
        lines: (lines.get(row.id) ?? []).map((line) => sentLine(row, line)),
      })),
    )
    batch.refuseAll(refused)
    for (const row of batch.remaining) {
      const movement = moved.get(row.id)
      // The lines moved in the order in which they were read.
      for (const [index, line] of (lines.get(row.id) ?? []).entries()) {
        const movedLine = movement?.lines[index]
        if (movedLine !== undefined) changes.change(LINES, line.id, afterSending(line, movedLine))
      }
      move(row, { fields: { enviado: now }, told: { movimiento: movement?.folio } })
    }
    const details = { done: batch.remaining, moved, books, fecha: today }
    const sources = transferSources('enviar_traspaso', details)
    changes.post({ entries: await planStockEntries(context, books, sources) })
  },
})

/** Brings what a transfer sent into its second warehouse: all of it, or what `partidas` says arrived. */
export const recibirTraspaso = documentAction('TraspasoAlmacen', {
  name: 'recibir_traspaso',
  label: 'Recibir traspaso',
  inputs: [
    jsonInput(
      {
        name: 'partidas',
        label: 'Partidas',
        help: 'Lo que llegó, por partida: [{"partida": 1, "cantidad": "5"}]. Sin ello, todo lo que falta.',
        required: false,
      },
      {
        lines: {
          relation: 'partidas',
          key: 'partida',
          columns: [pending('cantidad_enviada', 'cantidad_recibida')],
        },
      },
    ),
  ],
  fields: ARRIVAL,
  run: async (work) => {
    const { context, batch } = work
    const arrived = lineQuantities(context)
    const lines = await linesOf(context, batch.remaining)
    const parts = new Map<string, readonly UnderWay[]>()
    for (const { id } of batch.remaining) {
      const some = partsOf(lines.get(id) ?? [], arrived)
      if ('problems' in some) batch.refuse(id, ...some.problems)
      else parts.set(id, some.parts)
    }
    await settle(work, { to: 'destino', lines, parts })
  },
})

/** Ends a transfer: what is still under way goes back to where it came from, at the value that it left with. */
export const cancelarTraspaso = documentAction('TraspasoAlmacen', {
  name: 'cancelar_traspaso',
  label: 'Cancelar traspaso',
  hasReason: true,
  fields: ARRIVAL,
  run: async (work) => {
    const { context, batch } = work
    const sent = batch.remaining.filter(({ estado }) => SENT.has(estado))
    const lines = await linesOf(context, sent)
    const parts = new Map([...lines].map(([id, rows]) => [id, underWay(rows)]))
    await settle(work, { to: 'origen', lines, parts })
  },
})

const SENT: ReadonlySet<string> = new Set(['en_transito', 'recibido_parcial'])

type Work = DocumentWork<typeof MODEL, (typeof ARRIVAL)[number]>
type Row = Work['batch']['remaining'][number]

/** What is no longer under way, and where it goes. */
interface Settlement {
  readonly to: 'destino' | 'origen'
  /** All lines of the transfers, by transfer. */
  readonly lines: ReadonlyMap<string, readonly TransferLineRow[]>
  /** The parts that go there now, by transfer. */
  readonly parts: ReadonlyMap<string, readonly UnderWay[]>
}

/** Brings what is under way to where it goes, or back. */
async function settle(
  { context, batch, changes, move }: Work,
  settlement: Settlement,
): Promise<void> {
  const { caller, moment } = context
  const { parts, to } = settlement
  const partsTo = ({ id }: Row) => parts.get(id) ?? []
  const books = await openStockBooks(context, [moment.today])
  for (const { id } of batch.remaining) {
    if (parts.has(id)) batch.refuse(id, ...closedDay(books, moment.today))
  }
  const { moved, refused } = await moveStock(
    context,
    batch.remaining
      .filter((row) => partsTo(row).length > 0)
      .map((row) => ({
        ...movementOf(row, moment.now),
        lines: partsTo(row).map((part) => arrivingLine(row, part, to)),
      })),
  )
  batch.refuseAll(refused)
  for (const row of batch.remaining) {
    for (const part of partsTo(row)) changes.change(LINES, part.row.id, afterArrival(part, to))
    move(row, {
      to: stateAfter(settlement, row),
      fields: to === 'destino' ? { recibido: moment.now, recibido_por: caller.usuarioId } : {},
      told: { movimiento: moved.get(row.id)?.folio ?? null },
    })
  }
  // What comes back is booked as what arrives.
  const details = { done: batch.remaining, moved, books, fecha: moment.today }
  const sources = transferSources('recibir_traspaso', details)
  changes.post({ entries: await planStockEntries(context, books, sources) })
}

/** Of what comes back: what had arrived has arrived. */
function stateAfter(settlement: Settlement, row: Row) {
  if (settlement.to === 'origen') {
    return row.estado === 'recibido_parcial' ? 'recibido' : 'cancelado'
  }
  return isAll(settlement, row) ? 'recibido' : 'recibido_parcial'
}

/** Whether nothing of a transfer is under way any more. */
function isAll({ lines, parts }: Settlement, { id }: Row): boolean {
  const moving = new Map((parts.get(id) ?? []).map(({ row, cantidad }) => [row.id, cantidad]))
  return (lines.get(id) ?? []).every((line) => leftOf(line) === (moving.get(line.id) ?? 0n))
}

async function linesOf(
  { tx, caller }: ActionContext,
  transfers: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly TransferLineRow[]>> {
  const ids = transfers.map(({ id }) => id)
  const lines = await findTransferLines(tx, caller.empresa, ids)
  return Map.groupBy(lines, ({ traspaso }) => traspaso)
}

function movementOf(
  { id, folio }: { readonly id: string; readonly folio: string },
  now: string,
): Omit<StockMovement, 'lines'> {
  return {
    key: id,
    id: null,
    concepto: 'TRASPASO',
    fecha: now,
    source: { model: MODEL, id },
    referencia: folio,
    reversa: null,
  }
}

function underWay(lines: readonly TransferLineRow[]): readonly UnderWay[] {
  return lines
    .map((row) => ({ row, cantidad: leftOf(row) }))
    .filter(({ cantidad }) => cantidad > 0n)
}

function partsOf(
  lines: readonly TransferLineRow[],
  arrived: ReadonlyMap<number, string> | null,
): { readonly parts: readonly UnderWay[] } | { readonly problems: readonly ErrorEntry[] } {
  if (arrived === null) return { parts: underWay(lines) }
  const byNumber = new Map(lines.map((row) => [row.partida, row]))
  const problems: ErrorEntry[] = []
  const parts = [...arrived].flatMap(([partida, text]) => {
    const row = byNumber.get(partida)
    const left = row === undefined ? 0n : leftOf(row)
    const cantidad = quantity(text)
    if (row !== undefined && cantidad <= left) return [{ row, cantidad }]
    const message = ARRIVES_TOO_MUCH({ line: partida, left: quantityText(left), given: text })
    problems.push({ code: 'VALIDATION', field: 'partidas', message })
    return []
  })
  return problems.length > 0 ? { problems } : { parts }
}
