import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { intentNumbers, sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { takeNumbering } from '../contabilidad/effects/entry-folios.ts'
import { DocumentBatch } from '../document-batch.ts'
import { ADVANCE_USE_KIND, advancesOf, STAMP_USE } from './advance-use-kind.ts'
import { advanceProblem, useRequest } from './decisions/advance-cfdi.ts'
import {
  linkUses,
  lockAdvanceCfdis,
  lockUseCfdis,
  type AdvanceCfdiRow,
  type UseCfdiRow,
} from './store/advance-cfdi-store.ts'

/**
 * Credits of invoices what invoiced advances pay of them, so that the SAT has the IVA of both once.
 * @source docs/decisions/0252-erp-cash.md
 */
export const timbrarAplicacion: RecordAction = {
  model: 'AplicacionNotaCredito',
  name: STAMP_USE,
  label: 'Timbrar aplicación',
  mode: 'grid_action',
  inputs: [],
  emits: ['timbrada'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, ADVANCE_USE_KIND, ids),
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockUseCfdis(tx, empresa, ids), {
    model: timbrarAplicacion.model,
    states: ['vigente'],
  })
  const advances = await lockAdvanceCfdis(tx, empresa, advancesOf(batch.remaining))
  const ready: CheckedCfdi[] = []
  for (const use of batch.remaining) {
    const advance = advances.get(use.anticipo ?? '')
    const found = check(context, issuer, { use, advance })
    if ('comprobante' in found) ready.push(found)
    else batch.refuse(use.id, ...found)
  }
  const sealed = await sealIntents(context, issuer, ready)
  const { numbers } = await takeNumbering(tx, empresa, {
    counters: intentNumbers(sealed),
    series: [],
  })
  const links = await writeIntents(context, sealed, numbers)
  await linkUses(tx, empresa, {
    links: [...links].map(([id, cfdi]) => ({ id, cfdi })),
    now: moment.now,
  })
  return batch.outcome
}

function check(
  { moment }: ActionContext,
  issuer: Issuer,
  of: { readonly use: UseCfdiRow; readonly advance: AdvanceCfdiRow | undefined },
): CheckedCfdi | readonly ErrorEntry[] {
  const { use, advance } = of
  if (advance?.tasa_iva === undefined || advance.tasa_iva === null) {
    const message = `AplicacionNotaCredito ${use.id} is of no advance that timbrar_anticipo invoiced; nothing is told to the SAT of it.`
    return [{ code: 'INVALID_STATE', field: 'anticipo', message }]
  }
  const { cfdi, cfdi_estado: estado } = use
  if (cfdi !== null && estado !== 'rechazado' && estado !== 'cancelado') {
    const message =
      estado === 'por_timbrar'
        ? `AplicacionNotaCredito ${use.id} is being stamped already, as Cfdi ${cfdi}.`
        : `AplicacionNotaCredito ${use.id} has a CFDI already, Cfdi ${cfdi} (${estado ?? ''}).`
    return [{ code: 'INVALID_STATE', field: 'cfdi', message }]
  }
  const request = useRequest(use, { advance, place: issuer.placeOf(null) })
  const found = checkRequest(issuer, request, Date.parse(moment.now))
  return found.ok ? found.value : found.error.map(advanceProblem)
}
