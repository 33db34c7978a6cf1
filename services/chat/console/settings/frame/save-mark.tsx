import checkIcon from 'lucide-static/icons/check.svg'
import { Icon } from '@oficina/web/icon.tsx'

import { words } from '../../words/settings.ts'
import type { SaveState } from './use-setting.ts'

/** Beside what was changed: that it is being saved, that it was, or why it was not. */
export function SaveMark({ state }: { readonly state: SaveState }) {
  return (
    <span class="save-mark" role="status">
      {state.kind === 'saving' && <span class="muted">{words('saving')}</span>}
      {state.kind === 'saved' && (
        <span class="save-mark-saved">
          <Icon svg={checkIcon} /> {words('saved')}
        </span>
      )}
      {state.kind === 'failed' && <span class="save-mark-failed">{state.text}</span>}
    </span>
  )
}
