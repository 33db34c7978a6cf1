import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { AJUSTE_INVENTARIO_STATES } from './ajuste-inventario-states.ts'
import { closedDay, openStockBooks, planStockEntries } from './book-stock.ts'
import { differenceAmounts, differenceLine, differenceValue } from './decisions/difference-lines.ts'
import { ADJUSTMENT_EVENT, adjustmentSides, stockSource } from './decisions/stock-entries.ts'
import { moveStock } from './move-stock.ts'
import type { MovedStock, StockMovement } from './stock-movement.ts'
import {
  changeAdjustments,
  findAdjustmentLines,
  lockAdjustments,
  valueAdjustmentLines,
  type AdjustmentLineRow,
  type AdjustmentRow,
} from './store/adjustment-store.ts'

/**
 * Moves what an authorized adjustment says was found or is missing.
 * @source docs/decisions/0243-erp-stock.md
 */
export const aplicarAjuste: RecordAction = {
  model: 'AjusteInventario',
  name: 'aplicar_ajuste',
  label: 'Aplicar ajuste',
  mode: 'grid_action',
  inputs: [],
  emits: ['aplicado'],
  run: apply,
}

async function apply(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockAdjustments(tx, caller.empresa, ids), {
    model: aplicarAjuste.model,
    states: statesBefore(AJUSTE_INVENTARIO_STATES, aplicarAjuste.name),
  })
  const found = await findAdjustmentLines(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ ajuste }) => ajuste)
  const books = await openStockBooks(context, [moment.today])
  for (const row of batch.remaining) {
    const problems = (lines.get(row.id) ?? []).flatMap((line) => problemOf(row, line))
    batch.refuse(row.id, ...problems, ...closedDay(books, moment.today))
  }
  const { moved, refused } = await moveStock(
    context,
    batch.remaining.map((row) => movementOf(row, lines.get(row.id) ?? [], moment.now)),
  )
  batch.refuseAll(refused)
  const done = batch.remaining.map((row) => {
    const movement = moved.get(row.id)
    const importe = amountText(sumOf((movement?.lines ?? []).map(differenceValue)))
    return { row, movement, importe }
  })
  await writeApplied(context, done, lines)
  const sources = done.flatMap(({ row, movement }) => {
    if (movement === undefined) return []
    const document = { id: row.id, folio: row.folio, fecha: moment.today }
    const of = { ...ADJUSTMENT_EVENT, moneda: books.moneda }
    return stockSource(of, document, adjustmentSides(movement)) ?? []
  })
  await recordDeeds(
    context,
    { ...aplicarAjuste, reason: null },
    done.map(({ row, movement, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'aplicado',
      more: { importe, movimiento: movement?.folio ?? null },
    })),
    { entries: await planStockEntries(context, books, sources), reversals: [] },
  )
  return batch.outcome
}

interface Applied {
  readonly row: AdjustmentRow
  readonly movement: MovedStock | undefined
  readonly importe: string
}

async function writeApplied(
  { tx, caller, moment }: ActionContext,
  done: readonly Applied[],
  lines: ReadonlyMap<string, readonly AdjustmentLineRow[]>,
): Promise<void> {
  await changeAdjustments(tx, caller.empresa, {
    changes: done.map(({ row, movement, importe }) => ({
      id: row.id,
      estado: 'aplicado',
      autorizado_por: null,
      movimiento: movement?.id ?? null,
      importe,
    })),
    now: moment.now,
  })
  await valueAdjustmentLines(tx, caller.empresa, {
    lines: done.flatMap(({ row, movement }) =>
      (movement?.lines ?? []).flatMap((one, index) => {
        const line = lines.get(row.id)?.[index]
        return line === undefined ? [] : [{ id: line.id, ...differenceAmounts(one) }]
      }),
    ),
    now: moment.now,
  })
}

const LOSSES = new Set(['merma', 'caducidad', 'dano', 'robo'])

/** Of a loss nothing is found. */
function problemOf(row: AdjustmentRow, line: AdjustmentLineRow): readonly ErrorEntry[] {
  if (!LOSSES.has(row.motivo) || line.cantidad.startsWith('-')) return []
  const message = `Line ${line.partida}: of ${row.motivo} cantidad is below zero, not ${line.cantidad}.`
  return [{ code: 'VALIDATION', field: 'cantidad', message }]
}

function movementOf(
  row: AdjustmentRow,
  lines: readonly AdjustmentLineRow[],
  now: string,
): StockMovement {
  return {
    key: row.id,
    id: null,
    concepto: 'AJUSTE',
    fecha: now,
    source: { model: aplicarAjuste.model, id: row.id },
    referencia: row.folio,
    reversa: null,
    lines: lines.map((line) => differenceLine({ ...line, almacen: row.almacen })),
  }
}
