import { targetOf } from '../../dictionary/registry.ts'
import type { Model } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import { NO_SUCH_ID } from '../../messages/records.ts'
import { placed } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { findUnknownIds, insertRecords } from '../../store/records/import-store.ts'
import { translateConstraint } from '../constraint-errors.ts'
import { refuseOutside } from '../reachable-records.ts'
import { callbackContext, type DocumentRun } from './document-run.ts'
import type { NewLine, NewLines } from './line-plan.ts'

/** A record whose new lines are to be written; `above` is what it belongs to itself, by model. */
export interface LineParent {
  readonly model: Model
  readonly id: string
  readonly above: ReadonlyMap<string, string>
  readonly lines: readonly NewLines[]
}

/**
 * Writes the new lines of many records, one statement for each kind of lines, then the lines of those.
 * @throws ApiError DUPLICATE, VALIDATION, and what callbacks refuse
 */
export async function insertLines(run: DocumentRun, parents: readonly LineParent[]): Promise<void> {
  const level = parents.flatMap((parent) =>
    parent.lines.flatMap(({ lines, created }) => created.map((line) => ({ line, lines, parent }))),
  )
  if (level.length === 0) return
  for (const { line, lines, parent } of level) {
    line.values.set(lines.field, parent.id)
    for (const [model, field] of line.inherited) {
      line.values.set(field, parent.above.get(model) ?? null)
    }
  }
  const byModel = Map.groupBy(level, ({ line }) => line.model)
  for (const [model, rows] of byModel) {
    await translateConstraint(model, () =>
      insertSet(
        run,
        model,
        rows.map(({ line }) => line),
      ),
    )
  }
  const next = level.map(({ line, parent }) => ({
    model: line.model,
    id: line.id,
    above: new Map([...parent.above, [parent.model.name, parent.id]]),
    lines: line.lines,
  }))
  await insertLines(run, next)
}

async function insertSet(run: DocumentRun, model: Model, rows: readonly NewLine[]): Promise<void> {
  const { tools, tx, caller, now } = run
  const ids = rows.map(({ id }) => id)
  const runs = tools.callbacks.runFor(model)
  const context = callbackContext(run)
  if (runs) {
    for (const line of rows) {
      const write = { model, values: line.values, previous: null }
      line.values = new Map(await tools.callbacks.beforeWrite(context, write))
    }
  }
  const values = rows.map((line) => line.values)
  await insertRecords(tx, { model, empresaId: caller.empresa, ids, rows: values, now })
  if (runs) {
    for (const { id, values: written } of rows) {
      await tools.callbacks.afterWrite(context, { model, id, values: written, previous: null })
    }
  }
  await refuseOutside(tx, { views: tools.views, caller, model, right: 'crear' }, ids)
  for (const { id, values: written } of rows) {
    run.audit.push({ model, recordId: id, operation: 'alta', values: written, previous: null })
  }
}

/** A line with the references that it sets. */
export interface ReferringLine {
  readonly model: Model
  readonly place: string
  readonly values: ReadonlyMap<string, FieldValue | null>
}

/** A problem of a line that refers to what is not there. */
export interface LineProblem<T> {
  readonly line: T
  readonly problem: ErrorEntry
}

/** Finds what lines refer to and the caller does not reach, all of it: one look-up for each field. */
export async function findUnknownReferences<T extends ReferringLine>(
  run: DocumentRun,
  lines: readonly T[],
): Promise<readonly LineProblem<T>[]> {
  const problems: LineProblem<T>[] = []
  const { reachable } = run.tools.views.of(run.caller.rights)
  for (const [model, rows] of Map.groupBy(lines, (line) => line.model)) {
    for (const field of model.references) {
      const given = rows.flatMap((line) => {
        const value = line.values.get(field.name) ?? null
        return value === null ? [] : [{ line, id: String(BigInt(String(value))) }]
      })
      if (given.length === 0) continue
      const table = { model: targetOf(reachable, field), empresa: run.caller.empresa }
      const unknown = await findUnknownIds(run.tx, table, [...new Set(given.map(({ id }) => id))])
      for (const { line, id } of given) {
        if (!unknown.has(id)) continue
        const about = { field: field.name, model: model.name, target: field.target, id }
        const message = NO_SUCH_ID(about)
        const problem = { code: 'UNKNOWN_REFERENCE', field: field.name, message } as const
        problems.push({ line, problem: placed(line.place, problem) })
      }
    }
  }
  return problems
}
