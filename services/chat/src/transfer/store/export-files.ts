import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { messagesIn, type ExportScope } from './export-scope.ts'

/** Uploaded files: all, or those that exported messages link to. */
function isLinked(realmId: RealmId, scope: ExportScope): Sql {
  if (scope.kind === 'everything') return sql`true`
  return sql`exists (select 1 from attachment_message am join message m on m.realm_id = am.realm_id and m.id = am.message_id
    where am.realm_id = ${realmId} and am.attachment_id = a.id and ${messagesIn(realmId, scope)})`
}

export interface AttachmentRow {
  readonly id: number
  readonly path_id: string
  readonly file_name: string
  readonly owner: number
  readonly content_type: string
  readonly size: number
  readonly create_time: number
}

export function attachmentRows(realmId: RealmId, scope: ExportScope): Sql {
  return sql`select a.id, a.file_name, a.path_id, a.owner_id as owner, ${realmId}::bigint as realm, a.content_type, a.size_bytes as size,
      extract(epoch from a.created_at)::float8 as create_time, false as is_web_public,
      exists (select 1 from attachment_message am join message m on m.realm_id = am.realm_id and m.id = am.message_id
        join stream st on st.realm_id = m.realm_id and st.id = m.stream_id and not st.invite_only
        where am.realm_id = ${realmId} and am.attachment_id = a.id) as is_realm_public,
      coalesce((select json_agg(m.id order by m.id) from attachment_message am join message m on m.realm_id = am.realm_id
        and m.id = am.message_id where am.realm_id = ${realmId} and am.attachment_id = a.id and ${messagesIn(realmId, scope)}), '[]') as messages,
      '[]'::json as scheduled_messages
    from attachment a where a.realm_id = ${realmId} and ${isLinked(realmId, scope)} order by a.id`
}

/** The images among the files; the poster of a film is made of it anew. */
export function imageRows(realmId: RealmId, scope: ExportScope): Sql {
  return sql`select json_build_object('id', i.attachment_id, 'realm', ${realmId}::bigint, 'path_id', a.path_id, 'content_type', a.content_type,
      'original_width_px', i.width, 'original_height_px', i.height, 'frames', case when i.is_animated then 2 else 1 end,
      'thumbnail_metadata', '[]'::json) as row
    from image_attachment i join attachment a on a.realm_id = i.realm_id and a.id = i.attachment_id
    where i.realm_id = ${realmId} and i.width > 0 and ${isLinked(realmId, scope)} order by i.attachment_id`
}

export interface PictureRow {
  readonly kind: 'avatar' | 'emoji' | 'icon' | 'logo' | 'night_logo'
  /** Below the folder of pictures. */
  readonly place: string
  /** The user or the emoji. */
  readonly id: number
  readonly name: string
}

/** The pictures of people, emoji and the organization. */
export function pictureRows(realmId: RealmId): Sql {
  return sql`select 'avatar' as kind, avatar_path as place, id, '' as name from user_profile
      where realm_id = ${realmId} and avatar_path is not null and not is_system_bot
    union all select 'emoji', path, id, name from realm_emoji where realm_id = ${realmId}
    union all select 'icon', icon_path, id, '' from realm where id = ${realmId} and icon_path is not null
    union all select 'logo', logo_path, id, '' from realm where id = ${realmId} and logo_path is not null
    union all select 'night_logo', night_logo_path, id, '' from realm where id = ${realmId} and night_logo_path is not null
    order by kind, id`
}
