import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, create, PASSWORD, profile, put, tryLogin, user, withToken } from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let second: Awaited<ReturnType<ErpTest['secondServer']>>

before(async () => {
  erp = await startOwnErp()
  second = await erp.secondServer()
})

after(async () => {
  await second.stop()
  await erp.stop()
})

interface Reader {
  readonly id: number
  readonly perfil: number
  readonly assignment: number
  readonly here: HttpClient
  readonly there: HttpClient
}

/** A user who reads Departamento, seen by both processes. */
async function reader(name: string): Promise<Reader> {
  const id = await user(erp.admin, name)
  const perfil = await profile(erp, name, ['Departamento.leer'])
  const assigned = { usuario: id, perfil, inicio_vigencia: '2026-01-01' }
  const { id: assignment } = await create(erp.admin, 'UsuarioPerfil', assigned)
  const here = await erp.logIn(name, PASSWORD)
  const there = second.client.with(here.headers)
  assert.deepEqual(await statuses({ here, there }), [200, 200])
  // Remembered, too.
  assert.deepEqual(await statuses({ here, there }), [200, 200])
  return { id, perfil, assignment, here, there }
}

async function statuses(who: Pick<Reader, 'here' | 'there'>): Promise<readonly number[]> {
  const path = `${API}/Departamento`
  return [(await who.here.get(path)).status, (await who.there.get(path)).status]
}

async function grantOf(perfil: number): Promise<number> {
  const answer = await erp.admin.get(`${API}/PerfilPermiso?perfil=${perfil}`)
  return answer.json.data[0].id
}

const CHANGES: readonly (readonly [
  what: string,
  change: (who: Reader) => Promise<unknown>,
  status: number,
])[] = [
  [
    'ended',
    ({ assignment }) => put(erp.admin, `UsuarioPerfil/${assignment}`, { activo: false }),
    403,
  ],
  [
    'deleted',
    ({ assignment }) => erp.admin.send('DELETE', `${API}/UsuarioPerfil/${assignment}`),
    403,
  ],
  ['profile', ({ perfil }) => put(erp.admin, `Perfil/${perfil}`, { activo: false }), 403],
  [
    'refused',
    async ({ perfil }) =>
      put(erp.admin, `PerfilPermiso/${await grantOf(perfil)}`, { concedido: false }),
    403,
  ],
  [
    'ungranted',
    async ({ perfil }) => erp.admin.send('DELETE', `${API}/PerfilPermiso/${await grantOf(perfil)}`),
    403,
  ],
  [
    'imported',
    async ({ perfil }) => {
      const body = `id,concedido\n${await grantOf(perfil)},false\n`
      const request = { headers: { 'content-type': 'text/csv' }, body }
      const path = `${API}/PerfilPermiso/import?upsert_by=id&mode=all`
      const answer = await erp.admin.send('POST', path, request)
      assert.equal(answer.json.data?.updated ?? answer.text, 1)
    },
    403,
  ],
  ['blocked', ({ id }) => put(erp.admin, `Usuario/${id}`, { estado: 'bloqueado' }), 401],
  ['gone', ({ id }) => put(erp.admin, `Usuario/${id}`, { estado: 'baja' }), 401],
  ['password', ({ id }) => put(erp.admin, `Usuario/${id}`, { password: 'otra-clave-nueva' }), 401],
]

for (const [what, change, status] of CHANGES) {
  test(`access that was taken away (${what}) is gone at the next request of every process`, async () => {
    const who = await reader(what)
    await change(who)
    assert.deepEqual(await statuses(who), [status, status])
  })
}

test('a right that begins or ends with a day does so at midnight in Mexico City', async () => {
  const who = await reader('dia')
  await put(erp.admin, `UsuarioPerfil/${who.assignment}`, { fin_vigencia: '2026-03-02' })
  erp.clock.set('2026-03-03T05:59:00Z')
  assert.deepEqual(await statuses(who), [200, 200])
  erp.clock.set('2026-03-03T06:00:00Z')
  assert.deepEqual(await statuses(who), [403, 403])
})

test('a user who is active again does not get back the sessions that ended', async () => {
  const who = await reader('vuelve')
  await put(erp.admin, `Usuario/${who.id}`, { estado: 'bloqueado' })
  await put(erp.admin, `Usuario/${who.id}`, { estado: 'activo' })
  assert.deepEqual(await statuses(who), [401, 401])
  assert.equal((await tryLogin(erp.client, 'vuelve', PASSWORD)).status, 200)
})

test('who changes his own password keeps the session that did it and loses the others', async () => {
  await user(erp.admin, 'propia', { es_administrador: true })
  const [one, two] = [await erp.logIn('propia', PASSWORD), await erp.logIn('propia', PASSWORD)]
  const [me] = (await one.get(`${API}/Usuario?usuario=propia`)).json.data
  assert.equal((await put(one, `Usuario/${me.id}`, { password: 'otra-clave-propia' })).status, 200)
  assert.deepEqual(await statuses({ here: one, there: two }), [200, 401])
})

test('with nueva a login sets a new password, of which the other sessions end', async () => {
  await user(erp.admin, 'nueva')
  const old = await erp.logIn('nueva', PASSWORD)
  const login = await tryLogin(erp.client, 'nueva', PASSWORD, { nueva: 'la-clave-de-ahora' })
  const fresh = withToken(erp.client, login)
  assert.equal((await old.get(`${API}/auth/permissions`)).status, 401)
  assert.equal((await fresh.get(`${API}/auth/permissions`)).status, 200)
  assert.equal((await tryLogin(erp.client, 'nueva', PASSWORD)).status, 401)
  assert.equal((await tryLogin(erp.client, 'nueva', 'la-clave-de-ahora')).status, 200)
  const wrong = await tryLogin(erp.client, 'nueva', 'no-es', { nueva: 'clave-de-intruso' })
  assert.equal(wrong.status, 401)
  const short = await tryLogin(erp.client, 'nueva', 'la-clave-de-ahora', { nueva: 'corta' })
  assert.deepEqual([short.status, short.json.errors[0].field], [422, 'nueva'])
})

test('the administrator’s own session outlives what he changes of others', async () => {
  const admin = await erp.logIn(ADMIN.usuario, ADMIN.password)
  await user(admin, 'alguien')
  assert.equal((await admin.get(`${API}/Moneda`)).status, 200)
})
