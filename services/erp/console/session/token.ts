import { signal } from '@preact/signals'
import { readStored, writeStored } from '@oficina/web/stored.ts'

const KEY = 'oficina.erp.token'

/** The token of the session, or undefined: signed out. All tabs of the browser share it. */
export const token = signal<string | undefined>(readStored(KEY))

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) token.value = newValue ?? undefined
})

export function keepToken(given: string): void {
  token.value = given
  writeStored(KEY, given)
}

/** Signs out here; only if `of` is still the present token, since a late answer may speak of an older one. */
export function endedSession(of: string): void {
  if (token.peek() !== of) return
  token.value = undefined
  writeStored(KEY, undefined)
}
