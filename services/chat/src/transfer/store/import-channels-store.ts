import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import { CHANNEL_PERMISSION_NAMES } from '../../tenancy/channel-permissions.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { countedSubscribers } from '../../tenancy/store/subscriber-count.ts'
import { insertAll, insertNumbered, type NewRows } from './import-people-store.ts'

export async function insertFolders(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into channel_folder (realm_id, name, description, rendered_description, position, creator_id, created_at,
        is_archived)
      select ${realmId}, name, description, rendered_description, "order", creator_id, created_at, is_archived
      from jsonb_to_recordset(${json}::jsonb) as r (name text, description text, rendered_description text, "order" integer,
        creator_id bigint, created_at timestamptz, is_archived boolean, position integer)
      order by position returning id`,
  )
}

/** Conversations; `user_ids` null for those of channels. */
export async function insertRecipients(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (json) => sql`insert into recipient (realm_id, user_ids)
      select ${realmId}, case when user_ids is not null then array(select jsonb_array_elements_text(user_ids)::bigint) end
      from jsonb_to_recordset(${json}::jsonb) as r (user_ids jsonb, position integer) order by position returning id`,
  )
}

const GROUPS = trusted(CHANNEL_PERMISSION_NAMES.join(', '))
const GROUP_TYPES = trusted(CHANNEL_PERMISSION_NAMES.map((name) => `${name} bigint`).join(', '))

export async function insertChannels(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into stream (realm_id, recipient_id, name, description, rendered_description, creator_id, created_at,
        is_archived, invite_only, is_web_public, history_public_to_subscribers, is_default, message_retention_days, topics_policy,
        folder_id, ${GROUPS})
      select ${realmId}, recipient_id, name, description, rendered_description, creator_id, created_at, is_archived, invite_only,
        is_web_public, history_public_to_subscribers, is_default, message_retention_days, topics_policy, folder_id, ${GROUPS}
      from jsonb_to_recordset(${json}::jsonb) as r (recipient_id bigint, name text, description text, rendered_description text,
        creator_id bigint, created_at timestamptz, is_archived boolean, invite_only boolean, is_web_public boolean,
        history_public_to_subscribers boolean, is_default boolean, message_retention_days integer, topics_policy text,
        folder_id bigint, ${GROUP_TYPES}, position integer)
      order by position returning id`,
  )
}

/** Everybody's side of every conversation. */
export async function insertSubscriptions(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (
      json,
    ) => sql`with made as (insert into subscription (realm_id, user_id, recipient_id, stream_id, is_active, is_user_active, history, read, color,
        is_muted, pin_to_top, desktop_notifications, audible_notifications, push_notifications, email_notifications,
        wildcard_mentions_notify)
      select ${realmId}, r.user_id, r.recipient_id, r.stream_id, r.is_active, r.stream_id is null or u.is_active, r.history, r.read,
        coalesce(r.color, '#76ce90'), coalesce(r.is_muted, false), coalesce(r.pin_to_top, false), r.desktop_notifications,
        r.audible_notifications, r.push_notifications, r.email_notifications, r.wildcard_mentions_notify
      from jsonb_to_recordset(${json}::jsonb) as r (user_id bigint, recipient_id bigint, stream_id bigint, is_active boolean,
        history int8multirange, read int8multirange, color text, is_muted boolean, pin_to_top boolean,
        desktop_notifications boolean, audible_notifications boolean, push_notifications boolean, email_notifications boolean,
        wildcard_mentions_notify boolean)
      join user_profile u on u.realm_id = ${realmId} and u.id = r.user_id
      on conflict (realm_id, user_id, recipient_id) do nothing
      returning stream_id, is_active and is_user_active as is_user_active),
      ${countedSubscribers(realmId, sql`made`, '+')}
      select 1`,
  )
}

export async function setRealmSettings(
  tx: Tx,
  realmId: RealmId,
  settings: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx.execute(
    sql`update realm set settings = settings || ${JSON.stringify(settings)}::jsonb where id = ${realmId}`,
  )
}
