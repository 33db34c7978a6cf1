/**
 * Moves the focus to the next or previous link or button of a list, from where it is or from the list's beginning.
 * @returns whether there was one
 */
export function moveAmong(list: HTMLElement | null, step: number): boolean {
  if (list === null) return false
  // Rows that scroll in and out stand in any order in the page.
  const lines = [...list.querySelectorAll<HTMLElement>('li')].toSorted(
    (one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top,
  )
  const at = lines.findIndex((line) => line.contains(document.activeElement))
  for (let next = at + step; next >= 0 && next < lines.length; next += step) {
    const target = lines[next]?.querySelector<HTMLElement>('a[href], h2 > button, button.left-line')
    if (target === null || target === undefined) continue
    target.focus({ preventScroll: true })
    target.scrollIntoView({ block: 'nearest' })
    return true
  }
  return false
}
