import type { AttachmentObject } from '../../../wire/files.ts'
import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import {
  attachmentsById,
  attachmentsUsedBy,
  unusedAttachments,
  usedSpace,
} from '../store/attachment-store.ts'
import { linkAttachments, unlinkAttachments } from '../store/attachment-store.ts'

/** Links a message to exactly the files that its text links to, and tells their owners where they are used now. */
export async function useAttachments(
  tx: ActionTx,
  writer: Viewer,
  messageId: number,
  pathIds: readonly string[],
): Promise<void> {
  const begun = await linkAttachments(tx, writer, messageId, pathIds)
  await tellOwners(tx, writer.realmId, begun)
}

/**
 * The same for a message that may have linked to other files before; returns the writer's own files among those that
 * are no longer used.
 */
export async function changeAttachments(
  tx: ActionTx,
  writer: Viewer,
  messageId: number,
  pathIds: readonly string[],
): Promise<readonly AttachmentObject[]> {
  const ended = await unlinkAttachments(tx, writer.realmId, messageId, pathIds)
  const begun = await linkAttachments(tx, writer, messageId, pathIds)
  await tellOwners(tx, writer.realmId, [...ended, ...begun])
  return ended.length === 0 ? [] : await unusedAttachments(tx, writer, ended)
}

/** Deletes messages by `remove` and tells the owners of the files that they linked to. */
export async function releaseAttachments(
  tx: ActionTx,
  realmId: RealmId,
  messageIds: readonly number[],
  remove: () => Promise<unknown>,
): Promise<void> {
  const used = await attachmentsUsedBy(tx, realmId, messageIds)
  await remove()
  await tellOwners(tx, realmId, used)
}

async function tellOwners(tx: ActionTx, realmId: RealmId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const changed = await attachmentsById(tx, realmId, ids)
  const used = await usedSpace(tx, realmId)
  for (const { ownerId, attachment } of changed) {
    tx.emit(
      { users: [ownerId] },
      { type: 'attachment', op: 'update', attachment, upload_space_used: used },
    )
  }
}
