import type { Tx } from '@oficina/kit/database.ts'
import { plannedAnew, sql, type Sql } from '@oficina/kit/sql.ts'

import type {
  EditObject,
  ParticipantObject,
  ReactionObject,
  SubmessageObject,
} from '../../../wire/messages.ts'
import type { WideMessage } from '../../events/notice.ts'
import type { LinkifierCache, LinkifierRow } from '../../markdown/linkifier-cache.ts'
import { topicLinks } from '../../markdown/topic-links.ts'
import { isVisibleTo } from '../../tenancy/email-visibility.ts'
import { apiEmail, avatarOf } from '../../tenancy/person-form.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import { readerFlags } from '../flag-bits.ts'

interface MessageRow {
  readonly id: number
  readonly recipient_id: number
  readonly stream_id: number | null
  readonly stream_name: string | null
  readonly topic: string
  readonly sender_id: number
  readonly content: string
  readonly rendered_content: string
  readonly client: string
  readonly sent_at: Date
  readonly edited_at: Date | null
  readonly moved_at: Date | null
  readonly edit_history: readonly EditObject[] | null
  readonly is_read_by_sender: boolean
  readonly is_stream_wildcard: boolean
  readonly delivery_email: string
  readonly full_name: string
  readonly avatar_version: number
  readonly avatar_path: string | null
  readonly email_address_visibility: number
  readonly participants: readonly Participant[] | null
  readonly reactions: readonly ReactionObject[] | null
  readonly submessages: readonly SubmessageObject[] | null
  readonly flags: number | null
  readonly linkifiers: readonly LinkifierRow[] | null
  readonly is_received: boolean
  readonly is_in_read: boolean
}

interface Participant {
  readonly id: number
  readonly delivery_email: string
  readonly full_name: string
  readonly email_address_visibility: number
}

/** A message with its properties for one reader. */
export interface ReadMessage {
  readonly message: WideMessage
  readonly flags: readonly string[]
  readonly isReceived: boolean
}

export interface MessageSource {
  /** Table expressions that `ids` uses, or null. */
  readonly with: Sql | null
  /** Selects `id`. */
  readonly ids: Sql
  /** Whether the best way does not depend on the values, so that each connection plans the statement once. */
  readonly isSteady: boolean
}

/** What is needed besides messages to show them. */
interface Showing {
  /** The organization's host name. */
  readonly host: string
  readonly linkifiers: LinkifierCache
}

/** Only the ids, the lowest first. */
export async function loadIds(tx: Tx, source: MessageSource): Promise<readonly number[]> {
  const tables = source.with === null ? sql`` : sql`with ${source.with}`
  const statement = sql`${tables} select chosen.id from (${source.ids}) chosen order by chosen.id`
  const rows = await tx.query<{ id: number }>(planned(source, statement))
  return rows.map(({ id }) => id)
}

export interface SizedMessage {
  readonly id: number
  /** Of its text and its HTML. */
  readonly bytes: number
}

/** Ids and sizes, the lowest id first; nothing of the texts themselves is read. */
export async function loadSizes(
  tx: Tx,
  viewer: Viewer,
  source: MessageSource,
): Promise<readonly SizedMessage[]> {
  const tables = source.with === null ? sql`` : sql`with ${source.with}`
  const statement = sql`
    ${tables} select m.id, octet_length(m.content) + octet_length(m.rendered_content) as bytes
    from (${source.ids}) chosen join message m on m.realm_id = ${viewer.realmId} and m.id = chosen.id
    order by m.id`
  return await tx.query<SizedMessage>(planned(source, statement))
}

