import type { Model, Registry } from '../../dictionary/types.ts'
import { apiError } from '../../errors.ts'
import { demand } from '../../identity/rights.ts'
import { TOO_MANY_BELOW } from '../../messages/lines.ts'
import { RULE_KEEPS_FROM_ALL } from '../../messages/records.ts'
import { MAX_LINES } from '../../query/document-body.ts'
import { deleteRecords, findLineIds, lockRecords } from '../../store/records/line-store.ts'
import { refuseDependents } from '../refuse-dependents.ts'
import { refuseOperation } from '../write-tools.ts'
import { callbackContext, type DocumentRun } from './document-run.ts'

type Stored = ReadonlyMap<string, string | null>

/** Records that go, by model, the outermost first. */
export type Leaving = ReadonlyMap<Model, ReadonlyMap<string, Stored>>

/**
 * Deletes records of companies; whatever refers to any of them and stays keeps them.
 * @throws ApiError HAS_DEPENDENTS
 */
export async function removeRecords(run: DocumentRun, leaving: Leaving): Promise<void> {
  const context = callbackContext(run)
  for (const [model, records] of leaving) {
    if (!run.tools.callbacks.runFor(model)) continue
    for (const previous of records.values()) {
      await run.tools.callbacks.beforeDelete(context, { model, previous })
    }
  }
  await refuseAllDependents(run, leaving)
  for (const [model, records] of [...leaving].toReversed()) {
    await deleteRecords(run.tx, { model, empresa: run.caller.empresa }, [...records.keys()])
    for (const [recordId, previous] of records) {
      run.audit.push({ model, recordId, operation: 'baja', values: new Map(), previous })
    }
  }
}

/**
 * Records, locked and judged already, with all their lines, which are locked too.
 * @throws ApiError FORBIDDEN for lines that the caller may not delete
 */
export async function withLines(
  run: DocumentRun,
  head: Model,
  records: ReadonlyMap<string, Stored>,
): Promise<Leaving> {
  const leaving = new Map([[head, records]])
  if (records.size === 0) return new Map()
  for (const model of linesBelow(run.tools.registry, head)) {
    const ids = await idsBelow(run, model, leaving)
    if (ids.length > 0) leaving.set(model, await lockForDeletion(run, model, ids))
  }
  return leaving
}

/** The models of a document's lines, and of theirs, each after those that it belongs to. */
function linesBelow(registry: Registry, model: Model): readonly Model[] {
  const below: Model[] = []
  let level: readonly Model[] = [model]
  while (level.length > 0) {
    level = level
      .flatMap(({ lines }) => lines.flatMap((own) => registry.models.get(own.model) ?? []))
      .filter((own) => own !== model && !below.includes(own))
    below.push(...new Set(level))
  }
  return below
}

/** Lines by their head, and by what they refer to further up: a tax of a purchase may have no line. */
async function idsBelow(
  run: DocumentRun,
  model: Model,
  leaving: Leaving,
): Promise<readonly string[]> {
  const ids = new Set<string>()
  for (const field of model.references) {
    const above = [...leaving].find(([{ name }]) => name === field.target && name !== model.name)
    if (above === undefined) continue
    const [, records] = above
    const table = { model, empresa: run.caller.empresa, field: field.name }
    for (const id of await findLineIds(run.tx, table, [...records.keys()])) ids.add(id)
  }
  if (ids.size > MAX_LINES) {
    throw apiError('HAS_DEPENDENTS', TOO_MANY_BELOW({ model: model.name, most: MAX_LINES }))
  }
  return [...ids]
}

async function lockForDeletion(
  run: DocumentRun,
  model: Model,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stored>> {
  const { tools, tx, caller } = run
  demand(caller.rights, model, 'eliminar')
  refuseOperation(model, 'delete')
  const seen = tools.views.of(caller.rights).modelFor(model, 'eliminar')
  const records = await lockRecords(tx, { model: seen, empresa: caller.empresa }, ids)
  if (records.size === ids.length) return records
  throw apiError('FORBIDDEN', RULE_KEEPS_FROM_ALL({ right: 'eliminar', model: model.name }))
}

async function refuseAllDependents(
  { tools, tx, caller }: DocumentRun,
  leaving: Leaving,
): Promise<void> {
  const names = new Map([...leaving].map(([{ name }, records]) => [name, [...records.keys()]]))
  for (const [model, records] of leaving) {
    await refuseDependents(tools, tx, { caller, model, ids: [...records.keys()], leaving: names })
  }
}
