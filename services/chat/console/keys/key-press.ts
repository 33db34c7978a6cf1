import { keysOf } from '@oficina/web/shortcuts.ts'

import { isBeginning } from './key-map.ts'
import { heldKeys } from './own-keys.ts'
import { declarationOf, type ShortcutId } from './shortcut-list.ts'

/** False leaves the key to another part of the page, and last to the browser. */
export type Run = (event: KeyboardEvent) => boolean | void

interface Held {
  readonly id: ShortcutId
  readonly run: Run
}

// How long the rest of a sequence may take.
const SEQUENCE_MS = 1_200

const held: Held[] = []
const pending = { chords: '', at: -Infinity }

/** A shortcut does this until the answer is called; what was added later comes first. */
export function addShortcut(id: ShortcutId, run: Run): () => void {
  const added = { id, run }
  held.push(added)
  return () => {
    const at = held.indexOf(added)
    if (at !== -1) held.splice(at, 1)
  }
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const chord = chordOf(event)
  if (chord === undefined) return
  const isInTime = event.timeStamp - pending.at < SEQUENCE_MS
  const chords = pending.chords !== '' && isInTime ? `${pending.chords} ${chord}` : chord
  pending.chords = ''
  if (isHandled(chords, event) || (chords !== chord && isHandled(chord, event))) {
    event.preventDefault()
    return
  }
  if (isField(event.target) || !isBeginning(chords, heldKeys.peek())) return
  pending.chords = chords
  pending.at = event.timeStamp
})

function isHandled(chords: string, event: KeyboardEvent): boolean {
  const ids = heldKeys.peek().get(chords)
  if (ids === undefined) return false
  // Whoever writes writes, whatever the keys of a shortcut are.
  const isTyping = isField(event.target)
  if (isTyping && isSign(event)) return false
  const may = ids.filter((id) => !isTyping || declarationOf(id).inFields === true)
  if (may.length === 0 || belongsToElement(event)) return false
  return held.toReversed().some(({ id, run }) => may.includes(id) && run(event) !== false)
}

function isSign({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

/** A key press as the list writes it; undefined for a key that only goes with others. */
export function chordOf(event: KeyboardEvent): string | undefined {
  const { key } = event
  if (['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process'].includes(key)) {
    return undefined
  }
  return keysOf(event)
}

// What these do with keys of their own is none of ours: a menu's letters, the arrows of a row of tabs.
const WITH_KEYS = '[role=menu], [role=listbox], [role=dialog]'
const WITH_ARROWS = '[role=tablist], [role=radiogroup], [role=slider], audio, video'
const PRESSED =
  'a[href], button, summary, [role=button], [role=menuitem], [role=checkbox], [role=switch]'

function belongsToElement(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof Element)) return false
  // A dialog has the keyboard to itself.
  if (document.querySelector('dialog:modal') !== null) return true
  if (target.closest(WITH_KEYS) !== null) return true
  if (/^(?:Arrow|Page|Home|End)/.test(key) && target.closest(WITH_ARROWS) !== null) return true
  const isPress = (key === 'Enter' || key === ' ') && !event.ctrlKey && !event.metaKey
  return isPress && target.closest(PRESSED) !== null
}

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])')
  )
}
