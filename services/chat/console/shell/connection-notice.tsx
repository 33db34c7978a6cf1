import { isAway } from '@oficina/web/connection.ts'

import { connection } from '../state/connection.ts'
import { words } from '../words/shell.ts'

/** Says when nothing is heard from the service. */
export function ConnectionNotice() {
  if (!isAway.value && connection.value !== 'away') return null
  return (
    <p class="connection" role="status">
      {words('offline')}
    </p>
  )
}
