import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

/**
 * What an export holds: everything; what everybody may see; or that and what those saw who agreed to have their private
 * data exported. @source docs/decisions/0332-chat-transfer.md
 */
export type ExportScope =
  | { readonly kind: 'everything' }
  | { readonly kind: 'public' }
  | { readonly kind: 'agreed'; readonly userIds: readonly number[] }

/** Whose own data (drafts, flags, muted users) belongs to an export; over the id of a user. */
export function ownDataOf(scope: ExportScope, userId: Sql): Sql {
  if (scope.kind === 'everything') return sql`true`
  return scope.kind === 'public' ? sql`false` : sql`${userId} = any(${scope.userIds}::bigint[])`
}

/** Which channels belong to an export; over `st`. */
export function channelsIn(realmId: RealmId, scope: ExportScope): Sql {
  if (scope.kind === 'everything') return sql`true`
  if (scope.kind === 'public') return sql`not st.invite_only`
  return sql`(not st.invite_only or exists (select 1 from subscription mine where mine.realm_id = ${realmId}
    and mine.recipient_id = st.recipient_id and mine.user_id = any(${scope.userIds}::bigint[])))`
}

/** Which messages belong to an export; over `m`. */
export function messagesIn(realmId: RealmId, scope: ExportScope): Sql {
  if (scope.kind === 'everything') return sql`true`
  const isPublic = sql`exists (select 1 from stream open where open.realm_id = ${realmId} and open.id = m.stream_id and not open.invite_only)`
  if (scope.kind === 'public') return isPublic
  return sql`(${isPublic} or exists (select 1 from subscription mine where mine.realm_id = ${realmId}
    and mine.recipient_id = m.recipient_id and mine.user_id = any(${scope.userIds}::bigint[]) and m.id <@ mine.history))`
}

/** Those who agreed: people who said so, their bots, and bots of nobody who is still active. */
export async function agreedUsers(tx: Tx, realmId: RealmId): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select u.id from user_profile u left join user_profile o on o.realm_id = u.realm_id and o.id = u.bot_owner_id
        where u.realm_id = ${realmId} and coalesce(((case when u.bot_type is null then u.settings else o.settings end)
          ->> 'allow_private_data_export')::boolean, u.bot_type is not null and not coalesce(o.is_active, false))
        order by u.id`,
  )
  return rows.map(({ id }) => id)
}
