const waiting: (() => void)[] = []

/**
 * Measures what was just drawn, once all of it was: the browser lays the page out once, instead of once a message. It runs
 * before anything is painted.
 */
export function measureTogether(measure: () => void): void {
  waiting.push(measure)
  if (waiting.length > 1) return
  queueMicrotask(() => {
    for (const one of waiting.splice(0)) one()
  })
}
