import type { Tx } from '@oficina/kit/database.ts'
import { join, sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { canReadFile } from '../../access/store/file-access.ts'
import { canReadMessage } from '../../access/store/message-access.ts'
import type { ImageRow } from '../../files/store/image-store.ts'
import type { LinkifierRow } from '../../markdown/linkifier-cache.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { membersOfGroups } from '../../tenancy/store/group-sql.ts'
import { isGuest, type Viewer } from '../../tenancy/viewer.ts'

function lower(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.toLowerCase())
}

interface UploadRow extends Pick<ImageRow, 'path_id' | 'content_type'> {
  readonly image: Omit<ImageRow, 'path_id' | 'content_type'> | null
}

/** What the database knows of the things that a text names. */
export type RenderFacts = TopicFacts & LinkFacts

/** What is the same for all who write to a conversation. */
export interface TopicFacts {
  /** Active users first. */
  readonly users: readonly {
    readonly id: number
    readonly full_name: string
    readonly is_active: boolean
  }[]
  readonly groups: readonly {
    readonly id: number
    readonly name: string
    readonly can_mention_group: number
    readonly is_active: boolean
  }[]
  readonly emoji: readonly { readonly id: number; readonly name: string; readonly path: string }[]
  readonly linkifiers: readonly LinkifierRow[]
  /** Whether the author wants emoticons to become emoji. */
  readonly translate_emoticons: boolean
  readonly alert_words: readonly { readonly user_id: number; readonly words: readonly string[] }[]
}

/** What depends on what the author may read. */
export interface LinkFacts {
  readonly channels: readonly { readonly id: number; readonly name: string }[]
  /** Linked topics, with the newest message of each that the author may read. */
  readonly topics: readonly {
    readonly channel_id: number
    readonly topic: string
    readonly message_id: number
  }[]
  /** The uploaded files that the author may read. */
  readonly uploads: readonly UploadRow[]
}

export interface TextNames {
  readonly users: readonly string[]
  readonly userIds: readonly number[]
  readonly groups: readonly string[]
  readonly channels: readonly string[]
  readonly topics: readonly { readonly channel: string; readonly topic: string }[]
  readonly emoji: readonly string[]
  /** Path ids. */
  readonly uploads: readonly string[]
  /** The words of the text between spaces and punctuation, and the empty text. */
  readonly pieces: readonly string[]
}

/** A part of a statement for what some texts name; most texts name nothing, and leave it out. */
interface NamedPart {
  readonly isAsked: boolean
  readonly part: Sql
}

/** The parts as columns. */
export function columnsOf(parts: Readonly<Record<string, NamedPart>>): Sql {
  return join(
    Object.entries(parts).map(([name, { isAsked, part }]) =>
      // The names are written here and in `place-store.ts`.
      isAsked ? sql`${part} as ${trusted(name)}` : sql`'[]'::json as ${trusted(name)}`,
    ),
    ', ',
  )
}

/**
 * Looks everything up in one statement: channels only if a sender in these groups may know of them.
 * `recipientId` null: nobody's alert words count, as in a description.
 */
export async function renderFacts(
  tx: Tx,
  viewer: Viewer,
  names: TextNames,
  recipientId: number | null,
): Promise<RenderFacts> {
  const { realmId, userId } = viewer
  const columns = columnsOf({
    ...sharedParts(realmId, names),
    ...linkParts(viewer, names),
    alert_words: { isAsked: recipientId !== null, part: alertWordsIn(realmId, names, recipientId) },
  })
  const [facts] = await tx.query<RenderFacts>(
    sql`select ${columns}, coalesce((select (settings->>'translate_emoticons')::boolean from user_profile
          where realm_id = ${realmId} and id = ${userId}), false) as translate_emoticons, ${linkifiersOf(realmId)} as linkifiers`,
  )
  if (facts === undefined) throw new Error('the facts of a text are always one row')
  return facts
}

/** What a text links to, as far as its author may read it. */
export async function linkFacts(tx: Tx, viewer: Viewer, names: TextNames): Promise<LinkFacts> {
  const parts = linkParts(viewer, names)
  const isAsked = Object.values(parts).some((part) => part.isAsked)
  if (!isAsked) return { channels: [], topics: [], uploads: [] }
  const columns = columnsOf(parts)
  const [facts] = await tx.query<LinkFacts>(sql`select ${columns}`)
  if (facts === undefined) throw new Error('the facts of a text are always one row')
  return facts
}

/** What texts name that anybody may name. */
export function sharedParts(
  realmId: RealmId,
  names: Pick<TextNames, 'users' | 'userIds' | 'groups' | 'emoji'>,
) {
  const { users, userIds, groups, emoji } = names
  return {
    users: { isAsked: users.length + userIds.length > 0, part: usersNamed(realmId, names) },
    groups: { isAsked: groups.length > 0, part: groupsNamed(realmId, names) },
    emoji: { isAsked: emoji.length > 0, part: emojiNamed(realmId, names) },
  }
}

function linkParts(viewer: Viewer, names: TextNames) {
  const { channels, topics, uploads } = names
  return {
    channels: { isAsked: channels.length > 0, part: channelsNamed(viewer, names) },
    topics: { isAsked: topics.length > 0, part: topicsNamed(viewer, names) },
    uploads: { isAsked: uploads.length > 0, part: uploadsNamed(viewer, names) },
  }
}

