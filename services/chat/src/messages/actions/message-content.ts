import { sql } from '@oficina/kit/sql.ts'

import type { AttachmentObject } from '../../files/store/attachment-store.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { TEXT_FLAGS } from '../flag-bits.ts'
import { insertMarks } from '../store/message-write.ts'
import type { EditEntry, MessageFacts } from '../store/message-row.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { changeAttachments } from './attachment-use.ts'
import type { RenderedContent } from './render-content.ts'
import { marksOf } from './send-message.ts'
import type { ActionTx, ActionTools } from '../../tenancy/tools.ts'

/** What a new text is stored as, and what its event says. */
export interface NewContent {
  readonly content: string
  readonly rendered: RenderedContent
}

/** The fields of an event that tell of a new text. */
export function contentFields(
  message: MessageFacts,
  { content, rendered }: NewContent,
): Record<string, unknown> {
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

/** Writes a new text with its marks; `entry` goes into the history. The answer are files that it left without a message. */
export async function storeContent(
  tx: ActionTx,
  tools: ActionTools,
  { caller, message, changed, nowMs }: Storing,
  entry: EditEntry,
): Promise<readonly AttachmentObject[]> {
  const { content, rendered } = changed
  const realmId = caller.realm.id
  await tx.execute(
    sql`update message set content = ${content}, rendered_content = ${rendered.html}, edited_at = ${new Date(nowMs)},
          edit_history = jsonb_build_array(${JSON.stringify(entry)}::jsonb) || coalesce(edit_history, '[]'),
          is_stream_wildcard = ${rendered.channelWildcard && message.stream_id !== null},
          has_attachment = ${rendered.linkedUploads.length > 0}, has_image = ${rendered.hasImage},
          has_link = ${rendered.hasLink}
        where realm_id = ${realmId} and id = ${message.id}`,
  )
  // What the old text marked is taken back, what the new one marks is set.
  await tx.execute(
    sql`update user_message set flags = flags & ~${TEXT_FLAGS}::int where realm_id = ${realmId} and message_id = ${message.id} and flags & ${TEXT_FLAGS} <> 0`,
  )
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
