import type { ActionInput } from '../../../dictionary/action-description.ts'
import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { compare, decimal } from '../../../fiscal/decimal.ts'
import {
  ADVANCE_FORM_REQUIRED,
  ADVANCE_NOT_INVOICED,
  NO_ADVANCE_WAS_PAID,
  VAT_OF_ADVANCE,
} from '../../../messages/invoiced-advances.ts'
import { BEING_STAMPED_ALREADY, HAS_CFDI } from '../../../messages/stamping.ts'
import { lockRows, readRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import type { CfdiKind } from '../cfdi/cfdi-kind.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { offeredInForce, offeredUntold } from '../cfdi/offered.ts'
import { CANCEL_INPUTS } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { planSaleEntries } from '../contabilidad/plan-sale-entries.ts'
import { DocumentBatch } from '../document-batch.ts'
import { cancelIssued } from './cancel-issued.ts'
import { advanceIva, advanceProblem, advanceRequest, ivaSource } from './decisions/advance-cfdi.ts'
import { bookVat, takeVatBack } from './effects/advance-vat.ts'
import { lockAdvanceCfdis, type AdvanceCfdiRow } from './store/advance-cfdi-store.ts'

// The CFDI of advances. @source docs/decisions/0252-erp-cash.md

const MODEL = 'AnticipoVenta'
const STAMP = 'timbrar_anticipo'
const CANCEL = 'cancelar_cfdi'

/** What its invoice does to an advance: the IVA in it falls due, since it was received. */
export const ADVANCE_KIND: CfdiKind = {
  model: MODEL,
  actions: { stamp: STAMP, cancel: CANCEL },
  lock: (context, ids) => lockRows(context, MODEL, { ids, fields: [] }),
  finish: async (context, changes, stamped) => {
    const { tx, caller } = context
    const ids = stamped.map(({ registro }) => registro)
    const rows = await lockAdvanceCfdis(tx, caller.empresa, ids)
    const records = stamped.flatMap(({ registro: id, cfdi, uuid, fecha }) => {
      const row = rows.get(id)
      if (row === undefined) return []
      const iva = advanceIva(row)
      const of = { model: MODEL, event: STAMP, record: id, fecha, iva }
      return [{ id, folio: row.folio, cfdi, uuid, source: ivaSource(row, of) }]
    })
    const deed = { model: MODEL, action: STAMP, evento: 'timbrado', changes, save: saveIn(changes) }
    return await bookVat(context, deed, records)
  },
  cancel: async (context, changes, cancelled) => {
    const ids = cancelled.map(({ registro }) => registro)
    const rows = await readRows(context, MODEL, { ids, fields: ['folio'] })
    const records = cancelled.map(({ registro: id, cfdi, uuid }) => ({
      id,
      folio: rows.get(id)?.folio ?? '',
      cfdi,
      uuid,
    }))
    const deed = { model: MODEL, evento: 'cfdi_cancelado', changes, save: saveIn(changes) }
    return await takeVatBack(context, deed, records)
  },
}

/** One whose invoice was cancelled has no rate any more. */
function saveIn(changes: Changes) {
  return (id: string, iva: string | null): void => {
    changes.change(MODEL, id, iva === null ? { iva_base: null, tasa_iva: null } : { iva_base: iva })
  }
}

const USUAL_RATE = '0.16'
/** The general one, that of the border, and that of exports, food and medicine. */
const RATES = [USUAL_RATE, '0.08', '0']

const rate: ActionInput = {
  field: {
    help: `La tasa de IVA incluida en lo recibido: ${RATES.join(', ')}; 0.16 donde falta.`,
    unique: false,
    default: null,
    readOnly: null,
    required: false,
    name: 'tasa_iva',
    label: 'Tasa de IVA',
    type: 'decimal',
    precision: 7,
    scale: 6,
  },
  minLength: null,
}

/** Invoices what customers paid beforehand, with the IVA in it, which falls due at once. */
export const timbrarAnticipo: RecordAction = {
  model: MODEL,
  name: STAMP,
  label: 'Timbrar anticipo',
  mode: 'grid_action',
  offeredIf: offeredUntold('cfdi'),
  inputs: [rate],
  emits: ['timbrado'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, ADVANCE_KIND, ids),
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const batch = new DocumentBatch(ids, await lockAdvanceCfdis(tx, caller.empresa, ids), {
    model: MODEL,
    states: statesBefore('AnticipoVenta', STAMP),
  })
  const asked = decimal(String(inputs.get('tasa_iva') ?? USUAL_RATE))
  const tasa = RATES.find((one) => compare(decimal(one), asked) === 0)
  const checked = new Map<string, CheckedCfdi>()
  for (const row of batch.remaining) {
    const found = check(context, issuer, { row, tasa })
    if ('comprobante' in found) checked.set(row.id, found)
    else batch.refuse(row.id, ...found)
  }
  await refuseUnbookable(context, batch, { checked, tasa: tasa ?? USUAL_RATE })
  const ready = batch.remaining.flatMap(({ id }) => checked.get(id) ?? [])
  await write(context, issuer, { ready, tasa: tasa ?? USUAL_RATE })
  return batch.outcome
}

function check(
  { moment }: ActionContext,
  issuer: Issuer,
  { row, tasa }: { readonly row: AdvanceCfdiRow; readonly tasa: string | undefined },
): CheckedCfdi | readonly ErrorEntry[] {
  if (tasa === undefined) {
    const message = VAT_OF_ADVANCE({ allowed: RATES })
    return [{ code: 'VALIDATION', field: 'tasa_iva', message }]
  }
  const invoiced = alreadyInvoiced(row)
  if (invoiced !== null) return [invoiced]
  if (row.nota_credito !== null) {
    const message = NO_ADVANCE_WAS_PAID({ folio: row.folio, note: row.nota_credito })
    return [{ code: 'INVALID_STATE', field: 'nota_credito', message }]
  }
  if (row.forma_pago === null) {
    const message = ADVANCE_FORM_REQUIRED({ folio: row.folio })
    return [{ code: 'VALIDATION', field: 'forma_pago', message }]
  }
  const request = advanceRequest(row, { tasa, place: issuer.placeOf(null) })
  const found = checkRequest(issuer, request, Date.parse(moment.now))
  return found.ok ? found.value : found.error.map(advanceProblem)
}

function alreadyInvoiced({ folio, cfdi, cfdi_estado: estado }: AdvanceCfdiRow): ErrorEntry | null {
  if (cfdi === null || estado === 'rechazado' || estado === 'cancelado') return null
  const message =
    estado === 'por_timbrar'
      ? BEING_STAMPED_ALREADY({ model: MODEL, id: folio, cfdi })
      : HAS_CFDI({ model: MODEL, id: folio, cfdi, state: estado ?? '' })
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

async function refuseUnbookable(
  context: ActionContext,
  batch: DocumentBatch<AdvanceCfdiRow>,
  of: { readonly checked: ReadonlyMap<string, CheckedCfdi>; readonly tasa: string },
): Promise<void> {
  const sources = batch.remaining.flatMap((row) => {
    const fecha = of.checked.get(row.id)?.comprobante.Fecha.slice(0, 10)
    const iva = advanceIva({ ...row, tasa_iva: of.tasa })
    if (fecha === undefined || iva.base === 0n) return []
    return [ivaSource(row, { model: MODEL, event: STAMP, record: row.id, fecha, iva })]
  })
  const entries = await planSaleEntries(context, { model: MODEL, event: STAMP, sources })
  for (const [id, entry] of entries) if (!entry.ok) batch.refuse(id, entry.error)
}

async function write(
  context: ActionContext,
  issuer: Issuer,
  of: { readonly ready: readonly CheckedCfdi[]; readonly tasa: string },
): Promise<void> {
  const sealed = await sealIntents(context, issuer, of.ready)
  const changes = new Changes(context, { name: STAMP, reason: null })
  for (const [id, cfdi] of await writeIntents(context, changes, sealed))
    changes.change(MODEL, id, { cfdi, tasa_iva: of.tasa })
  await changes.write()
}

/** Cancels the invoices of advances that no other CFDI names, which can then be taken back or invoiced anew. */
export const cancelarCfdiAnticipo: RecordAction = {
  model: MODEL,
  name: CANCEL,
  label: 'Cancelar CFDI',
  mode: 'grid_action',
  offeredIf: offeredInForce('cfdi'),
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['cfdi_cancelado'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, ADVANCE_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new DocumentBatch(ids, await lockAdvanceCfdis(tx, caller.empresa, ids), {
    model: MODEL,
    states: statesBefore('AnticipoVenta', CANCEL),
  })
  for (const { id, folio, tasa_iva: tasa } of batch.remaining) {
    if (tasa !== null) continue
    const message = ADVANCE_NOT_INVOICED({ folio })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  return await cancelIssued(
    context,
    { model: MODEL, action: CANCEL, field: 'cfdi', cfdiOf: invoiceOf },
    batch,
  )
}

function invoiceOf({ cfdi }: AdvanceCfdiRow): string | null {
  return cfdi
}
