import type { Database, Tx } from '@oficina/kit/database.ts'

import { targetOf } from '../dictionary/registry.ts'
import type { Field, Model, ReferenceField, Registry } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { mayDo } from '../identity/rights.ts'
import type { FieldValue } from '../query/field-value.ts'
import type { ImportRow } from '../query/import-row.ts'
import {
  planCreate,
  planUpdate,
  type InputProblem,
  type WriteMoment,
  type WritePlan,
} from '../query/write-plan.ts'
import {
  findExisting,
  findTaken,
  findUnknownIds,
  insertRecords,
  type Found,
  type ReferenceFinder,
} from '../store/import-store.ts'
import { auditNumber, auditNumbers } from '../store/audit-store.ts'
import { nextId } from '../store/record-store.ts'
import { underSavepoint } from '../store/savepoint.ts'
import { auditWrites } from './audit-write.ts'
import { translateConstraint } from './constraint-errors.ts'
import { refuseOutside } from './reachable-records.ts'
import { hashSecrets } from './hash-secrets.ts'
import type { Read } from './sign-in/new-password.ts'
import { createWithin, updateWithin, type WriteTools } from './write-record.ts'

export interface ImportTools extends WriteTools {
  /**
   * A pool for counters only. An import holds a connection of the other pool while it takes ids; with as many imports
   * as connections, all would wait for each other.
   */
  readonly counters: Database
}

/** What all batches of one import share. */
export interface ImportRun {
  readonly tools: ImportTools
  readonly caller: Caller
  readonly model: Model
  /** The model as the caller sees it. */
  readonly seen: Model
  /** What the references of the caller's rows may point to. */
  readonly reachable: Registry
  readonly moment: WriteMoment
  readonly references: ReferenceFinder
  /** If a record has the same value of this field, it is changed instead of a new one created. */
  readonly upsertBy: Field | null
}

const NULL_BYTE = '\0'

/** What happened to a row. */
export type RowResult =
  | { readonly row: number; readonly kind: 'created' | 'updated'; readonly id: string }
  | { readonly row: number; readonly kind: 'failed'; readonly errors: readonly ErrorEntry[] }

/** A row on its way into the database. */
interface Draft {
  readonly row: ImportRow
  readonly body: Record<string, unknown>
  readonly errors: ErrorEntry[]
  /** The record that it changes; null: it creates one. */
  existing: string | null
  plan: WritePlan | null
  result: RowResult | null
}

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
  await refuseTaken(run, tx, drafts)
  await insertDrafts(run, tx, drafts)
  await updateDrafts(run, tx, drafts)
  return drafts.map(resultOf)
}

function draftOf(row: ImportRow): Draft {
  return { row, body: { ...row.body }, errors: [], existing: null, plan: null, result: null }
}

function resultOf({ row, errors, result }: Draft): RowResult {
  if (result !== null && errors.length === 0) return result
  return { row: row.number, kind: 'failed', errors }
}

function isSound({ errors }: Draft): boolean {
  return errors.length === 0
}

/** Replaces references that rows give by key or in words with ids. */
async function fillReferences(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const wanted = new Map<ReferenceField, Set<string>>()
  for (const { row } of drafts) {
    for (const { field, text } of row.lookUps) {
      const texts = wanted.get(field) ?? new Set()
      // PostgreSQL cannot store a text with a null byte, so no record has one.
      wanted.set(field, text.includes(NULL_BYTE) ? texts : texts.add(text))
    }
  }
  for (const [field, texts] of wanted) {
    const target = targetOf(run.reachable, field)
    const isReadable = mayDo(run.caller.rights, target, 'leer')
    const found = isReadable ? await run.references.find(tx, target, texts) : null
    for (const draft of drafts) fillReference(draft, field, found)
  }
}

/** @param found null: the caller may not read what the field refers to */
function fillReference(
  draft: Draft,
  field: ReferenceField,
  found: ReadonlyMap<string, Found | null> | null,
): void {
  const lookUp = draft.row.lookUps.find((candidate) => candidate.field === field)
  if (lookUp === undefined) return
  const record = found?.get(lookUp.text) ?? null
  if (record?.kind === 'id') draft.body[field.name] = record.id
  else if (found === null) draft.errors.push(unreadableText(field))
  else if (record === null) draft.errors.push(unknownText(field, lookUp.text))
  else draft.errors.push(ambiguousText(field, lookUp.text))
}

