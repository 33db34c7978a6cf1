import { ownCurrency } from '../../dictionary/currency.ts'
import type { Lines, Model } from '../../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../../errors.ts'
import { LINE_TWICE, NO_LINE } from '../../messages/lines.ts'
import { NO_LINES, touchesAmounts, type LineSums } from '../../query/computed-values.ts'
import { placed } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  clearNumbers,
  findLastNumbers,
  lockRecords,
  updateRecords,
} from '../../store/records/line-store.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { refuseOutside } from '../reachable-records.ts'
import { refuseCycles } from '../refuse-cycles.ts'
import { changedFields } from '../rules/rule.ts'
import { judgeDeed } from '../segregation.ts'
import { completeNewLines, numberLines, repeatedNumbers, sumsOfModel } from './complete-lines.ts'
import { completeRecord } from './complete-record.ts'
import { callbackContext, type DocumentRun } from './document-run.ts'
import { followTaxes } from './follow-taxes.ts'
import { guardHeads, sumsOfHeads, type LockedHeads, type WrittenLine } from './heads.ts'
import { findUnknownReferences, insertLines } from './insert-lines.ts'
import { refuseUnlessSame, refuseStaleLine } from './line-checks.ts'
import { allNewLines, type ChangedLine, type LinesChange } from './line-plan.ts'
import { removeRecords, withLines } from './remove-lines.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

/** A record that is there, locked, and what is to become of its lines. */
export interface ChangedParent {
  readonly model: Model
  readonly id: string
  readonly above: ReadonlyMap<string, string>
  readonly changes: readonly LinesChange[]
}

interface Entry {
  readonly parent: ChangedParent
  readonly change: LinesChange
}

/**
 * Changes, removes and makes lines of records that are there: each kind of lines as one set, so that three hundred lines
 * take as many statements as three.
 * @throws ApiError with every problem of a kind, each with its place
 */
export async function changeLines(
  run: DocumentRun,
  parents: readonly ChangedParent[],
  locked: LockedHeads,
): Promise<readonly WrittenLine[]> {
  const entries = parents.flatMap((parent) => parent.changes.map((change) => ({ parent, change })))
  const kinds = Map.groupBy(entries, ({ change }) => change.lines)
  const written: WrittenLine[] = []
  for (const [lines, own] of kinds) {
    const [first] = own
    if (first === undefined) continue
    const { model } = first.change
    written.push(
      ...(await translateConstraint(model, () =>
        changeKind(run, { lines, model, entries: own, locked }),
      )),
    )
  }
  return written
}

interface Kind {
  readonly lines: Lines
  readonly model: Model
  readonly entries: readonly Entry[]
  readonly locked: LockedHeads
}

interface Row {
  readonly parent: ChangedParent
  readonly line: ChangedLine
  readonly stored: Stored
}

async function changeKind(run: DocumentRun, kind: Kind): Promise<readonly WrittenLine[]> {
  const removed = await lockRemoved(run, kind)
  const rows = await lockChanged(run, kind)
  await refuseDeeds(run, kind, { rows, removed })
  const nested = await changeNested(run, kind, rows)
  await refuseUnknown(run, kind, rows)
  await removeRecords(run, await withLines(run, kind.model, stored(removed)))
  const changed = await updateRows(run, kind, { rows, nested })
  const created = await createRows(run, kind)
  const name = kind.lines.name
  return [
    ...removed.map((removed) => ({
      name,
      parent: removed.parent,
      before: removed.stored,
      after: null,
    })),
    ...changed,
    ...created,
  ]
}

interface RemovedRow {
  readonly parent: string
  readonly id: string
  readonly stored: Stored
}

function stored(removed: readonly RemovedRow[]): ReadonlyMap<string, Stored> {
  return new Map(removed.map((removed) => [removed.id, removed.stored]))
}

async function lockRemoved(run: DocumentRun, kind: Kind): Promise<readonly RemovedRow[]> {
  const wanted = kind.entries.flatMap(({ parent, change }) =>
    change.removed.map((line) => ({ parent, line })),
  )
  const found = await lockOwn(run, kind, { right: 'eliminar', wanted })
  return found.map(({ parent, line, stored: before }) => {
    guardHeads(run, kind.locked, { model: kind.model, before, after: null, changed: null })
    return { parent: parent.id, id: line.id, stored: before }
  })
}

async function lockChanged(run: DocumentRun, kind: Kind): Promise<readonly Row[]> {
  const wanted = kind.entries.flatMap(({ parent, change }) =>
    change.changed.map((line) => ({ parent, line })),
  )
  const rows = await lockOwn(run, kind, { right: 'modificar', wanted })
  const problems: ErrorEntry[] = []
  for (const { line, stored: current } of rows) {
    refuseStaleLine(line, current)
    problems.push(...refuseUnlessSame(line, current))
  }
  if (problems.length > 0) throw new ApiError(problems)
  for (const { line, stored: before } of rows) {
    const write = { model: kind.model, values: line.plan.values, previous: before }
    const changed = changedFields(write)
    if (changed.length > 0)
      guardHeads(run, kind.locked, { model: kind.model, before, after: before, changed })
  }
  return rows
}

