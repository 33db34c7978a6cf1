import { signal } from '@preact/signals'

import { keepAccount } from './accounts.ts'
import { openPaddedKey } from './one-time-pad.ts'

const MARK = '#signed-in?'

/** The provider's answer was not for this tab, or came twice. */
export const isReturnRefused = signal(false)

/**
 * Takes the key that a provider's page sent the browser back with, if the address has one, and takes it out of the address
 * and of the browser's history.
 */
export function takeReturned(): void {
  if (!location.hash.startsWith(MARK)) return
  const given = new URLSearchParams(location.hash.slice(MARK.length))
  history.replaceState(history.state, '', location.pathname)
  const apiKey = openPaddedKey(given.get('otp_encrypted_api_key') ?? '')
  const userId = Number(given.get('user_id') ?? Number.NaN)
  const email = given.get('email') ?? ''
  if (apiKey === undefined || !Number.isSafeInteger(userId) || email === '') {
    isReturnRefused.value = true
    return
  }
  keepAccount({ userId, email, name: email, apiKey })
}
