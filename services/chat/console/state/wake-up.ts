import { isAway } from '@oficina/web/connection.ts'

export interface WakeUp {
  /** Aborted when whatever is waited for should be asked for anew. */
  readonly signal: AbortSignal
  end(): void
}

const LOOK_EVERY_MS = 5_000
// Timers of pages in the background come once a minute; nothing but sleep makes them come later than this.
const SLEEP_MS = 90_000

/**
 * Tells when a machine has slept, or its network has come back: an answer that was waited for before is not going to come,
 * since the service has long written it to a connection that nobody has any more.
 */
export function wakeUp(outer: AbortSignal): WakeUp {
  const abort = new AbortController()
  const wake = (): void => abort.abort()
  let last = new Date().getTime()
  const timer = setInterval(() => {
    const now = new Date().getTime()
    if (now - last > SLEEP_MS) wake()
    last = now
  }, LOOK_EVERY_MS)
  let wasAway = isAway.peek()
  const unsubscribe = isAway.subscribe((is) => {
    if (wasAway && !is) wake()
    wasAway = is
  })
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) wake()
  }
  addEventListener('online', wake)
  addEventListener('pageshow', onShow)
  outer.addEventListener('abort', wake)
  return {
    signal: abort.signal,
    end: () => {
      clearInterval(timer)
      unsubscribe()
      removeEventListener('online', wake)
      removeEventListener('pageshow', onShow)
      outer.removeEventListener('abort', wake)
    },
  }
}
