import { fail, ok, type Result } from '@oficina/kit/result.ts'

type Body = Readonly<Record<string, unknown>>

/** Why the relay did not do what it was asked to. */
export type PushProblem =
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

interface DeviceRegistration {
  readonly realm_uuid: string
  readonly push_account_id: number
  readonly encrypted_push_registration: string
  readonly bouncer_public_key: string
}

/** What the relay sends to one device; the payload is encrypted for that device alone. */
export interface PushRequest {
  readonly device_id: number
  readonly fcm_priority?: 'high' | 'normal'
  readonly http_headers?: Readonly<Record<string, string | number>>
  readonly payload: Readonly<Record<string, unknown>>
}

/** A test of one token, as the relay takes it. */
interface PlainTest {
  readonly realm_uuid: string
  readonly user_id: number
  readonly token: string
  /** 1: Apple's; 2: Google's. */
  readonly token_kind: 1 | 2
  readonly base_payload: Readonly<Record<string, unknown>>
}

interface PushReport {
  /** Devices that no longer exist. */
  readonly deletedDeviceIds: readonly number[]
}

/** The relay that sends push notifications, if it is configured. */
export interface PushService {
  readonly isConfigured: boolean
  /** The relay's own id of the device. */
  register(device: DeviceRegistration): Promise<Result<number, PushProblem>>
  notify(
    realmUuid: string,
    requests: readonly PushRequest[],
    stop?: AbortSignal,
  ): Promise<Result<PushReport, PushProblem>>
  /** Sends a test notification, not encrypted, to a token of a phone. */
  test(token: PlainTest): Promise<Result<unknown, PushProblem>>
  /** What the relay reads: for clients that do not encrypt. `stop` gives up, whatever the relay did. */
  notifyPlain(
    notification: Readonly<Record<string, unknown>>,
    stop?: AbortSignal,
  ): Promise<Result<Body, PushProblem>>
}

interface PushConfig {
  readonly pushBouncerUrl: string | undefined
  readonly pushOrgId: string | undefined
  readonly pushOrgKey: string | undefined
}

const TIMEOUT_MS = 15_000
const SERVER_ERROR = 500
// A relay says who is gone of the devices of one person.
const MAX_ANSWER_BYTES = 1024 * 1024

/** @source docs/decisions/0312-chat-push.md */
export function pushService(config: PushConfig): PushService {
  const { pushBouncerUrl: base, pushOrgId = '', pushOrgKey = '' } = config
  const credentials = Buffer.from(`${pushOrgId}:${pushOrgKey}`).toString('base64')
  const post = async (
    path: string,
    body: URLSearchParams | string,
    stop?: AbortSignal,
  ): Promise<Result<Body, PushProblem>> => {
    if (base === undefined) return fail({ kind: 'unreachable' })
    // For both attempts together.
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
    const send = () =>
      fetch(`${base.replace(/\/+$/, '')}/api/v1/remotes/push/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body,
        redirect: 'error',
        signal,
      })
    try {
      const response = await send().catch((error: unknown) => {
        // A failed connection is tried once more; a relay that does not answer in time is not.
        if (signal.aborted) throw error
        return send()
      })
      return outcomeOf(response.status, await shortText(response))
    } catch {
      // Whatever keeps the relay from answering is the same to the client; the relay's address is only the operator's
      // business.
      return fail({ kind: 'unreachable' })
    }
  }
  return {
    isConfigured: base !== undefined,
    register: async (device) => {
      const form = new URLSearchParams(
        Object.entries(device).map(([name, value]) => [name, String(value)]),
      )
      const answer = await post('e2ee/register', form)
      if (!answer.ok) return answer
      const { device_id: id } = answer.value
      return typeof id === 'number' ? ok(id) : fail({ kind: 'broken' })
    },
    test: (token) => post('test_notification', JSON.stringify(token)),
    notify: async (realmUuid, requests, stop) => {
      const body = JSON.stringify({ realm_uuid: realmUuid, push_requests: requests })
      const answer = await post('e2ee/notify', body, stop)
      if (!answer.ok) return answer
      const { delete_device_ids: ids } = answer.value
      const deleted = Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : []
      return ok({ deletedDeviceIds: deleted })
    },
    notifyPlain: (notification, stop) => post('notify', JSON.stringify(notification), stop),
  }
}

/** @throws Error for an answer that is longer than any of a relay's is */
async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function outcomeOf(status: number, text: string): Result<Body, PushProblem> {
  if (status >= SERVER_ERROR) return fail({ kind: 'broken' })
  const body = parsed(text)
  if (status === 200 && body !== undefined) return ok(body)
  return fail({
    kind: 'refused',
    code: typeof body?.['code'] === 'string' ? body['code'] : 'BAD_REQUEST',
    message: typeof body?.['msg'] === 'string' ? body['msg'] : `status ${status}`,
  })
}

function parsed(text: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(text)
    // An object has fields of unknown types.
    return typeof value === 'object' && value !== null ? (value as Body) : undefined
  } catch {
    return undefined
  }
}
