import { useLayoutEffect, useRef } from 'preact/hooks'
import { addShortcuts } from '@oficina/web/shortcuts.ts'

import { words } from '../words/record.ts'

export interface RecordKeys {
  readonly save: (isMore: boolean) => Promise<void>
  /** Goes to the record before or after, where there is one. */
  readonly step: (by: -1 | 1) => boolean
}

/** The keys of a record's page. */
export function useRecordKeys(keys: RecordKeys): void {
  const held = useRef(keys)
  held.current = keys
  useLayoutEffect(
    () =>
      addShortcuts([
        {
          keys: 'mod+s',
          label: () => words('saveKey'),
          inFields: true,
          run: () => void leaveField(() => held.current.save(false)),
        },
        {
          keys: 'mod+shift+s',
          label: () => words('newKey'),
          inFields: true,
          run: () => void leaveField(() => held.current.save(true)),
        },
        {
          keys: 'alt+pagedown',
          label: () => words('nextKey'),
          inFields: true,
          run: () => held.current.step(1),
        },
        {
          keys: 'alt+pageup',
          label: () => words('previousKey'),
          inFields: true,
          run: () => held.current.step(-1),
        },
      ]),
    [],
  )
}

/** A key that is being typed into a picker counts when the field is left. */
async function leaveField(then: () => Promise<void>): Promise<void> {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.role === 'combobox')
    activeElement.blur()
  await then()
}
