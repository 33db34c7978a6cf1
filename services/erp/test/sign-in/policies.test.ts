import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, create, outcome, PASSWORD, put, tryLogin, user } from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let admin: HttpClient

const DAY_MS = 24 * 60 * 60 * 1_000

before(async () => {
  erp = await startOwnErp()
  admin = erp.admin
})

after(() => erp.stop())

/** A policy that asks for nothing but what is given. */
async function policy(clave: string, more: object): Promise<number> {
  const least = { longitud_minima: 8, intentos_maximos: 100, minutos_inactividad: 525_600 }
  return (await create(admin, 'PoliticaAcceso', { clave, nombre: clave, ...least, ...more })).id
}

async function setPassword(
  id: number,
  password: string,
): Promise<readonly [number, string | null]> {
  return outcome(await put(admin, `Usuario/${id}`, { password }))
}

test('a new password is as long and as mixed as the policy of its user asks', async () => {
  const politica = await policy('LARGA', { longitud_minima: 12, exige_complejidad: true })
  const refused = ['corta-Aa1', 'solominusculaslargas', 'DosTiposNadaMas']
  for (const password of refused) {
    const body = { usuario: 'larga', nombre: 'x', estado: 'activo', politica, password }
    const answer = await admin.post(`${API}/Usuario`, body)
    assert.deepEqual([answer.status, answer.json.errors[0].field], [422, 'password'], password)
  }
  const id = await user(admin, 'larga', { politica, password: 'Larga y mezclada 1' })
  assert.deepEqual(await setPassword(id, 'corta-Aa1'), [422, 'VALIDATION'])
  assert.deepEqual(await setPassword(id, 'Otra larga, mezclada'), [200, null])
  const csv = `usuario,nombre,password,estado,politica\nlarga2,x,corta-Aa1,activo,${politica}\nlarga3,x,Larga y mezclada 1,activo,${politica}\n`
  const imported = await admin.send('POST', `${API}/Usuario/import?mode=rows`, {
    headers: { 'content-type': 'text/csv' },
    body: csv,
  })
  const made = (await admin.get(`${API}/Usuario?usuario__like=larga`)).json.data
  assert.deepEqual(
    made.map(({ usuario }: { usuario: string }) => usuario),
    ['larga', 'larga3'],
    imported.text,
  )
})

test('the default policy of the company holds for users without one, and one at most is the default', async () => {
  const first = await policy('PRED1', { longitud_minima: 20, es_predeterminada: true })
  const id = await user(admin, 'comun', { password: 'una clave de mas de veinte' })
  assert.deepEqual(await setPassword(id, 'menos de veinte'), [422, 'VALIDATION'])
  const second = await policy('PRED2', { longitud_minima: 9, es_predeterminada: true })
  assert.deepEqual(await setPassword(id, 'menos de veinte'), [200, null])
  const flags = []
  for (const policyId of [first, second]) {
    flags.push((await admin.get(`${API}/PoliticaAcceso/${policyId}`)).json.data.es_predeterminada)
  }
  assert.deepEqual(flags, [false, true])
  await put(admin, `PoliticaAcceso/${second}`, { activo: false })
  assert.deepEqual(await setPassword(id, 'ocho-may'), [200, null])
})

test('none of the last passwords comes back', async () => {
  const politica = await policy('MEMORIA', { contrasenas_recordadas: 3 })
  const id = await user(admin, 'memoria', { politica, password: 'clave-numero-1' })
  assert.deepEqual(await setPassword(id, 'clave-numero-2'), [200, null])
  assert.deepEqual(await setPassword(id, 'clave-numero-3'), [200, null])
  assert.deepEqual(await setPassword(id, 'clave-numero-1'), [422, 'VALIDATION'])
  assert.deepEqual(await setPassword(id, 'clave-numero-3'), [422, 'VALIDATION'])
  assert.deepEqual(await setPassword(id, 'clave-numero-4'), [200, null])
  assert.deepEqual(await setPassword(id, 'clave-numero-1'), [200, null])
  const own = await tryLogin(erp.client, 'memoria', 'clave-numero-1', { nueva: 'clave-numero-4' })
  assert.deepEqual([own.status, own.json.errors[0].field], [422, 'nueva'])
})

test('a password that is too old opens no session, and gives way to a new one at login', async () => {
  const politica = await policy('VIGENCIA', { dias_vigencia: 30 })
  await user(admin, 'vieja', { politica })
  erp.clock.advance(30 * DAY_MS - 1_000)
  assert.deepEqual(outcome(await tryLogin(erp.client, 'vieja', PASSWORD)), [200, null])
  erp.clock.advance(1_000)
  const expired = await tryLogin(erp.client, 'vieja', PASSWORD)
  assert.deepEqual(
    [...outcome(expired), expired.json.errors[0].field],
    [403, 'PASSWORD_EXPIRED', 'nueva'],
  )
  assert.deepEqual(outcome(await tryLogin(erp.client, 'vieja', 'no-es')), [
    401,
    'INVALID_CREDENTIALS',
  ])
  const renewed = await tryLogin(erp.client, 'vieja', PASSWORD, { nueva: 'clave-renovada' })
  assert.deepEqual(outcome(renewed), [200, null])
  assert.deepEqual(outcome(await tryLogin(erp.client, 'vieja', 'clave-renovada')), [200, null])
  admin = await erp.logIn(ADMIN.usuario, ADMIN.password)
})

