import { createHash } from 'node:crypto'

import type { AttachmentObject } from '../../../wire/files.ts'
import type { EditObject } from '../../../wire/messages.ts'
import { readableChannel } from '../../access/access-channel.ts'
import { act, type ActionTx, type ActionTools, type Tools } from '../../events/act.ts'
import { holdImagesNamed } from '../../files/store/image-store.ts'
import { namesIn } from '../../markdown/referenced-names.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import { normalContent } from '../../tenancy/message-text.ts'
import { permissionGroup } from '../../tenancy/settings.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import type { MessageTools } from '../message-tools.ts'
import { messageFacts, type MessageFacts } from '../store/message-row.ts'
import { invalidMessages } from './fetch-messages.ts'
import { checkGroupMentions, checkWildcards } from './mention-rights.ts'
import { audienceOf, flagsOfAudience } from './message-audience.ts'
import { contentFields, storeContent, type NewContent } from './message-content.ts'
import { moveMessages, type Move } from './move-messages.ts'
import { renderContent, type RenderedContent } from './render-content.ts'

export interface Edit extends Move {
  readonly content: string | undefined
  readonly prevContentSha256: string | undefined
}

// A client that started to edit in time may need a moment to send.
const LEEWAY_SECONDS = 20

/**
 * Changes a message's text, or moves it or its topic; returns the caller's files that are no longer used in any
 * message.
 * @source docs/decisions/0308-chat-sending.md, "Editing"
 */
export async function editMessage(
  tools: MessageTools,
  caller: Caller,
  id: number,
  edit: Edit,
): Promise<readonly AttachmentObject[]> {
  const { content, topic, streamId } = edit
  if (content === undefined && topic === undefined && streamId === undefined)
    throw refusal('Nothing to change')
  if (content !== undefined && streamId !== undefined) {
    throw refusal('Cannot change message content while changing channel')
  }
  return await act(tools, caller.realm.id, async (tx) => {
    const viewer = viewerOf(caller)
    const editor = { caller, viewer, tools }
    const message = await messageFacts(tx, viewer, id, { isLocked: true })
    if (message === undefined) throw invalidMessages()
    if (content !== undefined) checkContentEdit(tools, caller, message, edit)
    const moved = topic !== undefined || streamId !== undefined
    if (content !== undefined && !moved) {
      return await changeContent(tx, tools, editor, { message, text: content })
    }
    const fields =
      content === undefined ? undefined : await newContent(tx, editor, message, content)
    return await moveMessages(tx, tools, editor, { message, move: edit, content: fields })
  })
}

function checkContentEdit(tools: Tools, caller: Caller, message: MessageFacts, edit: Edit): void {
  const { settings } = caller.realm
  if (!settings.allow_message_editing)
    throw refusal('Your organization has turned off message editing')
  if (message.sender_id !== caller.id)
    throw refusal("You don't have permission to edit this message")
  if (/^\/(poll|todo)\b/.test(message.content)) throw refusal('Widgets cannot be edited.')
  const limit = settings.message_content_edit_limit_seconds
  const ageSeconds = (tools.now() - message.sent_at.getTime()) / 1000
  if (limit !== null && ageSeconds > limit + LEEWAY_SECONDS) {
    throw refusal('The time limit for editing this message has passed')
  }
  const hash = createHash('sha256').update(message.content).digest('hex')
  if (edit.prevContentSha256 !== undefined && edit.prevContentSha256 !== hash) {
    throw new ApiError(
      'EXPECTATION_MISMATCH',
      "'prev_content_sha256' value does not match the expected value.",
      { field_name: 'prev_content_sha256' },
    )
  }
}

interface Editor {
  readonly caller: Caller
  readonly viewer: Viewer
  readonly tools: MessageTools
}

async function newContent(
  tx: ActionTx,
  { caller, viewer, tools }: Editor,
  message: MessageFacts,
  text: string,
): Promise<NewContent> {
  const content = normalContent(text === '' ? '(deleted)' : text)
  // A process that makes a thumbnail meanwhile waits, and then finds the message as it is after this.
  await holdImagesNamed(tx, viewer.realmId, namesIn(content).uploads)
  const rendered = await renderContent(tx, content, {
    realm: caller.realm,
    viewer,
    recipientId: message.recipient_id,
    kind: 'message',
    rendering: tools.rendering,
  })
  checkGroupMentions(rendered, viewer)
  await checkCalls(tx, { caller, viewer, tools }, message, rendered)
  return { content, rendered }
}

async function checkCalls(
  tx: ActionTx,
  { caller: { realm }, viewer, tools }: Editor,
  { stream_id: streamId, recipient_id: recipientId, topic }: MessageFacts,
  rendered: RenderedContent,
): Promise<void> {
  if (streamId === null || !(rendered.channelWildcard || rendered.topicWildcard)) return
  const { subscriberCount } = await readableChannel(tx, viewer, streamId)
  const callers = await permissionGroup(tx, tools, realm, 'can_mention_many_users_group')
  await checkWildcards(tx, viewer, { recipientId, topic, subscriberCount, callers }, rendered)
}

async function changeContent(
  tx: ActionTx,
  tools: ActionTools,
  editor: Editor,
  { message, text }: { readonly message: MessageFacts; readonly text: string },
): Promise<readonly AttachmentObject[]> {
  const { caller } = editor
  const changed = await newContent(tx, editor, message, text)
  const nowMs = tools.now()
  const entry: EditObject = {
    user_id: caller.id,
    timestamp: Math.floor(nowMs / 1000),
    prev_content: message.content,
    prev_rendered_content: message.rendered_content,
  }
  const detached = await storeContent(tx, tools, { caller, message, changed, nowMs }, entry)
  const audience = await audienceOf(tx, caller.realm.id, message)
  const { flags, userFlags } = await flagsOfAudience(tx, caller.realm.id, message.id, audience)
  const event = {
    type: 'update_message' as const,
    user_id: caller.id,
    edit_timestamp: entry.timestamp,
    message_id: message.id,
    message_ids: [message.id],
    flags,
    rendering_only: false,
    ...contentFields(message, changed),
    ...(message.stream_id === null ? {} : { stream_id: message.stream_id }),
  }
  tx.emit(audience, event, { userFlags })
  return detached
}
