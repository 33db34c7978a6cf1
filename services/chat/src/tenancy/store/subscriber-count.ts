import { sql, trusted, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../realm-id.ts'

/**
 * Part of a `with` that counts how many may read channels as subscribers, which listings show for every channel. In the
 * statement that changes the subscriptions, once for all of them: ten thousand changes of one row would take seconds.
 * `changed` names a part that returns `stream_id` and `is_user_active` of the subscriptions that began (`+`) or ended.
 */
export function countedSubscribers(realmId: RealmId, changed: Sql, sign: '+' | '-'): Sql {
  return sql`counted as (update stream st set subscriber_count = st.subscriber_count ${trusted(sign)} c.subscribers
    from (select stream_id, count(*) as subscribers from ${changed} where is_user_active group by stream_id) c
    where st.realm_id = ${realmId} and st.id = c.stream_id)`
}
