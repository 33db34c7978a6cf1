import { foldersOf } from '../../channels/store/channel-folder-store.ts'
import type { ActionTools, ActionTx } from '../../events/act.ts'
import { EMAIL_VISIBILITY, isVisibleTo } from '../../tenancy/email-visibility.ts'
import { defaultChannelIds } from '../../tenancy/store/channel-store.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import { isAdmin, isGuest, type Viewer } from '../../tenancy/viewer.ts'
import { addressesShownTo } from '../store/account-change.ts'
import { botsOfOthers } from '../store/bot-store.ts'
import { botObject } from './bot-object.ts'

// With more events than this, reading everything again is faster for a client.
const MAX_TOLD = 1_000

interface NewRole {
  readonly before: Viewer
  readonly after: Viewer
}

/**
 * Tells a user whose role changed what they newly see and what is gone for them, except channels.
 * @source docs/decisions/0313-chat-who-hears-what.md
 */
export async function emitVisibilityChanges(
  tx: ActionTx,
  tools: Pick<ActionTools, 'secret'>,
  realm: Realm,
  change: NewRole,
): Promise<void> {
  if (isOfLimitedGuest(realm, change)) {
    // The users that they may see change, and with them all events about users.
    registerAnew(tx, change)
    return
  }
  await emitDefaultChannels(tx, change)
  await emitFolders(tx, change)
  await emitBots(tx, tools, realm, change)
  await emitAddresses(tx, change)
}

/** Ends the user's queues: their clients read everything again. */
function registerAnew(tx: ActionTx, { after }: NewRole): void {
  tx.notify({ kind: 'gone', user: after.userId })
}

function isOfLimitedGuest({ settings }: Realm, { before, after }: NewRole): boolean {
  if (isGuest(before) === isGuest(after)) return false
  const knowing = settings.can_access_all_users_group
  const guest = isGuest(before) ? before : after
  return knowing !== null && !guest.groups.has(knowing)
}

async function emitDefaultChannels(tx: ActionTx, { before, after }: NewRole): Promise<void> {
  if (isGuest(before) === isGuest(after)) return
  const ids = await defaultChannelIds(tx, after.realmId)
  if (ids.length === 0) return
  const streams = isGuest(after) ? [] : ids
  tx.emit({ users: [after.userId] }, { type: 'default_streams', default_streams: streams })
}

/** Only administrators see archived folders. */
async function emitFolders(tx: ActionTx, { before, after }: NewRole): Promise<void> {
  if (isAdmin(before) === isAdmin(after)) return
  const to = { users: [after.userId] }
  for (const folder of await foldersOf(tx, after.realmId, 'all')) {
    if (!folder.is_archived) continue
    if (isAdmin(after)) tx.emit(to, { type: 'channel_folder', op: 'add', channel_folder: folder })
    else {
      // There is no event for a folder that is gone; others were told that it is archived.
      const data = { is_archived: true }
      tx.emit(to, { type: 'channel_folder', op: 'update', channel_folder_id: folder.id, data })
    }
  }
}

/** Administrators see everybody's bots, others their own. */
async function emitBots(
  tx: ActionTx,
  tools: Pick<ActionTools, 'secret'>,
  realm: Realm,
  change: NewRole,
): Promise<void> {
  const { before, after } = change
  if (isAdmin(before) === isAdmin(after)) return
  const bots = await botsOfOthers(tx, realm.id, after.userId, MAX_TOLD + 1)
  if (bots.length > MAX_TOLD) {
    registerAnew(tx, change)
    return
  }
  const to = { users: [after.userId] }
  for (const bot of bots) {
    tx.emit(
      to,
      isAdmin(after)
        ? { type: 'realm_bot', op: 'add', bot: await botObject(tx, tools, realm, bot) }
        : { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
    )
  }
}

/** A user's role decides which addresses they see. */
async function emitAddresses(tx: ActionTx, change: NewRole): Promise<void> {
  const { before, after } = change
  const changed = Object.values(EMAIL_VISIBILITY).filter(
    (one) => isVisibleTo(before.role, one) !== isVisibleTo(after.role, one),
  )
  if (changed.length === 0) return
  const people = await addressesShownTo(tx, after, changed, MAX_TOLD + 1)
  if (people.length > MAX_TOLD) {
    registerAnew(tx, change)
    return
  }
  // Lower numbers are higher roles, which see what lower roles see.
  const isRaised = after.role < before.role
  for (const { id, delivery_email: address } of people) {
    const person = { user_id: id, delivery_email: isRaised ? address : null }
    tx.emit({ users: [after.userId] }, { type: 'realm_user', op: 'update', person })
  }
}
