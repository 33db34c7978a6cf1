import type { Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'

import { ACCOUNT_COLUMNS, type Account } from '../../access/store/account.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Role } from '../../tenancy/roles.ts'
import { ROLE_SQL } from '../../tenancy/store/role-sql.ts'
import { countedSubscribers } from '../../tenancy/store/subscriber-count.ts'
import type { Viewer } from '../../tenancy/viewer.ts'

/**
 * Prevents other changes of membership until the transaction ends: an organization must keep an owner, and an address
 * belongs to one account.
 */
export async function lockMembership(tx: Tx, realmId: RealmId): Promise<void> {
  await tx.query(sql`select id from realm where id = ${realmId} for no key update`)
}

/** Prevents other changes of what belongs to one user until the transaction ends. */
export async function lockAccount(tx: Tx, realmId: RealmId, userId: number): Promise<void> {
  await tx.query(
    sql`select id from user_profile where realm_id = ${realmId} and id = ${userId} for no key update`,
  )
}

export async function botsOwnedBy(
  tx: Tx,
  realmId: RealmId,
  ownerId: number,
): Promise<readonly Account[]> {
  return await tx.query<Account>(
    sql`select ${ACCOUNT_COLUMNS} from user_profile
        where realm_id = ${realmId} and bot_owner_id = ${ownerId} and is_active order by id`,
  )
}

/** How many active accounts there are, and how many of them are owners and people. */
export async function activeCounts(
  tx: Tx,
  realmId: RealmId,
): Promise<{ readonly users: number; readonly owners: number }> {
  const [row] = await tx.query<{ users: number; owners: number }>(
    sql`select count(*) as users, count(*) filter (where role = ${ROLE_SQL.owner} and bot_type is null) as owners
        from user_profile where realm_id = ${realmId} and is_active and not is_system_bot`,
  )
  return row ?? { users: 0, owners: 0 }
}

/**
 * Stops a deactivated user from receiving messages; the channels stay theirs for when they come back. Returns which.
 */
export async function suspendSubscriptions(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const change = sql`is_user_active = false, history = s.history * int8multirange(int8range(0, next.id))`
  return await changeSubscriptions(tx, realmId, userId, {
    which: sql`s.is_user_active`,
    change,
    sign: '-',
  })
}

/** The reverse: messages sent meanwhile count as read, and were not received. */
export async function resumeSubscriptions(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<readonly number[]> {
  const change = sql`is_user_active = true, history = s.history + int8multirange(int8range(next.id, null)),
    read = s.read + (int8multirange(int8range(0, next.id)) - s.history)`
  return await changeSubscriptions(tx, realmId, userId, {
    which: sql`not s.is_user_active`,
    change,
    sign: '+',
  })
}
/** `change` is over `s`, the subscription, and `next`, the number of the next message. */
async function changeSubscriptions(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { which, change, sign }: { readonly which: Sql; readonly change: Sql; readonly sign: '+' | '-' },
): Promise<readonly number[]> {
  const rows = await tx.query<{ stream_id: number }>(
    sql`with next as (select coalesce(max(id), 0) + 1 as id from message where realm_id = ${realmId}),
        changed as (update subscription s set ${change}
        from next where s.realm_id = ${realmId} and s.user_id = ${userId} and s.stream_id is not null
          and s.is_active and ${which}
        returning s.stream_id, true as is_user_active),
        ${countedSubscribers(realmId, sql`changed`, sign)}
        select stream_id from changed`,
  )
  return rows.map(({ stream_id: id }) => id)
}

/** Who gets events of a bot's settings: the administrators and the bot's owner. */
export async function botWatchers(
  tx: Tx,
  realmId: RealmId,
  ownerId: number | null,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile where realm_id = ${realmId} and is_active and bot_type is null
          and (role <= ${ROLE_SQL.administrator} or id = ${ownerId}) order by id`,
  )
  return rows.map(({ id }) => id)
}

/** Whether another account has this address. */
export async function ownerOfEmail(
  tx: Tx,
  realmId: RealmId,
  email: string,
): Promise<{ readonly id: number; readonly is_active: boolean } | undefined> {
  const [row] = await tx.query<{ id: number; is_active: boolean }>(
    sql`select id, is_active from user_profile where realm_id = ${realmId} and lower(delivery_email) = lower(${email})`,
  )
  return row
}

export async function isNameTaken(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  name: string,
): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(
    sql`select exists (select 1 from user_profile where realm_id = ${realmId} and lower(full_name) = lower(${name})
          and id <> ${userId} and is_active) as found`,
  )
  return row?.found === true
}

interface AccountChange {
  readonly fullName?: string
  readonly role?: Role
  readonly deliveryEmail?: string
  readonly isActive?: boolean
}

/** Changes the given properties of an account. A new address also changes the picture that depends on it. */
export async function updateAccount(
  tx: Tx,
  realmId: RealmId,
  id: number,
  change: AccountChange,
): Promise<void> {
  const { fullName = null, role = null, deliveryEmail = null, isActive = null } = change
  await tx.execute(
    sql`update user_profile set full_name = coalesce(${fullName}, full_name), role = coalesce(${role}::smallint, role),
          delivery_email = coalesce(${deliveryEmail}, delivery_email), is_active = coalesce(${isActive}, is_active),
          avatar_version = avatar_version + ${deliveryEmail === null ? 0 : 1}
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** The active users of the organization whose role is at least this high; lower numbers are higher. */
export async function usersOfRole(
  tx: Tx,
  realmId: RealmId,
  lowest: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ id: number }>(
    sql`select id from user_profile where realm_id = ${realmId} and is_active and role <= ${lowest} order by id`,
  )
  return rows.map(({ id }) => id)
}

/** The addresses of the people other than this user who show theirs to one of these circles. */
export async function addressesShownTo(
  tx: Tx,
  { realmId, userId }: Pick<Viewer, 'realmId' | 'userId'>,
  visibilities: readonly number[],
  limit: number,
): Promise<readonly { readonly id: number; readonly delivery_email: string }[]> {
  return await tx.query(
    sql`select id, delivery_email from user_profile
        where realm_id = ${realmId} and id <> ${userId} and bot_type is null
          and email_address_visibility = any(${visibilities}::smallint[]) order by id limit ${limit}`,
  )
}
