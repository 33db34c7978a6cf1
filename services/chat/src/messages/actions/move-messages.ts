import type { AttachmentObject } from '../../../wire/files.ts'
import type { EditObject } from '../../../wire/messages.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { normalTopic } from '../../tenancy/message-text.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { permissionGroup } from '../../tenancy/settings.ts'
import { channelById, subscribersOf } from '../../tenancy/store/channel-store.ts'
import { lockConversation } from '../../tenancy/store/conversation-locks.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import {
  hasContentAccess,
  holds,
  isAdmin,
  type Channel,
  type Viewer,
} from '../../tenancy/viewer.ts'
import { say } from '../../tenancy/words/say.ts'
import type { MessageTools } from '../message-tools.ts'
import { messageReaders } from '../store/message-readers.ts'
import { topicMessages, type MessageFacts } from '../store/message-row.ts'
import { carryReadState, moveRows } from '../store/move-store.ts'
import { checkTopicPolicy } from './address-message.ts'
import { announceMove } from './announce-move.ts'
import { emitMove, type PlannedMove, type PropagateMode } from './emit-move.ts'
import { storeContent, type NewContent } from './message-content.ts'
import { moveTopicPolicies } from './move-topic-policies.ts'

/** The new place of a message, or of its topic. */
export interface Move {
  readonly topic: string | undefined
  readonly streamId: number | undefined
  readonly propagateMode: PropagateMode
  readonly tellOldTopic: boolean
  readonly tellNewTopic: boolean
}

interface Mover {
  readonly caller: Caller
  readonly viewer: Viewer
}

interface MoveRequest {
  readonly message: MessageFacts
  readonly move: Move
  readonly content: NewContent | undefined
}

const RESOLVED = '✔ '

/**
 * Moves a message or its topic to another topic or channel; returns files that a new text no longer uses.
 * @source docs/decisions/0308-chat-sending.md, "Editing"
 */
export async function moveMessages(
  tx: ActionTx<MessageTools>,
  tools: ActionTools,
  mover: Mover,
  { message, move, content }: MoveRequest,
): Promise<readonly AttachmentObject[]> {
  const { viewer, caller } = mover
  const plan = await planMove(tx, tools, mover, { message, move })
  const { from, to, topic } = plan
  const messages = await chosenMessages(tx, viewer, message, move.propagateMode)
  checkAges(tools, mover, { message, messages, move, isToOtherChannel: to.id !== from.id })
  const ids = messages.map(({ id }) => id)
  const before = await messageReaders(tx, viewer.realmId, from, {
    users: await subscribersOf(tx, viewer.realmId, from.recipientId),
    ids,
  })
  const nowMs = tools.now()
  const entry = placeEntry(plan, caller.id, nowMs)
  const detached = await storeMovedText(tx, tools, caller, { message, content, entry, nowMs })
  const isReal = to.id !== from.id || withoutMark(topic) !== withoutMark(message.topic)
  await lockConversation(tx, to.recipientId)
  if (to.id !== from.id) {
    await carryReadState(tx, viewer.realmId, { ids, from: from.recipientId, to: to.recipientId })
  }
  await moveRows(tx, viewer.realmId, {
    ids,
    target: { streamId: to.id, recipientId: to.recipientId, topic },
    entry,
    movedAt: isReal ? new Date(nowMs) : null,
    withEntry: content === undefined ? ids : ids.filter((id) => id !== message.id),
  })
  await emitMove(tx, caller, {
    ...plan,
    ids,
    before,
    content,
    mode: move.propagateMode,
    seconds: entry.timestamp,
  })
  const places = { from, fromTopic: message.topic, to, toTopic: topic }
  tx.afterwards((outer) =>
    announceMove(outer, mover, {
      ...places,
      count: ids.length,
      isWholeTopic: move.propagateMode === 'change_all',
      tellOld: move.tellOldTopic,
      tellNew: move.tellNewTopic,
    }),
  )
  if (move.propagateMode === 'change_all') {
    await moveTopicPolicies(tx, viewer.realmId, { ...places, nowMs })
  }
  return detached
}

interface MovedText {
  readonly message: MessageFacts
  readonly content: NewContent | undefined
  readonly entry: EditObject
  readonly nowMs: number
}

/** One entry of the history covers both the place and the text. */
async function storeMovedText(
  tx: ActionTx,
  tools: ActionTools,
  caller: Caller,
  { message, content, entry, nowMs }: MovedText,
): Promise<readonly AttachmentObject[]> {
  if (content === undefined) return []
  const { content: text, rendered_content: html } = message
  const whole = { ...entry, prev_content: text, prev_rendered_content: html }
  return await storeContent(tx, tools, { caller, message, changed: content, nowMs }, whole)
}

