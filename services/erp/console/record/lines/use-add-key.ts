import { useLayoutEffect, useRef } from 'preact/hooks'
import { addShortcuts } from '@oficina/web/shortcuts.ts'

import { words } from '../../words/lines.ts'

const GRID_KEYS = [
  { keys: 'alt+enter', label: 'open' },
  { keys: 'mod+d', label: 'duplicate' },
  { keys: 'mod+delete', label: 'remove' },
  { keys: 'mod+shift+arrowup', label: 'up' },
  { keys: 'mod+shift+arrowdown', label: 'down' },
] as const

/** Ctrl Enter anywhere on the page adds a line to the document's own lines. */
export function useAddKey(isOn: boolean, add: () => void): void {
  const held = useRef(add)
  held.current = add
  useLayoutEffect(() => {
    if (!isOn) return
    return addShortcuts([
      {
        keys: 'mod+enter',
        label: () => words('addKey'),
        inFields: true,
        run: () => held.current(),
      },
      // The grid takes these itself where the cursor is in it; here they are told to who asks for the keys.
      ...GRID_KEYS.map(({ keys, label }) => ({
        keys,
        label: () => words(label),
        inFields: true,
        run: () => false,
      })),
    ])
  }, [isOn])
}
