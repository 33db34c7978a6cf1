import type { Tx } from '@oficina/kit/database.ts'

import type { Field } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import { NO_RECORD } from '../messages/requests.ts'
import type { ImportRow } from '../query/import-row.ts'
import { findExisting } from '../store/records/import-store.ts'
import { nextId } from '../store/records/record-store.ts'
import { underSavepoint } from '../store/savepoint.ts'
import { writeAs } from '../store/tenant-database.ts'
import { translateConstraint } from './constraint-errors.ts'
import {
  completeNew,
  createMany,
  createWithin,
  numberDocuments,
  type Creation,
} from './create-within.ts'
import { decimalsOfNew } from './documents/currency-decimals.ts'
import { writeAudit } from './documents/document-run.ts'
import { callbackContext } from './documents/document-run.ts'
import { isGapless, withoutFolio } from './documents/folios.ts'
import { fillPrices } from './documents/line-prices.ts'
import { fillTaxes } from './documents/line-taxes.ts'
import {
  planChangedDocument,
  planNewDocument,
  type DocumentPlan,
} from './documents/plan-document.ts'
import { reserveAudit, reserveLineIds, rowsOf } from './documents/reserve-numbers.ts'
import { hashSecrets } from './hash-secrets.ts'
import {
  documentRun,
  isSound,
  newDrafts,
  NULL_BYTE,
  type Draft,
  type ImportRun,
  type NewDraft,
  type RowResult,
} from './import-draft.ts'
import {
  fillReferences,
  refuseTaken,
  refuseUnknownIds,
  refuseUnknownOfLines,
} from './import-references.ts'
import type { Read } from './sign-in/new-password.ts'
import { updateWithin } from './update-within.ts'

/**
 * Writes the valid rows of a batch as `POST /{modelo}` or `PUT /{modelo}/{id}` would, and reports what happened to
 * each. Rejected rows leave no trace. No two rows of a batch may have the same value of `upsertBy`.
 */
export async function importBatch(
  run: ImportRun,
  tx: Tx,
  rows: readonly ImportRow[],
): Promise<readonly RowResult[]> {
  const drafts = rows.map(draftOf)
  await fillReferences(run, tx, drafts)
  await findRecordsToChange(run, tx, drafts)
  for (const draft of drafts) planDraft(run, draft)
  await refuseUnknownIds(run, tx, drafts)
  await refuseUnknownOfLines(run, tx, drafts)
  await refuseTaken(run, tx, drafts)
  await insertDrafts(run, tx, drafts)
  await updateDrafts(run, tx, drafts)
  return drafts.map(resultOf)
}

function draftOf(row: ImportRow): Draft {
  return { row, body: row.body, errors: [], existing: null, plan: null, result: null }
}

function resultOf({ row, errors, result }: Draft): RowResult {
  if (result !== null && errors.length === 0) return result
  return { row: row.number, kind: 'failed', errors }
}

async function findRecordsToChange(
  { tools, upsertBy, model, caller }: ImportRun,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<void> {
  if (upsertBy === null) return
  const values = drafts.map(({ body }) => upsertValue(upsertBy, body))
  const reached = tools.views.of(caller.rights).modelFor(model, 'modificar')
  const table = { model: reached, empresa: caller.empresa, field: upsertBy }
  const found = await findExisting(tx, table, values)
  for (const [index, draft] of drafts.entries()) {
    draft.existing = found.get(index) ?? null
    if (upsertBy.name !== 'id' || draft.existing !== null || values[index] === null) continue
    const message = NO_RECORD({ model: model.name, id: String(values[index]) })
    draft.errors.push({ code: 'NOT_FOUND', field: 'id', message })
  }
}

/** The value by which a row's record is found, or null when it has none that any record could have. */
export function upsertValue(field: Field, body: Readonly<Record<string, unknown>>): string | null {
  const text = textOf(body[field.name])
  if (text === null || text === '' || text.includes(NULL_BYTE)) return null
  return field.type === 'text' || /^\d{1,18}$/.test(text) ? text : null
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  const isNumber = typeof value === 'object' && value !== null && 'source' in value
  return isNumber && typeof value.source === 'string' ? value.source : null
}

function planDraft({ tools, caller, model, moment }: ImportRun, draft: Draft): void {
  const { existing, body } = draft
  const request = { caller, model, body, moment }
  const planned = tried(draft, () =>
    existing === null
      ? planNewDocument(tools, request)
      : planChangedDocument(tools, { ...request, id: existing }),
  )
  draft.plan = planned ?? null
}

/** What is refused is wrong with the row; a reference that was not found is not also missing. */
function tried<T>(draft: Draft, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const known = new Set(draft.errors.map(({ field }) => field))
    draft.errors.push(...error.errors.filter(({ field }) => !known.has(field)))
    return undefined
  }
}

