import { apiError } from '../errors.ts'
import type { Caller, Origin } from '../identity/caller.ts'
import { mexicanDay } from '../identity/mexican-day.ts'
import { demandNetwork } from '../identity/network.ts'
import { bearerKey, bearerToken, tokenHash } from '../identity/token.ts'
import { FACTOR_REQUIRED, SESSION_IDLE, TOKEN_REQUIRED, TOKEN_UNKNOWN } from '../messages/access.ts'
import type { SessionRow } from '../store/people/session-row.ts'
import { endSessionOfToken, findSession, touchSession } from '../store/people/session-store.ts'
import { empresaId } from '../store/tenant-database.ts'
import { callerOfKey } from './authenticate-key.ts'
import type { AuthenticationDependencies } from './authentication-dependencies.ts'
import { readUserAccess, type EffectiveAccess } from './effective-access.ts'
import { unauthenticated } from './unauthenticated.ts'

// The last use of a session is recorded at most once a minute.
const ACTIVITY_NOTED_MS = 60_000

/** What a route requires: a whole session, or one that may still lack its second factor. */
export type Admission = 'whole' | 'enrolling'

/**
 * The caller that an `Authorization` header proves. The session is looked up at every request, so that a logout takes
 * effect at once in every process.
 * @throws ApiError UNAUTHENTICATED, with `WWW-Authenticate: Bearer`; NETWORK_NOT_ALLOWED; FACTOR_ENROLMENT_REQUIRED;
 * RATE_LIMITED for an API key
 */
export async function authenticate(
  tools: AuthenticationDependencies,
  authorization: string | undefined,
  origin: Origin,
  admission: Admission = 'whole',
): Promise<Caller> {
  const key = bearerKey(authorization)
  if (key !== undefined) return await callerOfKey(tools, key, origin)
  const token = bearerToken(authorization)
  if (token === undefined) throw unauthenticated(TOKEN_REQUIRED())
  const tokenSha256 = tokenHash(token)
  const nowMs = tools.now()
  const session = await findSession(tools.database, tokenSha256, new Date(nowMs))
  if (session === undefined) {
    tools.sessions.forget(tokenSha256)
    throw unauthenticated(TOKEN_UNKNOWN())
  }
  const access = await accessOf(tools, session, nowMs)
  await refuseIdle(tools, tokenSha256, { session, access, nowMs })
  demandNetwork(access.letsIn, origin.address)
  if (admission === 'whole') demandFactor(access, session)
  const noted = await noteActivity(tools, tokenSha256, session)
  tools.sessions.remember(tokenSha256, noted)
  return callerOf(noted, { access, tokenSha256, origin })
}

function callerOf(
  session: SessionRow,
  of: { readonly access: EffectiveAccess; readonly tokenSha256: Buffer; readonly origin: Origin },
): Caller {
  return {
    empresa: empresaId(session.empresa_id),
    usuarioId: session.usuario_id,
    rights: of.access.rights,
    credential: {
      kind: 'session',
      id: session.sesion,
      tokenSha256: of.tokenSha256,
      expiresAt: session.expira_en,
    },
    language: of.access.language,
    ...of.origin,
  }
}

/** A caller that a session proved earlier. Nothing may be shown to it before the session has been looked up again. */
export interface RememberedCaller {
  readonly caller: Caller
  readonly tokenSha256: Buffer
  /** Whether the session found now is the remembered one, its rights included. */
  isStill(mark: string | undefined): boolean
}

/**
 * The caller that this token proved last time, for a request that looks up the session at the same time as its rows,
 * not before them. Undefined: authenticate first.
 */
export function rememberedCaller(
  tools: AuthenticationDependencies,
  authorization: string | undefined,
  origin: Origin,
): RememberedCaller | undefined {
  const token = bearerToken(authorization)
  if (token === undefined) return undefined
  const tokenSha256 = tokenHash(token)
  const session = tools.sessions.get(tokenSha256)
  if (session === undefined) return undefined
  const nowMs = tools.now()
  const access = tools.permissions.get(userKey(session), versionOf(session, nowMs), nowMs)
  if (access === undefined || !access.letsIn(origin.address)) return undefined
  if (lacksFactor(access, session) || isActivityDue(session, nowMs)) return undefined
  return {
    caller: callerOf(session, { access, tokenSha256, origin }),
    tokenSha256,
    isStill: (mark) => mark === session.marca,
  }
}

function userKey(session: SessionRow): string {
  return `${session.empresa_id}/${session.usuario_id}`
}

/** Rights and networks start and end with days, so the day is part of their cache key. */
function versionOf(session: SessionRow, nowMs: number): string {
  return `${session.permisos_version} ${mexicanDay(nowMs)}`
}

function lacksFactor(access: EffectiveAccess, session: SessionRow): boolean {
  return access.needsFactor && session.metodo === 'contrasena'
}

function demandFactor(access: EffectiveAccess, session: SessionRow): void {
  if (!lacksFactor(access, session)) return
  throw apiError('FACTOR_ENROLMENT_REQUIRED', FACTOR_REQUIRED())
}

function isActivityDue(session: SessionRow, nowMs: number): boolean {
  return nowMs - session.actividad.getTime() >= ACTIVITY_NOTED_MS
}

async function refuseIdle(
  { database, sessions }: AuthenticationDependencies,
  tokenSha256: Buffer,
  of: { readonly session: SessionRow; readonly access: EffectiveAccess; readonly nowMs: number },
): Promise<void> {
  const { idleMs } = of.access
  if (idleMs === null) return
  // The last request may have come up to a minute after the recorded activity.
  if (of.nowMs - of.session.actividad.getTime() <= idleMs + ACTIVITY_NOTED_MS) return
  const now = new Date(of.nowMs)
  await endSessionOfToken(database, tokenSha256, { all: false, state: 'expirada', now })
  sessions.forget(tokenSha256)
  throw unauthenticated(SESSION_IDLE())
}

/** Records that the session is in use, and returns it as it is then. */
async function noteActivity(
  { database, now }: AuthenticationDependencies,
  tokenSha256: Buffer,
  session: SessionRow,
): Promise<SessionRow> {
  const nowMs = now()
  if (!isActivityDue(session, nowMs)) return session
  const moment = new Date(nowMs)
  const since = new Date(nowMs - ACTIVITY_NOTED_MS)
  await touchSession(database, tokenSha256, { now: moment, since })
  return (await findSession(database, tokenSha256, moment)) ?? session
}

async function accessOf(
  tools: AuthenticationDependencies,
  session: SessionRow,
  nowMs: number,
): Promise<EffectiveAccess> {
  const key = userKey(session)
  const version = versionOf(session, nowMs)
  const known = tools.permissions.get(key, version, nowMs)
  if (known !== undefined) return known
  const person = {
    empresa: empresaId(session.empresa_id),
    usuarioId: session.usuario_id,
    isAdministrator: session.es_administrador,
    isOperator: session.es_operador,
  }
  const access = await readUserAccess(tools.database, person, mexicanDay(nowMs))
  tools.permissions.set(key, version, { access, nowMs })
  return access
}
