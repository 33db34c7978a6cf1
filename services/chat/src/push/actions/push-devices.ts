import { createHmac } from 'node:crypto'

import { act, type ActionTx } from '../../events/act.ts'
import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { realmUrl } from '../../tenancy/realm-url.ts'
import { settleTogether } from '../../tenancy/settle-together.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { encryptForDevice, parsePushKey } from '../push-encryption.ts'
import type { PushTools } from '../push-tools.ts'
import type { PushProblem, PushRequest } from '../store/push-service.ts'
import {
  activeDevices,
  insertDevice,
  lockPendingDevices,
  realmsWithPendingDevices,
  removeDevices,
  settleDevice,
  type ActiveDevice,
  type NewDevice,
  type PendingDevice,
} from '../store/push-store.ts'

/**
 * Registers a device that wants encrypted notifications. The relay is told afterwards; an event reports the result.
 * @throws ApiError PUSH_SERVICE_NOT_CONFIGURED
 */
export async function registerDevice(
  tools: PushTools,
  { realm, id: userId }: Caller,
  device: NewDevice,
): Promise<void> {
  if (!tools.push.isConfigured) throw notConfigured()
  if (parsePushKey(device.pushPublicKey) === undefined) throw refusal('Invalid `push_public_key`')
  const isNew = await act(tools, realm.id, async (tx) => {
    if (!(await insertDevice(tx, realm.id, userId, device))) return false
    emitDevice(tx, userId, { id: device.pushAccountId, status: 'pending', errorCode: null })
    return true
  })
  if (!isNew) return
  // The client does not wait for the relay. Housekeeping retries what fails here.
  tellRelay(tools, realm.id).catch((error: unknown) =>
    tools.log.warn({ err: error }, 'a push device could not be registered'),
  )
}

export function notConfigured(): ApiError {
  return new ApiError(
    'PUSH_SERVICE_NOT_CONFIGURED',
    'Server is not configured to use push notification service.',
  )
}

interface DeviceState {
  readonly id: number
  readonly status: 'pending' | 'active' | 'failed'
  readonly errorCode: string | null
}

function emitDevice(tx: ActionTx, userId: number, { id, status, errorCode }: DeviceState): void {
  tx.emit(
    { users: [userId] },
    { type: 'push_device', push_account_id: String(id), status, error_code: errorCode },
  )
}

const BATCH = 10

/** Tells the relay about devices that it does not know; those for which that fails now are left for later. */
async function tellRelay(tools: PushTools, realmId: RealmId): Promise<void> {
  // The rows stay locked meanwhile, so that no other process asks too; should this run twice, the relay returns the
  // same id.
  await act(tools, realmId, async (tx) => {
    const devices = await lockPendingDevices(tx, realmId, BATCH)
    await settleTogether(devices.map((device) => tellOf(tx, tools, device)))
  })
}

/** Retries the devices about which the relay could not be told. */
export async function retryDevices(tools: PushTools): Promise<void> {
  if (!tools.push.isConfigured) return
  for (const realmId of await realmsWithPendingDevices(tools.database)) {
    await tellRelay(tools, realmId)
  }
}

async function tellOf(
  tx: ActionTx,
  tools: Pick<PushTools, 'push' | 'secret'>,
  device: PendingDevice,
): Promise<void> {
  const told = await tools.push.register({
    realm_uuid: realmUuid(tools.secret, device.realm_id),
    push_account_id: device.push_account_id,
    encrypted_push_registration: device.encrypted_push_registration,
    bouncer_public_key: device.bouncer_public_key,
  })
  if (!told.ok && told.error.kind !== 'refused') return
  const errorCode = told.ok || told.error.kind !== 'refused' ? null : told.error.code
  await settleDevice(tx, device, { deviceId: told.ok ? told.value : null, errorCode })
  const status = told.ok ? 'active' : 'failed'
  emitDevice(tx, device.user_id, { id: device.push_account_id, status, errorCode })
}

/** The name by which the relay knows an organization: constant while the server keeps its secret. */
export function realmUuid(secret: Buffer, realmId: RealmId): string {
  const hex = createHmac('sha256', secret).update(`realm:${realmId}`).digest('hex')
  // Version 8: a custom UUID.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Sends an encrypted test notification to the caller's devices, or to one of them.
 * @throws ApiError NO_ACTIVE_PUSH_DEVICE, ADMIN_ACTION_REQUIRED, FAILED_TO_CONNECT_BOUNCER, INTERNAL_SERVER_ERROR_ON_BOUNCER
 * @source docs/contract/chat.md, POST /mobile_push/e2ee/test_notification
 */
export async function sendTestNotification(
  tools: PushTools,
  { realm, id: userId }: Caller,
  pushAccountId: number | null,
): Promise<void> {
  const { database, push, now, secret } = tools
  const devices = await activeDevices(database, realm.id, userId, pushAccountId)
  if (devices.length === 0) throw noDevice()
  if (!push.isConfigured) throw notConfigured()
  const text = JSON.stringify({
    type: 'test',
    realm_name: realm.name,
    realm_url: realmUrl(realm),
    time: Math.floor(now() / 1000),
    user_id: userId,
  })
  const requests = await Promise.all(devices.map((device) => requestFor(device, text)))
  const sent = await push.notify(realmUuid(secret, realm.id), requests)
  if (!sent.ok) throw relayError(sent.error)
  const { deletedDeviceIds } = sent.value
  if (deletedDeviceIds.length === 0) return
  await removeDevices(database, realm.id, deletedDeviceIds)
  const isAllGone = devices.every(({ bouncer_device_id: id }) => deletedDeviceIds.includes(id))
  if (isAllGone) throw noDevice()
}

function noDevice(): ApiError {
  return new ApiError('NO_ACTIVE_PUSH_DEVICE', 'No active registered push device')
}

async function requestFor(device: ActiveDevice, text: string): Promise<PushRequest> {
  const key = parsePushKey(device.push_public_key)
  if (key === undefined) throw new Error('a key was checked when it was registered')
  const payload = {
    push_account_id: device.push_account_id,
    encrypted_data: await encryptForDevice(text, key),
  }
  if (device.token_kind === 'fcm') {
    return { device_id: device.bouncer_device_id, fcm_priority: 'high', payload }
  }
  return {
    device_id: device.bouncer_device_id,
    http_headers: { apns_priority: 10, apns_push_type: 'alert' },
    payload: {
      ...payload,
      aps: {
        'mutable-content': 1,
        alert: { title: 'New notification' },
        sound: 'default',
        badge: 0,
      },
    },
  }
}

export function relayError(problem: PushProblem): ApiError {
  switch (problem.kind) {
    case 'unreachable':
      return new ApiError(
        'FAILED_TO_CONNECT_BOUNCER',
        'Network error while connecting to Zulip push notification service.',
      )
    case 'broken':
      return new ApiError(
        'INTERNAL_SERVER_ERROR_ON_BOUNCER',
        'Internal server error on Zulip push notification service, retry later.',
      )
    case 'refused':
      return new ApiError(
        'ADMIN_ACTION_REQUIRED',
        'Push notification configuration issue on server, contact the server administrator or retry later.',
      )
  }
}
