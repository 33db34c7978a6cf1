import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

import { classes } from '../dom.ts'
import { Anchored, type Anchor } from './anchored.tsx'

export interface AnchoredItem {
  readonly label: string
  readonly run: () => void
  /** A picture before the label, from Lucide. */
  readonly icon?: ComponentChildren
  /** Its shortcut, as keyboards are labelled. */
  readonly keys?: string | undefined
  /** Said after the label, less loud: a time, a name. */
  readonly detail?: string | undefined
  /** Why it cannot be chosen now, said with it; such an item is shown and does nothing. */
  readonly refusal?: string | undefined
  readonly isDangerous?: boolean
  readonly isChecked?: boolean
  /** A line above it, where a group of others ends. */
  readonly isSeparated?: boolean
}

export interface AskedMenu {
  readonly anchor: Anchor
  readonly label: string
  readonly items: readonly AnchoredItem[]
  readonly onClose?: () => void
}

const asked = signal<AskedMenu | undefined>(undefined)

/** Opens a menu at a place of the page; another one that is open closes. */
export function openMenu(menu: AskedMenu): void {
  asked.peek()?.onClose?.()
  asked.value = menu
}

export function closeMenu(): void {
  const menu = asked.peek()
  asked.value = undefined
  menu?.onClose?.()
}

/** Where menus appear that `openMenu` opens: once a page. */
export function AnchoredMenus() {
  const menu = asked.value
  if (menu === undefined) return null
  // Another menu is another panel, with a place and a focus of its own.
  return (
    <section aria-label={menu.label}>
      <OpenMenu key={menus.numberOf(menu)} menu={menu} />
    </section>
  )
}

const menus = {
  last: 0,
  numbers: new WeakMap<AskedMenu, number>(),
  numberOf(menu: AskedMenu): number {
    const known = this.numbers.get(menu)
    if (known !== undefined) return known
    this.last += 1
    this.numbers.set(menu, this.last)
    return this.last
  },
}

function OpenMenu({ menu }: { readonly menu: AskedMenu }) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    root.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }, [])
  return (
    <Anchored
      anchor={menu.anchor}
      label={menu.label}
      role="menu"
      class="anchored-menu"
      onClose={closeMenu}
      onKeyDown={onKey}
    >
      <div ref={root} role="presentation">
        {menu.items.map((item, index) => (
          <Item key={index} item={item} />
        ))}
      </div>
    </Anchored>
  )
}

function Item({ item }: { readonly item: AnchoredItem }) {
  const { label, run, icon, keys, detail, refusal, isDangerous, isChecked, isSeparated } = item
  return (
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={isChecked}
      aria-disabled={refusal !== undefined}
      title={refusal}
      class={classes(
        'menu-item',
        isDangerous === true && 'danger',
        isSeparated === true && 'separated',
      )}
      tabIndex={-1}
      onClick={() => {
        if (refusal !== undefined) return
        closeMenu()
        run()
      }}
    >
      {icon}
      <span class="menu-label">
        {label}
        {refusal !== undefined && <small>{refusal}</small>}
      </span>
      {detail !== undefined && <span class="menu-detail">{detail}</span>}
      {keys !== undefined && <kbd aria-hidden="true">{keys}</kbd>}
    </button>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

function onKey(event: KeyboardEvent): void {
  const { currentTarget, key } = event
  if (!(currentTarget instanceof HTMLElement)) return
  if (key === 'Tab') {
    event.preventDefault()
    closeMenu()
    return
  }
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const step = STEPS[key]
  const edge = key === 'Home' ? 0 : key === 'End' ? -1 : undefined
  const next = step === undefined ? edge : (at + step + items.length) % items.length
  if (next === undefined) return
  event.preventDefault()
  event.stopPropagation()
  items.at(next)?.focus()
}
