import { settleTogether } from '../../tenancy/settle-together.ts'
import { encryptForDevice, parsePushKey } from '../push-encryption.ts'
import {
  messagePayload,
  plainMessage,
  plainRemoval,
  removalPayload,
  type PlainPush,
} from '../push-payload.ts'
import type { PushTools } from '../push-tools.ts'
import {
  claimPushes,
  dropPush,
  pushText,
  realmNameOf,
  releasePush,
  setPushSent,
  tokensOf,
  type DuePush,
} from '../store/push-notice-store.ts'
import type { PushRequest } from '../store/push-service.ts'
import { activeDevices, removeDevices, type ActiveDevice } from '../store/push-store.ts'
import { realmUuid } from './push-devices.ts'

// As many as are told at the same time: what waited behind them could be told by another process too.
const PER_CLAIM = 8
const MAX_CLAIMS = 600
// Longer than the relay is waited for in both its forms; then somebody else, or the next run, tries again.
const CLAIM_MS = 60_000
const MAX_ATTEMPTS = 5
// Less than a stop of the service may take.
const STOP_GRACE_MS = 3_000

/** Sends what devices are to be told and to forget; one run at a time in a process. */
export class PushRunner {
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()
  readonly #givingUp = new AbortController()

  /** Begins, unless it is at it. What the relay does not take is tried again, at most five times. */
  wake(tools: PushTools): void {
    if (this.#stopping.signal.aborted || !tools.push.isConfigured) return
    this.#running ??= sendAll(tools, this.#stopping.signal, this.#givingUp.signal)
      .catch((error: unknown) =>
        tools.log.warn({ err: error }, 'push notifications are left for later'),
      )
      .finally(() => {
        this.#running = undefined
      })
  }

  /** Waits a moment for what is under way; what the relay did not answer by then the next start sends. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const timer = setTimeout(() => this.#givingUp.abort(), STOP_GRACE_MS)
    await this.#running
    clearTimeout(timer)
  }
}

async function sendAll(
  tools: PushTools,
  stopping: AbortSignal,
  givingUp: AbortSignal,
): Promise<void> {
  for (let claims = 0; claims < MAX_CLAIMS && !stopping.aborted; claims += 1) {
    const times = { now: new Date(tools.now()), until: new Date(tools.now() + CLAIM_MS) }
    const due = await claimPushes(tools.database, times, PER_CLAIM)
    await settleTogether(due.map((one) => sendOne(tools, one, givingUp)))
    if (due.length < PER_CLAIM) return
  }
}

async function sendOne(tools: PushTools, due: DuePush, givingUp: AbortSignal): Promise<void> {
  const { database, log } = tools
  const said = due.state === 'waiting' ? await message(tools, due) : await removal(tools, due)
  const isDone = said === undefined || (await tell(tools, due, said, givingUp))
  if (isDone && said !== undefined && due.state === 'waiting') await setPushSent(database, due)
  else if (isDone) await dropPush(database, due)
  else if (givingUp.aborted) await releasePush(database, due, new Date(tools.now()))
  else if (due.attempts >= MAX_ATTEMPTS) {
    log.warn({ message: due.messageId, user: due.userId }, 'a push notification was given up')
    await dropPush(database, due)
  }
}

interface Said {
  readonly plain: PlainPush
  readonly secret: string
  readonly priority: 'high' | 'normal'
}

/** Nothing for a message that is gone. */
async function message({ database }: PushTools, due: DuePush): Promise<Said | undefined> {
  const text = await pushText(database, due)
  if (text === undefined) return undefined
  return {
    plain: plainMessage(text, due.reason, due),
    secret: JSON.stringify(messagePayload(text, due)),
    priority: 'high',
  }
}

async function removal({ database }: PushTools, due: DuePush): Promise<Said | undefined> {
  const realm = await realmNameOf(database, due.realmId)
  if (realm === undefined) return undefined
  const ids = [due.messageId]
  return {
    plain: plainRemoval(realm, due, ids),
    secret: JSON.stringify(removalPayload(realm, due, ids)),
    priority: 'normal',
  }
}

/** Tells all devices of a user; whether nothing is left to try again. */
async function tell(
  tools: PushTools,
  due: DuePush,
  said: Said,
  givingUp: AbortSignal,
): Promise<boolean> {
  const { database, push, secret } = tools
  const uuid = realmUuid(secret, due.realmId)
  const devices = await activeDevices(database, due.realmId, due.userId, null)
  const tokens = await tokensOf(database, due.realmId, due.userId)
  if (devices.length > 0) {
    const requests = await Promise.all(devices.map((device) => requestOf(device, said)))
    const sent = await push.notify(uuid, requests, givingUp)
    if (!sent.ok) return sent.error.kind === 'refused'
    await removeDevices(database, due.realmId, sent.value.deletedDeviceIds)
  }
  if (tokens.length === 0) return true
  const of = (kind: 'apns' | 'fcm') =>
    tokens.filter((token) => token.kind === kind).map(({ token }) => token)
  const plain = {
    user_id: due.userId,
    realm_uuid: uuid,
    ...said.plain,
    android_devices: of('fcm'),
    apple_devices: of('apns'),
  }
  const sent = await push.notifyPlain(plain, givingUp)
  return sent.ok || sent.error.kind === 'refused'
}

async function requestOf(device: ActiveDevice, { secret, priority }: Said): Promise<PushRequest> {
  const key = parsePushKey(device.push_public_key)
  if (key === undefined) throw new Error('a key was checked when it was registered')
  const payload = {
    push_account_id: device.push_account_id,
    encrypted_data: await encryptForDevice(secret, key),
  }
  if (device.token_kind === 'fcm') {
    return { device_id: device.bouncer_device_id, fcm_priority: priority, payload }
  }
  const isShown = priority === 'high'
  const alert = { alert: { title: 'New notification' }, sound: 'default', badge: 0 }
  return {
    device_id: device.bouncer_device_id,
    http_headers: {
      apns_priority: isShown ? 10 : 5,
      apns_push_type: isShown ? 'alert' : 'background',
    },
    payload: {
      ...payload,
      aps: isShown ? { 'mutable-content': 1, ...alert } : { 'content-available': 1 },
    },
  }
}
