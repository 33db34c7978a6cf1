import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import type { Caller } from '../identity/caller.ts'
import { demand, rightsKey } from '../identity/rights.ts'
import type { JsonObject } from '../query/write-plan.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../store/idempotency-store.ts'
import { nextId } from '../store/records/record-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import { translateConstraint } from './constraint-errors.ts'
import { createWithin, numberDocuments } from './create-within.ts'
import { writeAudit, type DocumentRun } from './documents/document-run.ts'
import { isGapless, withoutFolio } from './documents/folios.ts'
import { fillPricesOf, fillTaxesOf } from './documents/new-document.ts'
import { planChangedDocument, planNewDocument } from './documents/plan-document.ts'
import { reserveAudit, reserveLineIds, rowsOf } from './documents/reserve-numbers.ts'
import { hashSecrets } from './hash-secrets.ts'
import type { IfMatch } from './hold-to-read.ts'
import { isStillHis, readAnswer, type KeptAnswer } from './read-written-record.ts'
import type { Read } from './sign-in/new-password.ts'
import { updateWithin } from './update-within.ts'
import { momentOf, refuseOperation, type WriteTools, type WrittenRecord } from './write-tools.ts'

/**
 * Creates a record, with its lines where the body has them, and gives it as stored.
 * @throws ApiError VALIDATION, UNKNOWN_FIELD, READ_ONLY_FIELD, UNKNOWN_REFERENCE, DUPLICATE, CALLBACK_REJECTED, FORBIDDEN
 */
export async function createRecord(
  tools: WriteTools,
  caller: Caller,
  request: {
    readonly model: Model
    readonly body: JsonObject
    readonly idempotency: IdempotencyKey | null
  },
): Promise<CreatedRecord> {
  const { model, body } = request
  demand(caller.rights, model, 'crear')
  refuseOperation(model, 'create')
  const moment = momentOf(tools.now())
  const planned = planNewDocument(tools, { caller, model, body, moment })
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id: null, read }
  const values = new Map(await hashSecrets(tools.passwords, target, planned.plan.values))
  const by = { caller, read, moment }
  const document = { model, id: null, values, lines: planned.lines }
  await fillPricesOf(tools, document, by)
  await fillTaxesOf(tools, document, by)
  const { lines } = document
  await numberBefore(tools, { caller, model, values, now: moment.now })
  const shown = new Map<string, string>()
  const reveal = (name: string, value: string) => void shown.set(name, value)
  const id = await reserveId(tools, caller, model)
  await reserveLineIds(tools.database, caller.empresa, lines)
  const numbers = await reserveAudit(tools.database, caller.empresa, rowsOf(tools, model, lines))
  const record = await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const replay = await claimKey(tx, caller, request.idempotency)
      const shows = { caller, model, withLines: planned.hasLines }
      if (replay !== null) return await answerAgain(tools, tx, { ...shows, replay })
      const run = { tools, tx, caller, now: moment.now, warnings: [], audit: [], reveal }
      const created = await createWithin(run, { model, values, id, lines })
      const [stored] = await Promise.all([
        readAnswer(tools, tx, { ...shows, id: created }),
        writeAudit(warned(run, model, created), numbers),
      ])
      const written = { ...stored, warnings: run.warnings }
      const answer = { view: rightsKey(caller.rights), id: stored.id, answer: written }
      await keepAnswer(tx, caller, { key: request.idempotency, status: 201, answer })
      return written
    }),
  )
  return { ...record, shown }
}

/** A record with what is shown of it this once and kept nowhere, also not for a repeated request. */
export interface CreatedRecord extends WrittenRecord {
  readonly shown: ReadonlyMap<string, string>
}

/** Numbers a document before its transaction begins, where the law allows gaps: nobody waits for it. */
async function numberBefore(
  { database }: WriteTools,
  details: {
    readonly caller: Caller
    readonly model: Model
    readonly values: Parameters<typeof withoutFolio>[1][number]
    readonly now: string
  },
): Promise<void> {
  const { caller, model, values, now } = details
  if (isGapless(model) || withoutFolio(model, [values]).length === 0) return
  await writeAs(database, caller.empresa, (tx) =>
    numberDocuments({ tx, caller, now }, model, [values]),
  )
}

/** Remarks of a write stand in the audit log beside the record that was asked for. */
function warned(run: DocumentRun, model: Model, id: string): DocumentRun {
  if (run.warnings.length === 0) return run
  const { warnings } = run
  const audit = run.audit.map((write) =>
    write.model === model && write.recordId === id ? { ...write, warnings } : write,
  )
  return { ...run, audit }
}

/** The answer of the first call, or, where the caller's rights have changed since, what he may read of the record now. */
async function answerAgain(
  tools: WriteTools,
  tx: Tx,
  details: {
    readonly caller: Caller
    readonly model: Model
    readonly withLines: boolean
    readonly replay: { answer: unknown }
  },
): Promise<WrittenRecord> {
  // The key belongs to a create of this model, whose answer `keepAnswer` stored.
  const kept = details.replay.answer as KeptAnswer<WrittenRecord>
  if (isStillHis(details.caller, kept)) return kept.answer
  return { ...(await readAnswer(tools, tx, { ...details, id: kept.id })), warnings: [] }
}

/** The id of a new record of a tenant model; null for a global one. */
async function reserveId(
  { database }: WriteTools,
  caller: Caller,
  model: Model,
): Promise<string | null> {
  if (model.scope === 'global') return null
  return await nextId(database, { model, empresa: caller.empresa, count: 1 })
}

/**
 * Changes the fields that were sent, and the lines that were named.
 * @throws ApiError NOT_FOUND, STALE_VERSION, and those of `createRecord`
 */
export async function updateRecordFields(
  tools: WriteTools,
  caller: Caller,
  request: {
    readonly model: Model
    readonly id: string
    readonly body: JsonObject
    readonly ifMatch: IfMatch | null
  },
): Promise<WrittenRecord> {
  const { model, id, body, ifMatch } = request
  demand(caller.rights, model, 'modificar')
  refuseOperation(model, 'update')
  const moment = momentOf(tools.now())
  const { plan, lines, hasLines } = planChangedDocument(tools, { caller, model, body, moment, id })
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id, read }
  const values = await hashSecrets(tools.passwords, target, plan.values)
  const by = { caller, read, moment }
  await fillPricesOf(tools, { model, id, values: new Map(values), lines }, by)
  // The record's own taxes follow within the transaction, from what is stored.
  await fillTaxesOf(tools, { model, id, values: new Map(), lines }, by)
  await reserveLineIds(tools.database, caller.empresa, lines)
  const numbers = await reserveAudit(tools.database, caller.empresa, rowsOf(tools, model, lines))
  return await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const run = { tools, tx, caller, now: moment.now, warnings: [], audit: [] }
      await updateWithin(run, { model, id, plan: { ...plan, values }, lines, ifMatch })
      await writeAudit(warned(run, model, id), numbers)
      const stored = await readAnswer(tools, tx, { caller, model, id, withLines: hasLines })
      return { ...stored, warnings: run.warnings }
    }),
  )
}
