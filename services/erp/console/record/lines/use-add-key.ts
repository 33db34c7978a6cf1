import { useEffect, useRef } from 'preact/hooks'
import { addShortcuts } from '@oficina/web/shortcuts.ts'

import { words } from '../../words/lines.ts'

/** Ctrl Enter anywhere on the page adds a line to the document's own lines. */
export function useAddKey(isOn: boolean, add: () => void): void {
  const held = useRef(add)
  held.current = add
  useEffect(() => {
    if (!isOn) return
    return addShortcuts([
      {
        keys: 'mod+enter',
        label: () => words('addKey'),
        inFields: true,
        run: () => held.current(),
      },
    ])
  }, [isOn])
}