test('an account is locked after so many failures for so long, and Usuario tells', async () => {
  const politica = await policy('BLOQUEO', { intentos_maximos: 3, minutos_bloqueo: 30 })
  const id = await user(admin, 'cerrojo', { politica })
  const state = async () => {
    const { data } = (await admin.get(`${API}/Usuario/${id}`)).json
    return [data.intentos_fallidos, data.bloqueado_hasta]
  }
  for (const wrong of ['a', 'b']) await tryLogin(erp.client, 'cerrojo', wrong)
  assert.deepEqual(await state(), [2, null])
  assert.equal((await tryLogin(erp.client, 'cerrojo', PASSWORD)).status, 200)
  assert.deepEqual(await state(), [0, null])
  for (const wrong of ['a', 'b', 'c']) await tryLogin(erp.client, 'cerrojo', wrong)
  const until = new Date(erp.clock.now() + 30 * 60_000)
  const [failures, lockedUntil] = await state()
  assert.deepEqual([failures, new Date(String(lockedUntil))], [3, until])
  // The answer to a right password is that to a wrong one.
  const locked = await tryLogin(erp.client, 'cerrojo', PASSWORD)
  const wrong = await tryLogin(erp.client, 'cerrojo', 'x')
  assert.deepEqual([locked.status, locked.json], [401, wrong.json])
  erp.clock.advance(30 * 60_000)
  assert.equal((await tryLogin(erp.client, 'cerrojo', PASSWORD)).status, 200)
})

test('of failures at once no more are looked at than lock the account', async () => {
  const politica = await policy('RAFAGA', { intentos_maximos: 3, minutos_bloqueo: 5 })
  const id = await user(admin, 'rafaga', { politica })
  const guesses = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  await Promise.all(guesses.map((wrong) => tryLogin(erp.client, 'rafaga', wrong)))
  assert.equal((await admin.get(`${API}/Usuario/${id}`)).json.data.intentos_fallidos, 3)
  const { data } = (await admin.get(`${API}/IntentoAcceso?usuario=${id}&sort=id`)).json
  const results = data.map(({ resultado }: { resultado: string }) => resultado).toSorted()
  assert.deepEqual(results, [
    ...Array.from({ length: 3 }, () => 'contrasena_incorrecta'),
    ...Array.from({ length: 5 }, () => 'usuario_bloqueado'),
  ])
})

test('a lock that has passed leaves as many attempts as before it', async () => {
  const politica = await policy('CORTO', { intentos_maximos: 2, minutos_bloqueo: 5 })
  await user(admin, 'corto', { politica })
  const guess = (password: string) => tryLogin(erp.client, 'corto', password)
  for (const round of [1, 2]) {
    for (const wrong of ['a', 'b']) await guess(`${wrong}${round}`)
    assert.equal((await guess(PASSWORD)).status, 401)
    erp.clock.advance(5 * 60_000)
  }
  await guess('uno')
  assert.equal((await guess(PASSWORD)).status, 200)
  await guess('otro')
  assert.equal((await guess(PASSWORD)).status, 200)
})

test('an administrator ends a lock by setting estado or a new password', async () => {
  const politica = await policy('ABRE', { intentos_maximos: 1, minutos_bloqueo: 600 })
  const id = await user(admin, 'abre', { politica })
  await tryLogin(erp.client, 'abre', 'x')
  assert.equal((await tryLogin(erp.client, 'abre', PASSWORD)).status, 401)
  await put(admin, `Usuario/${id}`, { estado: 'activo' })
  assert.equal((await tryLogin(erp.client, 'abre', PASSWORD)).status, 200)
})

test('a session that was idle for too long is over; one in use goes on', async () => {
  const politica = await policy('QUIETA', { minutos_inactividad: 10 })
  await user(admin, 'quieta', { politica })
  const client = await erp.logIn('quieta', PASSWORD)
  const path = `${API}/auth/permissions`
  for (let time = 0; time < 4; time += 1) {
    erp.clock.advance(9 * 60_000)
    assert.equal((await client.get(path)).status, 200)
  }
  // Activity is noted once a minute, so the last request may be that much younger than what is noted.
  erp.clock.advance(11 * 60_000 + 1)
  assert.equal((await client.get(path)).status, 401)
  erp.clock.advance(-60_000)
  assert.equal((await client.get(path)).status, 401)
})

test('a session that is used more often than its activity is noted is never idle', async () => {
  const politica = await policy('MINUTO', { minutos_inactividad: 1 })
  await user(admin, 'minuto', { politica })
  const client = await erp.logIn('minuto', PASSWORD)
  for (let time = 0; time < 5; time += 1) {
    erp.clock.advance(59_000)
    assert.equal((await client.get(`${API}/auth/permissions`)).status, 200)
  }
})

test('of more sessions than the policy allows the oldest ends', async () => {
  const politica = await policy('DOS', { sesiones_simultaneas: 2 })
  await user(admin, 'multiple', { politica })
  const clients: HttpClient[] = []
  for (let time = 0; time < 3; time += 1) clients.push(await erp.logIn('multiple', PASSWORD))
  const statuses = []
  for (const client of clients) statuses.push((await client.get(`${API}/auth/permissions`)).status)
  assert.deepEqual(statuses, [401, 200, 200])
})

test('a policy that cannot be held to is refused, naming each field', async () => {
  const answer = await admin.post(`${API}/PoliticaAcceso`, {
    clave: 'MAL',
    nombre: 'Mal',
    longitud_minima: 0,
    intentos_maximos: 0,
    minutos_inactividad: -1,
    contrasenas_recordadas: 25,
    sesiones_simultaneas: 0,
    dias_vigencia: 0,
    minutos_bloqueo: 0,
  })
  assert.equal(answer.status, 422)
  assert.deepEqual(
    answer.json.errors.map(({ field }: { field: string }) => field),
    [
      'longitud_minima',
      'dias_vigencia',
      'contrasenas_recordadas',
      'intentos_maximos',
      'minutos_bloqueo',
      'minutos_inactividad',
      'sesiones_simultaneas',
    ],
  )
})
