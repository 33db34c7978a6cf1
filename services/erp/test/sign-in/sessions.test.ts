import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it moves the clock.

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

const HOUR = 3_600_000

async function login() {
  const answer = await erp.client.post('/api/v1/auth/login', ADMIN)
  assert.equal(answer.status, 200)
  const { token, expires_at: expiresAt } = answer.json.data
  return { token, expiresAt, client: erp.client.with({ authorization: `Bearer ${token}` }) }
}

test('login gives a token of 64 characters that is valid for 24 hours', async () => {
  const { token, expiresAt, client } = await login()
  assert.match(token, /^[A-Za-z0-9_-]{64}$/)
  assert.equal(Date.parse(expiresAt) - erp.clock.now(), 24 * HOUR)
  assert.equal((await client.get('/api/v1/Moneda')).status, 200)
  erp.clock.advance(24 * HOUR - 1_000)
  assert.equal((await client.get('/api/v1/Moneda')).status, 200)
  erp.clock.advance(1_000)
  assert.equal((await client.get('/api/v1/Moneda')).status, 401)
})

test('a wrong password and an unknown user give the same 401', async () => {
  const wrong = await erp.client.post('/api/v1/auth/login', { usuario: 'admin', password: 'x' })
  const unknown = await erp.client.post('/api/v1/auth/login', { usuario: 'nadie', password: 'x' })
  assert.equal(wrong.status, 401)
  assert.deepEqual(unknown.json, wrong.json)
})

test('login without its fields is 422, naming each', async () => {
  const answer = await erp.client.post('/api/v1/auth/login', {})
  assert.equal(answer.status, 422)
  assert.deepEqual(
    answer.json.errors.map((error: { field: string }) => error.field),
    ['usuario', 'password'],
  )
})

test('ten failures in 15 minutes close the door to that user and address with Retry-After', async () => {
  const guess = () => erp.client.post('/api/v1/auth/login', { usuario: 'adivina', password: 'x' })
  for (let attempt = 0; attempt < 10; attempt += 1) assert.equal((await guess()).status, 401)
  const refused = await guess()
  assert.equal(refused.status, 429)
  assert.equal(refused.json.errors[0].code, 'TOO_MANY_ATTEMPTS')
  assert.equal(Number(refused.headers.get('retry-after')), 900)
  erp.clock.advance(15 * 60_000)
  assert.equal((await guess()).status, 401)
})

test('refresh gives the same token while more than 4 hours remain', async () => {
  const { token, expiresAt, client } = await login()
  erp.clock.advance(20 * HOUR)
  const answer = await client.post('/api/v1/auth/refresh')
  assert.deepEqual([answer.json.data.token, answer.json.data.expires_at], [token, expiresAt])
})

test('refresh gives a new token for 24 hours when fewer than 4 hours remain, and the old one lives to its end', async () => {
  const { token, client } = await login()
  erp.clock.advance(20 * HOUR + 1_000)
  const [one, two] = await Promise.all([
    client.post('/api/v1/auth/refresh'),
    client.post('/api/v1/auth/refresh'),
  ])
  assert.notEqual(one.json.data.token, token)
  assert.equal(one.json.data.token.length, 64)
  assert.deepEqual(one.json.data, two.json.data)
  assert.equal(Date.parse(one.json.data.expires_at) - erp.clock.now(), 24 * HOUR)
  assert.equal((await client.get('/api/v1/Moneda')).status, 200)
  const successor = erp.client.with({ authorization: `Bearer ${one.json.data.token}` })
  assert.equal((await successor.get('/api/v1/Moneda')).status, 200)
  erp.clock.advance(4 * HOUR)
  assert.equal((await client.get('/api/v1/Moneda')).status, 401)
  assert.equal((await successor.get('/api/v1/Moneda')).status, 200)
})

test('logout answers 204 with no body whether or not the token existed', async () => {
  const { client } = await login()
  for (const attempt of [
    client,
    client,
    erp.client,
    erp.client.with({ authorization: 'Bearer x' }),
  ]) {
    const answer = await attempt.post('/api/v1/auth/logout')
    assert.deepEqual([answer.status, answer.text], [204, ''])
  }
  assert.equal((await client.get('/api/v1/Moneda')).status, 401)
})

test('logout with all=true ends every session of that user in that company, and no other', async () => {
  const [one, two] = [await login(), await login()]
  const other = await erp.otherCompany()
  assert.equal((await one.client.post('/api/v1/auth/logout?all=true')).status, 204)
  assert.equal((await two.client.get('/api/v1/Moneda')).status, 401)
  assert.equal((await other.get('/api/v1/Moneda')).status, 200)
})

test('a request without a valid token is 401 UNAUTHENTICATED with WWW-Authenticate: Bearer', async () => {
  const headers = [undefined, 'Basic YTpi', 'Bearer', 'Bearer short', `Bearer ${'x'.repeat(64)}`]
  for (const authorization of headers) {
    const client = authorization === undefined ? erp.client : erp.client.with({ authorization })
    const answer = await client.get('/api/v1/Moneda')
    assert.equal(answer.status, 401, authorization ?? 'no header')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.deepEqual([answer.json.data, answer.json.errors[0].code], [null, 'UNAUTHENTICATED'])
  }
})

test('the name admin belongs to each company; name@clave tells which', async () => {
  const other = await erp.otherCompany()
  const own = await other.get('/api/v1/Empresa')
  assert.match(own.json.data[0].clave, /^OTRA/)
})

test('a logout and an invalidation hold on every server of the database at once', async () => {
  const { token, client } = await login()
  const second = await erp.secondServer()
  const there = second.client.with({ authorization: `Bearer ${token}` })
  assert.equal((await there.get('/api/v1/Moneda')).status, 200)
  assert.equal((await client.post('/api/v1/auth/permissions/invalidate')).status, 200)
  assert.equal((await there.get('/api/v1/Moneda')).status, 200)
  assert.equal((await client.post('/api/v1/auth/logout')).status, 204)
  assert.equal((await there.get('/api/v1/Moneda')).status, 401)
  await second.stop()
})
