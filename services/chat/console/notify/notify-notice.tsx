import { signal } from '@preact/signals'
import { Button } from '@oficina/web/button.tsx'
import { readStored, writeStored } from '@oficina/web/stored.ts'

import { words } from '../words/notify.ts'
import { askPermission, isMissed, permission } from './permission.ts'

const NEVER = 'oficina.chat.noNotifications'

const isHidden = signal(readStored(NEVER) !== undefined)

/**
 * Asks for the permission to show notifications once one would have been shown: once a visit, and never again when told so.
 */
export function NotifyNotice() {
  if (isHidden.value || !isMissed.value || permission.value !== 'default') return null
  return (
    <div class="notify-notice" role="status">
      <p>{words('ask')}</p>
      <Button kind="primary" onClick={() => void askPermission()}>
        {words('allow')}
      </Button>
      <Button kind="quiet" onClick={() => (isHidden.value = true)}>
        {words('later')}
      </Button>
      <Button
        kind="quiet"
        onClick={() => {
          writeStored(NEVER, 'yes')
          isHidden.value = true
        }}
      >
        {words('never')}
      </Button>
    </div>
  )
}
