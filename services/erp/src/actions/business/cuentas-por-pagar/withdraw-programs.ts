import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { balanceOf } from './decisions/invoice-balance.ts'
import { recordPrograms } from './effects/record-programs.ts'
import { loadProgramFacts } from './program-facts.ts'
import { PROGRAMACION_PAGO_STATES } from './programacion-pago-states.ts'
import { lockInvoices } from './store/owed-invoice-store.ts'
import { changePrograms, lockPrograms } from './store/program-store.ts'

/** Takes payment programmes back, to be changed or for good; what they had programmed is merely owed again. */
export async function withdrawPrograms(
  context: ActionContext,
  ids: readonly string[],
  { action, to }: { readonly action: RecordAction; readonly to: 'borrador' | 'cancelada' },
): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockPrograms(tx, empresa, ids), {
    model: action.model,
    states: statesBefore(PROGRAMACION_PAGO_STATES, action.name),
  })
  const done = batch.remaining
  if (done.length === 0) return batch.outcome
  const authorized = done.filter(({ estado }) => estado === 'autorizada')
  const { invoices, lines } = await loadProgramFacts(context, authorized)
  await changePrograms(tx, empresa, {
    changes: done.map(({ id }) => ({
      id,
      estado: to,
      importe_autorizado: null,
      autorizado_por: null,
    })),
    now: moment.now,
  })
  // Another programme may have them still.
  const left = await lockInvoices(tx, empresa, [...invoices.keys()])
  const moved = [...invoices].flatMap(([id, before]) => {
    const row = left.get(id)
    if (row === undefined || before.invoice.estado !== 'programada' || row.programada) return []
    return [{ before, after: balanceOf(row) }]
  })
  const reason = String(inputs.get('motivo')).trim()
  const programs = done.map(({ id, folio, estado }) => ({ id, folio, before: estado, after: to }))
  await recordPrograms(context, { ...action, reason }, { programs, moved, lines })
  return batch.outcome
}
