import { choiceInput } from '../../../dictionary/action-description.ts'
import { statesBefore } from '../../../dictionary/document-moves.ts'
import { ApiError, type ErrorEntry } from '../../../errors.ts'
import {
  NOT_IN_FORCE_TO_REPLACE,
  OTHER_PERSON,
  SAYS_THE_SAME,
  SUBSTITUTE_ON_ITS_WAY,
} from '../../../messages/payroll-cfdi.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import type { CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import type { Outside } from '../outside.ts'
import { cfdiPrint, checkReceipt, refusedBefore } from './check-receipts.ts'
import { lockReceiptsOfRuns, RECEIPT_KIND, REPLACED } from './receipt-kind.ts'
import { recomputeReceipts } from './recompute-receipts.ts'
import { findReceiptsToStamp, type ReceiptToStamp } from './store/receipt-cfdi-store.ts'

const MODEL = 'ReciboNomina'
const NAME = 'sustituir_recibo'

/**
 * Replaces the CFDI of receipts by new ones that name them (relation 04), which then cancel them (motive 01). The receipt
 * stays the same one, and its old CFDI stays in force until the new one is stamped.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export const sustituirRecibo: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Sustituir recibo',
  mode: 'grid_action',
  inputs: [
    choiceInput({
      name: 'recalcular',
      label: 'Recalcular',
      help: 'si: con lo que hoy se sabe de la persona; no: con los renglones que tiene. no donde falta.',
      required: false,
      choices: ['no', 'si'],
    }),
  ],
  emits: [REPLACED],
  ...issuing(intend),
  follow,
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller } = context
  await lockReceiptsOfRuns(context, ids)
  const known = await findReceiptsToStamp(tx, caller.empresa, ids)
  const states = statesBefore(MODEL, NAME)
  const batch = new DocumentBatch(ids, known, { model: MODEL, states })
  for (const receipt of batch.remaining) {
    const problem = notToReplace(receipt)
    if (problem !== null) batch.refuse(receipt.id, problem)
  }
  const isAnew = context.inputs.get('recalcular') === 'si'
  if (isAnew) batch.refuseAll(await recomputeReceipts(context, NAME, batch.remaining))
  const open = batch.remaining.map(({ id }) => id)
  const receipts = isAnew ? await findReceiptsToStamp(tx, caller.empresa, open) : known
  const ready: CheckedCfdi[] = []
  for (const id of open) {
    const receipt = receipts.get(id)
    if (receipt === undefined) continue
    const found = substituteOf(context, issuer, receipt)
    if ('comprobante' in found) ready.push(found)
    else batch.refuse(id, ...found)
  }
  // What was computed anew of a receipt that is refused is undone with all others, which are then tried one by one.
  if (isAnew && ready.length < open.length)
    throw new ApiError(open.flatMap((id) => batch.outcome.refused.get(id) ?? []))
  await writeSubstitutes(context, issuer, { ready, receipts })
  return batch.outcome
}

/** The CFDI that takes the place of a receipt's, or everything that keeps it from being one. */
function substituteOf(
  { moment }: ActionContext,
  issuer: Issuer,
  receipt: ReceiptToStamp,
): CheckedCfdi | readonly ErrorEntry[] {
  const found = checkReceipt(issuer, receipt, {
    previous: refusedBefore(receipt.sustituto, receipt.sustituto_estado),
    replaced: { uuid: receipt.cfdi_uuid ?? '' },
    nowMs: Date.parse(moment.now),
  })
  if (!('comprobante' in found) || !isSame(receipt, found)) return found
  return [refused(SAYS_THE_SAME({ receipt: receipt.folio }))]
}

async function writeSubstitutes(
  context: ActionContext,
  issuer: Issuer,
  {
    ready,
    receipts,
  }: {
    readonly ready: readonly CheckedCfdi[]
    readonly receipts: ReadonlyMap<string, ReceiptToStamp>
  },
): Promise<void> {
  const prints = new Map(ready.map((one) => [one.request.registro, cfdiPrint(one)]))
  const sealed = await sealIntents(context, issuer, ready)
  const changes = new Changes(context, { name: NAME, reason: null })
  for (const [id, cfdi] of await writeIntents(context, changes, sealed)) {
    const before = { cfdi_sustituto: receipts.get(id)?.sustituto ?? null }
    changes.change(MODEL, id, { cfdi_sustituto: cfdi, cfdi_huella: prints.get(id) ?? null })
    changes.record({ model: MODEL, id, before, after: { cfdi_sustituto: cfdi }, event: null })
  }
  await changes.write()
}

/** A substitute that the PAC refused says what it said: it is tried again. */
function isSame(receipt: ReceiptToStamp, checked: CheckedCfdi): boolean {
  return receipt.sustituto === null && receipt.cfdi_huella === cfdiPrint(checked)
}

function notToReplace({
  folio: receipt,
  rfc,
  sustituto_estado,
  cfdi_estado,
  cfdi_rfc_receptor: before,
}: ReceiptToStamp): ErrorEntry | null {
  if (sustituto_estado === 'por_timbrar') return refused(SUBSTITUTE_ON_ITS_WAY({ receipt }))
  if (cfdi_estado !== 'vigente') return refused(NOT_IN_FORCE_TO_REPLACE({ receipt }))
  // The SAT takes a substitute to the same receiver alone.
  if (rfc !== null && before !== null && rfc !== before)
    return refused(OTHER_PERSON({ receipt, rfc, before }))
  return null
}

function refused(message: ErrorEntry['message']): ErrorEntry {
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

/** First the new CFDI, then the cancellation of the old one that its stamp asked for. */
async function follow(outside: Outside, ids: readonly string[]): Promise<ActionOutcome> {
  const stamped = await followIntents(outside, RECEIPT_KIND, ids)
  const done = ids.filter((id) => !stamped.refused.has(id) && !stamped.warnings.has(id))
  const cancelled = await followCancellations(outside, RECEIPT_KIND, done)
  return {
    refused: new Map([...stamped.refused, ...cancelled.refused]),
    warnings: new Map([...stamped.warnings, ...cancelled.warnings]),
  }
}
