import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { SeenTimes } from './presence-state.ts'

interface PresenceChange {
  readonly now: Date
  readonly isActive: boolean
}

/** When the user was seen before and now; `before` is undefined the first time. */
export interface PresenceStep {
  readonly before: SeenTimes | undefined
  readonly after: SeenTimes
}

/** Records that a user's client is connected, and whether the user is active. */
export async function noteSeen(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { now, isActive }: PresenceChange,
): Promise<PresenceStep> {
  const [row] = await tx.query<{
    old_active: number | null
    old_connected: number | null
    active: number | null
    connected: number | null
  }>(
    // Materialized: on a cluster what is not would be read after the change.
    sql`with before as materialized (select active_at, connected_at from presence where realm_id = ${realmId} and user_id = ${userId}),
        changed as (
          insert into presence (realm_id, user_id, active_at, connected_at, update_id)
          values (${realmId}, ${userId}, ${isActive ? now : null}, ${now}, nextval('presence_update'))
          on conflict (realm_id, user_id) do update set active_at = coalesce(excluded.active_at, presence.active_at),
            connected_at = excluded.connected_at, update_id = excluded.update_id
          returning active_at, connected_at)
        select floor(extract(epoch from changed.active_at))::bigint as active,
          floor(extract(epoch from changed.connected_at))::bigint as connected,
          floor(extract(epoch from before.active_at))::bigint as old_active,
          floor(extract(epoch from before.connected_at))::bigint as old_connected
        from changed left join before on true`,
  )
  if (row === undefined) throw new Error('an upsert returns its row')
  return {
    before:
      row.old_connected === null
        ? undefined
        : { active: row.old_active, connected: row.old_connected },
    after: { active: row.active, connected: row.connected },
  }
}

/** When a user was last seen; undefined for never. */
export async function seenTimes(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<SeenTimes | undefined> {
  const [row] = await tx.query<SeenTimes>(
    sql`select floor(extract(epoch from active_at))::bigint as active,
          floor(extract(epoch from connected_at))::bigint as connected
        from presence where realm_id = ${realmId} and user_id = ${userId}`,
  )
  return row
}
