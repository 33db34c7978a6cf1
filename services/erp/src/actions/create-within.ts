import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { NO_SUCH_ID } from '../messages/records.ts'
import { fillComputed } from '../query/computed-values.ts'
import type { FieldValue } from '../query/field-value.ts'
import { insertRecords } from '../store/records/import-store.ts'
import { findMissingReferences, insertRecord } from '../store/records/record-store.ts'
import {
  completeNewLines,
  numberLines,
  repeatedNumbers,
  sumNewLines,
} from './documents/complete-lines.ts'
import { decimalsOfRecord } from './documents/currency-decimals.ts'
import { callbackContext, type DocumentRun } from './documents/document-run.ts'
import { fillFolios, isGapless } from './documents/folios.ts'
import { guardRecord } from './documents/guard-states.ts'
import { guardHeads, holdHeads, isWatched } from './documents/heads.ts'
import { findUnknownReferences, insertLines } from './documents/insert-lines.ts'
import { allNewLines, type NewLines } from './documents/line-plan.ts'
import { aboveOf } from './documents/plan-document.ts'
import { carryLines } from './documents/settle-taxes.ts'
import { refuseOutside } from './reachable-records.ts'
import type { WriteTools } from './write-tools.ts'

type Values = ReadonlyMap<string, FieldValue | null>

export interface Creation {
  readonly model: Model
  /** With secrets hashed. */
  readonly values: Values
  readonly id: string | null
  readonly lines: readonly NewLines[]
}

/**
 * Creates a record with its lines within a transaction; the answer is its id. What the audit log is to say of it stands
 * in the run.
 */
export async function createWithin(run: DocumentRun, creation: Creation): Promise<string> {
  const { tools, tx, caller, now } = run
  const { model, lines } = creation
  await refuseMissing(run, creation)
  const write = { model, before: null, after: creation.values, changed: null }
  const isPart = isWatched(tools.registry, model)
  const locked = isPart ? await holdHeads(run, model, [write]) : new Map()
  guardRecord({ model, values: creation.values, previous: null })
  guardHeads(run, locked, write)
  const decimals = await decimalsOfRecord(run, model, { values: creation.values, locked })
  const values = completeNew({ ...creation, decimals })
  const context = callbackContext(run)
  const prepared = new Map(
    await tools.callbacks.beforeWrite(context, { model, values, previous: null }),
  )
  if (isGapless(model)) await numberDocuments(run, model, [prepared])
  const id = await insertRecord(tx, {
    model,
    empresa: caller.empresa,
    values: prepared,
    now,
    id: creation.id,
  })
  await tools.callbacks.afterWrite(context, { model, id, values: prepared, previous: null })
  run.audit.push({ model, recordId: id, operation: 'alta', values: prepared, previous: null })
  await insertLines(run, [{ model, id, above: aboveOf(model, prepared), lines }])
  if (isPart) {
    const writes = [{ before: null, after: prepared }]
    await carryLines(run, model, { writes, locked, written: [{ id, lines }] })
  }
  await refuseOutside(tx, { views: tools.views, caller, model, right: 'crear' }, [id])
  return id
}

/**
 * Creates many records of a model that runs no callbacks, with their lines, each kind as one set. They must be completed
 * and their references looked up.
 */
export async function createMany(
  run: DocumentRun,
  model: Model,
  creations: readonly Creation[],
): Promise<readonly string[]> {
  const { tools, tx, caller, now } = run
  const writes = creations.map(({ values }) => ({ before: null, after: values }))
  const isPart = isWatched(tools.registry, model)
  const locked = isPart ? await holdHeads(run, model, writes) : new Map()
  for (const { values } of creations) {
    guardRecord({ model, values, previous: null })
    guardHeads(run, locked, { model, before: null, after: values, changed: null })
  }
  const rows = creations.map(({ values }) => values)
  const reserved = creations.flatMap(({ id }) => id ?? [])
  const ids = await insertRecords(tx, {
    model,
    empresaId: caller.empresa,
    ids: model.scope === 'global' ? null : reserved,
    rows,
    now,
  })
  for (const [i, values] of rows.entries()) {
    run.audit.push({ model, recordId: ids[i] ?? '', operation: 'alta', values, previous: null })
  }
  await insertLines(
    run,
    creations.map(({ values, lines }, i) => ({
      model,
      id: ids[i] ?? '',
      above: aboveOf(model, values),
      lines,
    })),
  )
  if (isPart) {
    const written = creations.map(({ lines }, i) => ({ id: ids[i] ?? '', lines }))
    await carryLines(run, model, { writes, locked, written })
  }
  await refuseOutside(tx, { views: tools.views, caller, model, right: 'crear' }, ids)
  return ids
}

/** Numbers the documents that have no folio. */
export async function numberDocuments(
  { tx, caller, now }: Pick<DocumentRun, 'tx' | 'caller' | 'now'>,
  model: Model,
  rows: readonly Map<string, FieldValue | null>[],
): Promise<void> {
  await fillFolios(tx, { model, empresa: caller.empresa, rows, today: now.slice(0, 10), now })
}

/**
 * The values of a new record with what its lines and its own fields make.
 * @throws ApiError VALIDATION with every amount that is wrong
 */
export function completeNew({
  model,
  values,
  lines,
  decimals,
}: Omit<Creation, 'id'> & { readonly decimals: number | undefined }): Values {
  const problems: ErrorEntry[] = []
  for (const own of lines) numberLines(own, 0n)
  completeNewLines(lines, { problems, decimals })
  problems.push(...lines.flatMap(repeatedNumbers))
  // What wrong lines make is no question.
  const sums = { ...sumNewLines(model, lines), haveChanged: true }
  const write = { model, values, previous: null, decimals }
  const made = problems.length > 0 ? null : fillComputed(write, sums)
  if (made?.ok === true) return made.value
  throw new ApiError(made === null ? problems : made.error)
}

async function refuseMissing(run: DocumentRun, { model, values, lines }: Creation): Promise<void> {
  const { tools, tx, caller } = run
  const own = await missingReferences(tools, tx, { caller, model, values })
  const found = await findUnknownReferences(run, allNewLines(lines))
  const ofLines = found.map(({ problem }) => problem)
  if (own.length + ofLines.length > 0) throw new ApiError([...own, ...ofLines])
}

/** What a record refers to and its writer does not reach. */
export async function missingReferences(
  tools: WriteTools,
  tx: Tx,
  details: { readonly caller: Caller; readonly model: Model; readonly values: Values },
): Promise<readonly ErrorEntry[]> {
  const { reachable } = tools.views.of(details.caller.rights)
  const missing = await findMissingReferences(reachable, tx, {
    model: details.model,
    empresa: details.caller.empresa,
    values: details.values,
  })
  return missing.map((field) => {
    const reference = details.model.fieldByName.get(field)
    const target = reference?.type === 'reference' ? reference.target : 'record'
    const id = String(details.values.get(field))
    const message = NO_SUCH_ID({ field, model: details.model.name, target, id })
    return { code: 'UNKNOWN_REFERENCE', field, message }
  })
}
