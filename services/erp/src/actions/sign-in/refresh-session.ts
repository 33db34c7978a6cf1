import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import type { Caller } from '../identity/caller.ts'
import { successorToken, tokenHash } from '../identity/token.ts'
import { insertSession } from '../store/session-store.ts'
import { readServerSecret } from '../store/secret-store.ts'
import { TOKEN_TTL_MS } from './log-in.ts'

const REFRESH_THRESHOLD_MS = 4 * 60 * 60 * 1_000

/**
 * Refreshes a session: the token changes only when fewer than 4 hours remain, and two refreshes at once get the same
 * new one. The old token lives to its own end.
 * @source docs/contract/erp.md, States and transitions, "valid → refresh"
 */
export async function refreshSession(
  tools: { readonly database: Database; readonly now: Clock },
  caller: Caller,
  presented: { readonly token: string; readonly agent: string },
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const now = tools.now()
  if (caller.expiresAt.getTime() - now >= REFRESH_THRESHOLD_MS) {
    return { token: presented.token, expiresAt: caller.expiresAt }
  }
  const token = successorToken(presented.token, await readServerSecret(tools.database))
  const expiresAt = await insertSession(tools.database, {
    tokenSha256: tokenHash(token),
    empresa: caller.empresa,
    usuarioId: caller.usuarioId,
    createdAt: new Date(now),
    expiresAt: new Date(now + TOKEN_TTL_MS),
    address: caller.address,
    agent: presented.agent.slice(0, 250),
  })
  return { token, expiresAt }
}
