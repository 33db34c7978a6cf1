import { navigate, place } from '@oficina/web/router.ts'

import type { KeyAnswer } from '../../wire/people.ts'
import { accounts, forgetAccount, keepAccount } from './accounts.ts'
import { publicApi } from './api.ts'

/** @throws ApiFailure when the service refuses */
export async function signIn(email: string, password: string): Promise<void> {
  const opened = await publicApi<KeyAnswer>('POST', '/fetch_api_key', { username: email, password })
  // Who came to add an account, and had none, has come to begin.
  if (accounts.peek().length === 0 && place.peek().path === '/accounts') {
    await navigate('/', { replace: true })
  }
  const known = accounts.peek().find(({ userId }) => userId === opened.user_id)
  keepAccount({
    userId: opened.user_id,
    email: opened.email,
    name: known?.name ?? opened.email,
    apiKey: opened.api_key,
  })
}

/** Leaves this browser. The key stays: the person's other programs use the same one. */
export function signOut(userId: number): void {
  forgetAccount(userId)
  location.assign('/console')
}
