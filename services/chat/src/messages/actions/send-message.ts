import type { Tx } from '@oficina/kit/database.ts'

import type { SubmessageObject } from '../../../wire/messages.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import type { WideMessage } from '../../events/notice.ts'
import { useAttachments } from '../../files/actions/attachment-use.ts'
import { holdImages, setRendered } from '../../files/store/image-store.ts'
import { noteCalls } from '../../hooks/store/bot-call-store.ts'
import { hasPlaceholder } from '../../markdown/placeholders.ts'
import { topicLinks } from '../../markdown/topic-links.ts'
import { parseWidget } from '../../markdown/widgets.ts'
import { notePushes, type PushedMessage } from '../../push/store/push-notice-store.ts'
import { EMAIL_VISIBILITY } from '../../tenancy/email-visibility.ts'
import { normalContent } from '../../tenancy/message-text.ts'
import { apiEmail, avatarOf } from '../../tenancy/person-form.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { shareConversations } from '../../tenancy/store/conversation-locks.ts'
import { personById } from '../../tenancy/store/person-store.ts'
import { FLAG, flagNames } from '../flag-bits.ts'
import type { MessageTools } from '../message-tools.ts'
import type { Outgoing, PreparedMessage, Sent } from '../outgoing-message.ts'
import { noteFirstMessage } from '../store/first-message-store.ts'
import { participants } from '../store/message-load.ts'
import {
  insertMarks,
  insertMessages,
  insertSubmessage,
  type Mark,
  type NewMessage,
} from '../store/message-write.ts'
import { readNotice } from '../store/read-notice-store.ts'
import { groupMembers, topicParticipants } from '../store/render-store.ts'
import { concernedBots } from './concerned-bots.ts'
import { followMentioned, followTopic } from './follow-topic.ts'
import { checkGroupMentions, checkWildcards } from './mention-rights.ts'
import { renderContent, type RenderedContent } from './render-content.ts'
import { withThumbnails } from './show-thumbnail.ts'

/** Sends a message whose destination was checked. @source docs/decisions/0308-chat-sending.md */
export async function sendMessage(tools: MessageTools, outgoing: Outgoing): Promise<Sent> {
  const message = await prepare(tools, outgoing)
  const realmId = outgoing.realm.id
  const sent = await tools.outbox.add(realmId, message, (batch) =>
    writeMessages(tools, realmId, batch),
  )
  wakeFor(tools, [message])
  return sent
}

/** Sends messages of one sender, whose destinations were checked: all of them or none. */
export async function sendTogether(
  tools: MessageTools,
  realmId: RealmId,
  outgoing: readonly Outgoing[],
): Promise<void> {
  const messages: PreparedMessage[] = []
  for (const message of outgoing) messages.push(await prepare(tools, message))
  await writeMessages(tools, realmId, messages)
  wakeFor(tools, messages)
}

function wakeFor(tools: MessageTools, messages: readonly PreparedMessage[]): void {
  if (tools.isPushConfigured) tools.wakePushes()
  if (messages.some(({ calledBots }) => calledBots.length > 0)) tools.wakeBotCalls()
}

/** What can be known of a message before it is written. @throws ApiError */
async function prepare(tools: MessageTools, outgoing: Outgoing): Promise<PreparedMessage> {
  const { realm, viewer, destination } = outgoing
  const content = normalContent(outgoing.content)
  const rendered = await renderContent(tools.database, content, {
    realm,
    viewer,
    recipientId: destination.recipientId,
    kind: 'message',
    rendering: tools.rendering,
    ...(destination.known === undefined ? {} : { known: destination.known }),
  })
  await checkCalls(tools.database, outgoing, rendered)
  // The notification bot's messages name only people and channels.
  if (outgoing.client !== 'Internal') checkGroupMentions(rendered, viewer)
  const place = { realmId: realm.id, ...destination, isChannel: destination.channel !== undefined }
  const marks = await marksOf(tools.database, place, rendered)
  const bots = await concernedBots(tools.database, outgoing, marks)
  return { outgoing, content, rendered, marks, ...bots }
}

async function checkCalls(
  tx: Tx,
  { realm, viewer, destination }: Outgoing,
  rendered: RenderedContent,
): Promise<void> {
  if (destination.channel === undefined) return
  if (!rendered.channelWildcard && !rendered.topicWildcard) return
  const callers = realm.settings.can_mention_many_users_group ?? destination.mentionManyDefault
  await checkWildcards(tx, viewer, { ...destination, callers }, rendered)
}

