import type { ActionContext, ActionOutcome } from '../action.ts'
import { cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import type { DocumentBatch, DocumentRow } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'

interface IssuedRow extends DocumentRow {
  readonly folio: string
}

/** Asks to cancel the CFDI of records, whose state stays; what follows is for when the SAT has cancelled them. */
export async function cancelIssued<Row extends IssuedRow>(
  context: ActionContext,
  {
    action,
    field,
    cfdiOf,
  }: {
    readonly action: { readonly model: string; readonly name: string }
    /** What refers to the CFDI, and which it is. */
    readonly field: string
    readonly cfdiOf: (row: Row) => string | null
  },
  batch: DocumentBatch<Row>,
): Promise<ActionOutcome> {
  const why = await cancelReason(context, context.inputs)
  if ('code' in why) {
    for (const { id } of batch.remaining) batch.refuse(id, why)
    return batch.outcome
  }
  if (batch.remaining.length === 0) return batch.outcome
  const wanted = batch.remaining.map((row) => ({
    modelo: action.model,
    registro: row.id,
    cfdi: cfdiOf(row) ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, wanted, why))
    batch.refuse(id, problem)
  await recordDeeds(
    context,
    { ...action, reason: String(context.inputs.get('motivo')).trim() },
    batch.remaining.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: estado,
      more: { [field]: 'por_cancelar', motivo_sat: why.motivo },
    })),
  )
  return batch.outcome
}