/** Whoever may not read the model is not told whether the record exists. */
function unreadableText(field: ReferenceField): ErrorEntry {
  const message = `${field.name}: your profile may not read ${field.target}, so only its id can be given.`
  return { code: 'FORBIDDEN', field: field.name, message }
}

function unknownText({ name, target }: ReferenceField, text: string): ErrorEntry {
  const message = `${name}: there is no ${target} ${shortened(text)}; use its id, its key or its _str.`
  return { code: 'UNKNOWN_REFERENCE', field: name, message }
}

function ambiguousText({ name, target }: ReferenceField, text: string): ErrorEntry {
  const message = `${name}: several records of ${target} are written ${shortened(text)}; use the id.`
  return { code: 'UNKNOWN_REFERENCE', field: name, message }
}

function shortened(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

async function findRecordsToChange(
  { tools, upsertBy, model, caller }: ImportRun,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<void> {
  if (upsertBy === null) return
  const values = drafts.map(({ body }) => upsertValue(upsertBy, body))
  const reached = tools.views.of(caller.rights).modelFor(model, 'modificar')
  const of = { model: reached, empresa: caller.empresa, field: upsertBy }
  const found = await findExisting(tx, of, values)
  for (const [index, draft] of drafts.entries()) {
    draft.existing = found.get(index) ?? null
    if (upsertBy.name !== 'id' || draft.existing !== null || values[index] === null) continue
    const message = `There is no ${model.name} with id ${values[index]}.`
    draft.errors.push({ code: 'NOT_FOUND', field: 'id', message })
  }
}

/** The value by which a row's record is found, or null when no record could have it. */
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

function planDraft({ seen, moment }: ImportRun, draft: Draft): void {
  const plan =
    draft.existing === null ? planCreate(seen, draft.body, moment) : planUpdate(seen, draft.body)
  if (plan.ok) {
    draft.plan = plan.value
    return
  }
  const known = new Set(draft.errors.map(({ field }) => field))
  // A reference that was not found is not reported as missing as well.
  draft.errors.push(...plan.error.filter(({ field }: InputProblem) => !known.has(field)))
}

function newDrafts(drafts: readonly Draft[]): readonly (Draft & { readonly plan: WritePlan })[] {
  return drafts.filter(
    (draft): draft is Draft & { readonly plan: WritePlan } =>
      isSound(draft) && draft.existing === null && draft.plan !== null,
  )
}

/** Checks ids that rows give; those that were looked up exist. Updates check their own. */
async function refuseUnknownIds(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  const fresh = newDrafts(drafts)
  for (const field of run.model.references) {
    const given = fresh.filter(({ row }) => field.name in row.body)
    const ids = new Set(given.flatMap(({ plan }) => idOf(plan, field) ?? []))
    if (ids.size === 0) continue
    const target = { model: targetOf(run.reachable, field), empresa: run.caller.empresa }
    const unknown = await findUnknownIds(tx, target, [...ids])
    for (const { plan, errors } of given) {
      const id = idOf(plan, field)
      if (id === null || !unknown.has(id)) continue
      const message = `${field.name}: there is no ${field.target} with id ${id}. A key that is a number goes into ${field.name}_str.`
      errors.push({ code: 'UNKNOWN_REFERENCE', field: field.name, message })
    }
  }
}

function idOf(plan: WritePlan, field: ReferenceField): string | null {
  const value = plan.values.get(field.name)
  // Without leading zeros, as the database writes it back.
  return typeof value === 'string' ? String(BigInt(value)) : null
}

/** Rows whose unique key another record has, or an earlier row of the same batch. */
async function refuseTaken(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const key of run.model.uniqueKeys) {
    const keyed = newDrafts(drafts).filter(({ plan }) =>
      key.fields.every((name) => (plan.values.get(name) ?? null) !== null),
    )
    if (keyed.length === 0) continue
    const fields = key.fields.join(', ')
    const field = key.fields.at(-1) ?? fields
    const refuse = (draft: Draft | undefined, message: string) =>
      draft?.errors.push({ code: 'DUPLICATE', field, message })
    const first = new Map<string, number>()
    for (const draft of keyed) {
      const value = JSON.stringify(key.fields.map((name) => draft.plan.values.get(name)))
      const row = first.get(value)
      if (row === undefined) first.set(value, draft.row.number)
      else refuse(draft, `Row ${row} has the same ${fields}.`)
    }
    const of = { model: run.model, empresa: run.caller.empresa, key }
    const values = keyed.map(({ plan }) => plan.values)
    for (const index of await findTaken(tx, of, values)) {
      refuse(keyed[index], `Another ${run.model.name} has the same ${fields}.`)
    }
  }
}

/** All at once if the model runs no callbacks; if the database refuses one of them, one by one. */
async function insertDrafts(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const draft of newDrafts(drafts)) await secureDraft(run, tx, draft)
  const fresh = newDrafts(drafts)
  if (fresh.length === 0) return
  const rows = fresh.map(({ plan }) => plan.values)
  const ids = await reserveIds(run, fresh.length)
  const firstAudit = await auditNumbers(run.tools.counters, run.caller.empresa, fresh.length)
  const isAtOnce = !run.tools.callbacks.runFor(run.model)
  if (isAtOnce && (await insertAtOnce(run, tx, { fresh, rows, ids, firstAudit }))) return
  for (const [index, draft] of fresh.entries()) {
    const values = draft.plan.values
    await attempt(run, tx, draft, async () => {
      const { caller, model, moment } = run
      const id = ids?.[index] ?? null
      const stored = await createWithin(run.tools, tx, {
        caller,
        model,
        values,
        now: moment.now,
        id,
        auditId: firstAudit + index,
      })
      return { row: draft.row.number, kind: 'created', id: stored.id }
    })
  }
}

