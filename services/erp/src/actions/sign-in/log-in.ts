import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import { hashPassword, isPassword } from '@oficina/kit/password.ts'
import { newToken, tokenHash } from '../identity/token.ts'
import { ApiError, apiError } from '../errors.ts'
import {
  countFailures,
  deleteFailures,
  insertFailure,
  insertSession,
} from '../store/session-store.ts'
import { empresaId } from '../store/tenant-database.ts'
import { findLogins, type LoginRow } from '../store/user-store.ts'

export interface Credentials {
  /** A user name, or `name@company` with the company's `clave` where several companies have that name. */
  readonly usuario: string
  readonly password: string
  readonly address: string
  readonly agent: string
}

export interface LoggedIn {
  readonly token: string
  readonly expiresAt: Date
  readonly usuario: { readonly id: number; readonly usuario: string; readonly nombre: string }
  readonly empresa: { readonly id: number; readonly razon_social: string }
}

export const TOKEN_TTL_MS = 24 * 60 * 60 * 1_000
const MAX_FAILURES = 10
const FAILURE_WINDOW_MS = 15 * 60 * 1_000
// Each candidate costs a password hash, so a name that very many companies use must be written with its company.
const MAX_CANDIDATES = 5

/**
 * Opens a session. Unknown user and wrong password give the same answer after the same time.
 * @throws ApiError INVALID_CREDENTIALS, or TOO_MANY_ATTEMPTS after ten failures in 15 minutes for a user and address
 * @source docs/contract/erp.md, Authentication endpoints
 */
export async function logIn(
  tools: { readonly database: Database; readonly now: Clock },
  credentials: Credentials,
): Promise<LoggedIn> {
  const { database } = tools
  const now = tools.now()
  const attempt = { usuario: credentials.usuario.toLowerCase(), address: credentials.address }
  await refuseGuessing(database, attempt, now)
  const user = await findUser(database, credentials)
  if (user === undefined) {
    await insertFailure(database, { ...attempt, at: new Date(now) })
    throw apiError('INVALID_CREDENTIALS', 'The user or the password is wrong.')
  }
  await deleteFailures(database, attempt)
  const token = newToken()
  const expiresAt = await insertSession(database, {
    tokenSha256: tokenHash(token),
    empresa: empresaId(user.empresa_id),
    usuarioId: user.usuario_id,
    createdAt: new Date(now),
    expiresAt: new Date(now + TOKEN_TTL_MS),
    address: credentials.address,
    agent: credentials.agent.slice(0, 250),
  })
  return {
    token,
    expiresAt,
    usuario: { id: Number(user.usuario_id), usuario: user.usuario, nombre: user.nombre },
    empresa: { id: Number(user.empresa_id), razon_social: user.empresa },
  }
}

async function refuseGuessing(
  database: Database,
  attempt: { readonly usuario: string; readonly address: string },
  now: number,
): Promise<void> {
  const since = new Date(now - FAILURE_WINDOW_MS)
  const { count, oldest } = await countFailures(database, { ...attempt, since })
  if (count < MAX_FAILURES || oldest === null) return
  const waitSeconds = Math.max(1, Math.ceil((oldest.getTime() + FAILURE_WINDOW_MS - now) / 1_000))
  throw new ApiError(
    [
      {
        code: 'TOO_MANY_ATTEMPTS',
        message: `Too many failed logins; try again in ${waitSeconds} s.`,
      },
    ],
    { 'retry-after': String(waitSeconds) },
  )
}

async function findUser(
  database: Database,
  credentials: Credentials,
): Promise<LoginRow | undefined> {
  const candidates = await candidatesFor(database, credentials.usuario)
  let found: LoginRow | undefined
  for (const candidate of candidates) {
    const matches = await isPassword(credentials.password, candidate.password ?? '')
    if (matches && found === undefined) found = candidate
  }
  // As much work as for one user, so that the time does not tell whether there is one.
  if (candidates.length === 0) await hashPassword(credentials.password)
  return found
}

async function candidatesFor(database: Database, name: string): Promise<readonly LoginRow[]> {
  const limit = MAX_CANDIDATES
  const plain = await findLogins(database, { usuario: name, clave: null, limit })
  const at = name.lastIndexOf('@')
  if (plain.length > 0 || at <= 0) return plain
  return await findLogins(database, {
    usuario: name.slice(0, at),
    clave: name.slice(at + 1),
    limit,
  })
}
