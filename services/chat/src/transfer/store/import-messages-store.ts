import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { ImageRow } from '../../files/store/image-store.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { insertAll, type NewRows } from './import-people-store.ts'

export interface ImportedMessage {
  readonly id: number
  readonly recipientId: number
  readonly streamId: number | null
  readonly topic: string
  readonly senderId: number
  readonly content: string
  readonly renderedContent: string
  readonly client: string
  readonly sentAt: Date
  readonly editedAt: Date | null
  readonly movedAt: Date | null
  /** JSON. */
  readonly editHistory: string | null
  readonly isReadBySender: boolean
  readonly isStreamWildcard: boolean
  readonly hasAttachment: boolean
  readonly hasImage: boolean
  readonly hasLink: boolean
  readonly hasReaction: boolean
}

/** Adds messages under ids that were reserved for them. */
export async function insertImported(
  tx: Tx,
  realmId: RealmId,
  messages: readonly ImportedMessage[],
): Promise<void> {
  const all = <K extends keyof ImportedMessage>(name: K) => messages.map((message) => message[name])
  await tx.execute(
    sql`insert into message (realm_id, id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at,
            edited_at, moved_at, edit_history, is_read_by_sender, is_stream_wildcard, has_attachment, has_image, has_link, has_reaction)
          overriding system value
          select ${realmId}::bigint, * from unnest(${all('id')}::bigint[], ${all('recipientId')}::bigint[], ${all('streamId')}::bigint[],
            ${all('topic')}::text[], ${all('senderId')}::bigint[], ${all('content')}::text[], ${all('renderedContent')}::text[],
            ${all('client')}::text[], ${all('sentAt')}::timestamptz[], ${all('editedAt')}::timestamptz[],
            ${all('movedAt')}::timestamptz[], ${all('editHistory')}::jsonb[], ${all('isReadBySender')}::boolean[],
            ${all('isStreamWildcard')}::boolean[], ${all('hasAttachment')}::boolean[], ${all('hasImage')}::boolean[],
            ${all('hasLink')}::boolean[], ${all('hasReaction')}::boolean[])`,
  )
}

/** What people and things left on messages. */
export interface ImportedMarks {
  readonly flags: NewRows
  readonly reactions: NewRows
  readonly submessages: NewRows
}

export async function insertMarked(
  tx: Tx,
  realmId: RealmId,
  { flags, reactions, submessages }: ImportedMarks,
): Promise<void> {
  await insertAll(
    tx,
    flags,
    (
      json,
    ) => sql`insert into user_message (realm_id, user_id, message_id, flags) select ${realmId}, user_id, message_id, flags
      from jsonb_to_recordset(${json}::jsonb) as r (user_id bigint, message_id bigint, flags integer) on conflict do nothing`,
  )
  await insertAll(
    tx,
    reactions,
    (
      json,
    ) => sql`insert into reaction (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
      select ${realmId}, message_id, user_id, emoji_name, emoji_code, reaction_type
      from jsonb_to_recordset(${json}::jsonb) as r (message_id bigint, user_id bigint, emoji_name text, emoji_code text,
        reaction_type text, position integer) order by position on conflict do nothing`,
  )
  await insertAll(
    tx,
    submessages,
    (json) => sql`insert into submessage (realm_id, message_id, sender_id, msg_type, content)
      select ${realmId}, message_id, sender_id, msg_type, content from jsonb_to_recordset(${json}::jsonb) as r (message_id bigint,
        sender_id bigint, msg_type text, content text, position integer) order by position`,
  )
}

export async function linkImportedFiles(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (
      json,
    ) => sql`insert into attachment_message (realm_id, attachment_id, message_id) select ${realmId}, attachment_id, message_id
      from jsonb_to_recordset(${json}::jsonb) as r (attachment_id bigint, message_id bigint) on conflict do nothing`,
  )
}

export async function insertReminders(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (
      json,
    ) => sql`insert into reminder (realm_id, user_id, message_id, content, rendered_content, deliver_at, is_failed)
      select ${realmId}, user_id, message_id, content, rendered_content, deliver_at, is_failed
      from jsonb_to_recordset(${json}::jsonb) as r (user_id bigint, message_id bigint, content text, rendered_content text,
        deliver_at timestamptz, is_failed boolean, position integer) order by position`,
  )
}

/** The images of the organization, all without thumbnails, by their places. */
export async function importedImages(
  tx: Tx,
  realmId: RealmId,
): Promise<ReadonlyMap<string, ImageRow>> {
  const rows = await tx.query<ImageRow>(
    sql`select a.path_id, a.content_type, i.width, i.height, i.is_animated, i.state from image_attachment i
        join attachment a on a.realm_id = i.realm_id and a.id = i.attachment_id
        where i.realm_id = ${realmId} and i.width > 0 order by a.id`,
  )
  return new Map(rows.map((row) => [row.path_id, row]))
}

/** So that the first searches are planned with what the tables hold now. */
export async function analyzeImported(tx: Tx): Promise<void> {
  await tx.execute(sql`analyze message, subscription, user_message, reaction`)
}
