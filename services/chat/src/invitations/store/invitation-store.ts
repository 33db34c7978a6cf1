import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Role } from '../../tenancy/roles.ts'

/** What an account gets that is made by the invitation. */
export interface InvitationTerms {
  readonly invitedAs: Role
  readonly streamIds: readonly number[]
  readonly groupIds: readonly number[]
  readonly includeDefaultStreams: boolean
  readonly notifyReferrer: boolean
  /** Null: the organization's. */
  readonly welcomeText: string | null
  /** Null: never. */
  readonly expiresAt: Date | null
}

interface NewInvitation extends InvitationTerms {
  /** Null: a reusable link. */
  readonly email: string | null
  readonly keyHash: Buffer
  /** Only of a reusable link. */
  readonly keyCipher: Buffer | null
  readonly invitedBy: number
  readonly invitedAt: Date
}

export async function insertInvitation(
  tx: Tx,
  realmId: RealmId,
  invitation: NewInvitation,
): Promise<void> {
  await tx.execute(
    sql`insert into invitation (realm_id, email, key_hash, key_cipher, invited_by, invited_as, stream_ids, group_ids,
          include_default_streams, notify_referrer, welcome_text, invited_at, expires_at)
        values (${realmId}, ${invitation.email}, ${invitation.keyHash}, ${invitation.keyCipher},
          ${invitation.invitedBy}, ${invitation.invitedAs}, ${invitation.streamIds}, ${invitation.groupIds},
          ${invitation.includeDefaultStreams}, ${invitation.notifyReferrer}, ${invitation.welcomeText},
          ${invitation.invitedAt}, ${invitation.expiresAt})`,
  )
}

export interface Invitation extends InvitationTerms {
  readonly id: number
  readonly email: string | null
  readonly keyCipher: Buffer | null
  readonly invitedBy: number
  readonly invitedAt: Date
  readonly state: 'open' | 'used' | 'revoked'
}

const COLUMNS = sql`id, email, key_cipher as "keyCipher", invited_by as "invitedBy", invited_as as "invitedAs",
  to_json(stream_ids) as "streamIds", to_json(group_ids) as "groupIds",
  include_default_streams as "includeDefaultStreams", notify_referrer as "notifyReferrer",
  welcome_text as "welcomeText", invited_at as "invitedAt", expires_at as "expiresAt", state`

/** The invitations that still work, oldest first: of one person, or of everybody. */
export async function openInvitations(
  tx: Tx,
  realmId: RealmId,
  {
    by,
    now,
    limit,
  }: { readonly by: number | 'everybody'; readonly now: Date; readonly limit: number },
): Promise<readonly Invitation[]> {
  const owner = by === 'everybody' ? sql`` : sql`and invited_by = ${by}`
  return await tx.query<Invitation>(
    sql`select ${COLUMNS} from invitation
        where realm_id = ${realmId} and state = 'open' and (expires_at is null or expires_at > ${now}) ${owner}
        order by invited_at, id limit ${limit}`,
  )
}

/** An invitation, locked for a change. */
export async function lockInvitation(
  tx: Tx,
  realmId: RealmId,
  id: number,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<Invitation>(
    sql`select ${COLUMNS} from invitation where realm_id = ${realmId} and id = ${id} for update`,
  )
  return row
}

/** The invitation that a link leads to, if it still works, locked until the transaction ends. */
export async function lockOpenInvitation(
  tx: Tx,
  realmId: RealmId,
  keyHash: Buffer,
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<Invitation>(
    sql`select ${COLUMNS} from invitation
        where realm_id = ${realmId} and key_hash = ${keyHash} and state = 'open'
          and (expires_at is null or expires_at > ${now}) for update`,
  )
  return row
}

/** The newest invitation by mail to an address, if one still works, locked until the transaction ends. */
export async function lockOpenInvitationTo(
  tx: Tx,
  realmId: RealmId,
  email: string,
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<Invitation>(
    sql`select ${COLUMNS} from invitation
        where realm_id = ${realmId} and lower(email) = lower(${email}) and state = 'open'
          and (expires_at is null or expires_at > ${now}) order by invited_at desc, id desc limit 1 for update`,
  )
  return row
}

/** A reusable link by its id, if it still works. */
export async function openLinkById(
  tx: Tx,
  realmId: RealmId,
  id: number,
  now: Date,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<Invitation>(
    sql`select ${COLUMNS} from invitation
        where realm_id = ${realmId} and id = ${id} and email is null and state = 'open'
          and (expires_at is null or expires_at > ${now})`,
  )
  return row
}

export async function closeInvitation(
  tx: Tx,
  realmId: RealmId,
  id: number,
  state: 'used' | 'revoked',
): Promise<void> {
  await tx.execute(
    sql`update invitation set state = ${state} where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Gives an invitation by mail another key: the link of the earlier mail is dead. */
export async function renewInvitation(
  tx: Tx,
  realmId: RealmId,
  id: number,
  { keyHash, invitedAt }: { readonly keyHash: Buffer; readonly invitedAt: Date },
): Promise<void> {
  await tx.execute(
    sql`update invitation set key_hash = ${keyHash}, invited_at = ${invitedAt}
        where realm_id = ${realmId} and id = ${id}`,
  )
}

/** Ends the other invitations to an address that has an account now. Returns who sent them. */
export async function closeInvitationsTo(
  tx: Tx,
  realmId: RealmId,
  email: string,
): Promise<readonly number[]> {
  const rows = await tx.query<{ invited_by: number }>(
    sql`update invitation set state = 'used'
        where realm_id = ${realmId} and lower(email) = lower(${email}) and state = 'open' returning invited_by`,
  )
  return rows.map(({ invited_by: id }) => id)
}

/** Ends all invitations of somebody who leaves; whether there were any. */
export async function revokeInvitationsBy(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<boolean> {
  const revoked = await tx.execute(
    sql`update invitation set state = 'revoked'
        where realm_id = ${realmId} and invited_by = ${userId} and state = 'open'`,
  )
  return revoked > 0
}

/** Ends those invitations of somebody that are to one of the roles; whether there were any. */
export async function revokeInvitationsTo(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  roles: readonly Role[],
): Promise<boolean> {
  const revoked = await tx.execute(
    sql`update invitation set state = 'revoked' where realm_id = ${realmId} and invited_by = ${userId}
          and invited_as = any(${roles}::smallint[]) and state = 'open'`,
  )
  return revoked > 0
}

/** How many invitations by mail the organization has sent since. */
export async function countInvitations(tx: Tx, realmId: RealmId, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*) as count from invitation
        where realm_id = ${realmId} and email is not null and invited_at > ${since}`,
  )
  return row?.count ?? 0
}

/** Those of the addresses that have an account, in lower case, and whether each may sign in. */
export async function accountsAmong(
  tx: Tx,
  realmId: RealmId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, { readonly isActive: boolean; readonly isSystemBot: boolean }>> {
  const rows = await tx.query<{ email: string; isActive: boolean; isSystemBot: boolean }>(
    sql`select lower(delivery_email) as email, is_active as "isActive", is_system_bot as "isSystemBot" from user_profile
        where realm_id = ${realmId} and lower(delivery_email) = any(${emails.map((email) => email.toLowerCase())})`,
  )
  return new Map(rows.map((row) => [row.email, row]))
}
