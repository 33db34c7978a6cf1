import type { Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { insertToken, removeToken, type PushToken, type TokenKind } from '../store/push-store.ts'

const MAX_LENGTH = 4_096
const HEX = /^(?:[0-9a-f]{2})+$/i

/** Keeps a token of the caller's phone. @source docs/contract/chat.md, POST /users/me/apns_device_token */
export async function addToken(
  { database, now }: Tools,
  { realm, id }: Caller,
  { kind, token, appid }: PushToken,
): Promise<void> {
  const stored = checkedToken(kind, token)
  const createdAt = new Date(now())
  await insertToken(database, realm.id, id, { kind, token: stored, appid, createdAt })
}

/** @throws ApiError "Token does not exist" */
export async function dropToken(
  { database }: Tools,
  { realm, id }: Caller,
  { kind, token }: Pick<PushToken, 'kind' | 'token'>,
): Promise<void> {
  const stored = checkedToken(kind, token)
  if (!(await removeToken(database, realm.id, id, { kind, token: stored }))) {
    throw refusal('Token does not exist')
  }
}

function checkedToken(kind: TokenKind, token: string): string {
  if (token === '' || token.length > MAX_LENGTH) throw refusal('Empty or invalid length token')
  if (kind === 'fcm') return token
  if (!HEX.test(token)) throw refusal('Invalid APNS token')
  return token.toLowerCase()
}
