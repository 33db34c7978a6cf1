import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { amountText, cents, sumOf } from '../cents.ts'
import { DocumentBatch } from '../document-batch.ts'
import { atUnitCost, quantity, quantityText } from '../quantity.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { INVENTARIO_FISICO_STATES } from './inventario-fisico-states.ts'
import {
  changeCounts,
  findCounted,
  lockCounts,
  writeCountResults,
  type CountedRow,
  type CountResult,
  type CountRow,
} from './store/count-store.ts'

/**
 * Ends the counting: each line's difference and what it is worth.
 * @source docs/decisions/0243-erp-stock.md
 */
export const cerrarConteo: RecordAction = {
  model: 'InventarioFisico',
  name: 'cerrar_conteo',
  label: 'Cerrar conteo',
  mode: 'grid_action',
  inputs: [],
  emits: ['en_revision'],
  run: close,
}

async function close(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockCounts(tx, caller.empresa, ids), {
    model: cerrarConteo.model,
    states: statesBefore(INVENTARIO_FISICO_STATES, cerrarConteo.name),
  })
  const found = await findCounted(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const lines = Map.groupBy(found, ({ inventario }) => inventario)
  for (const row of batch.remaining) {
    const problems = problemsOf(row, lines.get(row.id) ?? [])
    if (problems.length > 0) batch.refuse(row.id, ...problems)
  }
  const done = batch.remaining.map((row) => {
    const results = (lines.get(row.id) ?? []).map(resultOf)
    const all = results.map(({ importe_diferencia: importe }) => cents(importe))
    return { row, results, importe: amountText(sumOf(all)) }
  })
  await writeCountResults(tx, caller.empresa, {
    results: done.flatMap(({ results }) => results),
    now: moment.now,
  })
  await changeCounts(tx, caller.empresa, {
    changes: done.map(({ row, importe }) => ({
      id: row.id,
      estado: 'en_revision',
      fecha_congelado: null,
      importe_diferencia: importe,
      ajuste: null,
    })),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...cerrarConteo, reason: null },
    done.map(({ row, importe }) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: 'en_revision',
      more: { importe_diferencia: importe },
    })),
  )
  return batch.outcome
}

// The first ten of them show what is missing.
const MAX_NAMED = 10

function problemsOf(row: CountRow, lines: readonly CountedRow[]): readonly ErrorEntry[] {
  if (lines.length === 0) {
    return [{ code: 'NO_LINES', message: `InventarioFisico ${row.id} has no lines.` }]
  }
  const wanted = row.conteos_requeridos ?? 0
  return lines
    .filter(({ contada, conteos }) => contada === null || conteos < wanted)
    .slice(0, MAX_NAMED)
    .map(({ partida, contada, conteos }) => {
      const what =
        contada === null ? 'was not counted' : `was counted ${conteos} of ${wanted} times`
      const message = `Line ${partida} ${what}.`
      return { code: 'VALIDATION', field: 'cantidad_contada', message }
    })
}

function resultOf({ id, teorica, contada, costo }: CountedRow): CountResult {
  const difference = quantity(contada ?? '0') - quantity(teorica)
  return {
    id,
    contada: contada ?? '0',
    diferencia: quantityText(difference),
    costo_unitario: costo,
    importe_diferencia: amountText(atUnitCost(difference, quantity(costo))),
    ajustada: false,
  }
}
