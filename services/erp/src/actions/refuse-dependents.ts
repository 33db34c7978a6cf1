import type { Tx } from '@oficina/kit/database.ts'

import type { Model } from '../dictionary/types.ts'
import { ApiError } from '../errors.ts'
import type { Caller } from '../identity/caller.ts'
import { CANNOT_BE_DELETED } from '../messages/records.ts'
import { attachmentsOf } from '../store/attachment-store.ts'
import { findDependents } from '../store/records/dependents-store.ts'
import { countDependents, referringRecords, type Dependents } from './dependents-text.ts'
import type { WriteTools } from './write-tools.ts'

/** Records of one model that are to be deleted, and all that goes with them, by model. */
export interface DeletedRecords {
  readonly caller: Caller
  readonly model: Model
  readonly ids: readonly string[]
  readonly leaving: ReadonlyMap<string, readonly string[]>
}

/**
 * Names the records that refer to these and stay, if the caller may read them; of the others only their number.
 * @throws ApiError HAS_DEPENDENTS
 */
export async function refuseDependents(
  { registry, views }: Pick<WriteTools, 'registry' | 'views'>,
  tx: Tx,
  { caller, ...deleted }: DeletedRecords,
): Promise<void> {
  const key = { ...deleted, empresa: caller.empresa }
  const attachments = await attachmentDependents(tx, { caller, ...deleted })
  const referring = await findDependents(registry, tx, key)
  if (referring === null && attachments === null) return
  const all = merged(referring, attachments)
  const view = views.of(caller.rights)
  const seen = view.registry === registry ? referring : await findDependents(view.registry, tx, key)
  const seesAttachments = view.registry.models.get('Adjunto')?.condition === null
  const dependents = merged(seen, seesAttachments ? attachments : null)
  const others = countDependents(all) - countDependents(dependents)
  const [only = null, second] = key.ids
  const id = second === undefined ? only : null
  const message = CANNOT_BE_DELETED({
    model: key.model.name,
    id,
    ...referringRecords(dependents, others),
  })
  throw new ApiError([{ code: 'HAS_DEPENDENTS', message, dependents }])
}

/** Attachments, which name their record without a reference. */
async function attachmentDependents(
  tx: Tx,
  { caller, model, ids }: DeletedRecords,
): Promise<Dependents | null> {
  const found = await attachmentsOf(tx, caller.empresa, { modelo: model.name, registros: ids })
  return found.count === 0 ? null : { Adjunto: found }
}

/** What is attached to a user may also name him as the one who put it there. */
function merged(referring: Dependents | null, attachments: Dependents | null): Dependents {
  const [same, more] = [referring?.['Adjunto'], attachments?.['Adjunto']]
  if (same === undefined || more === undefined) return { ...referring, ...attachments }
  const ids = [...new Set([...more.ids, ...same.ids])]
  return { ...referring, Adjunto: { count: more.count + same.count, ids } }
}
