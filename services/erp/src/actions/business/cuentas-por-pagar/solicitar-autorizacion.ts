import { modulePermissionKey, permissionKey } from '../../../dictionary/permission-keys.ts'
import { enqueueChats, enqueueMails } from '../../../store/outbox-store.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { findApprovers } from '../compras/store/approval-store.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { linesProblems } from './decisions/program-lines.ts'
import { programChat, programMail } from './decisions/program-mail.ts'
import { loadProgramFacts } from './program-facts.ts'
import { PROGRAMACION_PAGO_STATES } from './programacion-pago-states.ts'
import { changePrograms, lockPrograms } from './store/program-store.ts'

export const AUTHORIZE_PROGRAM = 'autorizar_programacion'
export const AUTHORIZE_PROGRAM_KEYS = [
  permissionKey('ProgramacionPago', AUTHORIZE_PROGRAM),
  modulePermissionKey('cuentas-por-pagar', AUTHORIZE_PROGRAM),
]

/**
 * Submits payment programmes to those who authorize them.
 * @source docs/decisions/0249-erp-payments.md
 */
export const solicitarAutorizacion: RecordAction = {
  model: 'ProgramacionPago',
  name: 'solicitar_autorizacion',
  label: 'Solicitar autorización',
  mode: 'grid_action',
  inputs: [],
  emits: ['en_autorizacion'],
  run: submit,
}

async function submit(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockPrograms(tx, empresa, ids), {
    model: solicitarAutorizacion.model,
    states: statesBefore(PROGRAMACION_PAGO_STATES, solicitarAutorizacion.name),
  })
  const { lines, invoices } = await loadProgramFacts(context, batch.remaining)
  for (const program of batch.remaining) {
    batch.refuse(program.id, ...linesProblems(program, lines.get(program.id) ?? [], invoices))
  }
  const done = batch.remaining
  if (done.length === 0) return batch.outcome
  const approvers = await findApprovers(tx, empresa, {
    keys: AUTHORIZE_PROGRAM_KEYS,
    today: moment.today,
  })
  const estado = 'en_autorizacion'
  await changePrograms(tx, empresa, {
    changes: done.map(({ id }) => ({ id, estado, importe_autorizado: null, autorizado_por: null })),
    now: moment.now,
  })
  const to = approvers.filter(({ usuario }) => usuario !== caller.usuarioId)
  await enqueueMails(tx, empresa, {
    mails: done.map((program) => programMail(program, to)),
    now: moment.now,
  })
  if (context.hasChat)
    await enqueueChats(tx, empresa, {
      chats: done.map((program) => programChat(program, to)),
      now: moment.now,
    })
  await recordDeeds(
    context,
    { ...solicitarAutorizacion, reason: null },
    done.map(({ id, folio, importe_solicitado }) => ({
      id,
      folio,
      before: 'borrador',
      after: estado,
      more: { importe_solicitado },
    })),
  )
  return batch.outcome
}