function readWithin(tx: Tx): Read {
  return (statement) => tx.query(statement)
}

async function secureDraft(
  { tools, caller, model }: ImportRun,
  tx: Tx,
  draft: Draft & { readonly plan: WritePlan },
): Promise<void> {
  try {
    const target = { caller, model, id: null, read: readWithin(tx) }
    const values = await hashSecrets(tools.passwords, target, draft.plan.values)
    draft.plan = { ...draft.plan, values }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    draft.errors.push(...error.errors)
  }
}

async function insertAtOnce(
  run: ImportRun,
  tx: Tx,
  of: {
    readonly fresh: readonly Draft[]
    readonly rows: readonly ReadonlyMap<string, FieldValue | null>[]
    readonly ids: readonly string[] | null
    readonly firstAudit: number
  },
): Promise<boolean> {
  const { model, caller, moment } = run
  const { views } = run.tools
  try {
    const created = await underSavepoint(tx, async () => {
      const inserted = await translateConstraint(model, () =>
        insertRecords(tx, {
          model,
          empresaId: caller.empresa,
          ids: of.ids,
          rows: of.rows,
          now: moment.now,
        }),
      )
      const writes = of.rows.map((values, index) => ({
        id: of.firstAudit + index,
        model,
        recordId: inserted[index] ?? '',
        operation: 'alta' as const,
        values,
        previous: null,
      }))
      await auditWrites(tx, caller, { writes, now: moment.now })
      const reach = { views, caller, model, right: 'crear' }
      await refuseOutside(tx, reach, inserted)
      return inserted
    })
    for (const [index, draft] of of.fresh.entries()) {
      draft.result = { row: draft.row.number, kind: 'created', id: created[index] ?? '' }
    }
    return true
  } catch (error) {
    // Another writer took a key or deleted a reference first: going one by one finds the row concerned.
    if (!(error instanceof ApiError)) throw error
    return false
  }
}

/** Ids are reserved outside the transaction, so that nobody waits for the import to end. */
async function reserveIds(
  { tools, model, caller }: ImportRun,
  count: number,
): Promise<readonly string[] | null> {
  if (model.scope === 'global') return null
  const first = BigInt(await nextId(tools.counters, { model, empresa: caller.empresa, count }))
  return Array.from({ length: count }, (_, index) => String(first + BigInt(index)))
}

async function updateDrafts(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  for (const draft of drafts) {
    const { existing, plan } = draft
    if (!isSound(draft) || existing === null || plan === null) continue
    await attempt(run, tx, draft, async () => {
      const { caller, model, moment } = run
      const target = { caller, model, id: existing, read: readWithin(tx) }
      const values = await hashSecrets(run.tools.passwords, target, plan.values)
      const auditId = await auditNumber(run.tools.counters, caller.empresa)
      const change = { caller, model, id: existing, now: moment.now, ifMatch: null, auditId }
      await updateWithin(run.tools, tx, { ...change, plan: { ...plan, values } })
      return { row: draft.row.number, kind: 'updated', id: existing }
    })
  }
}

/** Writes one row in a savepoint of its own; a refusal becomes the row's result. */
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
