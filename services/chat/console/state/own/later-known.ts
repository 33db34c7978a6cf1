import { effect, signal } from '@preact/signals'

import type { Part } from '../part.ts'

/** Whether what comes after the first paint is there: until then a list without entries says nothing. */
export const isLaterKnown = signal(false)

export const laterKnownPart: Part = {
  later: [],
  take: (state) => {
    // All of it comes together.
    if (state.drafts !== undefined) isLaterKnown.value = true
  },
}

/** Waits until it is there. */
export function laterKnown(): Promise<void> {
  const known = Promise.withResolvers<void>()
  const stop = effect(() => {
    if (isLaterKnown.value) known.resolve()
  })
  return known.promise.finally(stop)
}
