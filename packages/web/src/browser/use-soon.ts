import { useEffect, useRef } from 'preact/hooks'

const PAUSE_MS = 300

/** Calls a function once somebody stops typing, with what was typed last; also when its field goes away before. */
export function useSoon<T extends readonly unknown[]>(
  run: (...values: T) => void,
): (...values: T) => void {
  const held = useRef(run)
  held.current = run
  const waiting = useRef<
    { readonly values: T; readonly timer: ReturnType<typeof setTimeout> } | undefined
  >(undefined)
  const flush = (): void => {
    const last = waiting.current
    if (last === undefined) return
    clearTimeout(last.timer)
    waiting.current = undefined
    held.current(...last.values)
  }
  useEffect(() => flush, [])
  return (...values) => {
    clearTimeout(waiting.current?.timer)
    waiting.current = { values, timer: setTimeout(flush, PAUSE_MS) }
  }
}
