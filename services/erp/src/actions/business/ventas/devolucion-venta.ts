import type { Picked } from '../../../dictionary/row-types.ts'
import { rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { amountText } from '../cents.ts'
import type { Changes } from '../changes.ts'
import { decisionAction } from '../decide-records.ts'
import { documentAction } from '../document-action.ts'
import { closedDay } from '../inventario/book-stock.ts'
import { moveStock } from '../inventario/move-stock.ts'
import { reverseMovements } from '../inventario/reverse-movements.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantity, quantityText } from '../quantity.ts'
import { openCostBooks, planCostReversals, planCosts } from './cost-books.ts'
import { ReturnedState, type AcceptedReturn } from './decisions/check-return.ts'
import { lineCost, totalCost, type CostedLine } from './decisions/cost-source.ts'
import { countedAfter } from './decisions/counted-lines.ts'
import { findReturnLines, type ReturnLineRow } from './store/return-store.ts'

// What customers give back. @source docs/decisions/0250-erp-selling.md

const MODEL = 'DevolucionVenta'
const LINES = 'DevolucionVentaPartida'
const SALE_FIRST = { reference: 'venta', called: 'sale' } as const
const CHECKED = [
  'cliente',
  'venta',
  'venta.estado',
  'venta.cliente',
  'almacen.clave',
  'almacen.tipo',
  'motivo_devolucion.destino',
  'motivo_devolucion.requiere_inspeccion',
] as const

/** Lets what customers ask to give back come. */
export const autorizarDevolucion = documentAction('DevolucionVenta', {
  name: 'autorizar_devolucion',
  label: 'Autorizar devolución',
  locksFirst: SALE_FIRST,
  fields: CHECKED,
  run: async ({ context, batch, move }) => {
    const lines = await linesOf(context, batch.remaining)
    const state = new ReturnedState()
    for (const row of batch.remaining) {
      batch.refuse(row.id, ...state.problemsOfRequest(row, lines.get(row.id) ?? []))
    }
    for (const row of batch.remaining) move(row, {})
  },
})

/** Does not take what customers ask to give back. */
export const rechazarDevolucion = decisionAction('DevolucionVenta', {
  name: 'rechazar_devolucion',
  label: 'Rechazar devolución',
  hasReason: true,
})

/** Receives what customers give back: it is in stock again, at the cost with which it left. */
export const recibirDevolucion = documentAction('DevolucionVenta', {
  name: 'recibir_devolucion',
  label: 'Recibir devolución',
  locksFirst: SALE_FIRST,
  fields: [
    ...CHECKED,
    'almacen',
    'moneda',
    'movimiento',
    'costo',
    'venta.sucursal',
    'venta.vendedor',
    'venta.condicion_pago',
  ],
  run: async ({ context, batch, changes, move }) => {
    const { today, now } = context.moment
    const books = await openCostBooks(context, [today])
    const lines = await linesOf(context, batch.remaining)
    const state = new ReturnedState()
    const accepted = new Map<string, readonly AcceptedReturn[]>()
    for (const row of batch.remaining) {
      const decided = state.accept(row, lines.get(row.id) ?? [])
      if ('problems' in decided) batch.refuse(row.id, ...decided.problems)
      else accepted.set(row.id, decided.accepted)
    }
    for (const { id } of batch.remaining) batch.refuse(id, ...closedDay(books, today))
    const { moved, refused } = await moveStock(
      context,
      batch.remaining.flatMap((row) => movementOf(row, accepted.get(row.id) ?? [], now)),
    )
    batch.refuseAll(refused)
    const received = batch.remaining.map((row) => {
      const [own, movement] = [accepted.get(row.id) ?? [], moved.get(row.id)]
      return { row, accepted: own, movement, costed: costedLines(own, movement) }
    })
    for (const { row, movement, costed } of received) {
      const costo = amountText(totalCost(costed))
      move(row, {
        fields: { movimiento: movement?.id ?? row.movimiento, costo },
        told: { venta: row.venta, movimiento: movement?.folio ?? null, costo },
      })
    }
    acceptLines(changes, received)
    const documents = received.map(({ row, costed }) => ({
      document: { model: MODEL, event: 'recibir_devolucion', row, fecha: today },
      costed,
    }))
    changes.post({ entries: await planCosts(context, books, documents) })
  },
})

/** Takes returns back: what came back is out again, at the value that it came with. */
export const cancelarDevolucion = documentAction('DevolucionVenta', {
  name: 'cancelar_devolucion',
  label: 'Cancelar devolución',
  hasReason: true,
  locksFirst: SALE_FIRST,
  fields: ['venta', 'movimiento', 'movimiento.folio'],
  run: async ({ context, batch, changes, move }) => {
    const { today } = context.moment
    const books = await openCostBooks(context, [today])
    for (const { id } of batch.remaining.filter(isReceived)) {
      batch.refuse(id, ...closedDay(books, today))
    }
    const { moved, refused } = await reverseMovements(
      context,
      batch.remaining.filter(isReceived).flatMap(movedBy),
    )
    for (const { id, movimiento } of batch.remaining) {
      batch.refuse(id, ...(refused.get(movimiento ?? '') ?? []))
    }
    const received = batch.remaining.filter(isReceived)
    const lines = await rowsBelow(context, LINES, {
      parent: 'devolucion',
      ids: received.map(({ id }) => id),
      fields: ['cantidad_aceptada', 'venta_partida', 'venta_partida.cantidad_devuelta'],
    })
    countReturned(
      changes,
      [...lines.values()].flat().map((line) => ({
        id: line.venta_partida,
        before: line['venta_partida.cantidad_devuelta'],
        more: -quantity(line.cantidad_aceptada ?? '0'),
      })),
    )
    for (const row of batch.remaining) {
      move(row, { told: { reversa: moved.get(row.movimiento ?? '')?.folio ?? null } })
    }
    const of = { model: MODEL, documents: received }
    changes.post({ reversals: await planCostReversals(context, books, of) })
  },
})

type ReceivedRow = Picked<typeof MODEL, 'folio' | 'venta' | 'almacen'>

async function linesOf(
  { tx, caller }: ActionContext,
  returns: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly ReturnLineRow[]>> {
  const ids = returns.map(({ id }) => id)
  const lines = await findReturnLines(tx, caller.empresa, ids)
  return Map.groupBy(lines, ({ devolucion }) => devolucion)
}

function isKept({ line, accepted }: AcceptedReturn): boolean {
  return line.tiene_existencia && accepted > 0n
}

function movementOf(
  row: ReceivedRow,
  accepted: readonly AcceptedReturn[],
  now: string,
): readonly StockMovement[] {
  const kept = accepted.filter(isKept)
  if (kept.length === 0) return []
  return [
    {
      key: row.id,
      id: null,
      concepto: 'DEV-CLIE',
      fecha: now,
      source: { model: MODEL, id: row.id },
      referencia: row.folio,
      reversa: null,
      links: { venta: row.venta },
      lines: kept.map(({ line, accepted: cantidad, cost }) => ({
        id: null,
        partida: line.partida,
        articulo: line.articulo,
        lote: line.lote,
        serie: line.serie,
        from: null,
        to: { almacen: row.almacen, ubicacion: line.ubicacion },
        cantidad: quantityText(cantidad),
        unidad: line.unidad_vendida,
        importe: cost,
        reserva: null,
        reversa: null,
      })),
    },
  ]
}

/** The lines that moved, in the order in which they were accepted. */
function costedLines(
  accepted: readonly AcceptedReturn[],
  movement: MovedStock | undefined,
): readonly CostedLine[] {
  const kept = accepted.filter(isKept)
  return (movement?.lines ?? []).flatMap((moved, index) => {
    const one = kept[index]
    if (one === undefined) return []
    const { id, centro_costo } = one.line
    return [{ id, centro_costo, cantidad: quantityText(one.accepted), moved }]
  })
}

/** Notes what was accepted of lines and what it cost; null: it keeps no stock. */
function acceptLines(
  changes: Changes,
  received: readonly {
    readonly accepted: readonly AcceptedReturn[]
    readonly costed: readonly CostedLine[]
  }[],
): void {
  const costs = new Map(
    received.flatMap(({ costed }) => costed.map((one) => [one.id, lineCost(one)])),
  )
  const all = received.flatMap(({ accepted }) => accepted)
  for (const { line, accepted } of all) {
    const { costo_unitario = null, importe_costo = null } = costs.get(line.id) ?? {}
    const cantidad = quantityText(accepted)
    changes.change(LINES, line.id, { cantidad_aceptada: cantidad, costo_unitario, importe_costo })
  }
  countReturned(
    changes,
    all.map(({ line, accepted }) => ({ id: line.vendida, before: line.devuelta, more: accepted })),
  )
}

/** Counts what came back of lines of sales, which are locked. */
function countReturned(
  changes: Changes,
  parts: readonly {
    readonly id: string | null
    readonly before: string | null
    readonly more: bigint
  }[],
): void {
  const sold = parts.flatMap((part) => (part.id === null ? [] : [{ ...part, id: part.id }]))
  for (const [id, cantidad] of countedAfter(sold)) {
    changes.change('VentaPartida', id, { cantidad_devuelta: cantidad })
  }
}

function isReceived({ estado }: { readonly estado: string }): boolean {
  return estado === 'recibida'
}

function movedBy(row: Picked<typeof MODEL, 'movimiento' | 'movimiento.folio'>) {
  const { movimiento: id, 'movimiento.folio': folio } = row
  return id === null ? [] : [{ id, folio: folio ?? '' }]
}
