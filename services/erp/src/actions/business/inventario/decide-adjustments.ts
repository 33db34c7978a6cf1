import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { AJUSTE_INVENTARIO_STATES } from './ajuste-inventario-states.ts'
import {
  changeAdjustments,
  findAdjustmentLines,
  lockAdjustments,
} from './store/adjustment-store.ts'

/** Authorizes or rejects adjustments that were asked for; nothing moves yet. */
export async function decideAdjustments(
  context: ActionContext,
  ids: readonly string[],
  { action, to }: { readonly action: RecordAction; readonly to: 'autorizado' | 'rechazado' },
): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockAdjustments(tx, caller.empresa, ids), {
    model: action.model,
    states: statesBefore(AJUSTE_INVENTARIO_STATES, action.name),
  })
  const found = await findAdjustmentLines(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const withLines = new Set(found.map(({ ajuste }) => ajuste))
  for (const { id } of batch.remaining) {
    if (to === 'rechazado' || withLines.has(id)) continue
    batch.refuse(id, { code: 'NO_LINES', message: `${action.model} ${id} has no lines.` })
  }
  const done = batch.remaining
  const authorizer = to === 'autorizado' ? caller.usuarioId : null
  await changeAdjustments(tx, caller.empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: to,
      autorizado_por: authorizer,
      movimiento: null,
      importe: null,
    })),
    now: moment.now,
  })
  const reason = inputs.get('motivo')
  await recordDeeds(
    context,
    { ...action, reason: typeof reason === 'string' ? reason.trim() : null },
    done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: to })),
  )
  return batch.outcome
}
