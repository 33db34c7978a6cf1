import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

import { classes } from '../dom.ts'

export interface PopoverProps {
  /** What the panel is for, for those who hear the page. */
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The button that opens it, which gets the focus back. */
  readonly button: ComponentChildren
  /** The panel. */
  readonly children: ComponentChildren
  readonly class?: string
}

const FOCUSABLE = 'input:not(:disabled), select, textarea, button:not(:disabled), [tabindex="0"]'

/**
 * A panel below its button, for more than a menu: fields, lists of boxes. Esc, and a press elsewhere, close it. It stays
 * within the page sideways.
 */
export function Popover({ label, isOpen, onClose, button, children, ...rest }: PopoverProps) {
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isOpen && panel.current !== null) keepWithin(panel.current)
  })
  // Before the next key can arrive.
  useLayoutEffect(() => {
    if (isOpen) panel.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus({ preventScroll: true })
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return (
    <div
      role="presentation"
      class={classes('popover-root', rest.class)}
      ref={root}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
        root.current?.querySelector('button')?.focus()
      }}
    >
      {button}
      {isOpen && (
        <div class="popover" role="dialog" aria-label={label} ref={panel}>
          {children}
        </div>
      )}
    </div>
  )
}

const MARGIN = 8

function keepWithin(panel: HTMLElement): void {
  panel.style.translate = '0'
  const over = panel.getBoundingClientRect().right - (document.documentElement.clientWidth - MARGIN)
  if (over > 0) panel.style.translate = `${-over}px`
}
