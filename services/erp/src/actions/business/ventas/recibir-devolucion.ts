import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText } from '../cents.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { DocumentBatch } from '../document-batch.ts'
import { moveStock } from '../inventario/move-stock.ts'
import type { MovedStock, StockMovement } from '../inventario/stock-movement.ts'
import { quantityText } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { ReturnedState, type AcceptedReturn } from './decisions/check-return.ts'
import { costSource, lineCost, totalCost, type CostedLine } from './decisions/cost-source.ts'
import { DEVOLUCION_VENTA_STATES } from './devolucion-venta-states.ts'
import { writeCostEntries } from './effects/write-cost-entries.ts'
import {
  acceptReturnLines,
  changeReturns,
  countReturned,
  findReturnLines,
  lockReturns,
  type ReturnRow,
} from './store/return-store.ts'

/**
 * Receives what customers give back: it is in stock again, at the cost with which it left.
 * @source docs/decisions/0250-erp-selling.md
 */
export const recibirDevolucion: RecordAction = {
  model: 'DevolucionVenta',
  name: 'recibir_devolucion',
  label: 'Recibir devolución',
  mode: 'grid_action',
  inputs: [],
  emits: ['recibida'],
  run: receive,
}

type Accepted = ReadonlyMap<string, readonly AcceptedReturn[]>

async function receive(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockReturns(tx, empresa, ids), {
    model: recibirDevolucion.model,
    states: statesBefore(DEVOLUCION_VENTA_STATES, recibirDevolucion.name),
  })
  const days = [moment.today]
  const periods = await loadPeriods(tx, empresa, { days, module: 'ventas' })
  const accepted = await acceptLines(context, batch)
  const closed = periods.problemOf(moment.today)
  if (closed !== null) for (const { id } of batch.remaining) batch.refuse(id, closed)
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.flatMap((row) => movementOf(row, accepted.get(row.id) ?? [], moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.map((row) => ({
    row,
    accepted: accepted.get(row.id) ?? [],
    movement: moved.get(row.id),
    costed: costedLines(accepted.get(row.id) ?? [], moved.get(row.id)),
  }))
  await write(context, done)
  const { model, name: event } = recibirDevolucion
  await writeCostEntries(context, { model, event, periods }, (currency) =>
    done.map(({ row, costed }) => costSource(documentOf(row, moment.today), costed, currency)),
  )
  await recordDeeds(
    context,
    { ...recibirDevolucion, reason: null },
    done.map(({ row, movement, costed }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'recibida',
      more: {
        venta: row.venta,
        movimiento: movement?.folio ?? null,
        costo: amountText(totalCost(costed)),
      },
    })),
  )
  return batch.outcome
}

async function acceptLines(
  { tx, caller }: ActionContext,
  batch: DocumentBatch<ReturnRow>,
): Promise<Accepted> {
  const ids = batch.remaining.map(({ id }) => id)
  const found = await findReturnLines(tx, caller.empresa, ids)
  const lines = Map.groupBy(found, ({ devolucion }) => devolucion)
  const state = new ReturnedState()
  const accepted = new Map<string, readonly AcceptedReturn[]>()
  for (const row of batch.remaining) {
    const decided = state.accept(row, lines.get(row.id) ?? [])
    if ('problems' in decided) batch.refuse(row.id, ...decided.problems)
    else accepted.set(row.id, decided.accepted)
  }
  return accepted
}

function isKept({ line, accepted }: AcceptedReturn): boolean {
  return line.tiene_existencia && accepted > 0n
}

function movementOf(
  row: ReturnRow,
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
      source: { model: recibirDevolucion.model, id: row.id },
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

interface Received {
  readonly row: ReturnRow
  readonly accepted: readonly AcceptedReturn[]
  readonly movement: MovedStock | undefined
  readonly costed: readonly CostedLine[]
}

async function write(context: ActionContext, done: readonly Received[]): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  await changeReturns(tx, empresa, {
    changes: done.map(({ row, movement, costed }) => ({
      id: row.id,
      estado: 'recibida',
      movimiento: movement?.id ?? null,
      costo: amountText(totalCost(costed)),
    })),
    now,
  })
  const costs = new Map(
    done.flatMap(({ costed }) => costed.map(lineCost)).map((cost) => [cost.id, cost]),
  )
  const lines = done.flatMap(({ accepted }) => accepted)
  await acceptReturnLines(tx, empresa, {
    lines: lines.map(({ line, accepted }) => ({
      id: line.id,
      cantidad_aceptada: quantityText(accepted),
      costo_unitario: costs.get(line.id)?.costo_unitario ?? null,
      importe_costo: costs.get(line.id)?.importe_costo ?? null,
    })),
    now,
  })
  await countReturned(tx, empresa, {
    parts: lines.flatMap(({ line: { vendida }, accepted }) =>
      vendida === null ? [] : [{ id: vendida, cantidad: quantityText(accepted) }],
    ),
    now,
  })
}

function documentOf(row: ReturnRow, fecha: string) {
  return {
    model: recibirDevolucion.model,
    event: recibirDevolucion.name,
    record: row.id,
    folio: row.folio,
    fecha,
    dimensiones: row.dimensiones,
    cliente: row.cliente,
    accounts: { 'cliente.cuenta_contable': row.cuenta_cliente },
  }
}
