import { setTimeout as delay } from 'node:timers/promises'

import type pg from 'pg'

import type { Placement } from '../../schema/distribution.ts'
import { splitStatements } from '../../schema/split-statements.ts'
import type { SchemaStep } from '../../schema/step.ts'
import type { TableShape } from '../../schema/table-shape.ts'

/** How far the change of the tables is. */
interface SchemaProgress {
  /** Whether nothing was there before, or other versions may be at work on it. */
  readonly step: 'creating tables' | 'changing tables'
  readonly done: number
  readonly total: number
  /** What was done last, in words. */
  readonly what: string
}

export interface ApplyOptions {
  readonly placement: Placement
  /** Called after each commit. */
  readonly onProgress: (progress: SchemaProgress) => void
}

// A thousand tables with their indexes in one transaction would not fit PostgreSQL's table of locks.
const BATCH = 100
// What others use is locked by a few steps at a time, so that they go on at once.
const BATCH_BESIDE_OTHERS = 10
// An index of a smaller table is made within the time of a request.
const MANY_ROWS_BYTES = 16_777_216
// A change that waits for somebody's long read has everybody else wait behind it, so it steps back after this time …
const LOCK_TIMEOUT_MS = 2_000
const PAUSE_MS = 500
// … and comes again, for half an hour: as long as the longest export.
const ATTEMPTS = 720
const RETRYABLE = new Set(['55P03', '40P01'])

/**
 * Applies the steps, each committed on its own or with its neighbours. All can be repeated, and what is missing is asked of
 * the database at each start, so it does not matter after which one a start is cut off.
 */
export async function applySteps(
  client: pg.Client,
  steps: readonly SchemaStep[],
  options: ApplyOptions,
): Promise<void> {
  const { onProgress, placement } = options
  const large = placement === 'one server' ? await largeTables(client) : new Set<string>()
  const total = steps.length
  const step = isFirstStart(steps) ? 'creating tables' : 'changing tables'
  let done = 0
  for (const batch of batchesOf(steps, large)) {
    const [first] = batch
    const isAlone = batch.length === 1 && first?.gentle !== undefined && large.has(first.table)
    await (isAlone ? applyGently(client, first.gentle) : applyBatch(client, placement, batch))
    done += batch.length
    onProgress({ step, done, total, what: batch.at(-1)?.reason ?? '' })
  }
}

/** Steps that are committed together: new tables by the hundred, changes of tables that others use by a few. */
function batchesOf(
  steps: readonly SchemaStep[],
  large: ReadonlySet<string>,
): readonly (readonly SchemaStep[])[] {
  const most = isFirstStart(steps) ? BATCH : BATCH_BESIDE_OTHERS
  const batches: SchemaStep[][] = []
  let current: SchemaStep[] = []
  const close = () => {
    if (current.length > 0) batches.push(current)
    current = []
  }
  for (const step of steps) {
    if (large.has(step.table)) {
      close()
      batches.push([step])
    } else {
      current.push(step)
      if (current.length === most) close()
    }
  }
  close()
  return batches
}

function isFirstStart(steps: readonly SchemaStep[]): boolean {
  return steps.every(({ shapeAfter }) => shapeAfter !== undefined)
}

async function largeTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > $1`,
    [MANY_ROWS_BYTES],
  )
  return new Set(rows.map(({ name }) => name))
}

async function applyBatch(
  client: pg.Client,
  placement: Placement,
  batch: readonly SchemaStep[],
): Promise<void> {
  await patiently(async () => {
    await inTransaction(client, async () => {
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await run(client, placement, batch.map(({ sql }) => sql).join('\n'))
      await rememberShapes(
        client,
        batch.flatMap(({ shapeAfter }) => shapeAfter ?? []),
      )
    })
  })
}

/** Statements that wait for others without holding them up, and cannot be in a transaction. */
async function applyGently(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

/** Tries again what others' locks kept from being done. */
export async function patiently(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (attempt >= ATTEMPTS || typeof code !== 'string' || !RETRYABLE.has(code)) throw error
    }
    await delay(PAUSE_MS)
  }
}

/** Several statements of our own, without values. */
export async function run(client: pg.Client, placement: Placement, text: string): Promise<void> {
  const parts = placement === 'one server' ? [text] : splitStatements(text)
  for (const part of parts) await client.query(part)
}

/** Records what the dictionary asked for, to know later what it no longer names. */
export async function rememberShapes(
  client: pg.Client,
  shapes: readonly TableShape[],
): Promise<void> {
  if (shapes.length === 0) return
  // The last shape of a table within one batch counts.
  const last = new Map(shapes.map((shape) => [shape.table, shape]))
  await client.query(
    `insert into oficina.esquema (tabla, forma)
     select forma->>'table', forma from jsonb_array_elements($1::jsonb) as t(forma)
     on conflict (tabla) do update set forma = excluded.forma`,
    [JSON.stringify([...last.values()])],
  )
}

export async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
