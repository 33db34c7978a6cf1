import type { Model, Registry } from '../dictionary/types.ts'
import type { ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { demand } from '../identity/rights.ts'
import { auditNumber } from '../store/audit-store.ts'
import { readRecords } from '../store/records/line-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { translateConstraint } from './constraint-errors.ts'
import { writeAudit, type DocumentRun } from './documents/document-run.ts'
import { guardDeletion } from './documents/guard-states.ts'
import { guardHeads, holdHeads, isWatched } from './documents/heads.ts'
import { removeRecords, withLines } from './documents/remove-lines.ts'
import { carryLines } from './documents/settle-taxes.ts'
import { holdToRead, type IfMatch } from './hold-to-read.ts'
import { lockReached } from './reachable-records.ts'
import { demandSegregated } from './segregation.ts'
import { momentOf, refuseOperation, type WriteTools } from './write-tools.ts'

/**
 * Deletes a record that nothing depends on, a document with its lines; the answer are remarks.
 * @throws ApiError NOT_FOUND, STALE_VERSION, INVALID_STATE, HAS_DEPENDENTS with `dependents` by model
 * @source docs/contract/erp.md, Errors, "DELETE with dependent records"
 */
export async function deleteRecordById(
  tools: WriteTools,
  caller: Caller,
  request: { readonly model: Model; readonly id: string; readonly ifMatch: IfMatch | null },
): Promise<readonly ErrorEntry[]> {
  const { model } = request
  demand(caller.rights, model, 'eliminar')
  refuseOperation(model, 'delete')
  const { now } = momentOf(tools.now())
  const auditId = await auditNumber(tools.database, caller.empresa)
  return await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const run: DocumentRun = { tools, tx, caller, now, warnings: [], audit: [] }
      await deleteWithin(run, request)
      const { warnings } = run
      const audit = run.audit.map((write) => ({ ...write, warnings }))
      await writeAudit({ ...run, audit }, [auditId])
      return warnings
    }),
  )
}

async function deleteWithin(
  run: DocumentRun,
  { model, id, ifMatch }: Parameters<typeof deleteRecordById>[2],
): Promise<void> {
  const { tools, tx, caller } = run
  const isPart = isWatched(tools.registry, model)
  const before = isPart ? await readRecord(run, model, id) : null
  const locked = isPart ? await holdHeads(run, model, [{ before, after: null }]) : new Map()
  const current = await lockReached(
    tx,
    { views: tools.views, caller, model, right: 'eliminar' },
    id,
  )
  await holdToRead(run, { model, id, current }, ifMatch)
  run.warnings.push(...(await demandSegregated(tx, { caller, model, right: 'eliminar' }, id)))
  guardDeletion(model, current)
  const write = { before: current, after: null }
  guardHeads(run, locked, { ...write, model, changed: null })
  const own = new Map([[id, current]])
  const isPartOfDraft = isDocument(tools.registry, model)
  await removeRecords(
    run,
    isPartOfDraft ? await withLines(run, model, own) : new Map([[model, own]]),
  )
  await carryLines(run, model, { writes: [write], locked, written: [] })
}

/** Only of a document that has states, and of what belongs to it, is it known that it is still a draft. */
function isDocument(registry: Registry, model: Model): boolean {
  if (model.states !== null) return true
  return model.heads.some(({ model: name }) => {
    const head = registry.models.get(name)
    return head !== undefined && isDocument(registry, head)
  })
}

async function readRecord(
  { tx, caller }: DocumentRun,
  model: Model,
  id: string,
): Promise<ReadonlyMap<string, string | null> | null> {
  const records = await readRecords(tx, { model, empresa: caller.empresa }, [id])
  return records.get(id) ?? null
}
