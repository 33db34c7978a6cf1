import { isPassword } from '@oficina/kit/password.ts'

import { ApiError, refusal } from '../../tenancy/api-error.ts'
import type { RealmRow } from '../../tenancy/store/user-store.ts'
import { openApiKey } from '../api-key.ts'
import type { SignInTools } from '../sign-in-tools.ts'
import { credentialsOf } from '../store/credential-store.ts'

interface SignIn {
  readonly username: string
  readonly password: string
}

// Checked for names that do not exist, so that the time taken does not reveal who has an account. No password has this
// hash.
const DECOY = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/**
 * The API key for the right password.
 * @throws ApiError AUTHENTICATION_FAILED, USER_DEACTIVATED, REALM_DEACTIVATED, PASSWORD_AUTH_DISABLED, RATE_LIMIT_HIT
 * @source docs/decisions/0305-chat-accounts.md
 */
export async function fetchApiKey(
  { database, secret, signIns }: SignInTools,
  realm: RealmRow,
  { username, password }: SignIn,
): Promise<{ readonly apiKey: string; readonly email: string; readonly id: number }> {
  if (realm.is_deactivated) {
    throw new ApiError('REALM_DEACTIVATED', 'This organization has been deactivated')
  }
  const name = username.trim().toLowerCase()
  await signIns.use(realm.id, name)
  const account = await credentialsOf(database, realm.id, name)
  const isRight = await isPassword(password, account?.passwordHash ?? DECOY)
  if (account === undefined || !isRight) {
    throw new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  }
  if (!account.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated')
  await signIns.forget(realm.id, name)
  return {
    apiKey: openApiKey(account.apiKeyCipher, secret),
    email: account.deliveryEmail,
    id: account.id,
  }
}

/**
 * The API key of any person, without a password: for development, where it is switched on.
 * @throws ApiError AUTHENTICATION_FAILED, USER_DEACTIVATED
 */
export async function fetchDevApiKey(
  { database, secret, isDevSignIn }: SignInTools,
  realm: RealmRow,
  username: string,
): Promise<{ readonly apiKey: string; readonly email: string; readonly id: number }> {
  if (!isDevSignIn) throw refusal('DevAuthBackend not enabled.')
  const account = await credentialsOf(database, realm.id, username.trim())
  if (account === undefined) {
    throw new ApiError('AUTHENTICATION_FAILED', 'Your username or password is incorrect')
  }
  if (!account.isActive) throw new ApiError('USER_DEACTIVATED', 'Account is deactivated')
  const apiKey = openApiKey(account.apiKeyCipher, secret)
  return { apiKey, email: account.deliveryEmail, id: account.id }
}