// YYYY-MM-DD, of a day or of an instant.
const DAY = 10

/** A row that makes a new record, with all that it makes. */
interface Ready {
  readonly draft: NewDraft
  readonly creation: Creation
}

/** All at once where no callback must see each; where the database refuses one of them, one by one. */
async function insertDrafts(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const draft of newDrafts(drafts)) await secureDraft(run, tx, draft)
  await fillDraftPrices(run, tx, newDrafts(drafts))
  await fillDraftTaxes(run, tx, newDrafts(drafts))
  const ids = await reserveIds(run, newDrafts(drafts))
  const values = newDrafts(drafts).map(({ plan }) => plan.plan.values)
  const decimals = await decimalsOfNew(readWithin(tx), run.model, values)
  const ready = completed(run, drafts, { ids, decimals })
  if (ready.length === 0) return
  const rows = ready.map(({ creation }) => creation.values as Map<string, string | boolean | null>)
  await numberRows(run, tx, rows)
  const { model } = run
  const writes = ready.map(({ creation }) => ({ model, values: creation.values, previous: null }))
  const context = callbackContext(documentRun(run, tx))
  const isAtOnce = await run.tools.callbacks.passAll(context, model, writes)
  if (isAtOnce && (await insertAtOnce(run, tx, ready))) return
  for (const { draft, creation } of ready) {
    const numbers = await reserveRows(run, [creation.lines])
    await attempt(run, tx, draft, async () => {
      const work = documentRun(run, tx)
      const id = await createWithin(work, creation)
      await writeAudit(work, numbers)
      return { row: draft.row.number, kind: 'created', id }
    })
  }
}

/** Lines have the prices of the customer's list where their row says none. */
async function fillDraftPrices(
  { tools, caller, model, moment }: ImportRun,
  tx: Tx,
  drafts: readonly NewDraft[],
): Promise<void> {
  const documents = drafts.map(({ plan: { plan, lines } }) => {
    return { model, id: null, values: new Map(plan.values), lines }
  })
  const { registry } = tools
  const pricing = { registry, empresa: caller.empresa, read: readWithin(tx), day: moment.today }
  const problems = await fillPrices(pricing, documents)
  for (const [i, draft] of drafts.entries()) {
    const values = documents[i]?.values ?? draft.plan.plan.values
    draft.plan = { ...draft.plan, plan: { ...draft.plan.plan, values } }
    draft.errors.push(...(problems.get(i) ?? []))
  }
}

/** Lines bear the taxes of their articles where their row says nothing of taxes. */
async function fillDraftTaxes(
  { tools, caller, model, moment }: ImportRun,
  tx: Tx,
  drafts: readonly NewDraft[],
): Promise<void> {
  const dated = Map.groupBy(drafts, ({ plan: { plan } }) =>
    String(plan.values.get('fecha') ?? moment.today).slice(0, DAY),
  )
  const { registry } = tools
  for (const [day, own] of dated) {
    const records = own.map((draft) => {
      const { plan, lines } = draft.plan
      const record = { model, id: null, values: plan.values, lines }
      return { draft, record }
    })
    const taxing = { registry, empresa: caller.empresa, read: readWithin(tx), day }
    await fillTaxes(
      taxing,
      records.map(({ record }) => record),
    )
    for (const { draft, record } of records) draft.plan = { ...draft.plan, lines: record.lines }
  }
}

/** Amounts, and numbers of lines; what they refuse is wrong with the row. */
function completed(
  { model }: ImportRun,
  drafts: readonly Draft[],
  details: {
    readonly ids: readonly (string | null)[]
    readonly decimals: readonly (number | undefined)[]
  },
): readonly Ready[] {
  return newDrafts(drafts).flatMap((draft, i) => {
    const { plan, lines } = draft.plan
    const decimals = details.decimals[i]
    const values = tried(draft, () => completeNew({ model, values: plan.values, lines, decimals }))
    if (values === undefined) return []
    return [
      { draft, creation: { model, values: new Map(values), id: details.ids[i] ?? null, lines } },
    ]
  })
}

