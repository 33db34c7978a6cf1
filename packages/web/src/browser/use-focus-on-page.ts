import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

import { place } from './router.ts'

/**
 * Who opens another page is at its beginning, also with the keyboard; a page may move the focus on. Where `isKept` says
 * so of the element that has the focus, it keeps it.
 */
export function useFocusOnPage(
  main: RefObject<HTMLElement | null>,
  isKept: (focused: Element) => boolean = () => false,
): void {
  const { path } = place.value
  const last = useRef(path)
  useLayoutEffect(() => {
    if (last.current === path) return
    last.current = path
    const focused = document.activeElement
    if (focused !== null && isKept(focused)) return
    main.current?.focus({ preventScroll: true })
  }, [path])
}
