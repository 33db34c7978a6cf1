import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { insertAll, insertNumbered, type NewRows } from './import-people-store.ts'

// The columns of tables whose rows are written as they are, with the types of the JSON's fields.
const COLUMNS = {
  linkifier: 'pattern text, url_template text, position integer',
  realm_domain: 'domain text, allow_subdomains boolean',
  playground: 'name text, pygments_language text, url_template text',
  bot_service: 'bot_id bigint, base_url text, interface smallint, token_cipher bytea',
  presence: 'user_id bigint, active_at timestamptz, connected_at timestamptz',
  custom_profile_value: 'user_id bigint, field_id bigint, value text, rendered_value text',
  user_topic:
    'user_id bigint, stream_id bigint, topic text, visibility_policy smallint, updated_at timestamptz',
  muted_user: 'user_id bigint, muted_id bigint, created_at timestamptz',
  alert_word: 'user_id bigint, word text',
  saved_snippet: 'user_id bigint, title text, content text, created_at timestamptz',
  user_status:
    'user_id bigint, status_text text, emoji_name text, emoji_code text, reaction_type text',
  onboarding_step_seen: 'user_id bigint, step text, seen_at timestamptz',
  navigation_view: 'user_id bigint, fragment text, is_pinned boolean, name text',
} as const

export type PlainTable = keyof typeof COLUMNS

export async function insertPlain(
  tx: Tx,
  realmId: RealmId,
  table: PlainTable,
  rows: NewRows,
): Promise<void> {
  const types = COLUMNS[table]
  const names = trusted(types.replaceAll(/ \w+(,|$)/g, '$1'))
  await insertAll(
    tx,
    rows.map((row, order) => ({ ...row, order })),
    (json) => sql`insert into ${trusted(table)} (realm_id, ${names}) select ${realmId}, ${names}
      from (select * from jsonb_to_recordset(${json}::jsonb) as r (${trusted(types)}, "order" integer)) r order by r."order"
      on conflict do nothing`,
  )
}

export async function insertProfileFields(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into custom_profile_field (realm_id, name, hint, type, field_data, position, display_in_profile_summary,
        required, editable_by_user, use_for_user_matching)
      select ${realmId}, name, hint, type, field_data, place, display_in_profile_summary, required, editable_by_user,
        use_for_user_matching
      from jsonb_to_recordset(${json}::jsonb) as r (name text, hint text, type smallint, field_data jsonb, place integer,
        display_in_profile_summary boolean, required boolean, editable_by_user boolean, use_for_user_matching boolean,
        position integer)
      order by position returning id`,
  )
}

const idsOf = (column: Sql): Sql => sql`array(select jsonb_array_elements_text(${column})::bigint)`

export async function insertScheduled(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (
      json,
    ) => sql`insert into scheduled_message (realm_id, sender_id, type, recipient_to, topic, content, rendered_content, deliver_at,
        is_read_by_sender, is_failed)
      select ${realmId}, sender_id, type, ${idsOf(sql`recipient_to`)}, topic, content, rendered_content, deliver_at,
        is_read_by_sender, is_failed
      from jsonb_to_recordset(${json}::jsonb) as r (sender_id bigint, type text, recipient_to jsonb, topic text, content text,
        rendered_content text, deliver_at timestamptz, is_read_by_sender boolean, is_failed boolean, position integer)
      order by position`,
  )
}

export async function insertDrafts(tx: Tx, realmId: RealmId, rows: NewRows): Promise<void> {
  await insertAll(
    tx,
    rows,
    (
      json,
    ) => sql`insert into draft (realm_id, user_id, type, recipient_to, topic, content, last_edit_time)
      select ${realmId}, user_id, type, ${idsOf(sql`recipient_to`)}, topic, content, last_edit_time
      from jsonb_to_recordset(${json}::jsonb) as r (user_id bigint, type text, recipient_to jsonb, topic text, content text,
        last_edit_time bigint, position integer)
      order by position`,
  )
}

export async function insertEmoji(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (json) => sql`insert into realm_emoji (realm_id, name, path, author_id, is_deactivated)
      select ${realmId}, name, path, author_id, is_deactivated from jsonb_to_recordset(${json}::jsonb) as r (name text, path text,
        author_id bigint, is_deactivated boolean, position integer)
      order by position returning id`,
  )
}

export async function insertAttachments(
  tx: Tx,
  realmId: RealmId,
  rows: NewRows,
): Promise<readonly number[]> {
  return await insertNumbered(
    tx,
    rows,
    (
      json,
    ) => sql`insert into attachment (realm_id, owner_id, path_id, file_name, content_type, size_bytes, created_at)
      select ${realmId}, owner_id, path_id, file_name, content_type, size_bytes, created_at from jsonb_to_recordset(${json}::jsonb)
        as r (owner_id bigint, path_id text, file_name text, content_type text, size_bytes bigint, created_at timestamptz,
          position integer)
      order by position returning id`,
  )
}

export async function setEmojiPicture(
  tx: Tx,
  realmId: RealmId,
  id: number,
  place: string | null,
): Promise<void> {
  await tx.execute(
    sql`update realm_emoji set path = coalesce(${place}, path), is_deactivated = is_deactivated or ${place}::text is null
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Where the pictures of the emoji in use are, by id. */
export async function emojiPlaces(tx: Tx, realmId: RealmId): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; path: string }>(
    sql`select id, path from realm_emoji where realm_id = ${realmId} and not is_deactivated`,
  )
  return new Map(rows.map(({ id, path }) => [id, path]))
}
