import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { recall, remember } from '@oficina/web/router.ts'

import { isByKeyboard } from '../feed/selected.ts'

export interface RowFocus {
  /** The row that has the focus, or gets it with the next key. */
  readonly current: string | undefined
  /** Notes that a row got the focus by other means. */
  readonly note: (key: string) => void
  /** To the row so many steps away; false when there is no row. */
  readonly move: (by: number) => boolean
  readonly toEdge: (edge: 'first' | 'last') => boolean
}

export interface RowFocusOptions {
  /** What the page is called in the memory of the history. */
  readonly name: string
  /** Of all rows, in their order. */
  readonly keys: readonly string[]
  readonly scroller: RefObject<HTMLElement | null>
  readonly scrollTo: (index: number) => void
}

/**
 * Which of many virtual rows has the focus; each renders an element with `data-row`. Who comes back finds the row that they
 * left; when a row goes away, the one in its place gets the focus.
 */
export function useRowFocus({ name, keys, scroller, scrollTo }: RowFocusOptions): RowFocus {
  const memory = `${name}.row`
  const [current, setCurrent] = useState<string | undefined>(() => {
    const kept = recall(memory)
    return typeof kept === 'string' ? kept : undefined
  })
  const at = useRef(0)
  const wanted = useRef<string | undefined>(undefined)
  const found = current === undefined ? -1 : keys.indexOf(current)
  const index = found === -1 ? Math.min(at.current, keys.length - 1) : found
  const key = keys[index]
  if (index >= 0) at.current = index
  const focusRow = (row: string): boolean => {
    const element = scroller.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
    element?.focus({ preventScroll: true })
    return element !== null && element !== undefined
  }
  const go = (next: number): boolean => {
    const target = keys[Math.max(0, Math.min(next, keys.length - 1))]
    if (target === undefined) return false
    setCurrent(target)
    remember(memory, target)
    scrollTo(keys.indexOf(target))
    // At once where it is there: the next key is pressed on it.
    if (!focusRow(target)) wanted.current = target
    return true
  }
  const isHeld = (): boolean => {
    // Who works by mouse or finger needs no frame around what they do not touch.
    if (!isByKeyboard.peek()) return false
    const { activeElement } = document
    return activeElement === document.body || activeElement?.id === 'main'
  }
  // Who comes to the page, or loses the row that they were on, goes on by keyboard where they are.
  useEffect(() => {
    if (key !== undefined && isHeld()) go(index)
  }, [key])
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(wanted.current)) wanted.current = undefined
  })
  return {
    current: key,
    note: (noted) => {
      setCurrent(noted)
      remember(memory, noted)
    },
    move: (by) => {
      const isAt = document.activeElement?.closest('[data-row]') !== null
      return go(isAt || by < 0 ? index + by : index)
    },
    toEdge: (edge) => go(edge === 'first' ? 0 : keys.length - 1),
  }
}
