import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted } from '@oficina/kit/sql.ts'

import type { ReadableMessageId } from '../../access/store/message-access.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { isIn } from '../../tenancy/store/channel-store.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'
import type { Channel, Viewer } from '../../tenancy/viewer.ts'
import { FLAG, TEXT_FLAGS } from '../flag-bits.ts'

interface FlaggedRow {
  readonly message_id: number
}

/** Sets one bit of the viewer's flags on messages that they may read; returns those that did not have it. */
export async function setFlag(
  tx: Tx,
  viewer: Viewer,
  bit: number,
  readableIds: readonly ReadableMessageId[],
): Promise<readonly number[]> {
  const rows = await tx.query<FlaggedRow>(
    sql`insert into user_message (realm_id, user_id, message_id, flags)
        select m.realm_id, ${viewer.userId}, m.id, ${bit} | case when coalesce(m.id <@ s.history, false) then 0 else ${FLAG.historical} end
        from message m left join subscription s on s.realm_id = m.realm_id and s.user_id = ${viewer.userId}
          and s.recipient_id = m.recipient_id
        where m.realm_id = ${viewer.realmId} and m.id = any(${readableIds}::bigint[])
        on conflict (realm_id, user_id, message_id) do update set flags = user_message.flags | excluded.flags
          where user_message.flags & ${bit} = 0
        returning message_id`,
  )
  return inOrder(rows)
}

/** Clears one bit of the viewer's flags; returns the messages that had it. */
export async function clearFlag(
  tx: Tx,
  viewer: Viewer,
  bit: number,
  ids: readonly number[],
): Promise<readonly number[]> {
  const rows = await tx.query<FlaggedRow>(
    // A constant in the text: only then the planner finds the partial index of starred messages.
    sql`update user_message set flags = flags & ~${trusted(String(bit))} where realm_id = ${viewer.realmId}
          and user_id = ${viewer.userId} and message_id = any(${ids}::bigint[]) and flags & ${trusted(String(bit))} <> 0
        returning message_id`,
  )
  return inOrder(rows)
}

/** Clears the flags that a message's text set for anybody. */
export async function clearTextFlags(tx: Tx, realmId: RealmId, messageId: number): Promise<void> {
  await tx.execute(
    sql`update user_message set flags = flags & ~${TEXT_FLAGS}::int
        where realm_id = ${realmId} and message_id = ${messageId} and flags & ${TEXT_FLAGS} <> 0`,
  )
}

/** Somebody who starred some messages of a channel. */
interface Starring {
  readonly userId: number
  readonly ids: readonly number[]
}

/** Who starred which of the messages of a channel and may not read that any more, by its subscribers and its privacy. */
export async function starredOutOfSight(
  tx: Tx,
  realmId: RealmId,
  channel: Channel,
  ids: readonly number[],
): Promise<readonly Starring[]> {
  if (channel.isWebPublic) return []
  const may = isIn(realmId, channel, ['can_subscribe_group', 'can_add_subscribers_group'])
  return await tx.query<Starring>(
    sql`select u.id as "userId", json_agg(um.message_id order by um.message_id) as ids
        from user_message um join user_profile u on u.realm_id = um.realm_id and u.id = um.user_id and u.is_active
        where um.realm_id = ${realmId} and um.message_id = any(${ids}::bigint[])
          and um.flags & ${trusted(String(FLAG.starred))} <> 0
          and not ((u.role <> ${ROLE_SQL.guest} and ${!channel.inviteOnly}) or ${may}) group by u.id order by u.id`,
  )
}

function inOrder(rows: readonly FlaggedRow[]): readonly number[] {
  return rows.map(({ message_id: id }) => id).toSorted((a, b) => a - b)
}
