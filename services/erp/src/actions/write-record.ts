import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { demand, rightsKey } from '../identity/rights.ts'
import type { JsonObject, WriteMoment } from '../query/write-plan.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../store/idempotency-store.ts'
import { nextId } from '../store/record-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import { translateConstraint } from './constraint-errors.ts'
import { createWithin, numberDocuments } from './create-within.ts'
import { writeAudit, type DocumentRun } from './documents/document-run.ts'
import { isGapless, withoutFolio } from './documents/folios.ts'
import { fillPrices, type PricedDocument } from './documents/line-prices.ts'
import { fillTaxes, taxedLines, type TaxedLine } from './documents/line-taxes.ts'
import { planChangedDocument, planNewDocument } from './documents/plan-document.ts'
import { reserveAudit, reserveLineIds, rowsOf } from './documents/reserve-numbers.ts'
import { hashSecrets } from './hash-secrets.ts'
import { isStillHis, readAnswer, type KeptAnswer } from './read-written-record.ts'
import type { Read } from './sign-in/new-password.ts'
import { updateWithin } from './update-within.ts'
import { momentOf, refuseOperation, type WriteTools, type WrittenRecord } from './write-tools.ts'

// YYYY-MM-DD, of a day or of an instant.
const DAY = 10

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
  const { plan, lines: sent, hasLines } = planNewDocument(tools, { caller, model, body, moment })
  const read: Read = (statement) => readAs(tools.database, caller.empresa, statement)
  const target = { caller, model, id: null, read }
  const values = new Map(await hashSecrets(tools.passwords, target, plan.values))
  await priced(tools, { model, id: null, values, lines: sent }, { caller, read, moment })
  const { lines } = await taxed(tools, { model, values, lines: sent }, { caller, read, moment })
  await numberBefore(tools, { caller, model, values, now: moment.now })
  const shown = new Map<string, string>()
  const reveal = (name: string, value: string) => void shown.set(name, value)
  const id = await reserveId(tools, caller, model)
  await reserveLineIds(tools.database, caller.empresa, lines)
  const numbers = await reserveAudit(tools.database, caller.empresa, rowsOf(tools, model, lines))
  const record = await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const replay = await claimKey(tx, caller, request.idempotency)
      const shows = { caller, model, withLines: hasLines }
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

/**
 * A record whose new lines have the prices of the customer's list where nobody says which.
 * @throws ApiError VALIDATION where no list has one
 */
async function priced(
  { registry }: WriteTools,
  document: PricedDocument,
  by: { readonly caller: Caller; readonly read: Read; readonly moment: WriteMoment },
): Promise<void> {
  const pricing = { registry, empresa: by.caller.empresa, read: by.read, day: by.moment.today }
  const problems = (await fillPrices(pricing, [document])).get(0)
  if (problems !== undefined) throw new ApiError(problems)
}

/** A new record whose lines bear the taxes of their articles where nobody says which. */
async function taxed(
  { registry }: WriteTools,
  record: TaxedLine,
  by: { readonly caller: Caller; readonly read: Read; readonly moment: WriteMoment },
): Promise<TaxedLine> {
  const day = String(record.values.get('fecha') ?? by.moment.today).slice(0, DAY)
  const taxing = { registry, empresa: by.caller.empresa, read: by.read, day }
  await fillTaxes(taxing, [record, ...taxedLines(record.lines)])
  return record
}

/** Numbers a document before its transaction begins, where the law allows gaps: nobody waits for it. */
async function numberBefore(
  { database }: WriteTools,
  of: {
    readonly caller: Caller
    readonly model: Model
    readonly values: Parameters<typeof withoutFolio>[1][number]
    readonly now: string
  },
): Promise<void> {
  const { caller, model, values, now } = of
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
  of: {
    readonly caller: Caller
    readonly model: Model
    readonly withLines: boolean
    readonly replay: { answer: unknown }
  },
): Promise<WrittenRecord> {
  // The key belongs to a create of this model, whose answer `keepAnswer` stored.
  const kept = of.replay.answer as KeptAnswer<WrittenRecord>
  if (isStillHis(of.caller, kept)) return kept.answer
  return { ...(await readAnswer(tools, tx, { ...of, id: kept.id })), warnings: [] }
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
    readonly ifMatch: string | null
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
  await priced(tools, { model, id, values: new Map(values), lines }, { caller, read, moment })
  const taxing = { registry: tools.registry, empresa: caller.empresa, read, day: moment.today }
  await fillTaxes(taxing, taxedLines(lines))
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
