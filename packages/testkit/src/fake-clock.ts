import type { Clock } from '@oficina/kit/clock.ts'

export interface FakeClock {
  readonly now: Clock
  /** Moves the time forward by milliseconds. */
  advance(ms: number): void
  set(instant: string): void
}

/** A clock that stands still until a test moves it. */
export function fakeClock(start = '2026-03-02T15:00:00Z'): FakeClock {
  const state = { ms: Date.parse(start) }
  return {
    now: () => state.ms,
    advance: (ms) => {
      state.ms += ms
    },
    set: (instant) => {
      state.ms = Date.parse(instant)
    },
  }
}
