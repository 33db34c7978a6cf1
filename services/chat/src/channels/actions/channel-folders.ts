import { sqlState } from '@oficina/kit/database.ts'

import type { ChannelFolderEvent, FolderNow, FolderObject } from '../../../wire/channels.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { act, type ActionTx } from '../../events/act.ts'
import type { Actor, OuterActor } from '../../events/actor.ts'
import { renderContent } from '../../messages/actions/render-content.ts'
import { usersOfRole } from '../../people/store/account-change.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { invalidCharacter } from '../../tenancy/message-text.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { say } from '../../tenancy/words/say.ts'
import {
  insertFolder,
  isFolderNameTaken,
  isFolderUsed,
  lockFolder,
  lockFolderIds,
  orderFolders,
  setFolder,
} from '../store/channel-folder-store.ts'

/** Creates a folder; returns its id. @source docs/decisions/0311-chat-channels.md, "Folders" */
export async function createFolder(
  actor: OuterActor,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<number> {
  const { tools, caller, viewer } = actor
  const { realmId } = viewer
  requireAdmin(viewer)
  return await act(tools, realmId, async (tx) => {
    await checkName(tx, realmId, name, null)
    const folder = await insertFolder(tx, {
      realmId,
      name,
      description,
      renderedDescription: await rendered(tx, actor, description),
      creatorId: caller.id,
      createdAt: new Date(tools.now()),
    }).catch(nameTaken)
    emit(tx, { type: 'channel_folder', op: 'add', channel_folder: folder })
    return folder.id
  })
}

export interface FolderChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly isArchived?: boolean | undefined
}

/** Updates a folder; each change has an event of its own. */
export async function updateFolder(
  actor: OuterActor,
  id: number,
  change: FolderChange,
): Promise<void> {
  const { tools, viewer } = actor
  requireAdmin(viewer)
  await act(tools, viewer.realmId, async (tx) => {
    const folder = await lockFolder(tx, viewer.realmId, id)
    if (folder === undefined) throw refusal('Invalid channel folder ID')
    const { name, description, isArchived } = change
    if (name !== undefined && name !== folder.name) await rename(tx, actor, folder, name)
    if (description !== undefined && description !== folder.description) {
      const data = { description, rendered_description: await rendered(tx, actor, description) }
      await setFolder(tx, viewer.realmId, id, data)
      await emitUpdate(tx, actor, folder, data)
    }
    if (isArchived !== undefined && isArchived !== folder.is_archived) {
      const now = { ...folder, name: name ?? folder.name }
      await (isArchived ? archive(tx, actor, now) : restore(tx, actor, now))
    }
  })
}

async function rename(
  tx: ActionTx,
  actor: Actor,
  folder: FolderObject,
  name: string,
): Promise<void> {
  const { realmId } = actor.viewer
  await checkName(tx, realmId, name, folder.id)
  await setFolder(tx, realmId, folder.id, { name }).catch(nameTaken)
  await emitUpdate(tx, actor, folder, { name })
}

async function archive(tx: ActionTx, actor: Actor, folder: FolderObject): Promise<void> {
  const { realmId } = actor.viewer
  if (await isFolderUsed(tx, realmId, folder.id)) {
    throw refusal('You need to remove all the channels from this folder to archive it.')
  }
  await setFolder(tx, realmId, folder.id, { is_archived: true })
  await emitUpdate(tx, actor, folder, { is_archived: true })
}

/** Unarchives a folder; another may have its name by now. */
async function restore(tx: ActionTx, actor: Actor, folder: FolderObject): Promise<void> {
  const { realmId } = actor.viewer
  const { id, name } = folder
  await checkName(tx, realmId, name, id)
  await setFolder(tx, realmId, id, { is_archived: false }).catch(nameTaken)
  await emitUpdate(tx, actor, folder, { is_archived: false })
  await emitReturned(tx, realmId, id)
}

/** Puts all folders in a new order. @source docs/contract/chat.md, PATCH /channel_folders */
export async function reorderFolders(actor: OuterActor, order: readonly number[]): Promise<void> {
  const { tools, viewer } = actor
  requireAdmin(viewer)
  await act(tools, viewer.realmId, async (tx) => {
    const wanted = new Set(order)
    const ids = await lockFolderIds(tx, viewer.realmId)
    // The same number, without duplicates, and all of them known: exactly the same ids.
    const isSame = order.length === ids.length && ids.every((id) => wanted.has(id))
    if (!isSame) throw refusal('Invalid order mapping.')
    await orderFolders(tx, viewer.realmId, order)
    emit(tx, { type: 'channel_folder', op: 'reorder', order })
  })
}

async function checkName(
  tx: ActionTx,
  realmId: RealmId,
  name: string,
  exceptId: number | null,
): Promise<void> {
  if (name.trim() === '') throw refusal("Channel folder name can't be empty.")
  const bad = invalidCharacter(name)
  if (bad !== undefined) {
    throw refusal(say('Invalid character in channel folder name, at position %{bad}.', { bad }))
  }
  if (await isFolderNameTaken(tx, realmId, name, exceptId)) throw TAKEN()
}

const TAKEN = () => refusal('Channel folder name already in use')

/** Somebody else took the name after it was checked. */
function nameTaken(error: unknown): never {
  throw sqlState(error) === '23505' ? TAKEN() : error
}

async function rendered(
  tx: ActionTx,
  { tools, caller, viewer }: Actor,
  description: string,
): Promise<string> {
  const { html } = await renderContent(tx, description, {
    realm: caller.realm,
    viewer,
    recipientId: null,
    kind: 'description',
    rendering: tools.rendering,
  })
  return html
}

/** Tells those who know the folder what changed; only administrators know archived ones. */
async function emitUpdate(
  tx: ActionTx,
  { viewer: { realmId } }: Actor,
  { id, is_archived: isArchived }: Pick<FolderObject, 'id' | 'is_archived'>,
  data: FolderNow,
): Promise<void> {
  const to = isArchived
    ? { users: await usersOfRole(tx, realmId, ROLE.administrator) }
    : ({ realm: 'everyone' } as const)
  tx.emit(to, { type: 'channel_folder', op: 'update', channel_folder_id: id, data })
}

/** For all others the folder is new. */
async function emitReturned(tx: ActionTx, realmId: RealmId, id: number): Promise<void> {
  const folder = await lockFolder(tx, realmId, id)
  if (folder === undefined) throw new Error(`folder ${id} is locked`)
  const except = await usersOfRole(tx, realmId, ROLE.administrator)
  tx.emit(
    { realm: 'everyone', except },
    { type: 'channel_folder', op: 'add', channel_folder: folder },
  )
}

function emit(tx: ActionTx, event: ChannelFolderEvent): void {
  tx.emit({ realm: 'everyone' }, event)
}
