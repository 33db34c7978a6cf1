import { keysAsRead } from '@oficina/web/shortcuts.ts'

import { words } from '../words/keys.ts'
import { presentKeys } from './own-keys.ts'
import type { ShortcutId } from './shortcut-list.ts'

/** One combination, or several in a row, as the keyboard has them. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span class="keys">
      {keys.split(' ').map((chord, index) => (
        <span key={index}>
          {index > 0 && <small> {words('andThen')} </small>}
          {keysAsRead(chord)
            .split(' ')
            .map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
        </span>
      ))}
    </span>
  )
}

/** The first keys of a shortcut, beside what does the same; nothing where it has none. */
export function KeyHint({ id }: { readonly id: ShortcutId }) {
  const [keys] = presentKeys(id)
  return keys === undefined ? null : <Keys keys={keys} />
}

/** The first keys of a shortcut in one line of text, for menus; undefined where it has none. */
export function firstKeys(id: ShortcutId): string | undefined {
  const [keys] = presentKeys(id)
  return keys === undefined ? undefined : keysText(keys)
}

/** The keys of a shortcut in one line of text, for tooltips. */
export function keysText(keys: string): string {
  return keys
    .split(' ')
    .map(keysAsRead)
    .join(` ${words('andThen')} `)
}
