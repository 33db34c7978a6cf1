import type { Session } from '../../console/session/session.ts'
import type { ErpTest } from '../erp-service.ts'

export interface Person {
  readonly usuario: string
  readonly password: string
}

/** Where the console keeps the session. */
export const SESSION_KEY = 'oficina.erp.session'

/**
 * As the form signs in, which has tests of its own. What language an earlier test of the file chose for the person is
 * forgotten, since every browser would follow it.
 */
export async function signIn({ client }: ErpTest, person: Person): Promise<Session> {
  const { status, json, text } = await client.post('/api/v1/auth/login', person)
  if (status !== 200) throw new Error(`login failed: ${text}`)
  const headers = { authorization: `Bearer ${json.data.token}` }
  await client.send('DELETE', '/api/v1/auth/preferencias/idioma', { headers })
  return {
    token: json.data.token,
    expiresAt: json.data.expires_at,
    login: person.usuario,
    usuario: json.data.usuario,
    empresa: json.data.empresa,
    mustEnrol: json.data.debe_enrolar_factor === true,
  }
}
