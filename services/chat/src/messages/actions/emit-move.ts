import type { MessagesMoved } from '../../../wire/message-events.ts'
import type { ActionTx } from '../../events/act.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { subscribersOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { Channel } from '../../tenancy/viewer.ts'
import { flagsOfReaders, messageReaders, type ReaderGroup } from '../store/message-readers.ts'
import type { MessageFacts } from '../store/message-row.ts'
import { contentFields, type NewContent } from './message-content.ts'

export type PropagateMode = MessagesMoved['propagate_mode']

/** Where a message and its topic are, and where they will be. */
export interface PlannedMove {
  readonly message: MessageFacts
  readonly from: Channel
  readonly to: Channel
  readonly topic: string
}

interface Moved extends PlannedMove {
  readonly ids: readonly number[]
  /** The subscribers of the old channel, by what they could read there. */
  readonly before: readonly ReaderGroup[]
  readonly content: NewContent | undefined
  readonly mode: PropagateMode
  readonly seconds: number
}

/** Listeners who see the same change. */
interface Change {
  readonly users: number[]
  /** What they can read at the new place. */
  readonly kept: readonly number[]
  /** What they could read and no longer can. */
  readonly lost: readonly number[]
}

/**
 * Sends the events of a move: to everybody what they may read at the new place; whoever may not sees the messages
 * disappear, and not where they went.
 */
export async function emitMove(tx: ActionTx, caller: Caller, moved: Moved): Promise<void> {
  const { from, to, message } = moved
  const { id: realmId } = caller.realm
  const arriving = from.id === to.id ? [] : await subscribersOf(tx, realmId, to.recipientId)
  for (const { users, kept, lost } of await changesOf(tx, realmId, moved, arriving)) {
    const [first] = kept
    if (first !== undefined) {
      const shown = kept.includes(message.id) ? message.id : first
      const { flags, userFlags } = await flagsOfReaders(tx, realmId, shown, users)
      const isEverybody = from.id === to.id && from.historyPublicToSubscribers
      tx.emit(
        isEverybody ? { subscribers: from.recipientId } : { users },
        { ...updateEvent(caller, moved, shown), message_ids: kept, flags },
        { userFlags },
      )
      if (from.id !== to.id) emitRead(tx, users, { kept, subscribers: new Set(arriving) })
    }
    if (lost.length === 0) continue
    const place = { message_type: 'stream', stream_id: from.id, topic: message.topic } as const
    tx.emit({ users }, { type: 'delete_message', message_ids: lost, ...place })
  }
}

/** Messages that moved to a channel to which a user is not subscribed count as read. */
function emitRead(
  tx: ActionTx,
  users: readonly number[],
  {
    kept,
    subscribers,
  }: { readonly kept: readonly number[]; readonly subscribers: ReadonlySet<number> },
): void {
  const others = users.filter((id) => !subscribers.has(id))
  if (others.length === 0) return
  tx.emit(
    { users: others },
    {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: kept,
      all: false,
    },
  )
}

async function changesOf(
  tx: ActionTx,
  realmId: RealmId,
  { to, ids, before }: Moved,
  arriving: readonly number[],
): Promise<readonly Change[]> {
  const users = [...new Set([...before.flatMap((group) => group.users), ...arriving])]
  const after = await messageReaders(tx, realmId, to, { users, ids })
  const [couldRead, mayRead] = [groupOfUser(before), groupOfUser(after)]
  const changes = new Map<string, Change>()
  for (const user of users) {
    const [old, now] = [couldRead.get(user), mayRead.get(user)]
    const key = `${old?.index} ${now?.index}`
    const change = changes.get(key) ?? changeOf(old?.ids ?? [], now?.ids ?? [])
    change.users.push(user)
    changes.set(key, change)
  }
  return [...changes.values()]
}

function changeOf(old: readonly number[], kept: readonly number[]): Change {
  const still = new Set(kept)
  return { users: [], kept, lost: old.filter((id) => !still.has(id)) }
}

function groupOfUser(groups: readonly ReaderGroup[]) {
  return new Map(
    groups.flatMap(({ users, ids }, index) => users.map((user) => [user, { index, ids }] as const)),
  )
}

function updateEvent(caller: Caller, moved: Moved, messageId: number) {
  const { message, from, to, topic, content } = moved
  return {
    type: 'update_message' as const,
    user_id: caller.id,
    edit_timestamp: moved.seconds,
    message_id: messageId,
    rendering_only: false,
    stream_id: from.id,
    stream_name: from.name,
    propagate_mode: moved.mode,
    orig_subject: message.topic,
    ...(topic === message.topic ? {} : { subject: topic, topic_links: [] }),
    ...(to.id === from.id ? {} : { new_stream_id: to.id }),
    ...(content === undefined || messageId !== message.id ? {} : contentFields(message, content)),
  }
}
