import { condition } from '../../../dictionary/condition.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { ADVANCE_USE } from '../../../messages/invoiced-advances.ts'
import { BEING_STAMPED_ALREADY, HAS_CFDI } from '../../../messages/stamping.ts'
import { lockRows, readRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { cents } from '../cents.ts'
import type { CfdiKind, StampedRecord } from '../cfdi/cfdi-kind.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { CANCEL_INPUTS } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import { cancelIssued } from './cancel-issued.ts'
import { advanceProblem, ivaIn, ivaSource, useRequest } from './decisions/advance-cfdi.ts'
import { bookVat, takeVatBack, type VatOfRecord } from './effects/advance-vat.ts'
import {
  findCredited,
  lockAdvanceCfdis,
  lockUseCfdis,
  type AdvanceCfdiRow,
  type UseCfdiRow,
} from './store/advance-cfdi-store.ts'

// The CFDI of what advances pay. @source docs/decisions/0252-erp-cash.md

const MODEL = 'AplicacionNotaCredito'
const STAMP = 'timbrar_aplicacion'
const CANCEL = 'cancelar_egreso'

/** What its credit note does to an applied advance: the IVA of the advance is that of the invoice now. */
export const ADVANCE_USE_KIND: CfdiKind = {
  model: MODEL,
  actions: { stamp: STAMP, cancel: CANCEL },
  lock: async (context, ids) => {
    const uses = await lockRows(context, MODEL, { ids, fields: ['anticipo'] })
    await lockRows(context, 'AnticipoVenta', { ids: advancesOf([...uses.values()]), fields: [] })
  },
  finish: async (context, changes, stamped) => {
    const records = await vatOfUses(context, stamped)
    const deed = { model: MODEL, action: STAMP, evento: 'timbrada', changes, save: saveIn(changes) }
    return await bookVat(context, deed, records)
  },
  cancel: async (context, changes, cancelled) => {
    const ids = cancelled.map(({ registro }) => registro)
    const uses = await readRows(context, MODEL, { ids, fields: ['anticipo.folio'] })
    const records = cancelled.map(({ registro: id, cfdi, uuid }) => ({
      id,
      folio: uses.get(id)?.['anticipo.folio'] ?? '',
      cfdi,
      uuid,
    }))
    const deed = { model: MODEL, evento: 'egreso_cancelado', changes, save: saveIn(changes) }
    return await takeVatBack(context, deed, records)
  },
}

function advancesOf(uses: readonly { readonly anticipo: string | null }[]): readonly string[] {
  return [...new Set(uses.flatMap(({ anticipo }) => anticipo ?? []))]
}

/** Of the IVA that an advance made fall due each takes its part, the last one all that is left. */
async function vatOfUses(
  { tx, caller }: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<readonly VatOfRecord[]> {
  const { empresa } = caller
  const ids = stamped.map(({ registro }) => registro)
  const uses = await lockUseCfdis(tx, empresa, ids)
  const anticipos = advancesOf([...uses.values()])
  const advances = await lockAdvanceCfdis(tx, empresa, anticipos)
  const credited = await findCredited(tx, empresa, anticipos)
  const left = new Map(
    [...advances.values()].map(({ id, importe, iva_base: iva }) => [
      id,
      {
        importe: cents(importe) - cents(credited.get(id)?.importe ?? '0'),
        iva: cents(iva ?? '0') - cents(credited.get(id)?.iva ?? '0'),
      },
    ]),
  )
  return stamped.flatMap(({ registro: id, cfdi, uuid, fecha }) => {
    const use = uses.get(id)
    const advance = advances.get(use?.anticipo ?? '')
    const rest = left.get(advance?.id ?? '')
    if (use === undefined || advance === undefined || rest === undefined) return []
    const taken = cents(use.importe_anticipo)
    const base =
      taken >= rest.importe
        ? rest.iva
        : (rest.iva * taken * 2n + rest.importe) / (rest.importe * 2n)
    rest.importe -= taken
    rest.iva -= base
    const iva = { own: ivaIn(use.importe_anticipo, advance), base }
    const of = { model: MODEL, event: STAMP, record: id, fecha, iva }
    return [{ id, folio: advance.folio, cfdi, uuid, source: ivaSource(advance, of) }]
  })
}

function saveIn(changes: Changes) {
  return (id: string, iva: string | null): void => {
    changes.change(MODEL, id, { anticipo_iva: iva })
  }
}

/** Credits of invoices what invoiced advances pay of them, so that the SAT has the IVA of both once. */
export const timbrarAplicacion: RecordAction = {
  model: MODEL,
  name: STAMP,
  label: 'Timbrar aplicación',
  mode: 'grid_action',
  offeredIf: condition(
    'anticipo present and cancelada is not true and cfdi absent or anticipo present and cancelada is not true and cfdi.estado is rechazado, cancelado',
  ),
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
  const { tx, caller } = context
  const { empresa } = caller
  const batch = new DocumentBatch(ids, await lockUseCfdis(tx, empresa, ids), {
    model: MODEL,
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
  const changes = new Changes(context, { name: STAMP, reason: null })
  for (const [id, cfdi] of await writeIntents(context, changes, sealed))
    changes.change(MODEL, id, { cfdi })
  await changes.write()
  return batch.outcome
}

function check(
  { moment }: ActionContext,
  issuer: Issuer,
  of: { readonly use: UseCfdiRow; readonly advance: AdvanceCfdiRow | undefined },
): CheckedCfdi | readonly ErrorEntry[] {
  const { use, advance } = of
  if (advance?.tasa_iva === undefined || advance.tasa_iva === null) {
    const message = ADVANCE_USE.ofNoInvoice({ id: use.id })
    return [{ code: 'INVALID_STATE', field: 'anticipo', message }]
  }
  const { cfdi, cfdi_estado: estado } = use
  if (cfdi !== null && estado !== 'rechazado' && estado !== 'cancelado') {
    const message =
      estado === 'por_timbrar'
        ? BEING_STAMPED_ALREADY({ model: MODEL, id: use.id, cfdi })
        : HAS_CFDI({ model: MODEL, id: use.id, cfdi, state: estado ?? '' })
    return [{ code: 'INVALID_STATE', field: 'cfdi', message }]
  }
  const request = useRequest(use, { advance, place: issuer.placeOf(null) })
  const found = checkRequest(issuer, request, Date.parse(moment.now))
  return found.ok ? found.value : found.error.map(advanceProblem)
}

/** Cancels the credit notes of applied advances, which can then be taken back or credited anew. */
export const cancelarEgreso: RecordAction = {
  model: MODEL,
  name: CANCEL,
  label: 'Cancelar egreso',
  mode: 'grid_action',
  offeredIf: condition('anticipo present and cfdi.estado is vigente'),
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['egreso_cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, ADVANCE_USE_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const rows = await lockUseCfdis(tx, caller.empresa, ids)
  const batch = new DocumentBatch(
    ids,
    new Map([...rows].map(([id, row]) => [id, { ...row, folio: id }])),
    { model: MODEL, states: ['vigente'] },
  )
  for (const { id, anticipo, cfdi } of batch.remaining) {
    if (anticipo !== null && cfdi !== null) continue
    const message = ADVANCE_USE.notTold({ id })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  return await cancelIssued(
    context,
    { model: MODEL, action: CANCEL, field: 'cfdi', cfdiOf: creditOf },
    batch,
  )
}

function creditOf({ cfdi }: UseCfdiRow): string | null {
  return cfdi
}
