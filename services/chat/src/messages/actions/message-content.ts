import type { AttachmentObject } from '../../../wire/files.ts'
import type { ContentNow } from '../../../wire/message-events.ts'
import type { EditObject } from '../../../wire/messages.ts'
import type { ActionTx, ActionTools } from '../../events/act.ts'
import { changeAttachments } from '../../files/actions/attachment-use.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { clearTextFlags } from '../store/flag-store.ts'
import type { MessageFacts } from '../store/message-row.ts'
import { insertMarks, rewriteMessage } from '../store/message-write.ts'
import type { RenderedContent } from './render-content.ts'
import { marksOf } from './send-message.ts'

/** How a new text is stored, and what its event says. */
export interface NewContent {
  readonly content: string
  readonly rendered: RenderedContent
}

/** The fields of an event about a new text. */
export function contentFields(
  message: MessageFacts,
  { content, rendered }: NewContent,
): ContentNow {
  return {
    orig_content: message.content,
    orig_rendered_content: message.rendered_content,
    content,
    rendered_content: rendered.html,
    is_me_message: content.startsWith('/me '),
  }
}

export interface Storing {
  readonly caller: Caller
  readonly message: MessageFacts
  readonly changed: NewContent
  readonly nowMs: number
}

/** Writes a new text with its flags; `entry` goes into the history. Returns files that no message links to any more. */
export async function storeContent(
  tx: ActionTx,
  tools: ActionTools,
  { caller, message, changed, nowMs }: Storing,
  entry: EditObject,
): Promise<readonly AttachmentObject[]> {
  const { content, rendered } = changed
  const realmId = caller.realm.id
  await rewriteMessage(tx, realmId, message.id, {
    content,
    renderedContent: rendered.html,
    editedAt: new Date(nowMs),
    entry,
    isStreamWildcard: rendered.channelWildcard && message.stream_id !== null,
    hasAttachment: rendered.linkedUploads.length > 0,
    hasImage: rendered.hasImage,
    hasLink: rendered.hasLink,
  })
  // Clears the flags set by the old text, and sets those of the new one.
  await clearTextFlags(tx, realmId, message.id)
  const place = {
    recipientId: message.recipient_id,
    topic: message.topic,
    userIds: message.user_ids ?? [],
  }
  const marks = await marksOf(
    tx,
    { realmId, ...place, isChannel: message.stream_id !== null },
    rendered,
  )
  const { id: messageId, recipient_id: recipientId } = message
  await insertMarks(
    tx,
    realmId,
    [...marks].map(([userId, bits]) => ({ messageId, recipientId, userId, bits })),
  )
  return await changeAttachments(tx, viewerOf(caller), message.id, rendered.linkedUploads)
}