/** Loads messages by id, oldest first, in one statement with the search for the ids. */
export async function loadMessages(
  tx: Tx,
  viewer: Viewer,
  { host, linkifiers }: Showing,
  source: MessageSource,
): Promise<readonly ReadMessage[]> {
  const statement = sql`with ${source.with === null ? sql`` : sql`${source.with},`} chosen as materialized (${source.ids}),
      -- Only the part of each read state that these messages need: whole ones may be large.
      place as (select m.recipient_id, int8multirange(int8range(min(m.id), max(m.id), '[]')) as span from chosen
        join message m on m.realm_id = ${viewer.realmId} and m.id = chosen.id group by m.recipient_id),
      own as materialized (select s.recipient_id, s.history * place.span as history, s.read * place.span as read from place
        join subscription s on s.realm_id = ${viewer.realmId} and s.user_id = ${viewer.userId} and s.recipient_id = place.recipient_id)
      select m.id, m.recipient_id, m.stream_id, st.name as stream_name, m.topic, m.sender_id, m.content, m.rendered_content,
        m.client, m.sent_at, m.edited_at, m.moved_at, m.edit_history, m.is_read_by_sender, m.is_stream_wildcard,
        u.delivery_email, u.full_name, u.avatar_version, u.avatar_path, u.email_address_visibility,
        case when m.stream_id is null then (select json_agg(json_build_object('id', p.id, 'delivery_email', p.delivery_email,
            'full_name', p.full_name, 'email_address_visibility', p.email_address_visibility))
          from recipient r join user_profile p on p.realm_id = r.realm_id and p.id = any(r.user_ids)
          where r.realm_id = ${viewer.realmId} and r.id = m.recipient_id) end as participants,
        case when m.has_reaction then (select json_agg(json_build_object('emoji_name', e.emoji_name, 'emoji_code', e.emoji_code,
            'reaction_type', e.reaction_type, 'user_id', e.user_id) order by e.position)
          from reaction e where e.realm_id = ${viewer.realmId} and e.message_id = m.id) end as reactions,
        (select json_agg(json_build_object('id', b.id, 'message_id', b.message_id, 'sender_id', b.sender_id,
            'msg_type', b.msg_type, 'content', b.content) order by b.id)
          from submessage b where b.realm_id = ${viewer.realmId} and b.message_id = m.id) as submessages,
        case when m.stream_id is not null then (select json_agg(l order by l.position) from linkifier l
          where l.realm_id = ${viewer.realmId}) end as linkifiers,
        um.flags, coalesce(m.id <@ s.history, false) as is_received, coalesce(m.id <@ s.read, false) as is_in_read
      from chosen join message m on m.realm_id = ${viewer.realmId} and m.id = chosen.id
      join user_profile u on u.realm_id = m.realm_id and u.id = m.sender_id
      left join stream st on st.realm_id = m.realm_id and st.id = m.stream_id
      left join own s on s.recipient_id = m.recipient_id
      left join user_message um on um.realm_id = m.realm_id and um.user_id = ${viewer.userId} and um.message_id = m.id
      order by m.id`
  const rows = await tx.query<MessageRow>(planned(source, statement))
  return rows.map((row) => readMessage(row, viewer, { host, linkifiers }))
}

/** One message, for the server's own use: whether the viewer may read it is not asked. */
export async function loadMessage(
  tx: Tx,
  viewer: Viewer,
  showing: Showing,
  id: number,
): Promise<WideMessage | undefined> {
  const source = { with: null, ids: sql`select ${id}::bigint as id`, isSteady: true }
  const [found] = await loadMessages(tx, viewer, showing, source)
  return found?.message
}

function planned({ isSteady }: MessageSource, statement: Sql): Sql {
  return isSteady ? statement : plannedAnew(statement)
}

function readMessage(row: MessageRow, viewer: Viewer, showing: Showing): ReadMessage {
  return {
    message: wideMessage(row, viewer, showing),
    flags: readerFlags({ ...row, user_id: viewer.userId }),
    isReceived: row.is_received,
  }
}

function wideMessage(row: MessageRow, viewer: Viewer, { host, linkifiers }: Showing): WideMessage {
  const sender = { ...row, id: row.sender_id }
  const isStream = row.stream_id !== null
  return {
    id: row.id,
    type: isStream ? 'stream' : 'private',
    content: row.content,
    rendered_content: row.rendered_content,
    recipient_id: row.recipient_id,
    ...(row.stream_id === null ? {} : { stream_id: row.stream_id }),
    // A message in a channel has its name.
    display_recipient: row.stream_name ?? participants(row.participants ?? [], host),
    subject: row.topic,
    sender_id: row.sender_id,
    sender_email: apiEmail(sender, host),
    sender_full_name: row.full_name,
    sender_realm_str: '',
    sender_avatar: avatarOf(sender, host, {
      isEmailVisible: isVisibleTo(viewer.role, row.email_address_visibility),
    }),
    client: row.client,
    timestamp: seconds(row.sent_at),
    topic_links: isStream ? topicLinks(row.topic, linkifiers.compiled(row.linkifiers ?? [])) : [],
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    ...(row.edit_history === null ? {} : { edit_history: row.edit_history }),
    ...(row.edited_at === null ? {} : { last_edit_timestamp: seconds(row.edited_at) }),
    ...(row.moved_at === null ? {} : { last_moved_timestamp: seconds(row.moved_at) }),
  }
}

/** The participants of a direct message as the API shows them, by email address. */
export function participants(
  people: readonly Participant[],
  host: string,
): readonly ParticipantObject[] {
  return people
    .map((person) => ({
      id: person.id,
      email: apiEmail(person, host),
      full_name: person.full_name,
      is_mirror_dummy: false,
    }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
