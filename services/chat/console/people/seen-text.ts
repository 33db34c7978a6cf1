import { formatAgo } from '@oficina/web/formats.ts'

import { userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { lastSeen, nowSeconds, presenceOf, type PresenceState } from '../state/people/presence.ts'
import { words } from '../words/people.ts'

/** Whether somebody is there; oneself is, unless one does not want to be seen. */
export function shownPresence(userId: number): PresenceState {
  if (userId !== ownId()) return presenceOf(userId)
  return userSettings.value?.presence_enabled === false ? 'offline' : 'active'
}

/** When somebody was seen, in words. */
export function seenText(userId: number): string {
  const state = shownPresence(userId)
  if (state === 'active') return words('onlineNow')
  if (state === 'idle') return words('idleNow')
  const seen = lastSeen(userId)
  if (seen === undefined) return words('neverSeen')
  const ago = formatAgo(new Date(seen * 1000).toISOString(), new Date(nowSeconds() * 1000))
  return words('lastSeen', { ago })
}