/** Folios are taken outside the transaction, where the law allows gaps, so that nobody waits for the import to end. */
async function numberRows(
  run: ImportRun,
  tx: Tx,
  rows: readonly Map<string, string | boolean | null>[],
): Promise<void> {
  const { tools, caller, model, moment } = run
  if (withoutFolio(model, rows).length === 0) return
  const details = { caller, now: moment.now }
  if (isGapless(model)) return await numberDocuments({ ...details, tx }, model, rows)
  await writeAs(tools.counters, caller.empresa, (counters) =>
    numberDocuments({ ...details, tx: counters }, model, rows),
  )
}

/** Numbers for the audit log, of so many rows of the file, each with these lines. */
async function reserveRows(
  { tools, caller, model }: ImportRun,
  rows: readonly Creation['lines'][],
): Promise<readonly number[]> {
  const count = rows.map((lines) => rowsOf(tools, model, lines)).reduce((a, b) => a + b, 0)
  return await reserveAudit(tools.counters, caller.empresa, count)
}

function readWithin(tx: Tx): Read {
  return (statement) => tx.query(statement)
}

async function secureDraft(
  { tools, caller, model }: ImportRun,
  tx: Tx,
  draft: NewDraft,
): Promise<void> {
  try {
    const { plan } = draft.plan
    const target = { caller, model, id: null, read: readWithin(tx) }
    const values = await hashSecrets(tools.passwords, target, plan.values)
    draft.plan = { ...draft.plan, plan: { ...plan, values } }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    draft.errors.push(...error.errors)
  }
}

async function insertAtOnce(run: ImportRun, tx: Tx, ready: readonly Ready[]): Promise<boolean> {
  const { model } = run
  const creations = ready.map(({ creation }) => creation)
  const numbers = await reserveRows(
    run,
    creations.map(({ lines }) => lines),
  )
  try {
    const created = await underSavepoint(tx, async () => {
      const work = documentRun(run, tx)
      const ids = await translateConstraint(model, () => createMany(work, model, creations))
      await writeAudit(work, numbers)
      return ids
    })
    for (const [i, { draft }] of ready.entries()) {
      draft.result = { row: draft.row.number, kind: 'created', id: created[i] ?? '' }
    }
    return true
  } catch (error) {
    // Another writer was faster with a key or deleted a reference: one by one the row concerned is found.
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

/** Ids are reserved outside the transaction, so that nobody waits for the import to end. */
async function reserveIds(
  { tools, model, caller }: ImportRun,
  drafts: readonly NewDraft[],
): Promise<readonly (string | null)[]> {
  if (drafts.length === 0) return []
  const { counters } = tools
  const lines = drafts.flatMap(({ plan }) => plan.lines)
  await reserveLineIds(counters, caller.empresa, lines)
  if (model.scope === 'global') return drafts.map(() => null)
  const table = { model, empresa: caller.empresa, count: drafts.length }
  const first = BigInt(await nextId(counters, table))
  return drafts.map((_, index) => String(first + BigInt(index)))
}

async function updateDrafts(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    const { existing, plan } = draft
    if (!isSound(draft) || existing === null || plan === null) continue
    await attempt(run, tx, draft, async () => {
      await updateDraft(run, tx, { id: existing, plan })
      return { row: draft.row.number, kind: 'updated', id: existing }
    })
  }
}

async function updateDraft(
  run: ImportRun,
  tx: Tx,
  { id, plan: { plan, lines } }: { readonly id: string; readonly plan: DocumentPlan },
): Promise<void> {
  const { caller, model } = run
  const target = { caller, model, id, read: readWithin(tx) }
  const values = await hashSecrets(run.tools.passwords, target, plan.values)
  await reserveLineIds(run.tools.counters, caller.empresa, lines)
  const numbers = await reserveRows(run, [lines])
  const work = documentRun(run, tx)
  await updateWithin(work, { model, id, plan: { ...plan, values }, lines, ifMatch: null })
  await writeAudit(work, numbers)
}

/** Runs the write of one row in a savepoint of its own; a refusal becomes the row's result. */
async function attempt(
  run: ImportRun,
  tx: Tx,
  draft: Draft,
  write: () => Promise<RowResult>,
): Promise<void> {
  try {
    draft.result = await underSavepoint(tx, () => translateConstraint(run.model, write))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    draft.errors.push(...error.errors)
  }
}
