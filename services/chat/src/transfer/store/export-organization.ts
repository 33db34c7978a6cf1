import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import { CHANNEL_PERMISSION_NAMES } from '../../tenancy/channel-permissions.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { channelsIn, type ExportScope } from './export-scope.ts'

const seconds = (column: string): Sql => trusted(`extract(epoch from ${column})::float8`)

const CHANNEL_GROUPS = trusted(CHANNEL_PERMISSION_NAMES.map((name) => `st.${name}`).join(', '))

/**
 * The tables of an organization and its people in the form of Zulip's archives, each row as JSON in `row`. Settings and
 * what has other names there are completed by the caller.
 */
export function organizationTables(realmId: RealmId, scope: ExportScope): ReadonlyMap<string, Sql> {
  return new Map([
    ...peopleTables(realmId),
    ...groupTables(realmId),
    ...channelTables(realmId, scope),
    ...extraTables(realmId),
    serviceTable(realmId, scope),
  ])
}

function peopleTables(realmId: RealmId): readonly (readonly [string, Sql])[] {
  return [
    [
      'zerver_realm',
      sql`select to_json(r) as row from (select id, name, description, '' as string_id, host, url, ${seconds('created_at')} as date_created,
            false as deactivated, settings from realm where id = ${realmId}) r`,
    ],
    [
      'zerver_userprofile',
      sql`select to_json(u) as row from (select id, ${realmId}::bigint as realm, delivery_email, delivery_email as email, full_name,
            role, is_active, bot_type is not null as is_bot, bot_type, bot_owner_id as bot_owner, timezone, false as is_mirror_dummy,
            ${seconds('created_at')} as date_joined, avatar_version, case when avatar_path is null then 'G' else 'U' end as avatar_source,
            email_address_visibility, settings
          from user_profile where realm_id = ${realmId} and not is_system_bot order by id) u`,
    ],
    ['zerver_userprofile_mirrordummy', sql`select null as row where false`],
    [
      'zerver_userprofile_crossrealm',
      sql`select json_build_object('id', id, 'email', split_part(delivery_email, '@', 1) || '@zulip.com') as row
          from user_profile where realm_id = ${realmId} and is_system_bot order by id`,
    ],
  ]
}

