import { setTimeout as delay } from 'node:timers/promises'

import { call, type Answer, type Request } from './call.ts'
import type { Ledger } from './ledger.ts'

// As Zulip's clients and most others do: a broken connection or a 5xx is tried again, waiting longer each time.
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000
/** After this long without an answer a client tells its person that it does not work. */
export const PATIENCE_MS = 45_000

/** What an attempt came to: an answer, or the reason to try again and how long to wait. */
export type Attempt =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly reason: string; readonly pauseMs: number }

export async function attempt(request: Request): Promise<Attempt> {
  try {
    const answer = await call(request)
    if (answer.status < 500 && answer.status !== 429) return { kind: 'answered', answer }
    return {
      kind: 'failed',
      reason: reasonOf(answer),
      pauseMs: Math.min(answer.retryAfterMs ?? 0, LONGEST_PAUSE_MS),
    }
  } catch {
    return { kind: 'failed', reason: 'broken', pauseMs: 0 }
  }
}

/** The same request until it is answered, for what may be done twice; undefined when patience ended. */
export async function retrying(request: Request, ledger: Ledger): Promise<Answer | undefined> {
  const endMs = performance.now() + PATIENCE_MS
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const tried = await attempt(request)
    if (tried.kind === 'answered') {
      ledger.requests += 1
      return tried.answer
    }
    ledger.retry(tried.reason)
    if (performance.now() > endMs) {
      ledger.note('failed', `${request.method} ${request.path}: ${tried.reason}`)
      return undefined
    }
    await delay(Math.max(pauseMs, tried.pauseMs))
  }
}

/** The status, and the service's own code where there is one: nginx's 502 and 504 have none. */
function reasonOf({ status, bytes }: Answer): string {
  const code = /"code":\s*"([A-Z_]+)"/.exec(bytes.toString('utf8').slice(0, 2_000))?.[1]
  return code === undefined ? String(status) : `${status} ${code}`
}
