import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { demand } from '../identity/rights.ts'
import { attachmentsOf } from '../store/attachment-store.ts'
import { auditNumber } from '../store/audit-store.ts'
import { findDependents } from '../store/dependents-store.ts'
import { deleteRecord, type RecordKey } from '../store/record-store.ts'
import { writeAs } from '../store/tenant-database.ts'
import { auditWrites } from './audit-write.ts'
import { translateConstraint } from './constraint-errors.ts'
import { lockReached } from './reachable-records.ts'
import { demandSegregated } from './segregation.ts'
import { countDependents, dependentsText, type Dependents } from './dependents-text.ts'
import { momentOf, refuseOperation, refuseStale, type WriteTools } from './write-record.ts'

/**
 * Deletes a record that nothing depends on; returns warnings.
 * @throws ApiError NOT_FOUND, STALE_VERSION, HAS_DEPENDENTS with `dependents` by model
 * @source docs/contract/erp.md, Errors, "DELETE with dependent records"
 */
export async function deleteRecordById(
  tools: WriteTools,
  caller: Caller,
  request: { readonly model: Model; readonly id: string; readonly ifMatch: string | null },
): Promise<readonly ErrorEntry[]> {
  const { model, id } = request
  demand(caller.rights, model, 'eliminar')
  refuseOperation(model, 'delete')
  const key = { model, empresa: caller.empresa, id }
  const { now } = momentOf(tools.now())
  const auditId = await auditNumber(tools.database, caller.empresa)
  const reach = { views: tools.views, caller, model, right: 'eliminar' }
  return await translateConstraint(model, () =>
    writeAs(tools.database, caller.empresa, async (tx) => {
      const current = await lockReached(tx, reach, id)
      refuseStale(current, [request.ifMatch])
      const warnings = [...(await demandSegregated(tx, { caller, model, right: 'eliminar' }, id))]
      const warn = (remark: ErrorEntry) => warnings.push(remark)
      const context = { tx, caller, registry: tools.registry, now, views: tools.views, warn }
      await tools.callbacks.beforeDelete(context, { model, previous: current })
      await refuseDependents(tools, tx, { caller, key })
      await deleteRecord(tx, key)
      const audit = {
        model,
        recordId: id,
        operation: 'baja' as const,
        values: new Map(),
        warnings,
      }
      await auditWrites(tx, caller, { writes: [{ ...audit, id: auditId, previous: current }], now })
      return warnings
    }),
  )
}

/** Its attachments, which name it without a reference. */
async function attachmentDependents(
  tx: Tx,
  { model, empresa, id }: RecordKey,
): Promise<Dependents | null> {
  const found = await attachmentsOf(tx, empresa, { modelo: model.name, registro: id })
  return found.count === 0 ? null : { Adjunto: found }
}

/** What is attached to a user may also name him as the one who put it there. */
function merged(referring: Dependents | null, attachments: Dependents | null): Dependents {
  const [same, more] = [referring?.['Adjunto'], attachments?.['Adjunto']]
  if (same === undefined || more === undefined) return { ...referring, ...attachments }
  const ids = [...new Set([...more.ids, ...same.ids])]
  return { ...referring, Adjunto: { count: more.count + same.count, ids } }
}

/** Names the records that refer to this one if the caller may read them; of the others only their number. */
export async function refuseDependents(
  { registry, views }: Pick<WriteTools, 'registry' | 'views'>,
  tx: Tx,
  { caller, key }: { readonly caller: Caller; readonly key: RecordKey },
): Promise<void> {
  const attachments = await attachmentDependents(tx, key)
  const referring = await findDependents(registry, tx, key)
  if (referring === null && attachments === null) return
  const all = merged(referring, attachments)
  const view = views.of(caller.rights)
  const seen = view.registry === registry ? referring : await findDependents(view.registry, tx, key)
  const seesAttachments = view.registry.models.get('Adjunto')?.condition === null
  const dependents = merged(seen, seesAttachments ? attachments : null)
  const names = dependentsText(dependents, countDependents(all) - countDependents(dependents))
  const message = `${key.model.name} ${key.id} cannot be deleted: other records refer to it (${names}).`
  throw new ApiError([{ code: 'HAS_DEPENDENTS', message, dependents }])
}
