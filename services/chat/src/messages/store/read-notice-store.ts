import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Channel } from '../../tenancy/viewer.ts'

/**
 * Marks a new notice that its topic is resolved as read for the subscribers who want that: always, or, unless they chose,
 * where they do not follow the topic. Gives them.
 */
export async function readNotice(
  tx: Tx,
  realmId: RealmId,
  { id: streamId, recipientId }: Pick<Channel, 'id' | 'recipientId'>,
  { messageId, topic }: { readonly messageId: number; readonly topic: string },
): Promise<readonly number[]> {
  const rows = await tx.query<{ userId: number }>(
    // Rows are locked in one order: two topics of a channel may be resolved at once.
    sql`with wanting as (
          select s.user_id from subscription s join user_profile u on u.realm_id = s.realm_id and u.id = s.user_id
          where s.realm_id = ${realmId} and s.recipient_id = ${recipientId} and s.is_active
            and case coalesce(u.settings->>'resolved_topic_notice_auto_read_policy', 'except_followed')
              when 'always' then true
              when 'never' then false
              else not exists (select 1 from user_topic t where t.realm_id = ${realmId} and t.user_id = s.user_id
                and t.stream_id = ${streamId} and lower(t.topic) = lower(${topic}) and t.visibility_policy = 3)
            end
          order by s.user_id for update of s)
        update subscription s set read = s.read + int8multirange(int8range(${messageId}, ${messageId} + 1)) from wanting
        where s.realm_id = ${realmId} and s.recipient_id = ${recipientId} and s.user_id = wanting.user_id
        returning s.user_id as "userId"`,
  )
  return rows.map(({ userId }) => userId)
}
