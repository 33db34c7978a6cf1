import type { Tx } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

import type { PushDevices } from '../../../wire/register.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { jsonValue } from '../../tenancy/store/json-value.ts'

export type TokenKind = 'apns' | 'fcm'

export interface PushToken {
  readonly kind: TokenKind
  readonly token: string
  readonly appid: string | null
}

/** Stores a token; one that the user already has is left as it is. */
export async function insertToken(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { kind, token, appid, createdAt }: PushToken & { readonly createdAt: Date },
): Promise<void> {
  await tx.execute(
    sql`insert into push_token (realm_id, user_id, kind, token, appid, created_at)
        values (${realmId}, ${userId}, ${kind}, ${token}, ${appid}, ${createdAt})
        on conflict (realm_id, user_id, kind, token) do nothing`,
  )
}

/** The tokens of a user's phones, of one that is named only that. */
export async function tokensOf(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  only: string | undefined,
): Promise<readonly Pick<PushToken, 'kind' | 'token'>[]> {
  return await tx.query(
    sql`select kind, token from push_token where realm_id = ${realmId} and user_id = ${userId}
          and (${only ?? null}::text is null or lower(token) = lower(${only ?? null})) order by id limit 100`,
  )
}

/** Whether the user had the token. */
export async function removeToken(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  { kind, token }: Pick<PushToken, 'kind' | 'token'>,
): Promise<boolean> {
  const removed = await tx.execute(
    sql`delete from push_token where realm_id = ${realmId} and user_id = ${userId} and kind = ${kind} and token = ${token}`,
  )
  return removed > 0
}

export interface NewDevice {
  readonly pushAccountId: number
  readonly tokenKind: TokenKind
  readonly pushPublicKey: string
  readonly bouncerPublicKey: string
  readonly encryptedPushRegistration: string
}

/** Stores a device that the relay does not know yet, or that it refused; false when it is known or being registered. */
export async function insertDevice(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  device: NewDevice,
): Promise<boolean> {
  const inserted = await tx.execute(
    sql`insert into push_device (realm_id, user_id, push_account_id, token_kind, push_public_key, bouncer_public_key,
          encrypted_push_registration)
        values (${realmId}, ${userId}, ${device.pushAccountId}, ${device.tokenKind}, ${device.pushPublicKey},
          ${device.bouncerPublicKey}, ${device.encryptedPushRegistration})
        on conflict (realm_id, user_id, push_account_id) do update set token_kind = excluded.token_kind,
          push_public_key = excluded.push_public_key, bouncer_public_key = excluded.bouncer_public_key,
          encrypted_push_registration = excluded.encrypted_push_registration, error_code = null
          where push_device.error_code is not null`,
  )
  return inserted > 0
}

export interface PendingDevice {
  readonly realm_id: RealmId
  readonly user_id: number
  readonly push_account_id: number
  readonly bouncer_public_key: string
  readonly encrypted_push_registration: string
}

/** Devices about which the relay is still to be told, without those that another transaction handles. */
export async function lockPendingDevices(
  tx: Tx,
  realmId: RealmId,
  limit: number,
): Promise<readonly PendingDevice[]> {
  return await tx.query<PendingDevice>(
    sql`select realm_id, user_id, push_account_id, bouncer_public_key, encrypted_push_registration from push_device
        where realm_id = ${realmId} and bouncer_device_id is null and error_code is null limit ${limit} for update skip locked`,
  )
}

export async function settleDevice(
  tx: Tx,
  device: PendingDevice,
  outcome: { readonly deviceId: number | null; readonly errorCode: string | null },
): Promise<void> {
  await tx.execute(
    sql`update push_device set bouncer_device_id = ${outcome.deviceId}, error_code = ${outcome.errorCode}
        where realm_id = ${device.realm_id} and user_id = ${device.user_id}
          and push_account_id = ${device.push_account_id}`,
  )
}

export interface ActiveDevice {
  readonly push_account_id: number
  readonly token_kind: TokenKind
  readonly push_public_key: string
  readonly bouncer_device_id: number
}

/** The user's devices that the relay knows, or one of them. */
export async function activeDevices(
  tx: Tx,
  realmId: RealmId,
  userId: number,
  pushAccountId: number | null,
): Promise<readonly ActiveDevice[]> {
  return await tx.query<ActiveDevice>(
    sql`select push_account_id, token_kind, push_public_key, bouncer_device_id from push_device
        where realm_id = ${realmId} and user_id = ${userId} and bouncer_device_id is not null and error_code is null
          and (${pushAccountId}::bigint is null or push_account_id = ${pushAccountId}) order by push_account_id`,
  )
}

export async function removeDevices(
  tx: Tx,
  realmId: RealmId,
  deviceIds: readonly number[],
): Promise<void> {
  await tx.execute(
    sql`delete from push_device where realm_id = ${realmId} and bouncer_device_id = any(${deviceIds}::bigint[])`,
  )
}

/** The organizations with devices about which the relay is still to be told. */
export async function realmsWithPendingDevices(tx: Tx): Promise<readonly RealmId[]> {
  const rows = await tx.query<{ realm_id: RealmId }>(
    sql`select distinct realm_id from push_device where bouncer_device_id is null and error_code is null`,
  )
  return rows.map(({ realm_id: id }) => id)
}

/** Deletes every token and device of a user. */
export async function removeAllDevices(tx: Tx, realmId: RealmId, userId: number): Promise<void> {
  await tx.execute(sql`delete from push_token where realm_id = ${realmId} and user_id = ${userId}`)
  await tx.execute(sql`delete from push_device where realm_id = ${realmId} and user_id = ${userId}`)
}

/** How far each of a user's devices is registered with the relay, by the device’s number. */
export async function deviceStates(tx: Tx, realmId: RealmId, userId: number): Promise<PushDevices> {
  return await jsonValue(
    tx,
    sql`select coalesce(json_object_agg(push_account_id, json_build_object('status',
          case when error_code is not null then 'failed' when bouncer_device_id is null then 'pending' else 'active' end,
          'error_code', error_code)), '{}') as value
        from push_device where realm_id = ${realmId} and user_id = ${userId}`,
  )
}
