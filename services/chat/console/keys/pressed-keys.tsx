import { useRef, useState } from 'preact/hooks'
import { Button } from '@oficina/web/button.tsx'
import { Dialog } from '@oficina/web/dialog.tsx'

import { shortcutWords, words } from '../words/keys.ts'
import { conflictsOf, MAX_CHORDS } from './key-map.ts'
import { chordOf } from './key-press.ts'
import { Keys, keysText } from './keys-shown.tsx'
import { chooseKeys, ownKeys, presentKeys } from './own-keys.ts'
import type { ShortcutId } from './shortcut-list.ts'

export interface PressedKeysProps {
  readonly id: ShortcutId
  readonly onClose: () => void
}

/** Takes the keys that are pressed, says whose they are already, and gives them to the shortcut. */
export function PressedKeys({ id, onClose }: PressedKeysProps) {
  const [chords, setChords] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  const keys = chords.join(' ')
  const conflicts = keys === '' ? [] : conflictsOf(id, keys, ownKeys.value)
  const accept = (): void => {
    if (keys === '') return
    for (const other of conflicts) {
      chooseKeys(
        other,
        presentKeys(other).filter((taken) => !isTaken(taken, keys)),
      )
    }
    chooseKeys(id, [...presentKeys(id), keys])
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const chord = chordOf(event)
    // Tab goes on to the buttons; Esc is the dialog's.
    if (chord === undefined || event.key === 'Tab' || chord === 'escape') return
    event.preventDefault()
    if (chord === 'enter' && chords.length > 0) return accept()
    setChords(chords.length < MAX_CHORDS ? [...chords, chord] : [chord])
  }
  return (
    <Dialog
      title={shortcutWords(id)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words('cancel')}</Button>
          <Button kind="primary" disabled={keys === ''} onClick={accept}>
            {words('accept')}
          </Button>
        </>
      }
    >
      <input
        ref={field}
        class="input"
        readOnly
        autoFocus
        aria-label={words('press')}
        placeholder={words('press')}
        value={keys === '' ? '' : keysText(keys)}
        onKeyDown={onKeyDown}
      />
      <p class="muted key-press-help">{words('pressHelp')}</p>
      <div role="status">
        {conflicts.length > 0 && (
          <p class="key-taken">
            <Keys keys={keys} />{' '}
            {words('taken', { labels: conflicts.map((one) => shortcutWords(one)).join(', ') })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function isTaken(taken: string, keys: string): boolean {
  return taken === keys || taken.startsWith(`${keys} `) || keys.startsWith(`${taken} `)
}
