import type { Tx } from '@oficina/kit/database.ts'

import { newToken, tokenHash } from '../../identity/token.ts'
import { auditNumber, recordAudit } from '../../store/audit-store.ts'
import {
  insertPassword,
  updatePassword,
  type UserPolicyRow,
} from '../../store/people/access-policy-store.ts'
import { insertSession, insertToken, revokeSessions } from '../../store/people/session-store.ts'
import { holdUser } from '../../store/people/user-store.ts'
import { readAs, writeAs, type EmpresaId } from '../../store/tenant-database.ts'
import { demandNewPassword, PASSWORDS_KEPT } from './new-password.ts'
import type { SignInDependencies } from './sign-in-dependencies.ts'

export interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
}

export const TOKEN_TTL_MS = 24 * 60 * 60 * 1_000

interface Opening {
  readonly empresa: EmpresaId
  readonly usuarioId: string
  readonly policy: UserPolicyRow | undefined
  readonly method: 'contrasena' | 'doble_factor'
  /** The new password from now on; null: it does not change. */
  readonly nueva: string | null
  readonly origin: {
    readonly address: string
    readonly agent: string
    readonly requestId: string
  }
}

/** Opens a session; with a new password all others of the user end, with too many sessions the oldest ones. */
export async function openSession(
  tools: SignInDependencies,
  opening: Opening,
): Promise<OpenedSession> {
  const { database } = tools
  const { empresa, usuarioId, policy, nueva, origin, method } = opening
  const hash = nueva === null ? null : await hashOfNew(tools, opening, nueva)
  const auditId = hash === null ? 0 : await auditNumber(database, empresa)
  const token = newToken()
  const startedAt = new Date(tools.now())
  const expiresAt = new Date(tools.now() + TOKEN_TTL_MS)
  await writeAs(database, empresa, async (tx) => {
    await holdUser(tx, empresa, usuarioId)
    if (hash !== null) await setPassword(tx, opening, { hash, auditId, now: startedAt })
    const most = policy?.sesiones_simultaneas ?? null
    if (most !== null) {
      const choice = { kind: 'oldest', keep: Math.max(most - 1, 0) } as const
      await revokeSessions(tx, empresa, { usuarioId, choice, now: startedAt })
    }
    const { address, agent } = origin
    const session = { usuarioId, method, startedAt, address, agent }
    const sesion = await insertSession(tx, empresa, session)
    const kept = { empresa, usuarioId, sesion, createdAt: startedAt, expiresAt }
    await insertToken(tx, { tokenSha256: tokenHash(token), ...kept })
  })
  return { token, expiresAt }
}

async function hashOfNew(
  { database, passwords }: SignInDependencies,
  { empresa, usuarioId, policy }: Opening,
  password: string,
): Promise<string> {
  await demandNewPassword({
    passwords,
    rules: policy,
    password,
    field: 'nueva',
    user: { empresa, usuarioId },
    read: (statement) => readAs(database, empresa, statement),
  })
  return await passwords.hash(password)
}

async function setPassword(
  tx: Tx,
  { empresa, usuarioId, origin }: Opening,
  { hash, auditId, now }: { readonly hash: string; readonly auditId: number; readonly now: Date },
): Promise<void> {
  const at = now.toISOString()
  await updatePassword(tx, empresa, { usuarioId, huella: hash, at })
  await insertPassword(tx, empresa, { usuarioId, huella: hash, at, keep: PASSWORDS_KEPT })
  await revokeSessions(tx, empresa, { usuarioId, choice: { kind: 'all', except: null }, now })
  const changed = { password: '[oculto]' }
  const what = { model: 'Usuario', recordId: usuarioId, operation: 'cambio' } as const
  const entry = {
    ...what,
    id: auditId,
    action: null,
    reason: null,
    before: changed,
    after: changed,
  }
  await recordAudit(tx, { empresa, usuarioId, ...origin }, { entries: [entry], now: at })
}
