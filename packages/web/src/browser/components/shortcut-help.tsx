import { keysAsRead, shortcuts } from '../shortcuts.ts'
import { wordsOf } from '../words.ts'
import { Dialog } from './dialog.tsx'

const words = wordsOf({ title: 'Atajos de teclado' }, { title: 'Keyboard shortcuts' })

/** The keys that do something now, those of the page first. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const shown = new Map(shortcuts.value.map((one) => [one.keys, one]))
  return (
    <Dialog title={words('title')} onClose={onClose}>
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
