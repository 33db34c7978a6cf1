import { useEffect, useState } from 'preact/hooks'

const LINE_PX = 28
// A finger needs more room than a pointer.
const TOUCH_LINE_PX = 40

const narrow = matchMedia('(max-width: 760px)')

/** How high a line of a sidebar is on this screen, in pixels. */
export function useLineHeight(): number {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const change = (): void => setNarrow(narrow.matches)
    narrow.addEventListener('change', change)
    return () => narrow.removeEventListener('change', change)
  }, [])
  return isNarrow ? TOUCH_LINE_PX : LINE_PX
}
