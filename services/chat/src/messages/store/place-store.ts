import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { CHANNEL_COLUMNS, channelOf, type ChannelRow } from '../../tenancy/store/channel-store.ts'
import type { Channel, Viewer } from '../../tenancy/viewer.ts'
import {
  columnsOf,
  linkifiersOf,
  sharedParts,
  wordsIn,
  type TextNames,
  type TopicFacts,
} from './render-store.ts'

/** Where a message is to go, and what its text names. */
export interface PlaceWish {
  readonly viewer: Viewer
  /** A name or an id. */
  readonly to: string | number
  readonly topic: string
  readonly names: TextNames
}

/** A channel with everything that sending a text to a topic of it needs. */
export interface Place {
  readonly channel: Channel
  /** Whether the topic has messages. */
  readonly isTopicKnown: boolean
  readonly facts: TopicFacts
}

interface PlaceRow extends ChannelRow, TopicFacts {
  readonly position: number
  readonly is_topic_known: boolean
}

/**
 * Channels of one organization, all by id or all by name, in the order of the wishes. What the texts name is looked up
 * for all of them together: a text finds only what it names.
 */
export async function placesOf(
  tx: Tx,
  realmId: RealmId,
  wishes: readonly PlaceWish[],
): Promise<readonly (Place | undefined)[]> {
  const isById = typeof wishes[0]?.to === 'number'
  const all = <T>(change: (wish: PlaceWish) => T) => wishes.map(change)
  const names = {
    users: wishes.flatMap(({ names: { users } }) => users),
    userIds: wishes.flatMap(({ names: { userIds } }) => userIds),
    groups: wishes.flatMap(({ names: { groups } }) => groups),
    emoji: wishes.flatMap(({ names: { emoji } }) => emoji),
    pieces: [...new Set(wishes.flatMap(({ names: { pieces } }) => pieces))],
  }
  // Whether a topic has messages is no `exists`: that may be planned as a look at all messages of the realm.
  const columns = columnsOf(sharedParts(realmId, names))
  const rows = await tx.query<PlaceRow>(
    sql`with found_words as materialized (${wordsIn(realmId, names.pieces)})
        select wish.position, ${CHANNEL_COLUMNS}, coalesce(s.is_active, false) as is_subscribed,
          coalesce(s.is_muted, false) as is_muted,
          coalesce((select true from message m where m.realm_id = ${realmId} and m.recipient_id = st.recipient_id
            and lower(m.topic) = lower(wish.topic) limit 1), false) as is_topic_known,
          coalesce((u.settings->>'translate_emoticons')::boolean, false) as translate_emoticons,
          coalesce((select json_agg(json_build_object('user_id', w.user_id, 'words', w.words)) from found_words w
            where (select own.is_active and own.is_user_active from subscription own where own.realm_id = ${realmId}
              and own.user_id = w.user_id and own.recipient_id = st.recipient_id)), '[]') as alert_words,
          ${linkifiersOf(realmId)} as linkifiers, ${columns}
        from unnest(${all(({ viewer }) => viewer.userId)}::bigint[], ${all(({ to }) => String(to))}::text[],
          ${all(({ topic }) => topic)}::text[]) with ordinality as wish (user_id, name, topic, position)
        join user_profile u on u.realm_id = ${realmId} and u.id = wish.user_id
        join stream st on st.realm_id = ${realmId} and ${isById ? sql`st.id = wish.name::bigint` : sql`lower(st.name) = lower(wish.name)`}
        left join subscription s on s.realm_id = st.realm_id and s.recipient_id = st.recipient_id and s.user_id = wish.user_id`,
  )
  const places = new Map(rows.map((row) => [row.position, row]))
  return wishes.map((_, index) => {
    const row = places.get(index + 1)
    return row === undefined
      ? undefined
      : { channel: channelOf(row), isTopicKnown: row.is_topic_known, facts: row }
  })
}
