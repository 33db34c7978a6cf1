import { authenticate } from '../access/authenticate.ts'
import { endSession } from '../actions/sign-in/end-session.ts'
import { logIn } from '../actions/sign-in/log-in.ts'
import { refreshSession } from '../actions/sign-in/refresh-session.ts'
import { ApiError, apiError, type ErrorEntry } from '../errors.ts'
import { bearerToken, tokenHash } from '../identity/token.ts'
import { parseBoolean } from '../query/field-value.ts'
import { endSessionOfToken, openSessionsSql, type OpenSession } from '../store/session-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { optionalText, requiredText } from '../http/body-text.ts'
import {
  jsonObjectOf,
  originOf,
  pathParameter,
  queryOf,
  type Exchange,
  type PublicExchange,
} from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { demandPerson } from './factors.ts'

const MIN_PASSWORD = 8
const MAX_PASSWORD = 200
// A user has seldom more than ten; the newest are shown.
const SESSIONS_SHOWN = 100

export async function login({ tools, request, reply }: PublicExchange) {
  // No body at all misses the required fields too.
  const body = request.body === undefined ? {} : jsonObjectOf(request)
  const problems: ErrorEntry[] = []
  const usuario = requiredText(body, 'usuario', problems)
  const password = requiredText(body, 'password', problems)
  const codigo = optionalText(body, { field: 'codigo' }, problems)
  const nueva = optionalText(body, { field: 'nueva', max: MAX_PASSWORD }, problems)
  if (nueva !== null && (nueva.length < MIN_PASSWORD || !nueva.isWellFormed())) {
    const message = `nueva must have at least ${MIN_PASSWORD} characters.`
    problems.push({ code: 'VALIDATION', field: 'nueva', message })
  }
  if (problems.length > 0) throw new ApiError(problems)
  const session = await logIn(tools, {
    usuario: usuario.trim(),
    password,
    codigo,
    nueva,
    ...originOf(request),
  })
  return sendData(reply.header('cache-control', 'no-store'), {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    usuario: session.usuario,
    empresa: session.empresa,
    ...(session.mustEnrol ? { debe_enrolar_factor: true } : {}),
  })
}

export async function refresh({ tools, request, reply, caller }: Exchange) {
  const token = bearerToken(request.headers.authorization) ?? ''
  const session = await refreshSession(tools, caller, token)
  return sendData(reply.header('cache-control', 'no-store'), {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
  })
}

/** 204 whether or not the token existed, and whatever else was sent: a client must be able to leave.
 * @source docs/contract/erp.md, Authentication endpoints */
export async function logout({ tools, request, reply }: PublicExchange) {
  const raw = queryOf(request).get('all')?.[0]
  const wantsAll = raw !== undefined && parseBoolean(raw) === true
  const token = bearerToken(request.headers.authorization)
  if (token !== undefined) {
    // Only a living token speaks for its user's other sessions.
    const all = wantsAll && (await isAlive({ tools, request, reply }))
    const end = { all, state: 'cerrada', now: new Date(tools.now()) } as const
    await endSessionOfToken(tools.database, tokenHash(token), end)
  }
  return reply.code(204).send()
}

async function isAlive({ tools, request }: PublicExchange): Promise<boolean> {
  try {
    await authenticate(tools, request.headers.authorization, originOf(request), 'enrolling')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** GET /auth/sesiones: one's own open sessions. */
export async function sessions({ tools, reply, caller }: Exchange) {
  const { credential, empresa, usuarioId } = caller
  const statement = openSessionsSql(empresa, usuarioId, SESSIONS_SHOWN)
  const open = await readAs<OpenSession>(tools.database, empresa, statement)
  const isPresent = (id: number) => credential.kind === 'session' && credential.id === String(id)
  return sendData(
    reply,
    open.map((session) => ({ ...session, actual: isPresent(session.id) })),
  )
}

/** DELETE /auth/sesiones/{id} */
export async function endOneSession({ tools, request, reply, caller }: Exchange) {
  demandPerson(caller)
  const id = pathParameter(request, 'id')
  const model = tools.registry.models.get('SesionUsuario')
  if (model === undefined || !/^[1-9]\d{0,17}$/.test(id)) {
    throw apiError('NOT_FOUND', `There is no open session ${id}.`)
  }
  const { database } = tools
  await endSession({ database, model, now: new Date(tools.now()) }, caller, id)
  return sendData(reply, { id: Number(id) })
}
