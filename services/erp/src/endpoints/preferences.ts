import type { Kind } from '@oficina/api/kind.ts'
import { required } from '@oficina/api/parameter.ts'
import { languageOf } from '@oficina/words/language.ts'

import { apiError } from '../errors.ts'
import { jsonObjectOf } from '../http/context.ts'
import { sendData, sendRaw } from '../http/envelope.ts'
import { PREFERENCES_AT_MOST, JSON_OF_AT_MOST, PREFERENCE_NAME } from '../messages/people.ts'
import { IS_REQUIRED, LANGUAGE_UNKNOWN } from '../messages/requests.ts'
import { FIELD_IS } from '../messages/values.ts'
import { printExactJson } from '../query/json-number.ts'
import {
  dropPreference,
  keepPreference,
  LANGUAGE_PREFERENCE,
  preferencesSql,
} from '../store/people/preference-store.ts'
import { readAs, writeAs } from '../store/tenant-database.ts'
import { empty, success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { demandPerson } from './factors.ts'

const MAX_BYTES = 16 * 1024
const MAX_PREFERENCES = 300
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

const OWN = { auth: 'bearer', tag: 'session', demands: demandPerson, failures: [422] } as const

const clave: Kind<string> = {
  isRaw: true,
  schema: { type: 'string', pattern: KEY.source, description: 'Name of the preference.' },
  check: (value) => {
    const text = String(value)
    if (KEY.test(text)) return text
    throw apiError('INVALID_PARAMETER', PREFERENCE_NAME(), 'clave')
  },
}

/** Everything that the person keeps about his own work with the console. @source docs/decisions/0266-erp-own-settings.md */
export const preferences = endpoint({
  ...OWN,
  method: 'GET',
  path: '/api/v1/auth/preferencias',
  summary: 'The preferences of the user, by their names',
  answers: { 200: success({ type: 'object' }) },
  handle: async ({ tools, reply, caller }) => {
    const statement = preferencesSql(caller)
    const [row] = await readAs<{ preferencias: string }>(tools.database, caller.empresa, statement)
    return sendRaw(reply.header('cache-control', 'private, no-cache'), row?.preferencias ?? '{}')
  },
})

export const setPreference = endpoint({
  ...OWN,
  method: 'PUT',
  path: '/api/v1/auth/preferencias/:clave',
  summary: 'Keep a preference of the user',
  named: { clave: required(clave) },
  ownBody: {
    type: 'object',
    required: ['valor'],
    properties: { valor: { description: `Any JSON of at most ${MAX_BYTES} bytes.` } },
  },
  answers: { 200: success({ type: 'object', required: ['clave'] }) },
  handle: async ({ tools, request, reply, caller, values }) => {
    const body = jsonObjectOf(request)
    if (!Object.hasOwn(body, 'valor')) {
      throw apiError('VALIDATION', IS_REQUIRED({ field: 'valor' }), 'valor')
    }
    const valor = printExactJson(body['valor'])
    refuseUnspoken(values.clave, body['valor'])
    if (Buffer.byteLength(valor) > MAX_BYTES || valor.includes(String.raw`\u0000`)) {
      const what = JSON_OF_AT_MOST({ bytes: MAX_BYTES })
      throw apiError('VALIDATION', FIELD_IS({ field: 'valor', what }), 'valor')
    }
    const kept = { ...values, valor, most: MAX_PREFERENCES, now: new Date(tools.now()) }
    const isKept = await writeAs(tools.database, caller.empresa, (tx) =>
      keepPreference(tx, caller, kept),
    )
    if (isKept) return sendData(reply, { clave: values.clave })
    throw apiError('VALIDATION', PREFERENCES_AT_MOST({ most: MAX_PREFERENCES }), 'clave')
  },
})

/** The language that the service is to speak must be one of its own. */
function refuseUnspoken(clave: string, valor: unknown): void {
  if (clave !== LANGUAGE_PREFERENCE) return
  if (typeof valor === 'string' && languageOf(valor) !== undefined) return
  throw apiError('VALIDATION', LANGUAGE_UNKNOWN(), 'valor')
}

/** 204 whether or not it existed. */
export const removePreference = endpoint({
  ...OWN,
  method: 'DELETE',
  path: '/api/v1/auth/preferencias/:clave',
  summary: 'Forget a preference of the user; 204 whether or not it existed',
  named: { clave: required(clave) },
  answers: { 204: empty('No content.') },
  handle: async ({ tools, reply, caller, values }) => {
    await writeAs(tools.database, caller.empresa, (tx) => dropPreference(tx, caller, values.clave))
    return reply.code(204).send()
  },
})
