import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { EditObject } from '../../../wire/messages.ts'
import { readByMuting } from '../../personal/store/muted-user-store.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'

export interface NewMessage {
  readonly recipientId: number
  readonly streamId: number | null
  readonly topic: string
  readonly senderId: number
  readonly content: string
  readonly renderedContent: string
  readonly client: string
  readonly sentAt: Date
  readonly isReadBySender: boolean
  readonly isStreamWildcard: boolean
  readonly hasAttachment: boolean
  readonly hasImage: boolean
  readonly hasLink: boolean
}

/** Messages as they were written. */
interface Inserted {
  /** In the order of the messages. */
  readonly ids: readonly number[]
  /** The users who have muted the sender, by message: for them it is read. */
  readonly readBy: ReadonlyMap<number, readonly number[]>
}

/** Adds messages of one organization: one row for each, however many receive it. */
export async function insertMessages(
  tx: Tx,
  realmId: RealmId,
  messages: readonly NewMessage[],
): Promise<Inserted> {
  const all = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name])
  const [row] = await tx.query<{ ids: readonly number[]; muting: readonly Muting[] }>(
    // The database numbers the rows in the order of the select.
    sql`with arrived as (
            insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client,
              sent_at, is_read_by_sender, is_stream_wildcard, has_attachment, has_image, has_link)
            select ${realmId}, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at,
              is_read_by_sender, is_stream_wildcard, has_attachment, has_image, has_link
            from unnest(${all('recipientId')}::bigint[], ${all('streamId')}::bigint[], ${all('topic')}::text[],
              ${all('senderId')}::bigint[], ${all('content')}::text[], ${all('renderedContent')}::text[], ${all('client')}::text[],
              ${all('sentAt')}::timestamptz[], ${all('isReadBySender')}::boolean[], ${all('isStreamWildcard')}::boolean[],
              ${all('hasAttachment')}::boolean[], ${all('hasImage')}::boolean[], ${all('hasLink')}::boolean[])
              with ordinality as m (recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at,
                is_read_by_sender, is_stream_wildcard, has_attachment, has_image, has_link, position)
            order by position returning id, recipient_id, sender_id),
          ${readByMuting(realmId)}
          select (select json_agg(id order by id) from arrived) as ids,
            coalesce((select json_agg(json_build_object('user', user_id, 'ids', ids)) from muting_readers), '[]') as muting`,
  )
  const readBy = new Map<number, number[]>()
  for (const { user, ids } of row?.muting ?? []) {
    for (const id of ids) readBy.set(id, [...(readBy.get(id) ?? []), user])
  }
  return { ids: row?.ids ?? [], readBy }
}

interface Muting {
  readonly user: number
  readonly ids: readonly number[]
}

interface NewText {
  readonly content: string
  readonly renderedContent: string
  readonly editedAt: Date
  /** An entry of the history. */
  readonly entry: EditObject
  readonly isStreamWildcard: boolean
  readonly hasAttachment: boolean
  readonly hasImage: boolean
  readonly hasLink: boolean
}

/** Gives a message a new text. */
export async function rewriteMessage(
  tx: Tx,
  realmId: RealmId,
  id: number,
  text: NewText,
): Promise<void> {
  await tx.execute(
    sql`update message set content = ${text.content}, rendered_content = ${text.renderedContent}, edited_at = ${text.editedAt},
          edit_history = jsonb_build_array(${JSON.stringify(text.entry)}::jsonb) || coalesce(edit_history, '[]'),
          is_stream_wildcard = ${text.isStreamWildcard}, has_attachment = ${text.hasAttachment}, has_image = ${text.hasImage},
          has_link = ${text.hasLink}
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Deletes messages with everything that refers to them. */
export async function removeMessages(
  tx: Tx,
  realmId: RealmId,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`delete from message where realm_id = ${realmId} and id = any(${ids}::bigint[])`,
  )
}

/** One user's flags on one message. */
export interface Mark {
  readonly messageId: number
  readonly recipientId: number
  readonly userId: number
  readonly bits: number
}

/** Sets flags on messages for single users, if they receive them. */
export async function insertMarks(tx: Tx, realmId: RealmId, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return
  const all = <K extends keyof Mark>(name: K) => marks.map((mark) => mark[name])
  await tx.execute(
    sql`insert into user_message (realm_id, user_id, message_id, flags)
        select ${realmId}, mark.user_id, mark.message_id, mark.flags
        from unnest(${all('userId')}::bigint[], ${all('messageId')}::bigint[], ${all('recipientId')}::bigint[], ${all('bits')}::int[])
          as mark (user_id, message_id, recipient_id, flags)
        join subscription s on s.realm_id = ${realmId} and s.user_id = mark.user_id
          and s.recipient_id = mark.recipient_id and s.is_active
        on conflict (realm_id, user_id, message_id) do update set flags = user_message.flags | excluded.flags`,
  )
}

/** Adds somebody's contribution to a message's widget; returns its id. */
export async function insertSubmessage(
  tx: Tx,
  realmId: RealmId,
  submessage: {
    readonly message_id: number
    readonly sender_id: number
    readonly msg_type: string
    readonly content: string
  },
): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    sql`insert into submessage (realm_id, message_id, sender_id, msg_type, content)
        values (${realmId}, ${submessage.message_id}, ${submessage.sender_id}, ${submessage.msg_type}, ${submessage.content})
        returning id`,
  )
  return row?.id ?? 0
}
