import assert from 'node:assert/strict'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { ErpTest } from '../erp-service.ts'

export const API = '/api/v1'
export const PASSWORD = 'una-clave-de-prueba'

/** Creates a record and gives it as stored. */
export async function create(
  client: HttpClient,
  model: string,
  body: object,
): Promise<Readonly<Record<string, unknown>> & { readonly id: number }> {
  const answer = await client.post(`${API}/${model}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data
}

export async function put(client: HttpClient, path: string, body: object): Promise<TestAnswer> {
  return await client.send('PUT', `${API}/${path}`, { body })
}

/** Makes an active user of the administrator's company with `PASSWORD`; the answer is the id. */
export async function user(admin: HttpClient, usuario: string, more: object = {}): Promise<number> {
  const body = { usuario, nombre: usuario, password: PASSWORD, estado: 'activo', ...more }
  return (await create(admin, 'Usuario', body)).id
}

/** A profile that grants these rights; the answer is its id. */
export async function profile(
  erp: ErpTest,
  clave: string,
  grants: readonly string[],
): Promise<number> {
  const { id: perfil } = await create(erp.admin, 'Perfil', { clave, nombre: clave })
  for (const grant of grants) {
    const [row] = await erp.owner.query<{ id: number }>(
      sql`select id from public.permiso_sistema where clave = ${grant}`,
    )
    assert.ok(row, grant)
    const body = { perfil, permiso: row.id, concedido: true }
    await create(erp.admin, 'PerfilPermiso', body)
  }
  return perfil
}

/** Tries to log in; `more` holds codigo, nueva and such. */
export async function tryLogin(
  client: HttpClient,
  usuario: string,
  password: string,
  more: object = {},
): Promise<TestAnswer> {
  return await client.post(`${API}/auth/login`, { usuario, password, ...more })
}

/** The client of who logged in. */
export function withToken(client: HttpClient, login: TestAnswer): HttpClient {
  assert.equal(login.status, 200, login.text)
  return client.with({ authorization: `Bearer ${login.json.data.token}` })
}

/** Status and first code of an answer. */
export function outcome(answer: TestAnswer): readonly [number, string | null] {
  return [answer.status, answer.json?.errors?.[0]?.code ?? null]
}
