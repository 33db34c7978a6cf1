import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/**
 * An input whose text is selected when the person begins to type in it, so that what is typed takes its place, as in a
 * spreadsheet.
 */
export function useSelected(isTyping: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [isTyping])
  return input
}
