import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import { isAdmin, isGuest, type Viewer } from '../../tenancy/viewer.ts'

/** Whether the viewer may read the channel `st` without being subscribed to it. */
export function isOpenTo(viewer: Viewer): Sql {
  if (isGuest(viewer)) return sql`st.is_web_public`
  const groups = [...viewer.groups]
  return sql`(st.is_web_public or not st.invite_only or st.can_subscribe_group = any(${groups}::bigint[])
    or st.can_add_subscribers_group = any(${groups}::bigint[]))`
}

/** Condition on channels that the viewer may read, over `st` and `s`, the viewer's subscription if there is one. */
export function readableChannels(viewer: Viewer): Sql {
  return sql`(${isOpenTo(viewer)} or coalesce(s.is_active, false))`
}

/** Condition on channels that the viewer may know of, over `st` and `s`. */
export function knownChannels(viewer: Viewer): Sql {
  if (isAdmin(viewer)) return sql`true`
  if (isGuest(viewer)) return readableChannels(viewer)
  return sql`(${readableChannels(viewer)} or st.can_administer_channel_group = any(${[...viewer.groups]}::bigint[]))`
}

/** Ids of channels. */
export interface KnownChannelIds {
  readonly active: readonly number[]
  /** Only clients that know archived channels get them. */
  readonly archived: readonly number[]
}

/** The channels that the viewer may know of. */
export async function knownChannelIds(tx: Tx, viewer: Viewer): Promise<KnownChannelIds> {
  const rows = await tx.query<{ id: number; is_archived: boolean }>(
    sql`select st.id, st.is_archived from stream st left join subscription s on s.realm_id = st.realm_id
          and s.recipient_id = st.recipient_id and s.user_id = ${viewer.userId}
        where st.realm_id = ${viewer.realmId} and ${knownChannels(viewer)} order by st.id`,
  )
  const idsOf = (some: typeof rows) => some.map(({ id }) => id)
  return {
    active: idsOf(rows.filter((row) => !row.is_archived)),
    archived: idsOf(rows.filter((row) => row.is_archived)),
  }
}

/** Whether the organization has a channel that not everybody knows of. */
export async function hasPrivateChannel(tx: Tx, realmId: RealmId): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from stream where realm_id = ${realmId} and invite_only) as found`,
  )
  return row?.found === true
}
