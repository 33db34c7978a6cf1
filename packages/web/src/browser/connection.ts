import { signal } from '@preact/signals'

/** Whether the last requests found no answer. */
export const isAway = signal(false)

const LOOK_EVERY_MS = 5000
// Costs the service nothing and is asked of it by others all the time.
const LOOKED_AT = '/health'

const watch: { timer?: ReturnType<typeof setInterval> } = {}

/** A request was answered, with whatever: perhaps from before the network went, which says nothing of now. */
export function noteAnswer(): void {
  if (isAway.peek() && navigator.onLine) end()
}

/** A request found nobody; from now on it is looked whether somebody is there again. */
export function noteSilence(): void {
  if (isAway.peek()) return
  isAway.value = true
  watch.timer = setInterval(() => void look(), LOOK_EVERY_MS)
}

addEventListener('offline', noteSilence)
addEventListener('online', () => void look())

async function look(): Promise<void> {
  try {
    await fetch(LOOKED_AT, { cache: 'no-store', signal: AbortSignal.timeout(LOOK_EVERY_MS) })
    end()
  } catch {
    // Still nobody.
  }
}

function end(): void {
  clearInterval(watch.timer)
  isAway.value = false
}