async function planMove(
  tx: ActionTx,
  tools: ActionTools,
  mover: Mover,
  { message, move }: Pick<MoveRequest, 'message' | 'move'>,
): Promise<PlannedMove> {
  const { viewer } = mover
  if (message.stream_id === null) {
    throw refusal(
      move.streamId === undefined
        ? 'Direct messages cannot have topics.'
        : 'Direct messages cannot be moved to channels.',
    )
  }
  const from = await channelById(tx, viewer, message.stream_id)
  if (from === undefined) throw refusal('Invalid message(s)')
  const to = await targetChannel(tx, viewer, from, move.streamId)
  const topic = move.topic === undefined ? message.topic : normalTopic(move.topic)
  if (to.id === from.id && topic === message.topic) throw refusal('Nothing to change')
  const plan = { message, from, to, topic }
  await checkMove(tx, tools, mover, plan)
  return plan
}

function placeEntry(
  { message, from, to, topic }: PlannedMove,
  userId: number,
  nowMs: number,
): EditObject {
  return {
    user_id: userId,
    timestamp: Math.floor(nowMs / 1000),
    ...(topic === message.topic ? {} : { prev_topic: message.topic, topic }),
    ...(to.id === from.id ? {} : { prev_stream: from.id, stream: to.id }),
  }
}

function withoutMark(topic: string): string {
  return topic.startsWith(RESOLVED) ? topic.slice(RESOLVED.length) : topic
}

async function targetChannel(
  tx: ActionTx,
  viewer: Viewer,
  from: Channel,
  streamId: number | undefined,
): Promise<Channel> {
  if (streamId === undefined || streamId === from.id) return from
  const channel = await channelById(tx, viewer, streamId)
  if (channel === undefined || !hasContentAccess(viewer, channel) || channel.isArchived) {
    throw refusal('Invalid channel ID')
  }
  if (!holds(viewer, channel, 'can_send_message_group')) {
    throw refusal('You do not have permission to post in this channel.')
  }
  return channel
}

async function checkMove(
  tx: ActionTx,
  tools: ActionTools,
  { caller, viewer }: Mover,
  plan: PlannedMove,
): Promise<void> {
  const { message, from, to, topic } = plan
  const allowed = async (
    realmWide:
      | 'can_move_messages_between_topics_group'
      | 'can_move_messages_between_channels_group'
      | 'can_resolve_topics_group',
    inChannel:
      | 'can_move_messages_within_channel_group'
      | 'can_move_messages_out_of_channel_group'
      | 'can_resolve_topics_group',
  ) =>
    viewer.groups.has(await permissionGroup(tx, tools, caller.realm, realmWide)) ||
    holds(viewer, from, inChannel)
  if (
    to.id !== from.id &&
    !(await allowed(
      'can_move_messages_between_channels_group',
      'can_move_messages_out_of_channel_group',
    ))
  ) {
    throw refusal("You don't have permission to move this message")
  }
  if (topic !== message.topic) {
    const isResolving = to.id === from.id && withoutMark(topic) === withoutMark(message.topic)
    if (isResolving && withoutMark(topic) === '')
      throw refusal('General chat cannot be marked as resolved')
    if (isResolving && !(await allowed('can_resolve_topics_group', 'can_resolve_topics_group'))) {
      throw refusal("You don't have permission to resolve topics in this channel.")
    }
    if (
      !isResolving &&
      !(await allowed(
        'can_move_messages_between_topics_group',
        'can_move_messages_within_channel_group',
      ))
    ) {
      throw refusal("You don't have permission to edit this message")
    }
  }
  checkTopicPolicy(to, caller.realm.settings, topic)
}

async function chosenMessages(
  tx: ActionTx,
  viewer: Viewer,
  message: MessageFacts,
  mode: PropagateMode,
): Promise<readonly Pick<MessageFacts, 'id' | 'sent_at'>[]> {
  if (mode === 'change_one') return [message]
  const topic = { recipientId: message.recipient_id, topic: message.topic }
  return await topicMessages(tx, viewer, topic, mode === 'change_later' ? message.id : 0)
}

interface Aged {
  readonly message: MessageFacts
  readonly messages: readonly Pick<MessageFacts, 'id' | 'sent_at'>[]
  readonly move: Move
  readonly isToOtherChannel: boolean
}

/** Moderators may also move old messages. */
function checkAges(
  tools: ActionTools,
  { caller, viewer }: Mover,
  { message, messages, move, isToOtherChannel }: Aged,
): void {
  if (isAdmin(viewer) || viewer.role <= ROLE.moderator) return
  const { settings } = caller.realm
  const limit = isToOtherChannel
    ? settings.move_messages_between_streams_limit_seconds
    : settings.move_messages_within_stream_limit_seconds
  if (limit === null) return
  const since = tools.now() - limit * 1000
  const young = messages.filter(({ sent_at: at }) => at.getTime() >= since)
  const [first] = young
  if (young.length === messages.length) return
  if (
    move.propagateMode === 'change_all' &&
    first !== undefined &&
    message.sent_at.getTime() >= since
  ) {
    throw new ApiError(
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      say(
        'You only have permission to move the %{young}/%{all} most recent messages in this topic.',
        { young: young.length, all: messages.length },
      ),
      {
        first_message_id_allowed_to_move: first.id,
        total_messages_in_topic: messages.length,
        total_messages_allowed_to_move: young.length,
      },
    )
  }
  throw refusal(
    isToOtherChannel
      ? "The time limit for editing this message's channel has passed"
      : "The time limit for editing this message's topic has passed.",
  )
}
