import { enqueueMails, type OutboxMail } from '../../../store/outbox-store.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { answerExceptions, lockExceptions, type ExceptionRow } from './store/exception-store.ts'

/**
 * Says of sales whether they may be confirmed although a rule says no. A yes holds for the sale as it stands now: each
 * change of it ends it.
 */
export async function answer(
  context: ActionContext,
  ids: readonly string[],
  {
    action,
    estado,
    from,
  }: {
    readonly action: Pick<RecordAction, 'model' | 'name'>
    readonly estado: 'autorizada' | 'rechazada'
    readonly from: readonly string[]
  },
): Promise<ActionOutcome> {
  const { tx, caller, moment, inputs } = context
  const batch = new DocumentBatch(ids, await lockExceptions(tx, caller.empresa, ids), {
    model: action.model,
    states: from,
  })
  for (const { id, venta, venta_estado: state } of batch.remaining) {
    if (state === 'borrador') continue
    const message = `Venta ${venta} is ${state}; only for one that is borrador is an exception decided.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'venta', message })
  }
  const done = batch.remaining
  await answerExceptions(tx, caller.empresa, {
    answers: done.map(({ id, venta_version: version }) => ({ id, estado, version })),
    usuarioId: caller.usuarioId,
    now: moment.now,
  })
  const given = inputs.get('motivo')
  const reason = typeof given === 'string' ? given.trim() : null
  await enqueueMails(tx, caller.empresa, {
    mails: done.map((row) => answerMail(row, estado, reason)),
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...action, reason },
    done.map((row) => ({
      id: row.id,
      folio: row.folio,
      before: row.estado,
      after: estado,
      more: { venta: row.venta, motivo: row.motivo },
    })),
  )
  return batch.outcome
}

const KINDS: Readonly<Record<string, string>> = {
  credito_excedido: 'crédito excedido',
  saldo_vencido: 'saldo vencido',
  precio_bajo_minimo: 'precio bajo el mínimo',
  margen_bajo: 'margen bajo',
  descuento_excedido: 'descuento excedido',
}

/** Tells whoever asked what became of it. */
function answerMail(row: ExceptionRow, estado: string, reason: string | null): OutboxMail {
  const why = reason === null ? [] : [`Motivo: ${reason}`]
  const text = [
    `La excepción de la venta ${row.folio} (${KINDS[row.motivo]}) queda ${estado}.`,
    ...why,
  ]
  return {
    para: row.correo === null ? [] : [row.correo],
    asunto: `Venta ${row.folio}: excepción ${estado}`,
    texto: `${text.join('\n')}\n`,
    modelo: 'VentaAutorizacion',
    registro: row.id,
  }
}
