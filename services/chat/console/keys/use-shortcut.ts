import { useLayoutEffect, useRef } from 'preact/hooks'

import { addShortcut, type Run } from './key-press.ts'
import type { ShortcutId } from './shortcut-list.ts'

/**
 * The keys of a shortcut do this while the component is there. Of several components the one that came last is asked
 * first; one whose `run` answers false leaves the key to the others.
 */
export function useShortcut(id: ShortcutId, run: Run): void {
  const present = useRef(run)
  present.current = run
  // Before it is painted: who sees a button may press its key already.
  useLayoutEffect(() => addShortcut(id, (event) => present.current(event)), [id])
}
