import { signal } from '@preact/signals'

export interface Shortcut {
  /** Such as `mod+k`, `alt+n`, `shift+?`, `escape`; `mod` is Ctrl, on a Mac Cmd. */
  readonly keys: string
  /** What it does, as the help says it. */
  readonly label: () => string
  /** False leaves the key to the browser. */
  readonly run: () => boolean | void
  /** Also while a text is being typed; others wait until no field has the cursor. */
  readonly inFields?: boolean
  /** Also while a dialog is open, which has the keyboard to itself else. */
  readonly overDialogs?: boolean
}

/** The shortcuts that hold now, those of the innermost part last. */
export const shortcuts = signal<readonly Shortcut[]>([])

const IS_MAC = navigator.platform.startsWith('Mac')

/**
 * Adds shortcuts until the answer is called; a later one of the same keys comes first. Components add theirs before they
 * are painted (`useLayoutEffect`): who sees a button may press its key already.
 */
export function addShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.value = [...shortcuts.peek(), ...added]
  return () => {
    shortcuts.value = shortcuts.peek().filter((one) => !added.includes(one))
  }
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const keys = keysOf(event)
  const isTyping = isField(event.target)
  const found = shortcuts
    .peek()
    .findLast((one) => one.keys === keys && (one.inFields === true || !isTyping))
  if (found === undefined) return
  // What the browser does with such a key, such as to save the page, nobody means there either.
  const isHeld = found.overDialogs !== true && document.querySelector('dialog:modal') !== null
  if (!isHeld && found.run() === false) return
  event.preventDefault()
})

/** The keys of an event as shortcuts write them. */
export function keysOf(event: KeyboardEvent): string {
  const { shiftKey } = event
  const key = keyOf(event)
  // AltGr writes a sign, which on some systems looks as if Ctrl and Alt were held.
  const isSign = event.getModifierState('AltGraph') && key.length === 1
  const isMod = (IS_MAC ? event.metaKey : event.ctrlKey) && !isSign
  const altKey = event.altKey && !isSign
  const isLetter = /^[a-z]$/i.test(key)
  // A sign such as ? needs Shift on some keyboards and not on others.
  const isShift = shiftKey && (isLetter || key.length > 1)
  return [isMod && 'mod', altKey && 'alt', isShift && 'shift', key.toLowerCase()]
    .filter((part) => part !== false)
    .join('+')
}

/** The key itself: the space by its name, and a letter of another script as the Latin one on the same key. */
function keyOf({ key, code }: KeyboardEvent): string {
  if (key === ' ') return 'space'
  const isOtherScript = key.length === 1 && /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return isOtherScript && code.startsWith('Key') ? code.slice('Key'.length) : key
}

/** `mod+k` as a keyboard is labelled: `Ctrl K`. */
export function keysAsRead(keys: string): string {
  return keys
    .split(/\+(?=.)/)
    .map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))
    .join(' ')
}

const NAMES: Readonly<Record<string, string>> = {
  mod: IS_MAC ? '⌘' : 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Esc',
  enter: '↵',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  space: '␣',
  delete: 'Del',
  backspace: '⌫',
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  )
}
