import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import { allRealms } from '../../tenancy/store/by-realm.ts'

const WEEK_MS = 7 * 86_400_000
const WEEKS = 4

/** Computes each channel's messages per week, over four weeks; a channel younger than a week has no figure yet. */
export async function refreshTraffic(tx: Tx, nowMs: number): Promise<void> {
  const since = new Date(nowMs - WEEKS * WEEK_MS)
  for (const realmId of await allRealms(tx)) {
    await tx.execute(
      sql`update stream st set weekly_traffic = case when st.created_at > ${new Date(nowMs - WEEK_MS)} then null else round(
            (select count(*) from message m where m.realm_id = ${realmId} and m.recipient_id = st.recipient_id and m.sent_at > ${since})
            / least(${WEEKS}::numeric, extract(epoch from ${new Date(nowMs)}::timestamptz - st.created_at) / 604800)) end
          where st.realm_id = ${realmId} and not st.is_archived`,
    )
  }
}
