import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { Picked } from '../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { NOTHING_TO_TELL, NO_COMPLEMENT } from '../../../messages/collections.ts'
import { COMPLEMENT_ON_ITS_WAY, HAS_COMPLEMENT } from '../../../messages/stamping.ts'
import { lockRows, readRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import type { CfdiKind, StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { offeredInForce, offeredUntold } from '../cfdi/offered.ts'
import { CANCEL_INPUTS } from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import { cancelIssued } from './cancel-issued.ts'
import { sealComplements, writeComplements } from './effects/complements.ts'

// The complements of payments by which collections tell the SAT what they pay. @source docs/decisions/0252-erp-cash.md

const MODEL = 'CobroCliente'
const STAMP = 'timbrar_complemento'
const CANCEL = 'cancelar_complemento'
const [STAMPED, CANCELLED] = ['complemento_timbrado', 'complemento_cancelado'] as const
const FIELDS = ['folio', 'estado', 'complemento', 'complemento.estado'] as const

type Row = Picked<typeof MODEL, (typeof FIELDS)[number]>

/** What its complement does to a collection: its stamp and its cancelling are told, and nothing else changes. */
export const COLLECTION_KIND: CfdiKind = {
  model: MODEL,
  actions: { stamp: STAMP, cancel: CANCEL },
  lock: (context, ids) => lockRows(context, MODEL, { ids, fields: [] }),
  finish: (context, changes, stamped) =>
    tell(context, changes, { event: STAMPED, records: stamped }),
  cancel: (context, changes, cancelled) =>
    tell(context, changes, { event: CANCELLED, records: cancelled }),
}

async function tell(
  context: ActionContext,
  changes: Changes,
  {
    event,
    records,
  }: {
    readonly event: string
    readonly records: readonly Pick<StampedRecord, 'registro' | 'cfdi' | 'uuid'>[]
  },
): Promise<Unfinished> {
  const ids = records.map(({ registro }) => registro)
  const rows = await readRows(context, MODEL, { ids, fields: ['folio'] })
  for (const { registro: id, uuid, cfdi } of records)
    changes.record({
      model: MODEL,
      id,
      before: null,
      after: { complemento: Number(cfdi), uuid, hecho: event },
      event,
      told: { folio: rows.get(id)?.folio ?? '', uuid },
    })
  return new Map()
}

/** Tells the SAT what collections pay, where that was not possible when they were applied. */
export const timbrarComplemento: RecordAction = {
  model: MODEL,
  name: STAMP,
  label: 'Timbrar complemento',
  mode: 'grid_action',
  offeredIf: offeredUntold('complemento'),
  inputs: [],
  emits: [STAMPED],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, COLLECTION_KIND, ids),
}

async function lockBatch(context: ActionContext, ids: readonly string[], action: string) {
  return new DocumentBatch(ids, await lockRows(context, MODEL, { ids, fields: FIELDS }), {
    model: MODEL,
    states: statesBefore('CobroCliente', action),
  })
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const batch = await lockBatch(context, ids, STAMP)
  for (const row of batch.remaining) {
    const problem = alreadyTold(row)
    if (problem !== null) batch.refuse(row.id, problem)
  }
  const complements = await sealComplements(
    context,
    issuer,
    batch.remaining.map(({ id }) => id),
  )
  batch.refuseAll(complements.problems)
  for (const { id } of batch.remaining) {
    if (complements.parts.has(id)) continue
    batch.refuse(id, { code: 'INVALID_STATE', message: NOTHING_TO_TELL({ id }) })
  }
  const changes = new Changes(context, { name: STAMP, reason: null })
  await writeComplements(context, changes, complements)
  await changes.write()
  return batch.outcome
}

function alreadyTold({ id, complemento, 'complemento.estado': estado }: Row): ErrorEntry | null {
  if (complemento === null || estado === 'rechazado' || estado === 'cancelado') return null
  const message =
    estado === 'por_timbrar'
      ? COMPLEMENT_ON_ITS_WAY({ id, cfdi: complemento })
      : HAS_COMPLEMENT({ id, cfdi: complemento, state: String(estado) })
  return { code: 'INVALID_STATE', field: 'complemento', message }
}

/** Cancels the complements of payments of collections, which can then be taken back or told to the SAT anew. */
export const cancelarComplemento: RecordAction = {
  model: MODEL,
  name: CANCEL,
  label: 'Cancelar complemento',
  mode: 'grid_action',
  offeredIf: offeredInForce('complemento'),
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: [CANCELLED],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, COLLECTION_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const batch = await lockBatch(context, ids, CANCEL)
  for (const { id, complemento } of batch.remaining) {
    if (complemento !== null) continue
    const message = NO_COMPLEMENT({ id })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'complemento', message })
  }
  return await cancelIssued(
    context,
    { model: MODEL, action: CANCEL, field: 'complemento', cfdiOf: complementOf },
    batch,
  )
}

function complementOf({ complemento }: Row): string | null {
  return complemento
}
