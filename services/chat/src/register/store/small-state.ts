import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { Viewer } from '../../tenancy/viewer.ts'
import { knownPeople } from '../../tenancy/store/known-people.ts'

/** One JSON value as the database made it. */
async function json(tx: Tx, statement: Sql): Promise<unknown> {
  const [row] = await tx.query<{ value: unknown }>(statement)
  return row?.value
}

function setting(column: Sql): Sql {
  return sql`group_setting(g.realm_id, ${column})`
}

/** Every user group with a name, or only one of them. */
export async function userGroups(
  tx: Tx,
  viewer: Pick<Viewer, 'realmId'>,
  withDeactivated: boolean,
  only: number | null = null,
): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'description', g.description,
          'creator_id', g.creator_id, 'date_created', floor(extract(epoch from g.created_at))::bigint,
          'is_system_group', g.is_system, 'deactivated', g.is_deactivated,
          'members', coalesce((select json_agg(m.user_id order by m.user_id) from user_group_member m
            join user_profile u on u.realm_id = m.realm_id and u.id = m.user_id and u.is_active and not u.is_system_bot
            where m.realm_id = g.realm_id and m.group_id = g.id), '[]'),
          'direct_subgroup_ids', coalesce((select json_agg(s.subgroup_id order by s.subgroup_id) from user_group_subgroup s
            where s.realm_id = g.realm_id and s.group_id = g.id), '[]'),
          'can_add_members_group', ${setting(sql`g.can_add_members_group`)}, 'can_join_group', ${setting(sql`g.can_join_group`)},
          'can_leave_group', ${setting(sql`g.can_leave_group`)}, 'can_manage_group', ${setting(sql`g.can_manage_group`)},
          'can_mention_group', ${setting(sql`g.can_mention_group`)},
          'can_remove_members_group', ${setting(sql`g.can_remove_members_group`)}) order by g.id), '[]') as value
        from user_group g where g.realm_id = ${viewer.realmId} and g.name is not null
          and (${withDeactivated} or not g.is_deactivated) and (${only}::bigint is null or g.id = ${only})`,
  )
}

export async function channelFolders(
  tx: Tx,
  viewer: Viewer,
  withArchived: boolean,
): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', id, 'name', name, 'description', description,
          'rendered_description', rendered_description, 'order', position, 'creator_id', creator_id,
          'date_created', floor(extract(epoch from created_at))::bigint, 'is_archived', is_archived) order by position, id), '[]') as value
        from channel_folder where realm_id = ${viewer.realmId} and (${withArchived} or not is_archived)`,
  )
}

export async function realmEmoji(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_object_agg(id, json_build_object('id', id::text, 'name', name, 'source_url', '/user_avatars/' || path,
          'still_url', null, 'deactivated', is_deactivated, 'author_id', author_id)), '{}') as value
        from realm_emoji where realm_id = ${viewer.realmId}`,
  )
}

export async function linkifiers(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', id, 'pattern', pattern, 'url_template', url_template)
          order by position), '[]') as value from linkifier where realm_id = ${viewer.realmId}`,
  )
}

export async function alertWords(
  tx: Tx,
  viewer: Pick<Viewer, 'realmId' | 'userId'>,
): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(word order by word), '[]') as value from alert_word
        where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

export async function mutedUsers(
  tx: Tx,
  viewer: Pick<Viewer, 'realmId' | 'userId'>,
): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', muted_id, 'timestamp', floor(extract(epoch from created_at))::bigint)
          order by muted_id), '[]') as value
        from muted_user where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

export async function userTopics(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('stream_id', stream_id, 'topic_name', topic,
          'last_updated', floor(extract(epoch from updated_at))::bigint, 'visibility_policy', visibility_policy)
          order by stream_id, lower(topic)), '[]') as value
        from user_topic where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

export async function userStatuses(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(jsonb_object_agg(user_id, (case when status_text = '' then '{}' else jsonb_build_object('status_text', status_text) end)
          || (case when emoji_name = '' then '{}' else jsonb_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
              'reaction_type', reaction_type) end)), '{}') as value
        from user_status s join user_profile u on u.realm_id = s.realm_id and u.id = s.user_id
        where s.realm_id = ${viewer.realmId} and ${knownPeople(viewer)}`,
  )
}

export async function profileFields(tx: Tx, viewer: Pick<Viewer, 'realmId'>): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', id, 'name', name, 'type', type, 'hint', hint,
          'field_data', case when field_data = '{}' then '' else field_data::text end, 'order', position,
          'display_in_profile_summary', display_in_profile_summary, 'required', required, 'editable_by_user', editable_by_user)
          order by position), '[]') as value
        from custom_profile_field where realm_id = ${viewer.realmId}`,
  )
}

export async function savedSnippets(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', id, 'title', title, 'content', content,
          'date_created', floor(extract(epoch from created_at))::bigint) order by id), '[]') as value
        from saved_snippet where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

/** The drafts that a user edited last, oldest first. */
export async function drafts(tx: Tx, viewer: Viewer, limit: number | null): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('id', d.id, 'type', d.type, 'to', to_json(d.recipient_to), 'topic', d.topic,
          'content', d.content, 'timestamp', d.last_edit_time) order by d.last_edit_time, d.id), '[]') as value
        from (select * from draft where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}
          order by last_edit_time desc, id desc limit ${limit}) d`,
  )
}

export async function scheduledMessages(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(jsonb_build_object('scheduled_message_id', id, 'type', type,
          'to', case when type = 'stream' then to_json(recipient_to[1]) else to_json(recipient_to) end,
          'content', content, 'rendered_content', rendered_content,
          'scheduled_delivery_timestamp', floor(extract(epoch from deliver_at))::bigint, 'failed', is_failed)
          || case when type = 'stream' then jsonb_build_object('topic', topic) else '{}' end order by deliver_at, id), '[]') as value
        from scheduled_message where realm_id = ${viewer.realmId} and sender_id = ${viewer.userId}`,
  )
}

export async function navigationViews(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(json_build_object('fragment', fragment, 'is_pinned', is_pinned, 'name', name) order by fragment), '[]') as value
        from navigation_view where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

export async function pushDevices(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_object_agg(push_account_id, json_build_object('status',
          case when error_code is not null then 'failed' when bouncer_device_id is null then 'pending' else 'active' end,
          'error_code', error_code)), '{}') as value
        from push_device where realm_id = ${viewer.realmId} and user_id = ${viewer.userId}`,
  )
}

export async function defaultStreams(tx: Tx, viewer: Viewer): Promise<unknown> {
  return await json(
    tx,
    sql`select coalesce(json_agg(id order by id), '[]') as value from stream
        where realm_id = ${viewer.realmId} and is_default and not is_archived`,
  )
}

/** The realm's own group settings that were changed, as the API shows them, by group id. */
export async function groupSettings(
  tx: Tx,
  realmId: number,
  groupIds: readonly number[],
): Promise<ReadonlyMap<number, unknown>> {
  const rows = await tx.query<{ id: number; value: unknown }>(
    sql`select id, group_setting(${realmId}, id) as value from unnest(${groupIds}::bigint[]) as g (id)`,
  )
  return new Map(rows.map(({ id, value }) => [id, value]))
}