/** Locks the lines that a body names; each must be one of the record that it is named under, and named once. */
async function lockOwn<T extends { readonly id: string; readonly place: string }>(
  run: DocumentRun,
  { lines, model }: Kind,
  details: {
    readonly right: string
    readonly wanted: readonly { readonly parent: ChangedParent; readonly line: T }[]
  },
): Promise<
  readonly { readonly parent: ChangedParent; readonly line: T; readonly stored: Stored }[]
> {
  const { tools, tx, caller } = run
  const seen = tools.views.of(caller.rights).modelFor(model, details.right)
  const reached = { model: { ...model, condition: seen.condition }, empresa: caller.empresa }
  const ids = details.wanted.map(({ line }) => line.id)
  const found = await lockRecords(tx, reached, [...new Set(ids)])
  const problems: ErrorEntry[] = []
  const rows = details.wanted.flatMap(({ parent, line }, i) => {
    const current = found.get(line.id)
    if (
      current !== undefined &&
      current.get(lines.field) === parent.id &&
      ids.indexOf(line.id) === i
    )
      return [{ parent, line, stored: current }]
    const message =
      ids.indexOf(line.id) === i
        ? NO_LINE({ model: parent.model.name, id: parent.id, line: line.id })
        : LINE_TWICE({ line: line.id })
    const problem = { code: 'UNKNOWN_REFERENCE', field: 'id', message } as const
    problems.push(placed(line.place, problem))
    return []
  })
  if (problems.length > 0) throw new ApiError(problems)
  return rows
}

/** What rules on segregation of duties say of the caller's deeds on these lines. */
async function refuseDeeds(
  run: DocumentRun,
  { model }: Kind,
  details: { readonly rows: readonly Row[]; readonly removed: readonly RemovedRow[] },
): Promise<void> {
  const deeds = [
    ['modificar', details.rows.map(({ line }) => line.id)],
    ['eliminar', details.removed.map(({ id }) => id)],
  ] as const
  for (const [right, ids] of deeds) {
    if (ids.length === 0) continue
    const verdict = await judgeDeed(run.tx, { caller: run.caller, model, right, hold: held }, ids)
    if (verdict.refused.size > 0) throw new ApiError([...verdict.refused.values()])
    run.warnings.push(...verdict.warnings.values())
  }
}

/** The lines are locked already. */
function held(): Promise<void> {
  return Promise.resolve()
}

/** The lines of lines that are there. */
async function changeNested(
  run: DocumentRun,
  { model, locked }: Kind,
  rows: readonly Row[],
): Promise<readonly WrittenLine[]> {
  const parents = rows.flatMap(({ parent, line }) =>
    line.lines.length === 0
      ? []
      : [
          {
            model,
            id: line.id,
            above: new Map([...parent.above, [parent.model.name, parent.id]]),
            changes: line.lines,
          },
        ],
  )
  if (parents.length === 0) return []
  const own = new Map(rows.map(({ line, stored: current }) => [line.id, current]))
  return await changeLines(run, parents, new Map([...locked, [model, own]]))
}

async function refuseUnknown(
  run: DocumentRun,
  { model, entries }: Kind,
  rows: readonly Row[],
): Promise<void> {
  const changed = rows.map(({ line, stored: previous }) => {
    const { values } = line.plan
    const names = new Set(changedFields({ model, values, previous }))
    const set = new Map([...values].filter(([name]) => names.has(name)))
    return { model, place: line.place, values: set }
  })
  const created = allNewLines(
    entries.map(({ change: { lines, created: own } }) => ({ lines, model, created: own })),
  )
  const found = await findUnknownReferences(run, [...changed, ...created])
  if (found.length > 0) throw new ApiError(found.map(({ problem }) => problem))
}

async function updateRows(
  run: DocumentRun,
  kind: Kind,
  details: { readonly rows: readonly Row[]; readonly nested: readonly WrittenLine[] },
): Promise<readonly WrittenLine[]> {
  const { model } = kind
  const parents = new Set(details.nested.map(({ parent }) => parent))
  const silent = details.rows.filter(({ line }) => !parents.has(line.id))
  const taxes = await followTaxes(
    run,
    model,
    silent.map(({ line, stored: current }) => ({
      id: line.id,
      stored: current,
      values: line.plan.values,
    })),
  )
  const nested = [...details.nested, ...taxes]
  const completed = await completeChanged(run, model, { rows: details.rows, nested })
  const context = callbackContext(run)
  const runs = run.tools.callbacks.runFor(model)
  const changes: { readonly row: Row; readonly values: Values }[] = []
  for (const { row, values } of completed) {
    const write = { model, values, previous: row.stored }
    const prepared = runs ? await run.tools.callbacks.beforeWrite(context, write) : values
    if (changedFields({ ...write, values: prepared }).length > 0)
      changes.push({ row, values: prepared })
  }
  await storeRows(run, kind, changes)
  for (const { row, values } of changes) {
    const { id } = row.line
    const done = { model, id, values, previous: row.stored }
    if (runs) await run.tools.callbacks.afterWrite(context, done)
    run.audit.push({ model, recordId: id, operation: 'cambio', values, previous: row.stored })
  }
  const ids = changes.map(({ row }) => row.line.id)
  const reach = { views: run.tools.views, caller: run.caller, model, right: 'modificar' }
  await refuseOutside(run.tx, reach, ids)
  return changes.map(({ row, values }) => ({
    name: kind.lines.name,
    parent: row.parent.id,
    before: row.stored,
    after: new Map([...row.stored, ...values]),
  }))
}