function groupTables(realmId: RealmId): readonly (readonly [string, Sql])[] {
  return [
    [
      'zerver_usergroup',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint) as row from user_group where realm_id = ${realmId} order by id`,
    ],
    [
      'zerver_namedusergroup',
      sql`select to_json(g) as row from (select id as usergroup_ptr, ${realmId}::bigint as realm, name, description, is_system as is_system_group,
            creator_id as creator, ${seconds('created_at')} as date_created, is_deactivated as deactivated, can_add_members_group,
            can_join_group, can_leave_group, can_manage_group, can_mention_group, can_remove_members_group
          from user_group where realm_id = ${realmId} and name is not null order by id) g`,
    ],
    [
      'zerver_usergroupmembership',
      sql`select json_build_object('id', row_number() over (order by group_id, user_id), 'user_group', group_id, 'user_profile', user_id)
          as row from user_group_member where realm_id = ${realmId} order by group_id, user_id`,
    ],
    [
      'zerver_groupgroupmembership',
      sql`select json_build_object('id', row_number() over (order by group_id, subgroup_id), 'supergroup', group_id, 'subgroup', subgroup_id)
          as row from user_group_subgroup where realm_id = ${realmId} order by group_id, subgroup_id`,
    ],
  ]
}

/** The personal recipients of Zulip's archives, one a user, have ids above those of the conversations. */
export function personalRecipient(realmId: RealmId, userId: Sql): Sql {
  return sql`((select coalesce(max(id), 0) from recipient where realm_id = ${realmId}) + ${userId})`
}

function channelTables(realmId: RealmId, scope: ExportScope): readonly (readonly [string, Sql])[] {
  const hasGroups = scope.kind !== 'public'
  const isExported = sql`exists (select 1 from stream st where st.realm_id = ${realmId} and st.recipient_id = r.id and ${channelsIn(realmId, scope)})`
  const ofMany = sql`cardinality(r.user_ids) > 2 and ${hasGroups}::boolean`
  return [
    [
      'zerver_channelfolder',
      sql`select to_json(f) as row from (select id, ${realmId}::bigint as realm, name, description, rendered_description, position as "order",
            creator_id as creator, ${seconds('created_at')} as date_created, is_archived from channel_folder
          where realm_id = ${realmId} order by id) f`,
    ],
    [
      'zerver_stream',
      sql`select to_json(s) as row from (select st.id, ${realmId}::bigint as realm, st.recipient_id as recipient, st.name, st.description,
            st.rendered_description, st.creator_id as creator, ${seconds('st.created_at')} as date_created, st.is_archived as deactivated,
            st.invite_only, st.is_web_public, st.history_public_to_subscribers, st.message_retention_days, st.topics_policy,
            st.folder_id as folder, st.first_message_id, ${CHANNEL_GROUPS}
          from stream st where st.realm_id = ${realmId} and ${channelsIn(realmId, scope)} order by st.id) s`,
    ],
    [
      'zerver_defaultstream',
      sql`select json_build_object('id', row_number() over (order by st.id), 'realm', ${realmId}::bigint, 'stream', st.id) as row
          from stream st where st.realm_id = ${realmId} and st.is_default and ${channelsIn(realmId, scope)} order by st.id`,
    ],
    [
      'zerver_huddle',
      sql`select json_build_object('id', r.id, 'recipient', r.id, 'group_size', cardinality(r.user_ids)) as row
          from recipient r where r.realm_id = ${realmId} and ${ofMany} order by r.id`,
    ],
    [
      'zerver_recipient',
      sql`select json_build_object('id', id, 'type', type, 'type_id', type_id) as row from (
            select r.id, 2 as type, (select st.id from stream st where st.realm_id = ${realmId} and st.recipient_id = r.id) as type_id
            from recipient r where r.realm_id = ${realmId} and r.user_ids is null and ${isExported}
            union all select r.id, 3, r.id from recipient r where r.realm_id = ${realmId} and ${ofMany}
            union all select ${personalRecipient(realmId, sql`u.id`)}, 1, u.id from user_profile u where u.realm_id = ${realmId}
          ) all_kinds order by id`,
    ],
    [
      'zerver_subscription',
      sql`select json_build_object('id', row_number() over (order by s.user_id, s.recipient_id), 'user_profile', s.user_id, 'recipient', s.recipient_id,
            'active', s.is_active, 'is_user_active', s.is_user_active, 'color', s.color, 'is_muted', s.is_muted, 'pin_to_top', s.pin_to_top,
            'desktop_notifications', s.desktop_notifications, 'audible_notifications', s.audible_notifications,
            'push_notifications', s.push_notifications, 'email_notifications', s.email_notifications,
            'wildcard_mentions_notify', s.wildcard_mentions_notify) as row
          from subscription s join recipient r on r.realm_id = s.realm_id and r.id = s.recipient_id
          where s.realm_id = ${realmId} and ((r.user_ids is null and ${isExported}) or ${ofMany}) order by s.user_id, s.recipient_id`,
    ],
  ]
}

/** An address may hold a secret, so it is not in what everybody could read; a token is in no export. */
function serviceTable(realmId: RealmId, scope: ExportScope): readonly [string, Sql] {
  const isShown = scope.kind !== 'public'
  return [
    'zerver_service',
    sql`select json_build_object('id', bot_id, 'user_profile', bot_id, 'name', 'webhook', 'base_url', base_url, 'interface', interface,
          'token', '') as row from bot_service where realm_id = ${realmId} and ${isShown}::boolean order by bot_id`,
  ]
}

function extraTables(realmId: RealmId): readonly (readonly [string, Sql])[] {
  return [
    [
      'zerver_realmemoji',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint, 'name', name, 'author', author_id, 'deactivated', is_deactivated,
            'file_name', id || substring(path from '\.[a-z]+$'), 'is_animated', false) as row
          from realm_emoji where realm_id = ${realmId} order by id`,
    ],
    [
      'zerver_realmfilter',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint, 'pattern', pattern, 'url_template', url_template, 'order', position)
          as row from linkifier where realm_id = ${realmId} order by position, id`,
    ],
    [
      'zerver_realmdomain',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint, 'domain', domain, 'allow_subdomains', allow_subdomains) as row
          from realm_domain where realm_id = ${realmId} order by id`,
    ],
    [
      'zerver_realmplayground',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint, 'name', name, 'pygments_language', pygments_language,
            'url_template', url_template) as row from playground where realm_id = ${realmId} order by id`,
    ],
    [
      'zerver_customprofilefield',
      sql`select json_build_object('id', id, 'realm', ${realmId}::bigint, 'name', name, 'hint', hint, 'field_type', type,
            'field_data', field_data::text, 'order', position, 'display_in_profile_summary', display_in_profile_summary,
            'required', required, 'editable_by_user', editable_by_user, 'use_for_user_matching', use_for_user_matching) as row
          from custom_profile_field where realm_id = ${realmId} order by position, id`,
    ],
    [
      'zerver_customprofilefieldvalue',
      sql`select json_build_object('id', row_number() over (order by user_id, field_id), 'user_profile', user_id, 'field', field_id,
            'value', value, 'rendered_value', rendered_value) as row
          from custom_profile_value where realm_id = ${realmId} order by user_id, field_id`,
    ],
  ]
}
