import type { Tx } from '@oficina/kit/database.ts'

import { targetOf } from '../dictionary/registry.ts'
import type { ReferenceField } from '../dictionary/types.ts'
import type { ErrorEntry } from '../errors.ts'
import { mayDo } from '../identity/rights.ts'
import {
  ID_UNKNOWN_IN_ROW,
  WORDS_AMBIGUOUS,
  WORDS_UNKNOWN,
  WORDS_UNREADABLE,
} from '../messages/imports.ts'
import type { Message } from '../messages/message.ts'
import { ANOTHER_HAS_SAME, ROW_HAS_SAME } from '../messages/records.ts'
import { placed } from '../query/document-body.ts'
import type { ImportRow } from '../query/import-row.ts'
import type { WritePlan } from '../query/write-plan.ts'
import { findTaken, findUnknownIds, type Found } from '../store/records/import-store.ts'
import { findUnknownReferences } from './documents/insert-lines.ts'
import { allNewLines } from './documents/line-plan.ts'
import { documentRun, newDrafts, NULL_BYTE, type Draft, type ImportRun } from './import-draft.ts'

/** References that rows name by key or in words become ids. */
export async function fillReferences(
  run: ImportRun,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<void> {
  const wanted = new Map<ReferenceField, Set<string>>()
  for (const { row } of drafts) {
    for (const { field, text } of row.lookUps) {
      const texts = wanted.get(field) ?? new Set()
      // PostgreSQL knows no text with a null byte, so no record has it.
      wanted.set(field, text.includes(NULL_BYTE) ? texts : texts.add(text))
    }
  }
  for (const [field, texts] of wanted) {
    const target = targetOf(run.reachable, field)
    const isReadable = mayDo(run.caller.rights, target, 'leer')
    const found = isReadable ? await run.references.find(tx, target, texts) : null
    for (const draft of drafts) {
      for (const lookUp of draft.row.lookUps) {
        if (lookUp.field === field) fillReference(draft, lookUp, found)
      }
    }
  }
}

/** @param found null: the caller may not read what the field refers to */
function fillReference(
  draft: Draft,
  { field, text, into, place }: ImportRow['lookUps'][number],
  found: ReadonlyMap<string, Found | null> | null,
): void {
  const record = found?.get(text) ?? null
  const refuse = (problem: ErrorEntry) => draft.errors.push(placed(place, problem))
  if (record?.kind === 'id') into[field.name] = record.id
  else if (found === null) refuse(unreadableText(field))
  else if (record === null) refuse(unknownText(field, text))
  else refuse(ambiguousText(field, text))
}

/** Whether there is such a record is not told to those who may not read any. */
function unreadableText(field: ReferenceField): ErrorEntry {
  const { name, target } = field
  return { code: 'FORBIDDEN', field: name, message: WORDS_UNREADABLE({ field: name, target }) }
}

function unknownText({ name, target }: ReferenceField, text: string): ErrorEntry {
  const message = WORDS_UNKNOWN({ field: name, target, shown: shortened(text) })
  return { code: 'UNKNOWN_REFERENCE', field: name, message }
}

function ambiguousText({ name, target }: ReferenceField, text: string): ErrorEntry {
  const message = WORDS_AMBIGUOUS({ field: name, target, shown: shortened(text) })
  return { code: 'UNKNOWN_REFERENCE', field: name, message }
}

function shortened(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}

/** Ids that rows wrote themselves; those that were looked up exist. Updates check their own. */
export async function refuseUnknownIds(
  run: ImportRun,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<void> {
  const fresh = newDrafts(drafts)
  for (const field of run.model.references) {
    const given = fresh.filter(
      ({ row }) => field.name in row.body && !row.lookUps.some(isOf(field)),
    )
    const ids = new Set(given.flatMap(({ plan }) => idOf(plan.plan, field) ?? []))
    if (ids.size === 0) continue
    const target = { model: targetOf(run.reachable, field), empresa: run.caller.empresa }
    const unknown = await findUnknownIds(tx, target, [...ids])
    for (const { plan, errors } of given) {
      const id = idOf(plan.plan, field)
      if (id === null || !unknown.has(id)) continue
      const { name, target: targetName } = field
      const about = { field: name, model: run.model.name, target: targetName, id }
      errors.push({ code: 'UNKNOWN_REFERENCE', field: name, message: ID_UNKNOWN_IN_ROW(about) })
    }
  }
}

/** The same of lines. */
export async function refuseUnknownOfLines(
  run: ImportRun,
  tx: Tx,
  drafts: readonly Draft[],
): Promise<void> {
  const lines = newDrafts(drafts).flatMap((draft) =>
    allNewLines(draft.plan.lines).map((line) => ({ ...line, draft })),
  )
  if (lines.length === 0) return
  for (const { line, problem } of await findUnknownReferences(documentRun(run, tx), lines)) {
    line.draft.errors.push(problem)
  }
}

function idOf(plan: WritePlan, field: ReferenceField): string | null {
  const value = plan.values.get(field.name)
  // Without leading zeros, as the database writes it back.
  return typeof value === 'string' ? String(BigInt(value)) : null
}

/** Rows whose unique key stands in another record, or in an earlier row of the same batch. */
export async function refuseTaken(run: ImportRun, tx: Tx, drafts: readonly Draft[]): Promise<void> {
  // Those that hold for documents in force alone are left to the database, which knows their states.
  const keys = run.model.uniqueKeys.filter(({ unlessState }) => unlessState === undefined)
  for (const key of keys) {
    const keyed = newDrafts(drafts).filter(({ plan }) =>
      key.fields.every((name) => (plan.plan.values.get(name) ?? null) !== null),
    )
    if (keyed.length === 0) continue
    const { fields } = key
    const field = fields.at(-1) ?? ''
    const same = { model: run.model.name, fields }
    const refuse = (draft: Draft | undefined, message: Message) =>
      draft?.errors.push({ code: 'DUPLICATE', field, message })
    const first = new Map<string, number>()
    for (const draft of keyed) {
      const value = JSON.stringify(key.fields.map((name) => draft.plan.plan.values.get(name)))
      const row = first.get(value)
      if (row === undefined) first.set(value, draft.row.number)
      else refuse(draft, ROW_HAS_SAME({ ...same, row }))
    }
    const table = { model: run.model, empresa: run.caller.empresa, key }
    const values = keyed.map(({ plan }) => plan.plan.values)
    for (const index of await findTaken(tx, table, values)) {
      refuse(keyed[index], ANOTHER_HAS_SAME(same))
    }
  }
}

/** Whether a look-up found what the row itself refers to by this field. */
function isOf(field: ReferenceField) {
  return (lookUp: ImportRow['lookUps'][number]) => lookUp.field === field && lookUp.place === ''
}
