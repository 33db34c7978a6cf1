import addIcon from 'lucide-static/icons/plus.svg'
import resetIcon from 'lucide-static/icons/rotate-ccw.svg'
import removeIcon from 'lucide-static/icons/x.svg'
import { useState } from 'preact/hooks'
import { ask } from '@oficina/web/ask.tsx'
import { Button, IconButton } from '@oficina/web/button.tsx'
import { plain } from '@oficina/web/fuzzy.ts'
import { toast } from '@oficina/web/toasts.tsx'

import { groupWords, shortcutWords, words } from '../words/keys.ts'
import { MAX_KEYS } from './key-map.ts'
import { Keys, keysText } from './keys-shown.tsx'
import { chooseKeys, ownKeys, presentKeys, resetKeys } from './own-keys.ts'
import { PressedKeys } from './pressed-keys.tsx'
import { declarationOf, SHORTCUTS, type ShortcutGroup, type ShortcutId } from './shortcut-list.ts'

interface Listed {
  readonly id: ShortcutId
  readonly group: ShortcutGroup
}

/** The person's own keys: every shortcut with what it has, to add to, take away from and put back. */
export function KeyboardSettings() {
  const [typed, setTyped] = useState('')
  const [pressing, setPressing] = useState<ShortcutId | undefined>(undefined)
  const found = SHORTCUTS.filter(({ id }) => plain(shortcutWords(id)).includes(plain(typed.trim())))
  const hasOwn = Object.keys(ownKeys.value).length > 0
  return (
    <div class="key-settings">
      <p class="muted">{words('kept')}</p>
      <div class="key-help-head">
        <input
          class="input"
          type="search"
          aria-label={words('find')}
          placeholder={words('find')}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button disabled={!hasOwn} onClick={() => void resetAll()}>
          {words('resetAll')}
        </Button>
      </div>
      {found.length === 0 && <p class="muted">{words('noMatch', { text: typed.trim() })}</p>}
      {[...Map.groupBy<ShortcutGroup, Listed>(found, ({ group }) => group)].map(
        ([group, listed]) => (
          <table key={group}>
            <caption>{groupWords(group)}</caption>
            <thead class="hidden">
              <tr>
                <th>{words('shortcut')}</th>
                <th>{words('keys')}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(({ id }) => (
                <Row key={id} id={id} onAdd={() => setPressing(id)} />
              ))}
            </tbody>
          </table>
        ),
      )}
      {pressing !== undefined && (
        <PressedKeys id={pressing} onClose={() => setPressing(undefined)} />
      )}
    </div>
  )
}

function Row({ id, onAdd }: { readonly id: ShortcutId; readonly onAdd: () => void }) {
  const keys = presentKeys(id)
  const label = shortcutWords(id)
  const isOwn = ownKeys.value[id] !== undefined
  const add = (): void => {
    if (keys.length < MAX_KEYS) onAdd()
    else toast({ text: words('tooMany'), tone: 'danger' })
  }
  return (
    <tr>
      <th scope="row">
        {label} {isOwn && <small class="muted">· {words('own')}</small>}
      </th>
      <td>
        {keys.length === 0 && <small class="muted">{words('none')}</small>}
        {keys.map((one) => (
          <span key={one} class="key-chosen">
            <Keys keys={one} />
            <IconButton
              icon={removeIcon}
              label={words('remove', { keys: keysText(one), label })}
              onClick={() =>
                chooseKeys(
                  id,
                  keys.filter((other) => other !== one),
                )
              }
            />
          </span>
        ))}
        <IconButton icon={addIcon} label={words('add', { label })} onClick={add} />
        {isOwn && (
          <IconButton
            icon={resetIcon}
            label={words('reset', { label })}
            onClick={() => chooseKeys(id, declarationOf(id).keys)}
          />
        )}
      </td>
    </tr>
  )
}

async function resetAll(): Promise<void> {
  const isSure = await ask({
    title: words('resetAll'),
    text: words('resetAllText'),
    confirm: words('resetAll'),
  })
  if (isSure) resetKeys()
}
