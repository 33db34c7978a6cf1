import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { RealmId } from '../../tenancy/realm-id.ts'

export type ConfirmationKind = 'sign_up' | 'password' | 'address'

interface NewConfirmation {
  readonly kind: ConfirmationKind
  readonly keyHash: Buffer
  readonly email: string
  readonly userId: number | null
  readonly invitationId: number | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Adds a confirmation; links of the same kind to the same address or for the same account are dead from now on. */
export async function insertConfirmation(
  tx: Tx,
  realmId: RealmId,
  { kind, keyHash, email, userId, invitationId, createdAt, expiresAt }: NewConfirmation,
): Promise<void> {
  await tx.execute(
    sql`delete from confirmation where realm_id = ${realmId} and kind = ${kind}
          and (lower(email) = lower(${email}) or user_id = ${userId})`,
  )
  await tx.execute(
    sql`insert into confirmation (realm_id, kind, key_hash, email, user_id, invitation_id, created_at, expires_at)
        values (${realmId}, ${kind}, ${keyHash}, ${email}, ${userId}, ${invitationId}, ${createdAt}, ${expiresAt})`,
  )
}

export interface Confirmation {
  readonly id: number
  readonly email: string
  readonly userId: number | null
  readonly invitationId: number | null
}

/** What a link confirms, if it still works; locked until the transaction ends, so that it works once. */
export async function lockConfirmation(
  tx: Tx,
  realmId: RealmId,
  {
    kind,
    keyHash,
    now,
  }: { readonly kind: ConfirmationKind; readonly keyHash: Buffer; readonly now: Date },
): Promise<Confirmation | undefined> {
  const [row] = await tx.query<Confirmation>(
    sql`select id, email, user_id as "userId", invitation_id as "invitationId" from confirmation
        where realm_id = ${realmId} and kind = ${kind} and key_hash = ${keyHash} and expires_at > ${now} for update`,
  )
  return row
}

export async function deleteConfirmation(tx: Tx, realmId: RealmId, id: number): Promise<void> {
  await tx.execute(sql`delete from confirmation where realm_id = ${realmId} and id = ${id}`)
}

/** Ends the links by which an account gets another password or address, whoever asked for them. */
export async function deleteConfirmationsOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
): Promise<void> {
  await tx.execute(
    sql`delete from confirmation where realm_id = ${realmId} and user_id = ${userId}`,
  )
}

/** Forgets the links of all organizations that have expired. */
export async function purgeConfirmations(tx: Tx, now: Date): Promise<void> {
  await tx.execute(sql`delete from confirmation where expires_at <= ${now}`)
}
