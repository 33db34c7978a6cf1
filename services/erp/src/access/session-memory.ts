import { RecentMap } from '@oficina/kit/recent-map.ts'

import { tokenKey } from '../identity/token.ts'
import type { SessionRow } from '../store/people/session-row.ts'

// As many as the permission cache has users; the least recently used one is dropped.
const MAX_SESSIONS = 5_000

/**
 * The sessions that this process has seen, by the hash of their token. A remembered session proves nothing: it only
 * lets a request be planned before the session has been looked up again.
 */
export class SessionMemory {
  readonly #sessions = new RecentMap<string, SessionRow>(MAX_SESSIONS)

  get(tokenSha256: Buffer): SessionRow | undefined {
    return this.#sessions.get(tokenKey(tokenSha256))
  }

  remember(tokenSha256: Buffer, session: SessionRow): void {
    this.#sessions.set(tokenKey(tokenSha256), session)
  }

  forget(tokenSha256: Buffer): void {
    this.#sessions.delete(tokenKey(tokenSha256))
  }
}
