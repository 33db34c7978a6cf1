import type { Clock } from '@oficina/kit/clock.ts'
import { sqlState, type Database, type Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Model, Registry } from '../../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import type { ActionInputs, BatchRequest } from '../../query/action-request.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../../store/idempotency-store.ts'
import { readRecord } from '../../store/record-store.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { momentOf, notFound } from '../write-record.ts'
import type { ActionContext, ActionOutcome, NativeAction, RecordAction } from './action.ts'

export interface ActionTools {
  readonly database: Database
  readonly registry: Registry
  readonly now: Clock
}

/** One entry of `data.results`. @source docs/contract/erp.md, Business action batch result */
export interface RecordResult {
  readonly id: string
  readonly ok: boolean
  readonly errors?: readonly ErrorEntry[]
  readonly warnings?: readonly ErrorEntry[]
}

interface Call<A> {
  readonly model: Model
  readonly action: A
  readonly idempotency: IdempotencyKey | null
}

/** Runs an action on a batch, all in one transaction; records that are refused do not keep the others from it. */
export async function runBatch(
  tools: ActionTools,
  caller: Caller,
  call: Call<RecordAction> & { readonly request: BatchRequest },
): Promise<readonly RecordResult[]> {
  const { ids, inputs } = call.request
  return await once(tools, caller, call.idempotency, async (tx) => {
    const context = contextOf(tools, tx, caller, inputs)
    return resultsOf(ids, await runOnSet(context, call, ids))
  })
}

/**
 * Runs an action on one record; the answer is the record as the action left it, as JSON text.
 * @throws ApiError with the errors of the record when it is refused
 */
export async function runOnRecord(
  tools: ActionTools,
  caller: Caller,
  call: Call<RecordAction> & { readonly id: string; readonly inputs: ActionInputs },
): Promise<{ readonly record: string; readonly warnings: readonly ErrorEntry[] }> {
  const { model, id } = call
  return await once(tools, caller, call.idempotency, async (tx) => {
    const context = contextOf(tools, tx, caller, call.inputs)
    const outcome = await translateConstraint(model, () => call.action.run(context, [id]))
    const errors = outcome.refused.get(id)
    if (errors !== undefined) throw new ApiError(errors)
    const stored = await readRecord(tools.registry, tx, { model, empresa: caller.empresa, id })
    if (stored === undefined) throw notFound(model, id)
    return { record: stored.json, warnings: outcome.warnings.get(id) ?? [] }
  })
}

/** Runs an action that needs no record. */
export async function runNative(
  tools: ActionTools,
  caller: Caller,
  call: Call<NativeAction> & { readonly inputs: ActionInputs },
): Promise<unknown> {
  return await once(tools, caller, call.idempotency, (tx) =>
    translateConstraint(call.model, () =>
      call.action.run(contextOf(tools, tx, caller, call.inputs)),
    ),
  )
}

/** The work in a transaction of the company; for a key that was used before, its answer instead. */
async function once<T>(
  tools: ActionTools,
  caller: Caller,
  key: IdempotencyKey | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const act = async (tx: Tx): Promise<T> => {
    const replay = await claimKey(tx, caller, key)
    // The key belongs to a call of this very action, whose answer was kept below.
    if (replay !== null) return replay.answer as T
    const answer = await work(tx)
    await keepAnswer(tx, caller, { key, status: 200, answer })
    return answer
  }
  // Some thirty statements that never vary: to plan them for each call's values would take longer than to run them.
  return await writeAs(tools.database, caller.empresa, act, 'shared')
}

function contextOf(
  { registry, now }: ActionTools,
  tx: Tx,
  caller: Caller,
  inputs: ActionInputs,
): ActionContext {
  return { tx, caller, registry, moment: momentOf(now()), inputs }
}

type Run = Pick<Call<RecordAction>, 'model' | 'action'>

/**
 * The whole set under one savepoint. When something unforeseen refuses it (a value too large for its column, a
 * constraint), every record is tried under a savepoint of its own, so that only the ones at fault fail.
 */
async function runOnSet(
  context: ActionContext,
  call: Run,
  ids: readonly string[],
): Promise<ActionOutcome> {
  try {
    return await underSavepoint(context.tx, () => call.action.run(context, ids))
  } catch (error) {
    if (!isOfTheRecord(error)) throw error
  }
  const refused = new Map<string, readonly ErrorEntry[]>()
  const warnings = new Map<string, readonly ErrorEntry[]>()
  for (const id of ids) {
    const outcome = await runAlone(context, call, id)
    for (const [key, errors] of outcome.refused) refused.set(key, errors)
    for (const [key, remarks] of outcome.warnings) warnings.set(key, remarks)
  }
  return { refused, warnings }
}

async function runAlone(context: ActionContext, call: Run, id: string): Promise<ActionOutcome> {
  try {
    return await underSavepoint(context.tx, () =>
      translateConstraint(call.model, () => call.action.run(context, [id])),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { refused: new Map([[id, error.errors]]), warnings: new Map() }
  }
}

async function underSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint registro`)
  try {
    const done = await work()
    await tx.execute(sql`release savepoint registro`)
    return done
  } catch (error) {
    await tx.execute(sql`rollback to savepoint registro`)
    throw error
  }
}

/** Classes 22 (data) and 23 (constraints) speak of a record; anything else speaks of the whole transaction. */
function isOfTheRecord(error: unknown): boolean {
  return error instanceof ApiError || /^2[23]/.test(sqlState(error) ?? '')
}

function resultsOf(ids: readonly string[], outcome: ActionOutcome): readonly RecordResult[] {
  return ids.map((id) => {
    const errors = outcome.refused.get(id)
    if (errors !== undefined) return { id, ok: false, errors }
    const warnings = outcome.warnings.get(id)
    return warnings === undefined ? { id, ok: true } : { id, ok: true, warnings }
  })
}
