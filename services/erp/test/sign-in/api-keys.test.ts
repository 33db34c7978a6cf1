import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, create, outcome, PASSWORD, profile, put, user } from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let usuario: number
let perfil: number

const GRANTS = [
  'modulo:recursos-humanos.leer',
  'Departamento.leer',
  'Departamento.crear',
  'Puesto.leer',
]

before(async () => {
  erp = await startOwnErp()
  usuario = await user(erp.admin, 'robot')
  perfil = await profile(erp, 'INTEGRA', GRANTS)
  await create(erp.admin, 'UsuarioPerfil', { usuario, perfil, inicio_vigencia: '2026-01-01' })
})

after(() => erp.stop())

interface Key {
  readonly id: number
  readonly clave: string
  readonly client: HttpClient
}

async function key(nombre: string, more: object = {}): Promise<Key> {
  const made = await create(erp.admin, 'ClaveApi', { nombre, usuario, perfil, ...more })
  const clave = String(made['clave'])
  return { id: made.id, clave, client: erp.client.with({ authorization: `Bearer ${clave}` }) }
}

async function read(client: HttpClient, model = 'Departamento'): Promise<TestAnswer> {
  return await client.get(`${API}/${model}`)
}

test('a key is shown once, when it is made, and only its hash is kept', async () => {
  const body = { nombre: 'unica', usuario, perfil }
  const made = await erp.admin.post(`${API}/ClaveApi`, body, {
    headers: { 'idempotency-key': 'k1' },
  })
  const { clave, prefijo, huella, id } = made.json.data
  assert.match(clave, /^ofi_[A-Za-z0-9]{8}\.[A-Za-z0-9_-]{43}$/)
  assert.equal(clave.startsWith(`${prefijo}.`), true)
  assert.equal(made.headers.get('cache-control'), 'no-store')
  const stored = await erp.admin.get(`${API}/ClaveApi/${id}`)
  assert.deepEqual([stored.json.data.clave, stored.json.data.huella], [undefined, huella])
  const repeated = await erp.admin.post(`${API}/ClaveApi`, body, {
    headers: { 'idempotency-key': 'k1' },
  })
  assert.deepEqual([repeated.status, repeated.json.data.clave], [201, undefined])
  const secret = clave.split('.')[1]
  const [kept] = await erp.owner.query<{ n: number }>(sql`
    select (select count(*) from public.clave_api k where k::text like '%' || ${secret} || '%')
      + (select count(*) from oficina.idempotencia i where i::text like '%' || ${secret} || '%')
      + (select count(*) from public.registro_auditoria r where r::text like '%' || ${secret} || '%') as n`)
  assert.equal(kept?.n, 0)
})

test('what a key is made of cannot be sent', async () => {
  for (const field of ['prefijo', 'huella']) {
    const body = { nombre: 'mia', usuario, perfil, [field]: 'x' }
    const answer = await erp.admin.post(`${API}/ClaveApi`, body)
    assert.deepEqual(outcome(answer), [422, 'READ_ONLY_FIELD'])
  }
  const imported = await erp.admin.send('POST', `${API}/ClaveApi/import?mode=all`, {
    headers: { 'content-type': 'text/csv' },
    body: `nombre,usuario,perfil\nimportada,${usuario},${perfil}\n`,
  })
  assert.equal(imported.status, 422, imported.text)
})

test('a key does what its profile, its user and its scopes all allow', async () => {
  const whole = await key('toda')
  assert.equal((await read(whole.client)).status, 200)
  const department = { clave: 'K', nombre: 'Por clave' }
  assert.equal((await whole.client.post(`${API}/Departamento`, department)).status, 201)
  assert.equal((await read(whole.client, 'Moneda')).status, 403)
  const scoped = await key('acotada', { alcances: ['Puesto.leer', 'Moneda.leer'] })
  const found = []
  for (const model of ['Puesto', 'Departamento', 'Moneda']) {
    found.push((await read(scoped.client, model)).status)
  }
  // Moneda stands in its scopes, but in no right of its profile.
  assert.deepEqual(found, [200, 403, 403])
  const none = await key('ninguna', { alcances: [] })
  assert.equal((await read(none.client)).status, 403)
  const other = await profile(erp, 'AJENO', ['Moneda.leer', 'Puesto.leer'])
  const beyond = await key('ajena', { perfil: other })
  // Its profile reads Moneda, its user does not.
  assert.deepEqual(
    [(await read(beyond.client, 'Moneda')).status, (await read(beyond.client, 'Puesto')).status],
    [403, 200],
  )
})

test('the key of an administrator is none, and changes no catalog of all companies', async () => {
  const all = await profile(erp, 'TODO', ['Moneda.leer', 'Moneda.crear', 'Departamento.leer'])
  const { client } = await key('de-admin', { usuario: 1, perfil: all })
  const found = [
    (await read(client)).status,
    (await read(client, 'Moneda')).status,
    (await client.post(`${API}/Moneda`, { clave: 'KKK', nombre: 'K' })).status,
    (await read(client, 'Usuario')).status,
    (await client.get(`${API}/outbox`)).status,
  ]
  assert.deepEqual(found, [200, 200, 403, 403, 403])
})

