import { ApiError } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import type { PushTools } from '../push-tools.ts'
import { tokensOf } from '../store/push-store.ts'
import { notConfigured, realmUuid, relayError } from './push-devices.ts'

/**
 * Sends a test notification, not encrypted, to the caller's phones, or to the one of a token.
 * @throws ApiError INVALID_PUSH_DEVICE_TOKEN, INVALID_REMOTE_PUSH_DEVICE_TOKEN, PUSH_SERVICE_NOT_CONFIGURED
 */
export async function testTokens(
  { database, push, secret }: PushTools,
  { realm, id: userId }: Caller,
  token: string | undefined,
): Promise<void> {
  const tokens = await tokensOf(database, realm.id, userId, token)
  if (token !== undefined && tokens.length === 0) {
    throw new ApiError('INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized')
  }
  if (!push.isConfigured) throw notConfigured()
  const base = {
    event: 'test',
    server: realm.host,
    realm_id: realm.id,
    realm_name: realm.name,
    realm_uri: realm.url,
    realm_url: realm.url,
    user_id: userId,
  }
  for (const { kind, token: one } of tokens) {
    const sent = await push.test({
      realm_uuid: realmUuid(secret, realm.id),
      user_id: userId,
      token: one,
      token_kind: kind === 'apns' ? 1 : 2,
      base_payload: base,
    })
    if (sent.ok) continue
    const isUnknown =
      sent.error.kind === 'refused' && sent.error.code === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'
    if (!isUnknown) throw relayError(sent.error)
    throw new ApiError(
      'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
      'Device not recognized by the push bouncer',
    )
  }
}
