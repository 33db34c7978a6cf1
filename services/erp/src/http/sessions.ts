import { authenticate } from '../access/authenticate.ts'
import { bearerToken, tokenHash } from '../identity/token.ts'
import { logIn } from '../actions/log-in.ts'
import { refreshSession } from '../actions/refresh-session.ts'
import { ApiError, type ErrorEntry } from '../errors.ts'
import { parseBoolean } from '../query/listing-request.ts'
import type { JsonObject } from '../query/write-plan.ts'
import { deleteSession, deleteSessionsOfToken } from '../store/session-store.ts'
import { jsonObjectOf, originOf, queryOf, type Exchange, type PublicExchange } from './context.ts'
import { sendData } from './envelope.ts'

const MAX_LENGTH = 250

export async function login({ tools, request, reply }: PublicExchange) {
  // No body at all misses the required fields too.
  const body = request.body === undefined ? {} : jsonObjectOf(request)
  const problems: ErrorEntry[] = []
  const usuario = requiredText(body, 'usuario', problems)
  const password = requiredText(body, 'password', problems)
  if (problems.length > 0) throw new ApiError(problems)
  const session = await logIn(tools, {
    usuario: usuario.trim(),
    password,
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
  })
  return sendData(reply.header('cache-control', 'no-store'), {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
    usuario: session.usuario,
    empresa: session.empresa,
  })
}

function requiredText(body: JsonObject, field: string, problems: ErrorEntry[]): string {
  const value = body[field]
  if (value === undefined || value === null || value === '') {
    problems.push({ code: 'VALIDATION', field, message: `${field} is required.` })
    return ''
  }
  if (typeof value !== 'string' || value.length > MAX_LENGTH || value.includes('\0')) {
    const message = `${field} must be a text of at most ${MAX_LENGTH} characters.`
    problems.push({ code: 'VALIDATION', field, message })
    return ''
  }
  return value
}

export async function refresh({ tools, request, reply, caller }: Exchange) {
  const token = bearerToken(request.headers.authorization) ?? ''
  const session = await refreshSession(tools, caller, {
    token,
    agent: request.headers['user-agent'] ?? '',
  })
  return sendData(reply.header('cache-control', 'no-store'), {
    token: session.token,
    expires_at: session.expiresAt.toISOString(),
  })
}

/** 204 whether or not the token existed, and whatever else was sent: a client must be able to leave.
 * @source docs/contract/erp.md, Authentication endpoints */
export async function logout({ tools, request, reply }: PublicExchange) {
  const raw = queryOf(request).get('all')?.[0]
  const all = raw !== undefined && parseBoolean(raw) === true
  const token = bearerToken(request.headers.authorization)
  if (token !== undefined) {
    const hash = tokenHash(token)
    // Only a living token speaks for its user's other sessions.
    if (all && (await isAlive({ tools, request, reply }))) {
      await deleteSessionsOfToken(tools.database, hash)
    }
    await deleteSession(tools.database, hash)
  }
  return reply.code(204).send()
}

async function isAlive({ tools, request }: PublicExchange): Promise<boolean> {
  try {
    await authenticate(tools, request.headers.authorization, originOf(request))
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
