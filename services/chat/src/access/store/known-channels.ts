import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { Viewer } from '../../tenancy/viewer.ts'
import { knownChannels } from '../../channels/store/channel-state.ts'

/** The channels that the viewer may know of, archived ones left out. */
export async function knownChannelIds(tx: Tx, viewer: Viewer): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select st.id from stream st left join subscription s on s.realm_id = st.realm_id
          and s.recipient_id = st.recipient_id and s.user_id = ${viewer.userId}
        where st.realm_id = ${viewer.realmId} and not st.is_archived and ${knownChannels(viewer)} order by st.id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether the organization has a channel of which not everybody knows. */
export async function hasPrivateChannel(tx: Tx, realmId: number): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from stream where realm_id = ${realmId} and invite_only and not is_archived) as found`,
  )
  return row?.found === true
}