/** Writes messages of one organization and everything that belongs to them, in one transaction. */
async function writeMessages(
  tools: Tools,
  realmId: RealmId,
  batch: readonly PreparedMessage[],
): Promise<readonly Sent[]> {
  return await act(tools, realmId, async (tx) => {
    const sentAt = new Date(tools.now())
    // All are sent in one round trip, the locks first; even if one fails, all are awaited.
    const locked = shareConversations(
      tx,
      batch.map(({ outgoing }) => outgoing.destination.recipientId),
    )
    const inserted = insertMessages(
      tx,
      realmId,
      batch.map((message) => rowOf(message, sentAt)),
    )
    tx.expectNotices()
    const [, { ids, readBy }] = await Promise.all([locked, inserted])
    await insertMarks(
      tx,
      realmId,
      batch.flatMap((message, index) => marksRows(message, ids[index] ?? 0)),
    )
    const sent: Sent[] = []
    for (const [index, message] of batch.entries()) {
      const id = ids[index] ?? 0
      const readers = [...(readBy.get(id) ?? []), ...(await readersOfNotice(tx, message, id))]
      sent.push(await completeMessage(tx, message, { id, sentAt, readBy: readers }))
      if (tools.isPushConfigured) await notePushes(tx, pushedMessage(message, { id, sentAt }))
      await noteCalls(tx, realmId, { id, sentAt }, message.calledBots)
      await message.outgoing.along?.(tx)
    }
    return sent
  })
}

/** Who wants notices that a topic is resolved to be read at once. */
async function readersOfNotice(
  tx: Tx,
  { outgoing }: PreparedMessage,
  messageId: number,
): Promise<readonly number[]> {
  const { realm, destination, isResolvedNotice } = outgoing
  const { channel, topic } = destination
  if (isResolvedNotice !== true || channel === undefined) return []
  return await readNotice(tx, realm.id, channel, { messageId, topic })
}

const MENTIONS = FLAG.mentioned | FLAG.group_mentioned
const WILDCARDS = FLAG.stream_wildcard_mentioned | FLAG.topic_wildcard_mentioned

function pushedMessage(
  { outgoing, rendered, marks }: PreparedMessage,
  { id, sentAt }: Pick<Written, 'id' | 'sentAt'>,
): PushedMessage {
  const { realm, senderId, destination } = outgoing
  const marked = (bits: number) => [...marks].filter(([, own]) => (own & bits) !== 0)
  return {
    realmId: realm.id,
    id,
    recipientId: destination.recipientId,
    streamId: destination.channel?.id ?? null,
    topic: destination.topic,
    senderId,
    mentioned: marked(MENTIONS).map(([user]) => user),
    isWildcard: rendered.channelWildcard || marked(WILDCARDS).length > 0,
    sentAt,
  }
}

function rowOf({ outgoing, content, rendered }: PreparedMessage, sentAt: Date): NewMessage {
  const { destination } = outgoing
  return {
    recipientId: destination.recipientId,
    streamId: destination.channel?.id ?? null,
    topic: destination.topic,
    senderId: outgoing.senderId,
    content,
    renderedContent: rendered.html,
    client: outgoing.client,
    sentAt,
    isReadBySender: outgoing.isReadBySender,
    isStreamWildcard: rendered.channelWildcard && destination.channel !== undefined,
    hasAttachment: rendered.linkedUploads.length > 0,
    hasImage: rendered.hasImage,
    hasLink: rendered.hasLink,
  }
}

function marksRows({ outgoing, marks }: PreparedMessage, messageId: number): readonly Mark[] {
  const { recipientId } = outgoing.destination
  return [...marks].map(([userId, bits]) => ({ messageId, recipientId, userId, bits }))
}

/** A message's row as it was written. */
interface Written {
  readonly id: number
  readonly sentAt: Date
  /** Users who have muted the sender. */
  readonly readBy: readonly number[]
}

/** What only some messages need besides their row, and the events of all. */
async function completeMessage(
  tx: ActionTx,
  message: PreparedMessage,
  { id, sentAt, readBy }: Written,
): Promise<Sent> {
  const { outgoing, content, rendered, marks, mentionedBots } = message
  const { realm, destination } = outgoing
  const writer = { ...outgoing.viewer, userId: outgoing.senderId }
  await useAttachments(tx, writer, id, rendered.linkedUploads)
  const html = await settledHtml(tx, realm.id, id, rendered)
  const { channel } = destination
  if (channel?.firstMessageId === null) await noteFirstMessage(tx, realm.id, channel.id, id)
  const submessages = await addWidget(tx, outgoing, id, content)
  const parts = { id, content, html, sentAt, marks, rendered, submessages }
  await emitMessage(tx, outgoing, parts, { readBy, mentionedBots })
  const newVisibilityPolicy = await followTopic(tx, outgoing, sentAt.getTime())
  await followMentioned(tx, message, sentAt.getTime())
  return newVisibilityPolicy === undefined ? { id } : { id, newVisibilityPolicy }
}

/** The HTML as stored: a thumbnail may have been made since it was rendered. */
async function settledHtml(
  tx: ActionTx,
  realmId: RealmId,
  messageId: number,
  { html }: RenderedContent,
): Promise<string> {
  if (!hasPlaceholder(html)) return html
  const settled = withThumbnails(html, await holdImages(tx, realmId, messageId))
  if (settled !== html) await setRendered(tx, realmId, messageId, settled)
  return settled
}

