import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelsIn, messagesIn, ownDataOf, type ExportScope } from './export-scope.ts'

const seconds = (column: string): Sql => trusted(`extract(epoch from ${column})::float8`)

/** What is one person's own, in the form of Zulip's archives, each row as JSON in `row`. */
export function ownDataTables(realmId: RealmId, scope: ExportScope): ReadonlyMap<string, Sql> {
  return new Map([
    ...habits(realmId, scope),
    ...texts(realmId, scope),
    ...onMessages(realmId, scope),
  ])
}

type Tables = readonly (readonly [string, Sql])[]

function habits(realmId: RealmId, scope: ExportScope): Tables {
  const isIn = ownDataOf(scope, sql`t.user_id`)
  const isChannelIn = sql`exists (select 1 from stream st where st.realm_id = ${realmId} and st.id = t.stream_id and ${channelsIn(realmId, scope)})`
  return [
    [
      'zerver_usertopic',
      sql`select json_build_object('id', row_number() over (order by t.user_id, t.stream_id, t.topic), 'user_profile', t.user_id,
            'stream', t.stream_id, 'topic_name', t.topic, 'visibility_policy', t.visibility_policy,
            'last_updated', ${seconds('t.updated_at')}) as row
          from user_topic t where t.realm_id = ${realmId} and ${isIn} and ${isChannelIn} order by t.user_id, t.stream_id, t.topic`,
    ],
    [
      'zerver_muteduser',
      sql`select json_build_object('id', row_number() over (order by t.user_id, t.muted_id), 'user_profile', t.user_id,
            'muted_user', t.muted_id, 'date_muted', ${seconds('t.created_at')}) as row
          from muted_user t where t.realm_id = ${realmId} and ${isIn} order by t.user_id, t.muted_id`,
    ],
    [
      'zerver_alertword',
      sql`select json_build_object('id', row_number() over (order by t.user_id, t.word), 'realm', ${realmId}::bigint,
            'user_profile', t.user_id, 'word', t.word) as row
          from alert_word t where t.realm_id = ${realmId} and ${isIn} order by t.user_id, t.word`,
    ],
    [
      'zerver_savedsnippet',
      sql`select json_build_object('id', t.id, 'realm', ${realmId}::bigint, 'user_profile', t.user_id, 'title', t.title, 'content', t.content,
            'date_created', ${seconds('t.created_at')}) as row
          from saved_snippet t where t.realm_id = ${realmId} and ${isIn} order by t.id`,
    ],
    [
      'zerver_userstatus',
      sql`select json_build_object('id', row_number() over (order by t.user_id), 'user_profile', t.user_id, 'status_text', t.status_text,
            'emoji_name', t.emoji_name, 'emoji_code', t.emoji_code,
            'reaction_type', case when t.reaction_type = '' then 'unicode_emoji' else t.reaction_type end, 'status', 0) as row
          from user_status t where t.realm_id = ${realmId} order by t.user_id`,
    ],
    [
      'zerver_userpresence',
      sql`select json_build_object('id', row_number() over (order by t.user_id), 'realm', ${realmId}::bigint, 'user_profile', t.user_id,
            'last_active_time', ${seconds('t.active_at')}, 'last_connected_time', ${seconds('t.connected_at')}) as row
          from presence t where t.realm_id = ${realmId} order by t.user_id`,
    ],
    [
      'zerver_onboardingstep',
      sql`select json_build_object('id', row_number() over (order by t.user_id, t.step), 'user', t.user_id, 'onboarding_step', t.step,
            'timestamp', ${seconds('t.seen_at')}) as row
          from onboarding_step_seen t where t.realm_id = ${realmId} order by t.user_id, t.step`,
    ],
  ]
}

function texts(realmId: RealmId, scope: ExportScope): Tables {
  const isIn = ownDataOf(scope, sql`t.user_id`)
  return [
    [
      'zerver_scheduledmessage',
      sql`select json_build_object('id', t.id, 'realm', ${realmId}::bigint, 'sender', t.sender_id, 'stream',
            case when t.type = 'stream' then t.recipient_to[1] end, 'direct_members', case when t.type = 'private' then to_json(t.recipient_to) end,
            'subject', t.topic, 'content', t.content, 'rendered_content', t.rendered_content,
            'scheduled_timestamp', ${seconds('t.deliver_at')}, 'read_by_sender', t.is_read_by_sender, 'failed', t.is_failed,
            'delivered', false, 'delivery_type', 1) as row
          from scheduled_message t where t.realm_id = ${realmId} and ${ownDataOf(scope, sql`t.sender_id`)}
          union all
          select json_build_object('id', (select coalesce(max(id), 0) from scheduled_message where realm_id = ${realmId}) + t.id,
            'realm', ${realmId}::bigint, 'sender', t.user_id, 'stream', null, 'direct_members', json_build_array(t.user_id),
            'subject', '', 'content', t.content, 'rendered_content', t.rendered_content,
            'scheduled_timestamp', ${seconds('t.deliver_at')}, 'read_by_sender', true, 'failed', t.is_failed,
            'delivered', false, 'delivery_type', 2, 'reminder_target_message_id', t.message_id) as row
          from reminder t join message m on m.realm_id = t.realm_id and m.id = t.message_id
          where t.realm_id = ${realmId} and ${isIn} and ${messagesIn(realmId, scope)}`,
    ],
    [
      'zerver_draft',
      sql`select json_build_object('id', t.id, 'user_profile', t.user_id, 'type', t.type, 'to', to_json(t.recipient_to), 'topic', t.topic,
            'content', t.content, 'last_edit_time', t.last_edit_time) as row
          from draft t where t.realm_id = ${realmId} and ${isIn} order by t.id`,
    ],
    [
      'zerver_navigationview',
      sql`select json_build_object('id', row_number() over (order by t.user_id, t.fragment), 'user', t.user_id, 'fragment', t.fragment,
            'is_pinned', t.is_pinned, 'name', t.name) as row
          from navigation_view t where t.realm_id = ${realmId} and ${isIn} order by t.user_id, t.fragment`,
    ],
  ]
}

function onMessages(realmId: RealmId, scope: ExportScope): Tables {
  return [
    [
      'zerver_reaction',
      sql`select json_build_object('id', e.position, 'user_profile', e.user_id, 'message', e.message_id, 'emoji_name', e.emoji_name,
            'emoji_code', e.emoji_code, 'reaction_type', e.reaction_type) as row
          from reaction e join message m on m.realm_id = e.realm_id and m.id = e.message_id
          where e.realm_id = ${realmId} and ${messagesIn(realmId, scope)} order by e.message_id, e.position`,
    ],
    [
      'zerver_submessage',
      sql`select json_build_object('id', e.id, 'sender', e.sender_id, 'message', e.message_id, 'msg_type', e.msg_type, 'content', e.content) as row
          from submessage e join message m on m.realm_id = e.realm_id and m.id = e.message_id
          where e.realm_id = ${realmId} and ${messagesIn(realmId, scope)} order by e.id`,
    ],
  ]
}
