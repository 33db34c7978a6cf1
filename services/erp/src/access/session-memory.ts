import type { SessionRow } from '../store/session-row.ts'

// As many as the permission cache has users; the one used longest ago makes room.
const MAX_SESSIONS = 5_000

/**
 * The sessions that this process has seen, by the hash of their token. What is remembered proves nothing: it only lets a
 * request be planned before its session has been looked up again.
 */
export class SessionMemory {
  readonly #sessions = new Map<string, SessionRow>()

  get(tokenSha256: Buffer): SessionRow | undefined {
    return this.#sessions.get(keyOf(tokenSha256))
  }

  remember(tokenSha256: Buffer, session: SessionRow): void {
    const key = keyOf(tokenSha256)
    this.#sessions.delete(key)
    this.#sessions.set(key, session)
    const oldest = this.#sessions.keys().next()
    if (this.#sessions.size > MAX_SESSIONS && oldest.done !== true) {
      this.#sessions.delete(oldest.value)
    }
  }

  forget(tokenSha256: Buffer): void {
    this.#sessions.delete(keyOf(tokenSha256))
  }
}

function keyOf(tokenSha256: Buffer): string {
  return tokenSha256.toString('latin1')
}
