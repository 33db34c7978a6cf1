import { keepNotifying } from '../notify/keep-notifying.ts'
import { keepBadge } from '../notify/unread-badge.ts'
import { keepConnected } from '../state/connection.ts'
import { keepAppearance } from './appearance.ts'
import { keepName } from './keep-name.ts'

/** All that goes on as long as somebody is signed in, until the answer is called. */
export function keepSession(): () => void {
  const stops = [keepConnected(), keepAppearance(), keepName(), keepBadge(), keepNotifying()]
  return () => {
    for (const stop of stops) stop()
  }
}
