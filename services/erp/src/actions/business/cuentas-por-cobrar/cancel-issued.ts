import type { RowModel } from '../../../dictionary/row-types.ts'
import type { ActionContext, ActionOutcome } from '../action.ts'
import { cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import type { DocumentBatch, DocumentRow } from '../document-batch.ts'

interface IssuedRow extends DocumentRow {
  readonly folio: string
}

/** Asks to cancel the CFDI of records, whose state stays; what follows is for when the SAT has cancelled them. */
export async function cancelIssued<Row extends IssuedRow>(
  context: ActionContext,
  {
    model,
    action,
    field,
    cfdiOf,
  }: {
    readonly model: RowModel
    readonly action: string
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
  const reason = String(context.inputs.get('motivo')).trim()
  const changes = new Changes(context, { name: action, reason })
  const wanted = batch.remaining.map((row) => ({
    modelo: model,
    registro: row.id,
    folio: row.folio,
    estado: row.estado,
    cfdi: cfdiOf(row) ?? '0',
    field,
  }))
  for (const [id, problem] of await requestCancellations(context, changes, wanted, why))
    batch.refuse(id, problem)
  await changes.write()
  return batch.outcome
}
