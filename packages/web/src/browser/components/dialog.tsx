import closeIcon from 'lucide-static/icons/x.svg'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

import { classes, newId } from '../dom.ts'
import { wordsOf } from '../words.ts'
import { IconButton } from './button.tsx'

const words = wordsOf({ close: 'Cerrar' }, { close: 'Close' })

export interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  /** Buttons at the end, the most likely last. */
  readonly actions?: ComponentChildren
  readonly size?: 'small' | 'medium' | 'large'
  /** It cannot be closed: the page behind waits for what it asks. */
  readonly isHeld?: boolean
}

/**
 * A dialog over the page, which the browser keeps the focus in: Esc closes it, Ctrl Enter is its main button, and the
 * focus goes back to where it was. It is shown as long as it is rendered.
 */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, actions, size = 'small', isHeld = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useRef(newId('dialog')).current
  // Before the next key: what is typed meanwhile belongs to it.
  useLayoutEffect(() => {
    const before = document.activeElement
    const { current } = dialog
    current?.showModal()
    focusFirstField(current)
    const onKey = (event: KeyboardEvent): void => {
      const isTop = [...document.querySelectorAll('dialog[open]')].at(-1) === current
      if (current !== null && isTop && event.target === document.body) pressMain(event, current)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={classes('dialog', size)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!isHeld) onClose()
      }}
      // A second Esc closes a dialog whatever its page says, so the page is told of that too.
      onClose={() => {
        if (!isHeld) onClose()
      }}
      closedby={isHeld ? 'none' : undefined}
      onKeyDown={(event) => pressMain(event, event.currentTarget)}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!isHeld && <IconButton icon={closeIcon} label={words('close')} onClick={onClose} />}
      </header>
      <div class="dialog-body">{children}</div>
      {actions !== undefined && <footer>{actions}</footer>}
    </dialog>
  )
}

/**
 * Ctrl Enter. Nobody has the focus after its element went or was disabled, such as the button of what was refused: that
 * key is the dialog's, too.
 */
function pressMain(event: KeyboardEvent, dialog: HTMLDialogElement): void {
  const isMain = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isMain || event.defaultPrevented) return
  event.preventDefault()
  // While it is busy it does nothing, and no other button stands in for it.
  footButtons(dialog).at(-1)?.click()
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

/**
 * The browser takes the first button, which closes. Whoever opens a form wants to fill it in, and whoever is only asked
 * whether he means it answers with Enter; what cannot be taken back is not done by a key too many.
 */
function focusFirstField(dialog: HTMLDialogElement | null): void {
  const isOnClose = document.activeElement?.parentElement?.parentElement === dialog
  if (dialog === null || !isOnClose) return
  const fields = dialog.querySelectorAll<HTMLElement>(`.dialog-body :is(${FIELDS}):enabled`)
  const field = [...fields].find((one) => one.checkVisibility())
  const buttons = footButtons(dialog).filter(({ disabled }) => !disabled)
  const main = buttons.at(-1)
  const wanted = field ?? (main?.classList.contains('danger') === true ? buttons[0] : main)
  wanted?.focus()
}

/** Those at the end; the main one is the last. */
function footButtons(dialog: HTMLDialogElement): readonly HTMLButtonElement[] {
  const foot = [...dialog.children].find(({ tagName }) => tagName === 'FOOTER')
  return [...(foot?.querySelectorAll('button') ?? [])]
}
