import type { Kind } from '@oficina/api/kind.ts'
import { described } from '@oficina/api/kinds.ts'
import { defaulted, optional, required } from '@oficina/api/parameter.ts'

import { authenticate } from '../access/authenticate.ts'
import { endSession } from '../actions/sign-in/end-session.ts'
import { logIn } from '../actions/sign-in/log-in.ts'
import { refreshSession } from '../actions/sign-in/refresh-session.ts'
import { ApiError, apiError } from '../errors.ts'
import { originOf, queryOf, type PublicExchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { bearerToken, tokenHash } from '../identity/token.ts'
import { NO_SESSION } from '../messages/people.ts'
import { AT_LEAST_CHARACTERS, FIELD_IS } from '../messages/values.ts'
import { flag, readParameters } from '../query/parameters.ts'
import {
  endSessionOfToken,
  openSessionsSql,
  type OpenSession,
} from '../store/people/session-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { empty, success } from './answers.ts'
import { endpoint, publicEndpoint } from './endpoint.ts'
import { demandPerson } from './factors.ts'
import { idOf, optionalText, requiredText } from './kinds.ts'

const MIN_PASSWORD = 8
const MAX_PASSWORD = 200
// A user seldom has more than ten; the newest are shown.
const SESSIONS_SHOWN = 100

const SESSION = success({
  type: 'object',
  required: ['token', 'expires_at'],
  properties: {
    token: { type: 'string', minLength: 64, maxLength: 64 },
    expires_at: { type: 'string', format: 'date-time' },
    usuario: { type: 'object' },
    empresa: { type: 'object' },
    debe_enrolar_factor: {
      const: true,
      description: 'A second factor is required; the session may only enrol one.',
    },
  },
})

const passwordText = optionalText(MAX_PASSWORD)
const newPassword: Kind<string | undefined> = {
  ...passwordText,
  schema: {
    ...passwordText.schema,
    minLength: MIN_PASSWORD,
    description: 'The new password.',
  },
  check: (value, place) => {
    const text = passwordText.check(value, place)
    if (text === undefined || (text.length >= MIN_PASSWORD && text.isWellFormed())) return text
    const field = String(place[0] ?? '')
    const what = AT_LEAST_CHARACTERS({ least: MIN_PASSWORD })
    throw apiError('VALIDATION', FIELD_IS({ field, what }), field)
  },
}

export const login = publicEndpoint({
  method: 'POST',
  path: '/api/v1/auth/login',
  auth: 'public',
  tag: 'session',
  summary: 'Log in',
  description:
    'Where several companies have a user of that name, write `user@company` with the company’s clave.',
  body: {
    usuario: required(requiredText()),
    password: required(requiredText()),
    codigo: optional(described(optionalText(), 'Of the second factor, or a recovery code.')),
    nueva: optional(newPassword),
  },
  holdsSecret: true,
  answers: { 200: SESSION },
  failures: [401, 422, 429],
  handle: async ({ tools, request, reply, values }) => {
    const session = await logIn(tools, {
      usuario: values.usuario.trim(),
      password: values.password,
      codigo: values.codigo ?? null,
      nueva: values.nueva ?? null,
      ...originOf(request),
    })
    return sendData(reply.header('cache-control', 'no-store'), {
      token: session.token,
      expires_at: session.expiresAt.toISOString(),
      usuario: session.usuario,
      empresa: session.empresa,
      ...(session.mustEnrol ? { debe_enrolar_factor: true } : {}),
    })
  },
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/v1/auth/refresh',
  auth: 'bearer',
  tag: 'session',
  summary: 'Refresh the session: a new token only when fewer than 4 hours remain',
  holdsSecret: true,
  answers: { 200: SESSION },
  failures: [],
  handle: async ({ tools, request, reply, caller }) => {
    const token = bearerToken(request.headers.authorization) ?? ''
    const session = await refreshSession(tools, caller, token)
    return sendData(reply.header('cache-control', 'no-store'), {
      token: session.token,
      expires_at: session.expiresAt.toISOString(),
    })
  },
})

const LEAVING = { all: defaulted(flag, false) }

/**
 * 204 whether or not the token existed, and whatever else was sent: a client must be able to leave.
 * @source docs/contract/erp.md, Authentication endpoints */
export const logout = publicEndpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  auth: 'public',
  tag: 'session',
  summary: 'Log out; 204 whether or not the token existed',
  ownQuery: LEAVING,
  ignoresBody: true,
  answers: { 204: empty('No content.') },
  failures: [],
  handle: async (exchange) => {
    const { tools, request, reply } = exchange
    // Invalid fields count as absent.
    const { all: wantsAll } = readParameters(LEAVING, queryOf(request), [])
    const token = bearerToken(request.headers.authorization)
    if (token !== undefined) {
      // Only a valid token may end its user's other sessions.
      const all = wantsAll && (await isAlive(exchange))
      const end = { all, state: 'cerrada', now: new Date(tools.now()) } as const
      await endSessionOfToken(tools.database, tokenHash(token), end)
    }
    return reply.code(204).send()
  },
})

async function isAlive({ tools, request }: PublicExchange): Promise<boolean> {
  try {
    await authenticate(tools, request.headers.authorization, originOf(request), 'enrolling')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

const INSTANT = { type: 'string', format: 'date-time' }
const ID = { type: 'integer', minimum: 1 }

/** The caller's own open sessions. */
export const sessions = endpoint({
  method: 'GET',
  path: '/api/v1/auth/sesiones',
  auth: 'bearer',
  tag: 'session',
  summary: 'The open sessions of the user, the newest first',
  answers: {
    200: success({
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'inicio', 'ultima_actividad', 'direccion_ip', 'metodo', 'actual'],
        properties: {
          id: ID,
          inicio: INSTANT,
          ultima_actividad: INSTANT,
          direccion_ip: { type: 'string' },
          agente: { type: ['string', 'null'] },
          metodo: { enum: ['contrasena', 'doble_factor', 'sso', 'clave_api'] },
          actual: { type: 'boolean', description: 'The session of this request.' },
        },
      },
    }),
  },
  failures: [],
  handle: async ({ tools, reply, caller }) => {
    const { credential, empresa, usuarioId } = caller
    const statement = openSessionsSql(empresa, usuarioId, SESSIONS_SHOWN)
    const open = await readAs<OpenSession>(tools.database, empresa, statement)
    const isPresent = (id: number) => credential.kind === 'session' && credential.id === String(id)
    return sendData(
      reply,
      open.map((session) => ({ ...session, actual: isPresent(session.id) })),
    )
  },
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/sesiones/:id',
  auth: 'bearer',
  tag: 'session',
  summary: 'End a session: one’s own, or another’s with the right to delete SesionUsuario',
  demands: demandPerson,
  named: { id: idOf('Id of the session.', noSession) },
  answers: { 200: success({ type: 'object', required: ['id'], properties: { id: ID } }) },
  failures: [404],
  handle: async ({ tools, reply, caller, values: { id } }) => {
    const model = tools.registry.models.get('SesionUsuario')
    if (model === undefined) throw noSession(id)
    const { database } = tools
    await endSession({ database, model, now: new Date(tools.now()) }, caller, id)
    return sendData(reply, { id: Number(id) })
  },
})

function noSession(id: string): ApiError {
  return apiError('NOT_FOUND', NO_SESSION({ id }))
}
