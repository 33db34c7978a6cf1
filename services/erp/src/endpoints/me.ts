import { sendData } from '../http/envelope.ts'
import { personSql, type PersonRow } from '../store/person-store.ts'
import { readAs } from '../store/tenant-database.ts'
import { success } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** Who the caller is, for the head of a page: a reload has the token alone. @source docs/decisions/0266-erp-own-settings.md */
export const me = endpoint({
  method: 'GET',
  path: '/api/v1/auth/me',
  auth: 'bearer',
  tag: 'session',
  summary: 'The user, the company and whether the user administers it',
  answers: {
    200: success({
      type: 'object',
      required: ['usuario', 'empresa', 'administrador', 'expires_at'],
      properties: {
        usuario: { type: 'object', required: ['id', 'usuario', 'nombre'] },
        empresa: { type: 'object', required: ['id', 'razon_social', 'moneda'] },
        administrador: { type: 'boolean' },
        expires_at: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'Of the session; null for an API key.',
        },
      },
    }),
  },
  failures: [],
  handle: async ({ tools, reply, caller }) => {
    const { empresa, credential, rights } = caller
    const [found] = await readAs<PersonRow>(tools.database, empresa, personSql(caller))
    if (found === undefined) throw new Error('the session has no user')
    return sendData(reply, {
      usuario: { id: Number(found.id), usuario: found.usuario, nombre: found.nombre },
      empresa: { id: Number(empresa), razon_social: found.razon_social, moneda: found.moneda },
      administrador: rights.isAdministrator,
      expires_at: credential.kind === 'session' ? credential.expiresAt.toISOString() : null,
    })
  },
})
