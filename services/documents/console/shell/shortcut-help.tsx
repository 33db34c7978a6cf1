import { Dialog } from '@oficina/web/dialog.tsx'
import { keysAsRead, shortcuts } from '@oficina/web/shortcuts.ts'

import { words } from '../words/shell.ts'

/** The keys that do something now, those of the page first. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const shown = new Map(shortcuts.value.map((one) => [one.keys, one]))
  return (
    <Dialog title={words('shortcuts')} onClose={onClose}>
      <dl class="shortcut-list">
        {[...shown.values()].toReversed().map(({ keys, label }) => (
          <div key={keys}>
            <dt>{label()}</dt>
            <dd>
              {keysAsRead(keys)
                .split(' ')
                .map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
