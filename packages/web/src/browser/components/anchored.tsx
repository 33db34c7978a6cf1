import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

import { classes } from '../dom.ts'

/** What a panel stands at: an element of the page, or a place in the window such as that of a caret. */
export type Anchor = HTMLElement | DOMRect

export interface AnchoredProps {
  readonly anchor: Anchor
  /** What the panel is for, for those who hear the page. */
  readonly label: string
  readonly role?: 'dialog' | 'menu' | 'listbox'
  readonly id?: string
  readonly class?: string
  readonly onClose: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** The field that it stands at keeps the focus, and its Esc: only a press elsewhere closes it here. */
  readonly isPassive?: boolean
  readonly children: ComponentChildren
}

/**
 * A panel above everything, below its anchor or above it where there is more room, so that no box around the anchor cuts
 * it off. Esc and a press elsewhere close it; the focus goes back to where it was.
 */
export function Anchored(props: AnchoredProps) {
  const { anchor, label, role = 'dialog', onClose, onKeyDown, isPassive = false, children } = props
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = panel
    if (current === null) return
    const before = document.activeElement
    current.showPopover()
    // Keys go to what was opened, unless something in it took them already.
    if (!isPassive && !current.contains(document.activeElement)) current.focus()
    return () => {
      const isInside = current.contains(document.activeElement)
      if ((isInside || document.activeElement === document.body) && before instanceof HTMLElement) {
        before.focus()
      }
    }
  }, [])
  useLayoutEffect(() => {
    const place = (): void => {
      if (panel.current !== null) placeAt(panel.current, anchor)
    }
    place()
    addEventListener('resize', place)
    addEventListener('scroll', place, true)
    return () => {
      removeEventListener('resize', place)
      removeEventListener('scroll', place, true)
    }
  })
  useEffect(() => {
    const onPress = ({ target }: Event): void => {
      if (!(target instanceof Node) || panel.current?.contains(target) === true) return
      if (anchor instanceof HTMLElement && anchor.contains(target)) return
      onClose()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [anchor, onClose])
  return (
    <div
      ref={panel}
      id={props.id}
      popover="manual"
      class={classes('anchored', props.class)}
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (isPassive || event.defaultPrevented || event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}

const GAP = 4
const MARGIN = 8

function placeAt(panel: HTMLElement, anchor: Anchor): void {
  const rect = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : anchor
  const above = rect.top - GAP - MARGIN
  const below = innerHeight - rect.bottom - GAP - MARGIN
  const isAbove = panel.scrollHeight > below && above > below
  panel.style.maxHeight = `${Math.max(isAbove ? above : below, 0)}px`
  const widest = innerWidth - panel.offsetWidth - MARGIN
  panel.style.left = `${Math.max(MARGIN, Math.min(rect.left, widest))}px`
  panel.style.top = isAbove ? 'auto' : `${rect.bottom + GAP}px`
  panel.style.bottom = isAbove ? `${innerHeight - rect.top + GAP}px` : 'auto'
}
