import { sqlState, type Tx } from '@oficina/kit/database.ts'

import type { Model } from '../../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { rightsKey } from '../../identity/rights.ts'
import type { ActionInputs, BatchRequest } from '../../query/action-request.ts'
import { claimKey, keepAnswer, type IdempotencyKey } from '../../store/idempotency-store.ts'
import { underSavepoint } from '../../store/savepoint.ts'
import { writeAs } from '../../store/tenant-database.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { isStillHis, readAnswer, type KeptAnswer } from '../read-written-record.ts'
import { momentOf } from '../write-tools.ts'
import type { ActionContext, ActionOutcome, NativeAction, RecordAction } from './action.ts'
import { admit, type Admission } from './admit-records.ts'
import type { Outside } from './outside.ts'

export type ActionTools = Omit<Outside, 'caller' | 'inputs'>

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

/** Runs an action on a batch, all in one transaction; refused records do not affect the others. */
export async function runBatch(
  tools: ActionTools,
  caller: Caller,
  call: Call<RecordAction> & { readonly request: BatchRequest },
): Promise<readonly RecordResult[]> {
  const { ids, inputs } = call.request
  const outside = outsideOf(tools, caller, inputs)
  const informed = await askOthers(outside, call, ids)
  const results = await once(tools, caller, call.idempotency, async (tx) => {
    const context = contextOf(tools, tx, caller, inputs)
    return resultsOf(ids, await runAdmitted(context, informed, ids))
  })
  if (call.action.follow === undefined) return results
  const succeeded = results.filter(({ ok }) => ok).map(({ id }) => id)
  if (succeeded.length === 0) return results
  return withSequel(results, await call.action.follow(outside, succeeded))
}

type RecordCall = Call<RecordAction> & { readonly id: string; readonly inputs: ActionInputs }

/** A record as an action left it, as JSON text. */
interface ActedRecord {
  readonly record: string
  readonly warnings: readonly ErrorEntry[]
}

/**
 * Runs an action on one record; returns the record as the action left it.
 * @throws ApiError with the errors of the record when it is refused
 */
export async function runOnRecord(
  tools: ActionTools,
  caller: Caller,
  call: RecordCall,
): Promise<ActedRecord> {
  const { model, id } = call
  const outside = outsideOf(tools, caller, call.inputs)
  const informed = await askOthers(outside, call, [id])
  const work = (tx: Tx) => actOnRecord(tools, contextOf(tools, tx, caller, call.inputs), informed)
  const kept = await once(tools, caller, call.idempotency, work)
  const sequel = await call.action.follow?.(outside, [id])
  const errors = sequel?.refused.get(id)
  if (errors !== undefined) throw new ApiError(errors)
  if (sequel === undefined && isStillHis(caller, kept)) return kept.answer
  const read = async (tx: Tx) =>
    await readAnswer(tools, tx, { caller, model, id, withLines: false })
  const { json } = await writeAs(tools.database, caller.empresa, read)
  const warnings = isStillHis(caller, kept) ? kept.answer.warnings : []
  return { record: json, warnings: [...warnings, ...(sequel?.warnings.get(id) ?? [])] }
}

async function actOnRecord(
  tools: ActionTools,
  context: ActionContext,
  call: RecordCall,
): Promise<KeptAnswer<ActedRecord>> {
  const { model, id, action } = call
  const { caller, tx } = context
  const admission = await admit(context, { model, action: action.name }, [id])
  const closed = admission.refused.get(id)
  if (closed !== undefined) throw new ApiError(closed)
  const remarked = remarkedIn(context, model, admission)
  const outcome = await translateConstraint(model, () => action.run(remarked, [id]))
  const errors = outcome.refused.get(id)
  if (errors !== undefined) throw new ApiError(errors)
  const stored = await readAnswer(tools, tx, { caller, model, id, withLines: false })
  const { warnings } = withRemarks(outcome, admission)
  const answer = { record: stored.json, warnings: warnings.get(id) ?? [] }
  return { view: rightsKey(caller.rights), id, answer }
}

