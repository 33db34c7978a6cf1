import { readableIds } from '../../access/store/message-access.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { takeBackPushes } from '../../push/store/push-notice-store.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { lockConversation, tryLockConversation } from '../../tenancy/store/conversation-locks.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import { FLAG } from '../flag-bits.ts'
import { clearFlag, setFlag } from '../store/flag-store.ts'
import {
  markConversationRead,
  markRead,
  markSenderRead,
  markUnread,
  tidyReadState,
  unreadConversations,
  unreadDetails,
  unsubscribedChannels,
} from '../store/read-state-store.ts'
import { invalidMessages } from './fetch-messages.ts'

interface FlagChange {
  readonly op: 'add' | 'remove'
  readonly flag: string
}

/** A client's request. */
interface FlagRequest {
  readonly op: string
  readonly flag: string
}

export interface FlagResult {
  /** The messages that were changed. */
  readonly messages: readonly number[]
  /** Only when messages became unread. */
  readonly ignoredChannels?: readonly number[]
}

const EDITABLE = new Set(['read', 'starred', 'collapsed'])
const FIXED = new Set([
  'mentioned',
  'has_alert_word',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'historical',
  'force_expand',
  'force_collapse',
])

/** @throws ApiError for a flag that does not exist or that users cannot set */
export function checkFlagChange({ op, flag }: FlagRequest): FlagChange {
  if (FIXED.has(flag)) throw refusal(say("Flag not editable: '%{flag}'", { flag }))
  if (!EDITABLE.has(flag)) throw refusal(say("Invalid flag: '%{flag}'", { flag }))
  if (op !== 'add' && op !== 'remove')
    throw refusal(say("Invalid message flag operation: '%{op}'", { op }))
  return { op, flag }
}

/** Sets or clears a flag of the caller on messages. @source docs/contract/chat.md, POST /messages/flags */
export async function changeFlags(
  tools: Tools,
  caller: Caller,
  request: FlagRequest,
  ids: readonly number[],
): Promise<FlagResult> {
  const change = checkFlagChange(request)
  const scattered: number[] = []
  const result = await act(tools, caller.realm.id, async (tx) => {
    scattered.length = 0
    const viewer = viewerOf(caller)
    if (change.flag !== 'read') return await changeMark(tx, viewer, change, ids)
    if (change.op === 'remove') return await takeBackReading(tx, viewer, ids)
    const marked = await markRead(tx, viewer, ids)
    scattered.push(...marked.scattered)
    await tellRead(tx, viewer, marked.ids, tools)
    return { messages: marked.ids }
  })
  await tidy(tools, caller, scattered)
  return result
}

async function changeMark(
  tx: ActionTx,
  viewer: Viewer,
  change: FlagChange,
  ids: readonly number[],
): Promise<FlagResult> {
  const bit = change.flag === 'starred' ? FLAG.starred : FLAG.collapsed
  const messages =
    change.op === 'add' ? await setBit(tx, viewer, bit, ids) : await clearFlag(tx, viewer, bit, ids)
  emitFlags(tx, viewer, change, messages)
  return { messages }
}

async function setBit(
  tx: ActionTx,
  viewer: Viewer,
  bit: number,
  ids: readonly number[],
): Promise<readonly number[]> {
  const readable = await readableIds(tx, viewer, ids)
  if (readable.length < new Set(ids).size) throw invalidMessages()
  return await setFlag(tx, viewer, bit, readable)
}

async function takeBackReading(
  tx: ActionTx,
  viewer: Viewer,
  ids: readonly number[],
): Promise<FlagResult> {
  const readable = await readableIds(tx, viewer, ids)
  const ignoredChannels = await unsubscribedChannels(tx, viewer, readable)
  const messages = await markUnread(tx, viewer, ids)
  if (messages.length > 0) {
    tx.emit(
      { users: [viewer.userId] },
      {
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages,
        all: false,
        message_details: await unreadDetails(tx, viewer, messages),
      },
    )
  }
  return { messages, ignoredChannels }
}

function emitFlags(
  tx: ActionTx,
  viewer: Pick<Viewer, 'userId'>,
  { op, flag }: FlagChange,
  messages: readonly number[],
): void {
  if (messages.length === 0) return
  tx.emit(
    { users: [viewer.userId] },
    { type: 'update_message_flags', op, operation: op, flag, messages, all: false },
  )
}

type PushState = Pick<Tools, 'isPushConfigured'>

/** Tells a reader's clients what was read, and has their devices forget it. */
async function tellRead(
  tx: ActionTx,
  viewer: Pick<Viewer, 'realmId' | 'userId'>,
  ids: readonly number[],
  { isPushConfigured }: PushState,
): Promise<void> {
  emitFlags(tx, viewer, { op: 'add', flag: 'read' }, ids)
  if (isPushConfigured) await takeBackPushes(tx, viewer, ids)
}

/** Marks a sender's unread messages as read. */
export async function readSender(
  tx: ActionTx,
  tools: PushState,
  viewer: Viewer,
  senderId: number,
): Promise<void> {
  const { ids } = await markSenderRead(tx, viewer, senderId)
  await tellRead(tx, viewer, ids, tools)
}

/** Unread messages of a channel count as read for those who leave it. Needs the conversation's lock. */
export async function readOnLeaving(
  tx: ActionTx,
  tools: PushState,
  { realmId, recipientId }: { readonly realmId: RealmId; readonly recipientId: number },
  users: readonly number[],
): Promise<void> {
  for (const userId of users) {
    const ids = await markConversationRead(tx, { realmId, userId }, recipientId, undefined)
    await tellRead(tx, { realmId, userId }, ids, tools)
  }
}

/** Marks the unread messages of a conversation, or of one topic in it, as read; returns how many they were. */
export async function readConversation(
  tools: Tools,
  caller: Caller,
  recipientId: number,
  topic?: string,
): Promise<number> {
  return await act(tools, caller.realm.id, async (tx) => {
    // A message that is being sent already has its number, and must not be marked with the others.
    await lockConversation(tx, recipientId)
    const viewer = viewerOf(caller)
    const ids = await markConversationRead(tx, viewer, recipientId, topic)
    await tellRead(tx, viewer, ids, tools)
    return ids.length
  })
}

/** Everything that the caller has not read, conversation by conversation. */
export async function readEverything(tools: Tools, caller: Caller): Promise<number> {
  const unread = await unreadConversations(tools.database, caller.realm.id, caller.id)
  let count = 0
  for (const id of unread) count += await readConversation(tools, caller, id)
  return count
}

/** Keeps read states small; while somebody is sending to the conversation it is left for the next time. */
async function tidy(tools: Tools, caller: Caller, recipients: readonly number[]): Promise<void> {
  for (const recipientId of recipients) {
    await tools.database.transaction(async (tx) => {
      if (!(await tryLockConversation(tx, recipientId))) return
      await tidyReadState(tx, viewerOf(caller), recipientId)
    })
  }
}
