import { described } from '@oficina/api/kinds.ts'
import { optional, required, type Values } from '@oficina/api/parameter.ts'

import {
  enrolFactor,
  listFactors,
  removeFactor as removeFactorOf,
  renewRecoveryCodes,
  verifyFactor,
  type Proof,
} from '../actions/sign-in/factors.ts'
import { apiError } from '../errors.ts'
import type { Exchange } from '../http/context.ts'
import { sendData } from '../http/envelope.ts'
import { SESSION_ONLY } from '../messages/access.ts'
import { NO_FACTOR } from '../messages/people.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { idOf, optionalText, requiredText } from './kinds.ts'

const MAX_LABEL = 80
const DEFAULT_LABEL = 'Aplicación de códigos'

const ID = { type: 'integer', minimum: 1 }
const CODES = { type: 'array', items: { type: 'string' } }
const WHEN = { type: ['string', 'null'], format: 'date-time' }

const BY_ID = {
  id: idOf('Id of the factor.', (text) => apiError('NOT_FOUND', NO_FACTOR({ id: text }))),
}
/** The caller proves his identity again. */
const PROOF = {
  codigo: optional(described(optionalText(), 'Of a factor, or a recovery code.')),
  password: optional(optionalText()),
}

/** The caller's own. */
export const factors = endpoint({
  method: 'GET',
  path: '/api/v1/auth/factores',
  auth: 'bearer',
  admits: 'enrolling',
  tag: 'second factor',
  summary: 'The second factors of the user',
  demands: demandPerson,
  answers: {
    200: success(
      {
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'tipo', 'etiqueta', 'verificado_en', 'ultimo_uso'],
          properties: {
            id: ID,
            tipo: { type: 'string' },
            etiqueta: { type: 'string' },
            verificado_en: WHEN,
            ultimo_uso: WHEN,
          },
        },
      },
      {
        type: 'object',
        required: ['codigos_respaldo'],
        properties: { codigos_respaldo: { type: 'integer', description: 'Codes left.' } },
      },
    ),
  },
  failures: [],
  handle: async ({ tools, reply, caller }) => {
    const { factores, codigosRestantes } = await listFactors(tools, caller)
    return sendData(reply, factores, { codigos_respaldo: codigosRestantes })
  },
})

export const enrol = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factores',
  auth: 'bearer',
  admits: 'enrolling',
  tag: 'second factor',
  summary: 'Begin the enrolment of an authenticator app; the secret is shown only this once',
  description: 'If there is a confirmed factor, with password or codigo.',
  demands: demandPerson,
  body: { etiqueta: optional(optionalText(MAX_LABEL)), ...PROOF },
  holdsSecret: true,
  answers: {
    201: success({
      type: 'object',
      required: ['id', 'secreto', 'otpauth'],
      properties: {
        id: ID,
        secreto: { type: 'string', description: 'Base32.' },
        otpauth: { type: 'string', description: 'For a QR code.' },
      },
    }),
  },
  failures: [409, 422],
  handle: async ({ tools, reply, caller, values }) => {
    const { id, secreto, otpauth } = await enrolFactor(tools, caller, {
      etiqueta: values.etiqueta ?? DEFAULT_LABEL,
      proof: proofOf(values),
    })
    reply.code(201).header('cache-control', 'no-store')
    return sendData(reply, { id: Number(id), secreto, otpauth })
  },
})

export const verify = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factores/:id/verificar',
  auth: 'bearer',
  admits: 'enrolling',
  tag: 'second factor',
  summary:
    'Confirm a factor by its code; the first one brings recovery codes, shown only this once',
  demands: demandPerson,
  named: BY_ID,
  body: { codigo: required(requiredText()) },
  holdsSecret: true,
  answers: {
    200: success({
      type: 'object',
      required: ['id', 'codigos_respaldo'],
      properties: { id: ID, codigos_respaldo: { ...CODES, type: ['array', 'null'] } },
    }),
  },
  failures: [404, 409, 422],
  handle: async ({ tools, reply, caller, values: { id: factorId, codigo } }) => {
    const { codigosRespaldo } = await verifyFactor(tools, caller, { factorId, codigo })
    return sendData(reply.header('cache-control', 'no-store'), {
      id: Number(factorId),
      codigos_respaldo: codigosRespaldo,
    })
  },
})

export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/api/v1/auth/factores/:id',
  auth: 'bearer',
  tag: 'second factor',
  summary: 'Remove a factor: one’s own with password or codigo, another’s as administrator',
  demands: demandPerson,
  named: BY_ID,
  body: PROOF,
  answers: { 200: success({ type: 'object', required: ['id'], properties: { id: ID } }) },
  failures: [404, 422],
  handle: async ({ tools, reply, caller, values }) => {
    await removeFactorOf(tools, caller, { factorId: values.id, proof: proofOf(values) })
    return sendData(reply, { id: Number(values.id) })
  },
})

export const recoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v1/auth/factores/codigos',
  auth: 'bearer',
  tag: 'second factor',
  summary: 'New recovery codes, shown only this once; earlier ones become invalid',
  demands: demandPerson,
  body: PROOF,
  holdsSecret: true,
  answers: {
    200: success({
      type: 'object',
      required: ['codigos_respaldo'],
      properties: { codigos_respaldo: CODES },
    }),
  },
  failures: [409, 422],
  handle: async ({ tools, reply, caller, values }) => {
    const codes = await renewRecoveryCodes(tools, caller, proofOf(values))
    return sendData(reply.header('cache-control', 'no-store'), { codigos_respaldo: codes })
  },
})

function proofOf({ codigo, password }: Values<typeof PROOF>): Proof | null {
  if (codigo !== undefined) return { codigo }
  return password === undefined ? null : { password }
}

/** @throws ApiError FORBIDDEN for an API key, which belongs to a program */
export function demandPerson({ caller }: Exchange): void {
  if (caller.credential.kind === 'session') return
  throw apiError('FORBIDDEN', SESSION_ONLY())
}
