import type { Clock } from '@oficina/kit/clock.ts'
import type { Database } from '@oficina/kit/database.ts'

import { ApiError } from '../errors.ts'
import type { SessionRow } from '../store/session-row.ts'
import { findSession } from '../store/session-store.ts'
import { empresaId } from '../store/tenant-database.ts'
import { findPermissions } from '../store/user-store.ts'
import type { Caller, Origin } from '../identity/caller.ts'
import type { PermissionCache } from './permission-cache.ts'
import type { Rights } from '../identity/rights.ts'
import { bearerToken, tokenHash } from '../identity/token.ts'
import type { SessionMemory } from './session-memory.ts'

export interface AuthenticationTools {
  readonly database: Database
  readonly permissions: PermissionCache
  readonly sessions: SessionMemory
  readonly now: Clock
}

/**
 * The caller whom an `Authorization` header proves. The session is looked up at every request, so that a logout holds
 * at once in every process.
 * @throws ApiError UNAUTHENTICATED, with `WWW-Authenticate: Bearer`
 */
export async function authenticate(
  tools: AuthenticationTools,
  authorization: string | undefined,
  origin: Origin,
): Promise<Caller> {
  const token = bearerToken(authorization)
  if (token === undefined)
    throw unauthenticated('A bearer token is required; POST /auth/login gives one.')
  const tokenSha256 = tokenHash(token)
  const session = await findSession(tools.database, tokenSha256, new Date(tools.now()))
  if (session === undefined) {
    tools.sessions.forget(tokenSha256)
    throw unauthenticated('The token is unknown, expired or logged out.')
  }
  const rights = await rightsOf(tools, session)
  tools.sessions.remember(tokenSha256, session)
  return callerOf(session, { rights, tokenSha256, origin })
}

function callerOf(
  session: SessionRow,
  of: { readonly rights: Rights; readonly tokenSha256: Buffer; readonly origin: Origin },
): Caller {
  return {
    empresa: empresaId(session.empresa_id),
    usuarioId: session.usuario_id,
    rights: of.rights,
    tokenSha256: of.tokenSha256,
    expiresAt: session.expira_en,
    ...of.origin,
  }
}

/** A caller whom a session proved before. Nothing may be shown to it before the session has been looked up again. */
export interface RememberedCaller {
  readonly caller: Caller
  readonly now: Date
  /** Whether the mark of the session that was found now is the remembered one's, rights and all. */
  isStill(mark: string | undefined): boolean
}

/**
 * The caller whom this token proved last time, for a request that looks the session up together with its rows, in one
 * round trip instead of two. Undefined: authenticate first.
 */
export function rememberedCaller(
  tools: AuthenticationTools,
  authorization: string | undefined,
  origin: Origin,
): RememberedCaller | undefined {
  const token = bearerToken(authorization)
  if (token === undefined) return undefined
  const tokenSha256 = tokenHash(token)
  const session = tools.sessions.get(tokenSha256)
  if (session === undefined) return undefined
  const nowMs = tools.now()
  const user = `${session.empresa_id}/${session.usuario_id}`
  const rights = tools.permissions.get(user, session.permisos_version, nowMs)
  if (rights === undefined) return undefined
  return {
    caller: callerOf(session, { rights, tokenSha256, origin }),
    now: new Date(nowMs),
    isStill: (mark) => mark === session.marca,
  }
}

function unauthenticated(message: string): ApiError {
  return new ApiError([{ code: 'UNAUTHENTICATED', message }], { 'www-authenticate': 'Bearer' })
}

async function rightsOf(tools: AuthenticationTools, session: SessionRow): Promise<Rights> {
  const nowMs = tools.now()
  const user = `${session.empresa_id}/${session.usuario_id}`
  const known = tools.permissions.get(user, session.permisos_version, nowMs)
  if (known !== undefined) return known
  const rights = await readRights(tools, session, nowMs)
  tools.permissions.set(user, session.permisos_version, { rights, nowMs })
  return rights
}

async function readRights(
  { database }: AuthenticationTools,
  session: SessionRow,
  nowMs: number,
): Promise<Rights> {
  const flags = {
    isAdministrator: session.es_administrador,
    isOperator: session.es_operador,
  }
  if (flags.isAdministrator) return { ...flags, granted: new Set(), refused: new Set() }
  const rows = await findPermissions(database, empresaId(session.empresa_id), {
    usuarioId: session.usuario_id,
    today: new Date(nowMs).toISOString().slice(0, 10),
  })
  return {
    ...flags,
    granted: new Set(rows.filter(({ concedido }) => concedido).map(({ clave }) => clave)),
    refused: new Set(rows.filter(({ concedido }) => !concedido).map(({ clave }) => clave)),
  }
}
