import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

import { classes, newId } from '../dom.ts'
import { Button, type ButtonProps } from './button.tsx'

export interface MenuItem {
  readonly label: ComponentChildren
  readonly run: () => void
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  /** Set for one of several choices: whether it is the chosen one. */
  readonly isChecked?: boolean
  /** A line above it, where a group of others ends. */
  readonly isSeparated?: boolean
}

export interface MenuProps extends Omit<ButtonProps, 'onClick'> {
  readonly items: readonly MenuItem[]
}

/** A button that opens a menu where the hand is. Arrows move, Enter chooses, Esc closes and gives the focus back. */
export function Menu({ items, children, ...button }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useRef(newId('menu')).current
  const root = useRef<HTMLDivElement>(null)
  const close = (): void => {
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  useLayoutEffect(() => {
    if (!isOpen) return
    root.current?.querySelector<HTMLElement>('[role^=menuitem]:not(:disabled)')?.focus()
    const onPress = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) !== true)
        setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return (
    <div class="menu-root" ref={root}>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </Button>
      {isOpen && (
        <div class="menu" role="menu" id={id} onKeyDown={(event) => onMenuKey(event, close)}>
          {items.map((item, index) => (
            <Choice key={index} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  )
}

function Choice({ item, close }: { readonly item: MenuItem; readonly close: () => void }) {
  const { label, run, isDangerous, isDisabled = false, isChecked, isSeparated } = item
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      class={classes(
        'menu-item',
        isDangerous === true && 'danger',
        isSeparated === true && 'separated',
      )}
      disabled={isDisabled}
      tabIndex={-1}
      onClick={() => {
        close()
        run()
      }}
    >
      {label}
    </button>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function onMenuKey(event: KeyboardEvent, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    event.stopPropagation()
    close()
    return
  }
  const { currentTarget } = event
  if (!(currentTarget instanceof HTMLElement)) return
  const choices = [
    ...currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)'),
  ]
  const step = STEPS[event.key]
  const at = choices.findIndex((choice) => choice === document.activeElement)
  const edge = event.key === 'Home' ? 0 : event.key === 'End' ? -1 : undefined
  const next = step === undefined ? edge : (at + step + choices.length) % choices.length
  if (next === undefined) return
  event.preventDefault()
  choices.at(next)?.focus()
}
