import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { ReturnedState } from './decisions/check-return.ts'
import { DEVOLUCION_VENTA_STATES } from './devolucion-venta-states.ts'
import { changeReturns, findReturnLines, lockReturns } from './store/return-store.ts'

/** Says of what customers ask to give back whether it may come. */
export async function decideReturns(
  context: ActionContext,
  ids: readonly string[],
  {
    action,
    estado,
    reason,
  }: {
    readonly action: Pick<RecordAction, 'model' | 'name'>
    readonly estado: 'autorizada' | 'rechazada'
    readonly reason: string | null
  },
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockReturns(tx, empresa, ids), {
    model: action.model,
    states: statesBefore(DEVOLUCION_VENTA_STATES, action.name),
  })
  if (estado === 'autorizada') {
    const asked = batch.remaining.map(({ id }) => id)
    const found = await findReturnLines(tx, empresa, asked)
    const lines = Map.groupBy(found, ({ devolucion }) => devolucion)
    const state = new ReturnedState()
    for (const row of batch.remaining) {
      batch.refuse(row.id, ...state.problemsOfRequest(row, lines.get(row.id) ?? []))
    }
  }
  const done = batch.remaining
  const changes = done.map(({ id }) => ({ id, estado, movimiento: null, costo: null }))
  await changeReturns(tx, empresa, { changes, now: moment.now })
  await recordDeeds(
    context,
    { ...action, reason },
    done.map((row) => ({ id: row.id, folio: row.folio, before: row.estado, after: estado })),
  )
  return batch.outcome
}