test('a key opens no session, enrols no factor, makes no key and ends no session', async () => {
  const rights = await profile(erp, 'CLAVES', ['ClaveApi.crear', 'ClaveApi.leer'])
  const id = await user(erp.admin, 'llavero')
  await create(erp.admin, 'UsuarioPerfil', {
    usuario: id,
    perfil: rights,
    inicio_vigencia: '2026-01-01',
  })
  const { client } = await key('llavero', { usuario: id, perfil: rights })
  const made = { nombre: 'otra-mas', usuario: id, perfil: rights }
  const found = [
    await client.post(`${API}/auth/refresh`),
    await client.post(`${API}/auth/factores`, {}),
    await client.get(`${API}/auth/factores`),
    await client.send('DELETE', `${API}/auth/sesiones/1`),
    await client.post(`${API}/ClaveApi`, made),
  ].map(outcome)
  assert.deepEqual(
    found,
    Array.from({ length: 5 }, () => [403, 'FORBIDDEN']),
  )
  const owner = await erp.logIn('llavero', PASSWORD)
  assert.equal((await owner.post(`${API}/ClaveApi`, made)).status, 201)
  const others = await owner.post(`${API}/ClaveApi`, { ...made, nombre: 'ajena-2', usuario: 1 })
  assert.deepEqual(outcome(others), [403, 'FORBIDDEN'])
})

test('a revoked key, one of a blocked user and one past its end are 401 at once, in every process', async () => {
  const second = await erp.secondServer()
  const expira = new Date(erp.clock.now() + 3_600_000).toISOString()
  const [revoked, expiring, blocked] = [
    await key('revocada'),
    await key('vence', { expira_en: expira }),
    await key('bloqueada'),
  ]
  const there = ({ client }: Key) => second.client.with(client.headers)
  for (const one of [revoked, expiring, blocked]) {
    assert.equal((await read(there(one))).status, 200)
  }
  const revoke = await put(erp.admin, `ClaveApi/${revoked.id}`, { estado: 'revocada' })
  assert.equal(revoke.status, 200)
  assert.deepEqual(outcome(await read(there(revoked))), [401, 'UNAUTHENTICATED'])
  const again = await put(erp.admin, `ClaveApi/${revoked.id}`, { estado: 'activa' })
  assert.deepEqual(outcome(again), [409, 'INVALID_STATE'])
  await put(erp.admin, `Usuario/${usuario}`, { estado: 'bloqueado' })
  assert.equal((await read(there(blocked))).status, 401)
  await put(erp.admin, `Usuario/${usuario}`, { estado: 'activo' })
  assert.equal((await read(there(blocked))).status, 200)
  erp.clock.advance(3_600_000)
  assert.equal((await read(there(expiring))).status, 401)
  await second.stop()
})

test('rights taken from the user or the profile are taken from the key at once', async () => {
  const second = await erp.secondServer()
  const { client } = await key('pierde')
  const there = second.client.with(client.headers)
  assert.equal((await read(there)).status, 200)
  await put(erp.admin, `Perfil/${perfil}`, { activo: false })
  assert.equal((await read(there)).status, 401)
  await put(erp.admin, `Perfil/${perfil}`, { activo: true })
  const [, grant] = (await erp.admin.get(`${API}/PerfilPermiso?perfil=${perfil}&sort=id`)).json.data
  await put(erp.admin, `PerfilPermiso/${grant.id}`, { concedido: false })
  assert.equal((await read(there)).status, 403)
  assert.equal((await read(there, 'Puesto')).status, 200)
  await put(erp.admin, `PerfilPermiso/${grant.id}`, { concedido: true })
  await second.stop()
})

test('a key has so many calls a minute, over all processes, then 429 with Retry-After', async () => {
  const second = await erp.secondServer()
  const { client } = await key('limitada', { limite_por_minuto: 3 })
  const there = second.client.with(client.headers)
  erp.clock.set('2026-03-02T17:00:10Z')
  const calls = await Promise.all([read(client), read(there), read(client), read(there)])
  const statuses = calls.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  const refused = await read(there)
  assert.deepEqual(outcome(refused), [429, 'RATE_LIMITED'])
  assert.equal(refused.headers.get('retry-after'), '50')
  erp.clock.advance(50_000)
  assert.equal((await read(client)).status, 200)
  await second.stop()
})

test('the last use of a key is noted, at most once a minute', async () => {
  const { client, id } = await key('usada')
  const used = async () => {
    const [row] = await erp.owner.query<{ ultimo_uso: Date | null }>(
      sql`select ultimo_uso from public.clave_api where empresa_id = 1 and id = ${id}`,
    )
    return row?.ultimo_uso?.getTime() ?? null
  }
  assert.equal(await used(), null)
  const first = erp.clock.now()
  await read(client)
  erp.clock.advance(59_000)
  await read(client)
  assert.equal(await used(), first)
  erp.clock.advance(1_000)
  await read(client)
  assert.equal(await used(), first + 60_000)
})

test('scopes that are no rights, a limit below one and tokens of another form are refused', async () => {
  for (const alcances of [['Nada.leer'], 'Compra.leer', [1], { a: 1 }]) {
    const answer = await erp.admin.post(`${API}/ClaveApi`, {
      nombre: 'mal',
      usuario,
      perfil,
      alcances,
    })
    assert.deepEqual(
      [...outcome(answer), answer.json.errors[0].field],
      [422, 'VALIDATION', 'alcances'],
      JSON.stringify(alcances),
    )
  }
  const limit = { nombre: 'mal', usuario, perfil, limite_por_minuto: 0 }
  assert.equal((await erp.admin.post(`${API}/ClaveApi`, limit)).status, 422)
  const { clave } = await key('buena')
  for (const wrong of [
    clave.slice(0, -1),
    `${clave}x`,
    clave.replace('.', '_'),
    `ofi_${'A'.repeat(60)}`,
  ]) {
    const answer = await read(erp.client.with({ authorization: `Bearer ${wrong}` }))
    assert.deepEqual(outcome(answer), [401, 'UNAUTHENTICATED'], wrong)
  }
})
