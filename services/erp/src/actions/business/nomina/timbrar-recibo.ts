import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import type { CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import { cfdiPrint, checkReceipt, notToStamp, refusedBefore } from './check-receipts.ts'
import { lockReceiptsOfRuns, RECEIPT_KIND, STAMP_RECEIPT } from './receipt-kind.ts'
import { findReceiptsToStamp } from './store/receipt-cfdi-store.ts'

const MODEL = 'ReciboNomina'

/**
 * Stamps receipts of payroll, one by one of those of a run: also one whose CFDI was cancelled.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export const timbrarRecibo: RecordAction = {
  model: MODEL,
  name: STAMP_RECEIPT,
  label: 'Timbrar recibo',
  mode: 'grid_action',
  inputs: [],
  emits: ['timbrado'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, RECEIPT_KIND, ids),
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  await lockReceiptsOfRuns(context, ids)
  const receipts = await findReceiptsToStamp(tx, caller.empresa, ids)
  const states = statesBefore(MODEL, STAMP_RECEIPT)
  const batch = new DocumentBatch(ids, receipts, { model: MODEL, states })
  const ready: CheckedCfdi[] = []
  for (const receipt of batch.remaining) {
    const problem = notToStamp(receipt)
    if (problem !== null) {
      batch.refuse(receipt.id, problem)
      continue
    }
    const found = checkReceipt(issuer, receipt, {
      previous: refusedBefore(receipt.cfdi, receipt.cfdi_estado),
      replaced: null,
      nowMs: Date.parse(moment.now),
    })
    if ('comprobante' in found) ready.push(found)
    else batch.refuse(receipt.id, ...found)
  }
  await writeReceiptIntents(context, issuer, { ready, action: STAMP_RECEIPT })
  return batch.outcome
}

/** Seals the CFDI of receipts, and has them stamped once it is committed. */
export async function writeReceiptIntents(
  context: ActionContext,
  issuer: Issuer,
  { ready, action }: { readonly ready: readonly CheckedCfdi[]; readonly action: string },
): Promise<void> {
  const sealed = await sealIntents(context, issuer, ready)
  const changes = new Changes(context, { name: action, reason: null })
  const prints = new Map(ready.map((one) => [one.request.registro, cfdiPrint(one)]))
  for (const [id, cfdi] of await writeIntents(context, changes, sealed))
    changes.change(MODEL, id, { cfdi, cfdi_huella: prints.get(id) ?? null })
  await changes.write()
}
