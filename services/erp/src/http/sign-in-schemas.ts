import { OF_BODIES, bearer, responses, success } from './route-schemas.ts'

/** What the OpenAPI document says of the routes of sessions and second factors. */

const instant = { type: 'string', format: 'date-time' }
const id = { type: 'integer', minimum: 1 }
const idPath = { type: 'object', required: ['id'], properties: { id } }
const ended = success({ type: 'object', required: ['id'], properties: { id } })
const codes = { type: 'array', items: { type: 'string' } }
const proof = {
  type: 'object',
  properties: {
    password: { type: 'string' },
    codigo: { type: 'string', description: 'Of a factor, or a recovery code.' },
  },
}

export const sessions = {
  tags: ['session'],
  summary: 'The open sessions of the user, the newest first',
  security: bearer,
  response: responses(
    {
      200: success({
        type: 'array',
        items: {
          type: 'object',
          required: ['id', 'inicio', 'ultima_actividad', 'direccion_ip', 'metodo', 'actual'],
          properties: {
            id,
            inicio: instant,
            ultima_actividad: instant,
            direccion_ip: { type: 'string' },
            agente: { type: ['string', 'null'] },
            metodo: { enum: ['contrasena', 'doble_factor', 'sso', 'clave_api'] },
            actual: { type: 'boolean', description: 'The session of this very request.' },
          },
        },
      }),
    },
    401,
  ),
}

export const endSession = {
  tags: ['session'],
  summary: 'End a session: one’s own, or another’s with the right to delete SesionUsuario',
  security: bearer,
  params: idPath,
  response: responses({ 200: ended }, ...OF_BODIES, 401, 404),
}

export const factors = {
  tags: ['second factor'],
  summary: 'The second factors of the user',
  security: bearer,
  response: responses(
    {
      200: success(
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'tipo', 'etiqueta', 'verificado_en', 'ultimo_uso'],
            properties: {
              id,
              tipo: { type: 'string' },
              etiqueta: { type: 'string' },
              verificado_en: { type: ['string', 'null'], format: 'date-time' },
              ultimo_uso: { type: ['string', 'null'], format: 'date-time' },
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
    401,
  ),
}

export const enrol = {
  tags: ['second factor'],
  summary: 'Begin the enrolment of an authenticator app; the secret is shown this once',
  security: bearer,
  body: {
    type: 'object',
    description: 'Beside a factor that is confirmed, with password or codigo.',
    properties: { etiqueta: { type: 'string', maxLength: 80 }, ...proof.properties },
  },
  response: responses(
    {
      201: success({
        type: 'object',
        required: ['id', 'secreto', 'otpauth'],
        properties: {
          id,
          secreto: { type: 'string', description: 'Base32.' },
          otpauth: { type: 'string', description: 'For a QR code.' },
        },
      }),
    },
    400,
    401,
    409,
    413,
    415,
    422,
  ),
}

export const verify = {
  tags: ['second factor'],
  summary: 'Confirm a factor by its code; the first one brings recovery codes, shown this once',
  security: bearer,
  params: idPath,
  body: { type: 'object', required: ['codigo'], properties: { codigo: { type: 'string' } } },
  response: responses(
    {
      200: success({
        type: 'object',
        required: ['id', 'codigos_respaldo'],
        properties: { id, codigos_respaldo: { ...codes, type: ['array', 'null'] } },
      }),
    },
    400,
    401,
    404,
    409,
    413,
    415,
    422,
  ),
}

export const removeFactor = {
  tags: ['second factor'],
  summary: 'Remove a factor: one’s own with password or codigo, another’s as administrator',
  security: bearer,
  params: idPath,
  body: proof,
  response: responses({ 200: ended }, ...OF_BODIES, 400, 401, 404, 422),
}

export const recoveryCodes = {
  tags: ['second factor'],
  summary: 'New recovery codes, shown this once; those before are void',
  security: bearer,
  body: proof,
  response: responses(
    {
      200: success({
        type: 'object',
        required: ['codigos_respaldo'],
        properties: { codigos_respaldo: codes },
      }),
    },
    400,
    401,
    409,
    413,
    415,
    422,
  ),
}