/** Runs an action that needs no record. */
export async function runNative(
  tools: ActionTools,
  caller: Caller,
  call: Call<NativeAction> & { readonly inputs: ActionInputs },
): Promise<unknown> {
  const outside = outsideOf(tools, caller, call.inputs)
  const { action } = call
  const run = action.ask === undefined ? action.run : await action.ask(outside)
  const data = await once(tools, caller, call.idempotency, (tx) =>
    translateConstraint(call.model, () => run(contextOf(tools, tx, caller, call.inputs))),
  )
  return action.follow === undefined ? data : await action.follow(outside, data)
}

function outsideOf(tools: ActionTools, caller: Caller, inputs: ActionInputs): Outside {
  return { ...tools, caller, inputs }
}

/** The call with the action that knows what others said of the records, if it asks any. */
async function askOthers<C extends Call<RecordAction>>(
  outside: Outside,
  call: C,
  ids: readonly string[],
): Promise<C> {
  const { ask } = call.action
  if (ask === undefined) return call
  const { database, caller, inputs } = outside
  const { ids: admitted } = await writeAs(database, caller.empresa, (tx) =>
    admit(
      contextOf(outside, tx, caller, inputs),
      { model: call.model, action: call.action.name },
      ids,
    ),
  )
  // The transaction of the action says why it refuses the others.
  if (admitted.length === 0) return call
  return { ...call, action: { ...call.action, run: await ask(outside, admitted) } }
}

/** Runs the work in a transaction of the company; for a key that was used before, returns its answer instead. */
async function once<T>(
  tools: ActionTools,
  caller: Caller,
  key: IdempotencyKey | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const act = async (tx: Tx): Promise<T> => {
    const replay = await claimKey(tx, caller, key)
    // The key belongs to a call of this same action, whose answer was stored below.
    if (replay !== null) return replay.answer as T
    const answer = await work(tx)
    await keepAnswer(tx, caller, { key, status: 200, answer })
    return answer
  }
  // About thirty statements that never vary: planning them for each call would take longer than running them.
  return await writeAs(tools.database, caller.empresa, act, 'shared')
}

function contextOf(
  { registry, views, joined, now }: ActionTools,
  tx: Tx,
  caller: Caller,
  inputs: ActionInputs,
): ActionContext {
  const hasChat = joined.chat !== undefined
  return { tx, caller, registry, views, moment: momentOf(now()), inputs, hasChat }
}

type Run = Pick<Call<RecordAction>, 'model' | 'action'>

/** Runs the action on the records on which the caller may. */
async function runAdmitted(
  context: ActionContext,
  call: Run,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const admission = await admit(context, { model: call.model, action: call.action.name }, ids)
  if (admission.ids.length === 0) return { refused: admission.refused, warnings: new Map() }
  const remarked = remarkedIn(context, call.model, admission)
  const outcome = withRemarks(await runOnSet(remarked, call, admission.ids), admission)
  return { ...outcome, refused: new Map([...admission.refused, ...outcome.refused]) }
}

function remarkedIn(
  context: ActionContext,
  { name }: Model,
  { warnings }: Admission,
): ActionContext {
  return warnings.size === 0 ? context : { ...context, remarks: { model: name, byId: warnings } }
}

function withRemarks(outcome: ActionOutcome, admission: Admission): ActionOutcome {
  const warnings = new Map(outcome.warnings)
  for (const [id, remark] of admission.warnings) {
    warnings.set(id, [...(warnings.get(id) ?? []), remark])
  }
  return { ...outcome, warnings }
}

/**
 * Runs the whole set under one savepoint. When something unforeseen refuses it (a value too large for its column, a
 * constraint), every record is tried under a savepoint of its own, so that only the faulty ones fail.
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

/** Classes 22 (data) and 23 (constraints) concern a record; anything else concerns the whole transaction. */
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

/** The results of the transaction with what became of the records after it. */
function withSequel(
  results: readonly RecordResult[],
  { refused, warnings }: ActionOutcome,
): readonly RecordResult[] {
  return results.map((result) => {
    const errors = refused.get(result.id)
    if (errors !== undefined) return { id: result.id, ok: false, errors }
    const remarks = [...(result.warnings ?? []), ...(warnings.get(result.id) ?? [])]
    return remarks.length === 0 ? result : { ...result, warnings: remarks }
  })
}
