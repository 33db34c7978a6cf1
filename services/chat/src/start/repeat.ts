import type { Log } from '@oficina/kit/log.ts'

/** What is done, how often, and how; what takes long ends early once `stopping` is aborted. */
export type Chore = readonly [
  what: string,
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<void> | void,
]

interface Repeated {
  readonly once: () => Promise<void>
  /** Resolves when nothing of it is under way any more. */
  readonly stop: () => Promise<void>
}

/** Does a chore again and again, never twice at once. */
export function repeat([what, everyMs, work]: Chore, log: Log): Repeated {
  const state: { underWay: Promise<void> | undefined } = { underWay: undefined }
  const stopping = new AbortController()
  const attempt = async () => {
    try {
      await work(stopping.signal)
    } catch (error) {
      log.warn({ err: error }, `${what} failed`)
    }
  }
  const once = async () => {
    state.underWay ??= attempt().finally(() => (state.underWay = undefined))
    await state.underWay
  }
  const timer = setInterval(() => void once(), everyMs).unref()
  const stop = async () => {
    clearInterval(timer)
    stopping.abort()
    await state.underWay
  }
  return { once, stop }
}