/** What the mentions of a text depend on in its conversation. */
export interface MarkedPlace {
  readonly realmId: RealmId
  readonly recipientId: number
  readonly topic: string
  readonly userIds: readonly number[]
  readonly isChannel: boolean
}

/** The flags of single users, by user id. */
export async function marksOf(
  tx: Tx,
  { realmId, recipientId, topic, userIds, isChannel }: MarkedPlace,
  rendered: RenderedContent,
): Promise<Map<number, number>> {
  const marks = new Map<number, number>()
  const mark = (users: readonly number[], bit: number) => {
    for (const user of users) marks.set(user, (marks.get(user) ?? 0) | bit)
  }
  mark(rendered.mentionedUserIds, FLAG.mentioned)
  mark(await groupMembers(tx, realmId, rendered.mentionedGroupIds), FLAG.group_mentioned)
  mark(rendered.alertedUserIds, FLAG.has_alert_word)
  if (rendered.topicWildcard && isChannel) {
    mark(await topicParticipants(tx, realmId, recipientId, topic), FLAG.topic_wildcard_mentioned)
  }
  if (rendered.channelWildcard && !isChannel) mark(userIds, FLAG.stream_wildcard_mentioned)
  return marks
}

interface SentParts {
  readonly id: number
  readonly content: string
  readonly html: string
  readonly sentAt: Date
  readonly marks: ReadonlyMap<number, number>
  readonly rendered: RenderedContent
  readonly submessages: readonly SubmessageObject[]
}

/** A poll or a list of tasks starts with what its text says. */
async function addWidget(
  tx: ActionTx,
  { realm, senderId }: Outgoing,
  messageId: number,
  content: string,
): Promise<readonly SubmessageObject[]> {
  const widget = parseWidget(content)
  if (widget === undefined) return []
  const submessage = {
    message_id: messageId,
    sender_id: senderId,
    msg_type: 'widget',
    content: JSON.stringify(widget),
  }
  const id = await insertSubmessage(tx, realm.id, submessage)
  return [{ id, ...submessage }]
}

interface Listening {
  readonly readBy: readonly number[]
  readonly mentionedBots: readonly number[]
}

async function emitMessage(
  tx: ActionTx,
  outgoing: Outgoing,
  parts: SentParts,
  { readBy, mentionedBots }: Listening,
): Promise<void> {
  const { destination, senderId } = outgoing
  const { channel } = destination
  const message = await wideMessage(tx, outgoing, parts)
  const isStreamWildcard = parts.rendered.channelWildcard && channel !== undefined
  const flagsOf = (reader: { readonly bits: number; readonly isRead: boolean }) =>
    flagNames({ ...reader, isStreamWildcard })
  const userFlags: Record<string, readonly string[]> = {}
  for (const [user, bits] of parts.marks) userFlags[user] = flagsOf({ bits, isRead: false })
  for (const user of readBy)
    userFlags[user] = flagsOf({ bits: parts.marks.get(user) ?? 0, isRead: true })
  if (outgoing.isReadBySender) {
    userFlags[senderId] = flagsOf({ bits: parts.marks.get(senderId) ?? 0, isRead: true })
  }
  tx.notify({
    kind: 'message',
    to:
      channel === undefined
        ? { users: destination.userIds }
        : { subscribers: destination.recipientId },
    ...(mentionedBots.length === 0 ? {} : { mentionedBots }),
    message,
    userFlags,
    flags: flagsOf({ bits: 0, isRead: false }),
    isPublicStream: channel !== undefined && !channel.inviteOnly,
    ...(outgoing.localEcho === undefined ? {} : { localEcho: outgoing.localEcho }),
  })
}

async function wideMessage(
  tx: ActionTx,
  outgoing: Outgoing,
  { id, content, html, sentAt, submessages, rendered }: SentParts,
): Promise<WideMessage> {
  const { realm, destination, senderId, client } = outgoing
  const { channel, topic, recipientId } = destination
  const sender = outgoing.sender ?? (await personById(tx, realm.id, senderId))
  const isEmailPublic = sender.email_address_visibility === EMAIL_VISIBILITY.everyone
  return {
    id,
    type: channel === undefined ? 'private' : 'stream',
    content,
    rendered_content: html,
    recipient_id: recipientId,
    ...(channel === undefined ? {} : { stream_id: channel.id }),
    display_recipient: channel?.name ?? participants(destination.people, realm.host),
    subject: topic,
    sender_id: senderId,
    sender_email: apiEmail(sender, realm.host),
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    sender_avatar: avatarOf(sender, realm.host, { isEmailVisible: isEmailPublic }),
    client,
    timestamp: Math.floor(sentAt.getTime() / 1000),
    topic_links: channel === undefined ? [] : topicLinks(topic, rendered.linkifiers),
    reactions: [],
    submessages,
  }
}
