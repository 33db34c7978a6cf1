import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import { apiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { successorToken, tokenHash } from '../../identity/token.ts'
import { KEY_NOT_REFRESHED } from '../../messages/sign-in.ts'
import { readServerSecret } from '../../store/people/secret-store.ts'
import { insertToken } from '../../store/people/session-store.ts'
import { TOKEN_TTL_MS, type OpenedSession } from './open-session.ts'

const REFRESH_THRESHOLD_MS = 4 * 60 * 60 * 1_000

/**
 * Refreshes a session: the token changes only when fewer than 4 hours remain, and two simultaneous refreshes get the
 * same new one. The old token stays valid until its own end.
 * @throws ApiError FORBIDDEN for an API key, which has its own expiry
 * @source docs/contract/erp.md, States and transitions, "valid → refresh"
 */
export async function refreshSession(
  tools: { readonly database: Database; readonly now: Clock },
  caller: Caller,
  presented: string,
): Promise<OpenedSession> {
  const { credential, empresa, usuarioId } = caller
  if (credential.kind !== 'session') {
    throw apiError('FORBIDDEN', KEY_NOT_REFRESHED())
  }
  const now = tools.now()
  if (credential.expiresAt.getTime() - now >= REFRESH_THRESHOLD_MS) {
    return { token: presented, expiresAt: credential.expiresAt }
  }
  const token = successorToken(presented, await readServerSecret(tools.database))
  const expiresAt = await insertToken(tools.database, {
    tokenSha256: tokenHash(token),
    empresa,
    usuarioId,
    sesion: credential.id,
    createdAt: new Date(now),
    expiresAt: new Date(now + TOKEN_TTL_MS),
  })
  return { token, expiresAt }
}
