import type { Tx } from '@oficina/kit/database.ts'

import type { Field, Model } from '../dictionary/types.ts'
import { apiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { demand } from '../identity/rights.ts'
import { UPSERT_UNIQUE } from '../messages/imports.ts'
import type { ImportRow } from '../query/import-row.ts'
import { ReferenceFinder } from '../store/records/import-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { importBatch, upsertValue } from './import-batch.ts'
import type { ImportRun, ImportTools, RowResult } from './import-draft.ts'
import { momentOf, refuseOperation } from './write-tools.ts'

/** A row as it was read: a body, or what is wrong with the line itself. */
export type SourceRow = ImportRow | { readonly number: number; readonly problem: ErrorEntry }

/** The progress of an import. */
export interface ImportProgress {
  readonly total: number
  readonly created: number
  readonly updated: number
  readonly failed: number
}

export interface ImportRequest {
  readonly model: Model
  /** `all`: every row or none. `rows`: each row that can be written. */
  readonly mode: 'all' | 'rows'
  /** A unique field by which rows find the record to change, or `id`. */
  readonly upsertBy: string | null
  /** A trial run: everything is checked and nothing stored. */
  readonly isDryRun: boolean
  /** Read from the start each time it is called. */
  readonly rows: () => AsyncIterable<SourceRow>
  readonly signal: AbortSignal
  /** Called after each batch with the results of its rows, and awaited, so that a slow reader slows the import down. */
  readonly onBatch: (progress: ImportProgress, results: readonly RowResult[]) => Promise<void>
}

export interface ImportOutcome extends ImportProgress {
  /** The first thousand, in row order. */
  readonly problems: readonly ErrorEntry[]
  readonly problemCount: number
  /** Whether the written rows were kept. */
  readonly isKept: boolean
}

const BATCH_ROWS = 1_000
// Of the texts of a batch, in characters: rows of megabytes are written one by one.
const BATCH_LENGTH = 4 * 1024 * 1024
const MAX_PROBLEMS = 1_000

/**
 * Writes the rows of a file with the checks, rights and callbacks of `POST /{modelo}`, in constant memory. Stopped by
 * `signal` it leaves nothing behind in mode `all`, and the finished batches in mode `rows`.
 * @throws ApiError FORBIDDEN, INVALID_PARAMETER; the signal's reason
 * @source docs/decisions/0204-erp-imports.md
 */
export async function importRecords(
  tools: ImportTools,
  caller: Caller,
  request: ImportRequest,
): Promise<ImportOutcome> {
  const { model } = request
  demand(caller.rights, model, 'crear')
  refuseOperation(model, 'create')
  const view = tools.views.of(caller.rights)
  const seen = view.modelFor(model, 'crear')
  const upsertBy = request.upsertBy === null ? null : uniqueField(seen, request.upsertBy)
  if (upsertBy !== null) {
    demand(caller.rights, model, 'modificar')
    refuseOperation(model, 'update')
  }
  const run: ImportRun = {
    tools,
    caller,
    model,
    seen,
    reachable: view.reachable,
    moment: momentOf(tools.now()),
    references: new ReferenceFinder(view.registry, caller.empresa),
    upsertBy,
  }
  if (request.mode === 'rows' && !request.isDryRun) return await importRows(run, request)
  return await importWhole(run, request)
}

function uniqueField(model: Model, name: string): Field {
  const field = model.fieldByName.get(name)
  if (field !== undefined && field.unique && (field.type === 'text' || field.type === 'integer')) {
    return field
  }
  const allowed = [...model.fieldByName.values()]
    .filter(({ unique, type }) => unique && (type === 'text' || type === 'integer'))
    .map((candidate) => candidate.name)
  const message = UPSERT_UNIQUE({ model: model.name, allowed })
  throw apiError('INVALID_PARAMETER', message, 'upsert_by')
}

/** The results of the rows so far. */
class Tally {
  created = 0
  updated = 0
  failed = 0
  problemCount = 0
  readonly problems: ErrorEntry[] = []

  add(results: readonly RowResult[]): void {
    for (const result of results) {
      this[result.kind] += 1
      if (result.kind !== 'failed') continue
      this.problemCount += result.errors.length
      for (const error of result.errors) {
        if (this.problems.length < MAX_PROBLEMS) this.problems.push({ ...error, row: result.row })
      }
    }
  }

  progress(): ImportProgress {
    const { created, updated, failed } = this
    return { total: created + updated + failed, created, updated, failed }
  }

  outcome(end: 'kept' | 'undone'): ImportOutcome {
    const { problems, problemCount } = this
    return { ...this.progress(), problems, problemCount, isKept: end === 'kept' }
  }
}

async function importRows(run: ImportRun, request: ImportRequest): Promise<ImportOutcome> {
  const tally = new Tally()
  for await (const batch of batchesOf(run, request)) {
    const results = await writeAs(run.tools.database, run.caller.empresa, (tx) =>
      writeBatch(run, tx, batch),
    )
    tally.add(results)
    await request.onBatch(tally.progress(), results)
  }
  return tally.outcome('kept')
}

/** Carries the outcome out of a transaction that must be rolled back. */
class NothingKept extends Error {
  readonly outcome: ImportOutcome

  constructor(outcome: ImportOutcome) {
    super('nothing is kept')
    this.outcome = outcome
  }
}

/** In one transaction, which is rolled back when a row failed, or in a trial run. */
async function importWhole(run: ImportRun, request: ImportRequest): Promise<ImportOutcome> {
  try {
    return await writeAs(run.tools.database, run.caller.empresa, async (tx) => {
      const tally = new Tally()
      for await (const batch of batchesOf(run, request)) {
        const results = await writeBatch(run, tx, batch)
        tally.add(results)
        await request.onBatch(tally.progress(), results)
      }
      request.signal.throwIfAborted()
      if (tally.failed > 0 || request.isDryRun) throw new NothingKept(tally.outcome('undone'))
      return tally.outcome('kept')
    })
  } catch (error) {
    if (error instanceof NothingKept) return error.outcome
    throw error
  }
}

async function writeBatch(
  run: ImportRun,
  tx: Tx,
  batch: readonly SourceRow[],
): Promise<readonly RowResult[]> {
  const rows = batch.filter((row): row is ImportRow => !('problem' in row))
  const written = rows.length === 0 ? [] : await importBatch(run, tx, rows)
  const broken = batch.flatMap((row): RowResult[] =>
    'problem' in row ? [{ row: row.number, kind: 'failed', errors: [row.problem] }] : [],
  )
  return [...written, ...broken].toSorted((a, b) => a.row - b.row)
}

/** Rows by the thousand, fewer of much text; a batch ends before a row that would change a record of the same batch. */
async function* batchesOf(
  { upsertBy }: ImportRun,
  { rows, signal }: ImportRequest,
): AsyncGenerator<readonly SourceRow[]> {
  let batch: SourceRow[] = []
  const values = new Set<string>()
  let length = 0
  for await (const row of rows()) {
    const value = upsertBy === null || 'problem' in row ? null : upsertValue(upsertBy, row.body)
    const isFull = batch.length >= BATCH_ROWS || length > BATCH_LENGTH
    if (isFull || (value !== null && values.has(value))) {
      signal.throwIfAborted()
      yield batch
      batch = []
      length = 0
      values.clear()
    }
    batch.push(row)
    length += 'problem' in row ? 0 : lengthOf(row.body)
    if (value !== null) values.add(value)
  }
  signal.throwIfAborted()
  if (batch.length > 0) yield batch
}

/** How many characters the texts of a row have, those of its lines too. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, part: unknown) => sum + lengthOf(part), 0)
}
