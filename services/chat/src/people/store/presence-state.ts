import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { ClientPresence, Presences, SeenSeconds } from '../../../wire/people.ts'
import { visiblePeople } from '../../tenancy/store/visible-people.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

interface PresenceRow {
  readonly user_id: number
  readonly email: string
  readonly active: number | null
  readonly connected: number | null
}

/** When a user was seen, in UNIX seconds. */
export interface SeenTimes {
  readonly active: number | null
  readonly connected: number | null
}

const RECENT_DAYS = 14
// A user counts as active for this long after the last sign of activity.
export const OFFLINE_SECONDS = 200

/** Presence by user id, `{active_timestamp, idle_timestamp}`. */
export function slimPresence({ active, connected }: SeenTimes): SeenSeconds {
  return {
    ...(active === null ? {} : { active_timestamp: active }),
    ...(connected === null ? {} : { idle_timestamp: connected }),
  }
}

/** Presence in the old clients' form, by program. */
export function legacyPresence(
  { active, connected }: SeenTimes,
  nowSeconds: number,
): Readonly<Record<'aggregated' | 'website', ClientPresence>> {
  const isActive = active !== null && nowSeconds - active < OFFLINE_SECONDS
  const timestamp = (isActive ? active : connected) ?? active ?? 0
  const status = isActive ? 'active' : 'idle'
  return {
    aggregated: { client: 'website', status, timestamp },
    website: { client: 'website', status, timestamp, pushable: false },
  }
}

/** Users who were seen recently. `after`: only changes since that update. */
export async function presences(
  tx: Tx,
  viewer: Viewer,
  options: {
    readonly isSlim: boolean
    readonly nowMs: number
    readonly after: number
    readonly days: number | undefined
    readonly host: string
  },
): Promise<{ readonly presences: Presences; readonly lastUpdateId: number }> {
  const nowSeconds = options.nowMs / 1000
  const sinceMs = options.nowMs - (options.days ?? RECENT_DAYS) * 86_400_000
  // Any number of days may be requested; nobody was here before 1970.
  const since = new Date(Math.max(0, sinceMs))
  const domain = options.host.split(':')[0] ?? options.host
  const rows = await tx.query<PresenceRow & { update_id: number }>(
    sql`select p.user_id, case when u.email_address_visibility = 1 then u.delivery_email else 'user' || u.id || '@' || ${domain}::text end as email,
          floor(extract(epoch from p.active_at))::bigint as active, floor(extract(epoch from p.connected_at))::bigint as connected, p.update_id
        from presence p join user_profile u on u.realm_id = p.realm_id and u.id = p.user_id and u.is_active
        where p.realm_id = ${viewer.realmId} and p.update_id > ${options.after} and p.connected_at > ${since}
          and ${visiblePeople(viewer)}`,
  )
  const entries = rows.map((row) =>
    options.isSlim
      ? [String(row.user_id), slimPresence(row)]
      : [row.email, legacyPresence(row, nowSeconds)],
  )
  const lastUpdateId = Math.max(options.after, ...rows.map(({ update_id: id }) => id), -1)
  return { presences: Object.fromEntries(entries), lastUpdateId }
}