function usersNamed(realmId: RealmId, names: Pick<TextNames, 'users' | 'userIds'>): Sql {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'full_name', full_name, 'is_active', is_active)
      order by is_active desc, id) from (
    select id, full_name, is_active from user_profile where realm_id = ${realmId}
      and lower(full_name) = any(${lower(names.users)}::text[])
    union
    select id, full_name, is_active from user_profile where realm_id = ${realmId}
      and id = any(${names.userIds}::bigint[])) named), '[]')`
}

function groupsNamed(realmId: RealmId, names: Pick<TextNames, 'groups'>): Sql {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'name', name, 'can_mention_group', can_mention_group,
      'is_active', not is_deactivated) order by is_deactivated desc)
    from user_group where realm_id = ${realmId} and name is not null
      and lower(name) = any(${lower(names.groups)}::text[])), '[]')`
}

function emojiNamed(realmId: RealmId, names: Pick<TextNames, 'emoji'>): Sql {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'name', name, 'path', path)) from realm_emoji
    where realm_id = ${realmId} and not is_deactivated and name = any(${names.emoji}::text[])), '[]')`
}

export function linkifiersOf(realmId: RealmId): Sql {
  return sql`coalesce((select json_agg(json_build_object('id', id, 'pattern', pattern, 'url_template', url_template) order by position)
    from linkifier where realm_id = ${realmId}), '[]')`
}

function channelsNamed(viewer: Viewer, names: TextNames): Sql {
  const { realmId, userId } = viewer
  const groups = [...viewer.groups]
  return sql`coalesce((select json_agg(json_build_object('id', st.id, 'name', st.name)) from stream st
    left join subscription s on s.realm_id = st.realm_id and s.recipient_id = st.recipient_id and s.user_id = ${userId}
    where st.realm_id = ${realmId} and lower(st.name) = any(${lower(names.channels)}::text[])
      and (st.is_web_public or coalesce(s.is_active, false) or (not ${isGuest(viewer)}::boolean and (not st.invite_only
        or st.can_subscribe_group = any(${groups}::bigint[]) or st.can_add_subscribers_group = any(${groups}::bigint[])
        or st.can_administer_channel_group = any(${groups}::bigint[]))))), '[]')`
}

function topicsNamed(viewer: Viewer, { topics }: TextNames): Sql {
  const { realmId } = viewer
  return sql`coalesce((select json_agg(json_build_object('channel_id', st.id, 'topic', t.topic, 'message_id', newest.id))
    from unnest(${lower(topics.map(({ channel }) => channel))}::text[], ${topics.map(({ topic }) => topic)}::text[])
      as t (channel, topic)
    join stream st on st.realm_id = ${realmId} and lower(st.name) = t.channel
    cross join lateral (select m.id from message m where m.realm_id = ${realmId} and m.recipient_id = st.recipient_id
      and lower(m.topic) = lower(t.topic) and ${canReadMessage(viewer)} order by m.id desc limit 1) newest), '[]')`
}

function uploadsNamed(viewer: Viewer, { uploads }: TextNames): Sql {
  const { realmId } = viewer
  return sql`coalesce((select json_agg(json_build_object('path_id', a.path_id, 'content_type', a.content_type,
      'image', case when i.attachment_id is not null then json_build_object('width', i.width, 'height', i.height,
        'is_animated', i.is_animated, 'state', i.state) end))
    from attachment a left join image_attachment i on i.realm_id = ${realmId} and i.attachment_id = a.id
    where a.realm_id = ${realmId} and a.path_id = any(${uploads}::text[]) and ${canReadFile(viewer)}), '[]')`
}

function alertWordsIn(realmId: RealmId, names: TextNames, recipientId: number | null): Sql {
  // A scalar subquery is looked up for each word found; a join might read every subscriber.
  return sql`coalesce((select json_agg(json_build_object('user_id', w.user_id, 'words', w.words)) from (
    select a.user_id, json_agg(a.word) as words from alert_word a
    where a.realm_id = ${realmId} and a.piece = any(array(select lower(piece) from unnest(${names.pieces}::text[]) as piece))
      and (select s.is_active and s.is_user_active from subscription s where s.realm_id = ${realmId}
        and s.user_id = a.user_id and s.recipient_id = ${recipientId}::bigint)
    group by a.user_id) w), '[]')`
}

/** Users with alert words of which texts with these pieces may hold one. */
export function wordsIn(realmId: RealmId, pieces: readonly string[]): Sql {
  return sql`select a.user_id, json_agg(a.word) as words from alert_word a where a.realm_id = ${realmId}
    and a.piece = any(array(select lower(piece) from unnest(${pieces}::text[]) as piece)) group by a.user_id`
}

/** The active users in these groups. */
export async function groupMembers(
  tx: Tx,
  realmId: RealmId,
  groupIds: readonly number[],
): Promise<readonly number[]> {
  if (groupIds.length === 0) return []
  const rows = await tx.query<{ id: number }>(
    sql`select distinct member.user_id as id from (${membersOfGroups(realmId, sql`${groupIds}`)}) member`,
  )
  return rows.map(({ id }) => id)
}

/** The participants of a topic: users who sent to it or reacted in it. */
export async function topicParticipants(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
  topic: string,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select sender_id as id from message where realm_id = ${realmId} and recipient_id = ${recipientId}
          and lower(topic) = lower(${topic})
        union
        select e.user_id from message m join reaction e on e.realm_id = m.realm_id and e.message_id = m.id
          where m.realm_id = ${realmId} and m.recipient_id = ${recipientId} and lower(m.topic) = lower(${topic}) and m.has_reaction`,
  )
  return rows.map(({ id }) => id)
}

export async function topicExists(
  tx: Tx,
  realmId: RealmId,
  recipientId: number,
  topic: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from message where realm_id = ${realmId} and recipient_id = ${recipientId}
            and lower(topic) = lower(${topic})) as found`,
  )
  return row?.found === true
}