async function storeRows(
  run: DocumentRun,
  { model, lines }: Kind,
  changes: readonly { readonly row: Row; readonly values: Values }[],
): Promise<void> {
  const { tx, caller, now } = run
  const table = { model, empresa: caller.empresa }
  for (const { row, values } of changes) {
    const key = { ...table, id: row.line.id }
    await refuseCycles(tx, key, { values, previous: row.stored })
  }
  const fields = [...new Set(changes.flatMap(({ values }) => [...values.keys()]))]
  const rows = changes.map(({ row, values }) => ({
    id: row.line.id,
    values: new Map(
      fields.map((name) => [name, values.has(name) ? values.get(name) : row.stored.get(name)]),
    ) as Values,
  }))
  const { number } = lines
  const renumbered = changes.filter(
    ({ row, values }) =>
      number !== null && changedFields({ model, values, previous: row.stored }).includes(number),
  )
  if (number !== null && renumbered.length > 1) {
    await clearNumbers(tx, table, { ids: renumbered.map(({ row }) => row.line.id), number })
  }
  await updateRecords(tx, table, { rows, fields, now })
}

/** The values of changed lines with what they and their own lines make. */
async function completeChanged(
  run: DocumentRun,
  model: Model,
  { rows, nested }: { readonly rows: readonly Row[]; readonly nested: readonly WrittenLine[] },
): Promise<readonly { readonly row: Row; readonly values: Values }[]> {
  const changedIds = new Set(nested.map(({ parent }) => parent))
  const decimals = ownCurrency(model) === undefined ? run.decimals : undefined
  const isTouched = ({ line, stored: previous }: Row) =>
    changedIds.has(line.id) ||
    touchesAmounts({ model, values: line.plan.values, previous, decimals })
  const needSums =
    sumsOfModel(model).length === 0 ? [] : rows.filter(isTouched).map(({ line }) => line.id)
  const sums =
    needSums.length === 0 ? new Map<string, LineSums>() : await sumsOfHeads(run, model, needSums)
  const problems: ErrorEntry[] = []
  const completed = rows.map((row) => {
    const own = nested.filter(({ parent }) => parent === row.line.id)
    const made = completeRecord(
      { model, values: row.line.plan.values, previous: row.stored, decimals },
      { after: sums.get(row.line.id) ?? NO_LINES, writes: own },
    )
    if (!made.ok) problems.push(...made.error.map((problem) => placed(row.line.place, problem)))
    return { row, values: made.ok ? made.value : row.line.plan.values }
  })
  if (problems.length > 0) throw new ApiError(problems)
  return completed
}

async function createRows(run: DocumentRun, kind: Kind): Promise<readonly WrittenLine[]> {
  const { lines, model, entries, locked } = kind
  const making = entries.filter(({ change }) => change.created.length > 0)
  if (making.length === 0) return []
  const { number } = lines
  const isOpen = making.some(({ change }) =>
    change.created.some(({ values }) => number !== null && (values.get(number) ?? null) === null),
  )
  const heads = making.map(({ parent }) => parent.id)
  const table = { model, empresa: run.caller.empresa, lines, heads }
  const last =
    isOpen && number !== null
      ? await findLastNumbers(run.tx, table, number)
      : new Map<string, bigint>()
  const problems: ErrorEntry[] = []
  for (const { parent, change } of making) {
    numberLines(change, last.get(parent.id) ?? 0n)
    problems.push(...repeatedNumbers(change))
    completeNewLines([change], { problems, decimals: run.decimals })
    const after = new Map([[lines.field, parent.id]])
    guardHeads(run, locked, { model, before: null, after, changed: null })
  }
  if (problems.length > 0) throw new ApiError(problems)
  await insertLines(
    run,
    making.map(({ parent, change }) => ({ ...parent, lines: [change] })),
  )
  return making.flatMap(({ parent, change }) =>
    change.created.map(({ values }) => ({
      name: lines.name,
      parent: parent.id,
      before: null,
      after: values,
    })),
  )
}
