// A page that has nothing to do within this time is not going to.
const LATEST_MS = 2_000

/**
 * Does something once the page has nothing better to do, so that it takes no time from what the person waits for; at
 * the latest after two seconds. @returns what calls it off
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(idle)
}
