import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { StatusObject, StatusObjects } from '../../../wire/people.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'
import { visiblePeople } from '../../tenancy/store/visible-people.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

export async function setStatus(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  change: StatusObject,
): Promise<void> {
  const { status_text: text, emoji_name: name, emoji_code: code, reaction_type: type } = change
  await tx.execute(
    sql`insert into user_status (realm_id, user_id, status_text, emoji_name, emoji_code, reaction_type)
        values (${realmId}, ${userId}, ${text ?? ''}, ${name ?? ''}, ${code ?? ''}, ${type ?? ''})
        on conflict (realm_id, user_id) do update set status_text = coalesce(${text ?? null}, user_status.status_text),
          emoji_name = coalesce(${name ?? null}, user_status.emoji_name),
          emoji_code = coalesce(${code ?? null}, user_status.emoji_code),
          reaction_type = coalesce(${type ?? null}, user_status.reaction_type)`,
  )
  await tx.execute(
    sql`delete from user_status where realm_id = ${realmId} and user_id = ${userId} and status_text = '' and emoji_name = ''`,
  )
}

/** A user's status without its empty parts. */
export async function statusOf(tx: Tx, realmId: RealmId, userId: number): Promise<StatusObject> {
  const [row] = await tx.query<Record<string, string>>(
    sql`select status_text, emoji_name, emoji_code, reaction_type from user_status
        where realm_id = ${realmId} and user_id = ${userId}`,
  )
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== ''))
}

/** The statuses of the users that the viewer may see, by id. */
export async function userStatuses(tx: Tx, viewer: Viewer): Promise<StatusObjects> {
  return await jsonValue(
    tx,
    sql`select coalesce(jsonb_object_agg(user_id, (case when status_text = '' then '{}' else jsonb_build_object('status_text', status_text) end)
          || (case when emoji_name = '' then '{}' else jsonb_build_object('emoji_name', emoji_name, 'emoji_code', emoji_code,
              'reaction_type', reaction_type) end)), '{}') as value
        from user_status s join user_profile u on u.realm_id = s.realm_id and u.id = s.user_id
        where s.realm_id = ${viewer.realmId} and ${visiblePeople(viewer)}`,
  )
}
