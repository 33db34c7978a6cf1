import { setTimeout as pause } from 'node:timers/promises'

/** Waits so long, or until `signal` aborts, without an error either way. Does not keep the process from ending. */
export async function rest(ms: number, signal?: AbortSignal): Promise<void> {
  const until = signal === undefined ? {} : { signal }
  await pause(ms, undefined, { ...until, ref: false }).catch(() => undefined)
}
