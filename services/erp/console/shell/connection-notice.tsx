import { isAway } from '@oficina/web/connection.ts'

import { words } from '../words/shell.ts'

/** Stands above the page while requests find no answer, and goes by itself. */
export function ConnectionNotice() {
  return (
    <div role="status" class="connection" hidden={!isAway.value}>
      {isAway.value && words('offline')}
    </div>
  )
}
