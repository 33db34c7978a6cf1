import { numberSource, takeNumbers } from '../../../store/counter-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { INVENTARIO_FISICO_STATES } from './inventario-fisico-states.ts'
import { changeCounts, findExpected, freezeCounts, lockCounts } from './store/count-store.ts'

const LINES = 'inventario_fisico_partida'

/**
 * Lists what a count should find, and freezes how much of it there is: what moves later does not change the difference.
 * @source docs/decisions/0243-erp-stock.md
 */
export const iniciarConteo: RecordAction = {
  model: 'InventarioFisico',
  name: 'iniciar_conteo',
  label: 'Iniciar conteo',
  mode: 'grid_action',
  inputs: [],
  emits: ['en_conteo'],
  run: begin,
}

async function begin(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const batch = new DocumentBatch(ids, await lockCounts(tx, caller.empresa, ids), {
    model: iniciarConteo.model,
    states: statesBefore(INVENTARIO_FISICO_STATES, iniciarConteo.name),
  })
  const done = batch.remaining
  if (done.length === 0) return batch.outcome
  const expected = await findExpected(
    tx,
    caller.empresa,
    done.map(({ id }) => id),
  )
  const missing = expected.filter(({ id }) => id === null)
  const numbers = numberSource(
    await takeNumbers(tx, caller.empresa, new Map([[LINES, missing.length]])),
  )
  const next = new Map(expected.map(({ inventario, ultima }) => [inventario, ultima]))
  const fresh = missing.map(({ inventario, articulo, ubicacion, lote, teorica }) => {
    const partida = (next.get(inventario) ?? 0) + 1
    next.set(inventario, partida)
    return { id: String(numbers(LINES)), inventario, partida, articulo, ubicacion, lote, teorica }
  })
  const known = expected.flatMap(({ id, teorica }) => (id === null ? [] : [{ id, teorica }]))
  await freezeCounts(tx, caller.empresa, { fresh, known, now: moment.now })
  await changeCounts(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: 'en_conteo',
      fecha_congelado: moment.now,
      importe_diferencia: null,
      ajuste: null,
    })),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...iniciarConteo, reason: null },
    done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: 'en_conteo' })),
  )
  return batch.outcome
}
