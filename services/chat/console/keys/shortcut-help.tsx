import { useState } from 'preact/hooks'
import { Dialog } from '@oficina/web/dialog.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { Link } from '@oficina/web/link.tsx'

import { groupWords, shortcutWords, words } from '../words/keys.ts'
import { Keys } from './keys-shown.tsx'
import { presentKeys } from './own-keys.ts'
import { SHORTCUTS, type ShortcutGroup, type ShortcutId } from './shortcut-list.ts'

interface Listed {
  readonly id: ShortcutId
  readonly group: ShortcutGroup
}

/** All shortcuts with the keys that they have now, by what they are for. */
export function ShortcutHelp({ onClose }: { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const found = SHORTCUTS.filter(({ id }) => plain(shortcutWords(id)).includes(plain(typed.trim())))
  const groups = [...Map.groupBy<ShortcutGroup, Listed>(found, ({ group }) => group)]
  return (
    <Dialog title={words('title')} onClose={onClose} size="large">
      <div class="key-help-head">
        <input
          class="input"
          type="search"
          autoFocus
          aria-label={words('find')}
          placeholder={words('find')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Link to="/settings/keyboard-shortcuts" onClick={onClose}>
          {words('change')}
        </Link>
      </div>
      {groups.length === 0 && <p class="muted">{words('noMatch', { text: typed.trim() })}</p>}
      <div class="key-help">
        {groups.map(([group, listed]) => (
          <section key={group}>
            <h3>{groupWords(group)}</h3>
            <dl>
              {listed.map(({ id }) => (
                <Line key={id} id={id} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

function Line({ id }: { readonly id: ShortcutId }) {
  const keys = presentKeys(id)
  return (
    <div>
      <dt>{shortcutWords(id)}</dt>
      <dd>
        {keys.length === 0 && <small class="muted">{words('none')}</small>}
        {keys.map((one, index) => (
          <span key={one}>
            {index > 0 && <small> {words('or')} </small>}
            <Keys keys={one} />
          </span>
        ))}
      </dd>
    </div>
  )
}
