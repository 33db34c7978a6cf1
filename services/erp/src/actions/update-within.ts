import type { Model } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import { NO_LINES, touchesAmounts } from '../query/computed-values.ts'
import type { FieldValue } from '../query/field-value.ts'
import { isSameValue } from '../query/same-value.ts'
import { refuseChange, type WritePlan } from '../query/write-plan.ts'
import { readRecords } from '../store/records/line-store.ts'
import { updateRecord } from '../store/records/record-store.ts'
import { missingReferences } from './create-within.ts'
import { changeLines } from './documents/change-lines.ts'
import { sumsOfModel } from './documents/complete-lines.ts'
import { completeRecord } from './documents/complete-record.ts'
import { decimalsOfRecord } from './documents/currency-decimals.ts'
import { callbackContext, type DocumentRun } from './documents/document-run.ts'
import { followTaxes } from './documents/follow-taxes.ts'
import { guardRecord } from './documents/guard-states.ts'
import {
  guardHeads,
  holdHeads,
  isWatched,
  sumsOfHeads,
  type LockedHeads,
  type WrittenLine,
} from './documents/heads.ts'
import type { LinesChange } from './documents/line-plan.ts'
import { aboveOf } from './documents/plan-document.ts'
import { carryLines, settleLines } from './documents/settle-taxes.ts'
import { holdToRead, type IfMatch } from './hold-to-read.ts'
import { lockReached, refuseOutside } from './reachable-records.ts'
import { refuseCycles } from './refuse-cycles.ts'
import { demandSegregated } from './segregation.ts'
import { refuseStale } from './write-tools.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

export interface Change {
  readonly model: Model
  readonly id: string
  /** With secrets hashed. */
  readonly plan: WritePlan
  readonly lines: readonly LinesChange[]
  readonly ifMatch: IfMatch | null
}

/** Changes a record and its lines within a transaction; what the audit log is to say of it stands in the run. */
export async function updateWithin(given: DocumentRun, change: Change): Promise<void> {
  const { tools, tx, caller, now } = given
  const { model, id, plan } = change
  const reach = { views: tools.views, caller, model, right: 'modificar' }
  const locked = await holdAbove(given, change)
  const current = await lockReached(tx, reach, id)
  refuseStale(current, [plan.version])
  await holdToRead(given, { model, id, current }, change.ifMatch)
  refuseUnlessSame(plan, current)
  const values = changedValues(model, plan.values, current)
  const missing = await missingReferences(tools, tx, { caller, model, values })
  if (missing.length > 0) throw new ApiError(missing)
  given.warnings.push(...(await demandSegregated(tx, reach, id)))
  const after = new Map([...current, ...plan.values])
  const decimals = await decimalsOfRecord(given, model, { values: after, locked })
  const run = { ...given, decimals }
  const written = { model, before: current, after }
  guardRecord({ model, values: plan.values, previous: current })
  guardHeads(run, locked, { ...written, changed: [...values.keys()] })
  const changed = await changeOwnLines(run, change, { current, locked })
  const lines = [
    ...changed,
    ...(await followOwnTaxes(run, change, { current, changed })),
    ...(await settleLines(run, { model, id, lines: change.lines }, changed)),
  ]
  const context = callbackContext(run)
  const write = {
    model,
    values: await complete(run, change, { current, lines }),
    previous: current,
  }
  const prepared = await tools.callbacks.beforeWrite(context, write)
  if (prepared.size === 0 && lines.length === 0) return
  await refuseCycles(tx, { model, empresa: caller.empresa, id }, write)
  await updateRecord(tx, { model, empresa: caller.empresa, id }, { values: prepared, now })
  await tools.callbacks.afterWrite(context, { ...write, id, values: prepared })
  if (prepared.size > 0) {
    run.audit.push({
      model,
      recordId: id,
      operation: 'cambio',
      values: prepared,
      previous: current,
    })
  }
  const writes = [{ before: current, after: new Map([...current, ...prepared]) }]
  await carryLines(run, model, { writes, locked, written: [change] })
  await refuseOutside(tx, reach, [id])
}

/** Documents are locked before their lines, wherever one begins. */
async function holdAbove(run: DocumentRun, { model, id, plan }: Change): Promise<LockedHeads> {
  if (!isWatched(run.tools.registry, model)) return new Map()
  const stored = await readRecords(run.tx, { model, empresa: run.caller.empresa }, [id])
  const before = stored.get(id) ?? null
  return await holdHeads(run, model, [{ before, after: plan.values }])
}

/** A field that holds what the record holds changes nothing, though it might not be written; any other value is refused. */
function refuseUnlessSame(plan: WritePlan, current: Stored): void {
  const problems = refuseChange(plan, (field) => current.get(field.name) ?? null)
  if (problems.length > 0) throw new ApiError(problems)
}

/** A record that is sent back whole may keep its reference to one that its writer does not reach. */
function changedValues(model: Model, values: Values, current: Stored): Values {
  return new Map(
    [...values].filter(([name, value]) => {
      const field = model.fieldByName.get(name)
      return field !== undefined && !isSameValue(field, value, current.get(name) ?? null)
    }),
  )
}

async function changeOwnLines(
  run: DocumentRun,
  { model, id, lines }: Change,
  { current, locked }: { readonly current: Stored; readonly locked: LockedHeads },
): Promise<readonly WrittenLine[]> {
  if (lines.length === 0) return []
  const parent = { model, id, above: aboveOf(model, current), changes: lines }
  return await changeLines(run, [parent], new Map([...locked, [model, new Map([[id, current]])]]))
}

/** Its breakdown of taxes follows from a line, unless the request itself says what it is. */
async function followOwnTaxes(
  run: DocumentRun,
  { model, id, plan }: Change,
  { current, changed }: { readonly current: Stored; readonly changed: readonly WrittenLine[] },
): Promise<readonly WrittenLine[]> {
  if (changed.some(({ name }) => name === 'desglose')) return []
  return await followTaxes(run, model, [{ id, stored: current, values: plan.values }])
}

/** What was sent, and what it and the lines make. @throws ApiError VALIDATION */
async function complete(
  run: DocumentRun,
  { model, id, plan }: Change,
  { current, lines }: { readonly current: Stored; readonly lines: readonly WrittenLine[] },
): Promise<Values> {
  const { decimals } = run
  const write = { model, values: plan.values, previous: current, decimals }
  if (lines.length === 0 && !touchesAmounts(write)) return plan.values
  const sums = sumsOfModel(model).length === 0 ? null : await sumsOfHeads(run, model, [id])
  const after = sums?.get(id) ?? NO_LINES
  const made = completeRecord(write, { after, writes: lines })
  if (!made.ok) throw new ApiError(made.error)
  return made.value
}
