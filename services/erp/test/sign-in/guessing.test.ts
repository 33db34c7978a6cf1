import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { logIn } from '../../src/actions/sign-in/log-in.ts'
import { PasswordWork, type PasswordCheck } from '../../src/identity/password-work.ts'
import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { outcome, PASSWORD, tryLogin, user } from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

test('a user whose name looks like another company’s login does not stand in its way', async () => {
  const other = await erp.otherCompany()
  const clave = (await other.get('/api/v1/Empresa')).json.data[0].clave
  await user(other, 'compras', { password: 'clave-de-la-otra' })
  const name = `compras@${clave}`
  for (const index of [1, 2, 3]) await user(erp.admin, name.toUpperCase().slice(0, -index))
  await user(erp.admin, name)
  const theirs = await tryLogin(erp.client, name, 'clave-de-la-otra')
  assert.deepEqual([theirs.status, theirs.json.data?.empresa.razon_social], [200, `${clave}, S.A.`])
  const ours = await tryLogin(erp.client, name, PASSWORD)
  assert.deepEqual([ours.status, ours.json.data?.empresa.id], [200, 1])
})

test('who logs in to his own account between guesses at a namesake’s gains no guess by it', async () => {
  const other = await erp.otherCompany()
  const clave: string = (await other.get('/api/v1/Empresa')).json.data[0].clave
  await user(erp.admin, 'tocaya')
  await user(other, 'tocaya', { password: 'mi-propia-clave' })
  const statuses: number[] = []
  for (let round = 0; round < 4; round += 1) {
    for (let guess = 0; guess < 9; guess += 1) {
      statuses.push((await tryLogin(erp.client, 'tocaya', `intento-${round}-${guess}`)).status)
    }
    const own = await tryLogin(erp.client, `tocaya@${clave}`, 'mi-propia-clave')
    assert.equal(own.status, 200)
  }
  assert.deepEqual(
    statuses.map((status) => (status === 401 ? 401 : 429)),
    statuses,
  )
  assert.equal(statuses.filter((status) => status === 401).length, 10)
})

test('a password of one’s own that is tried on a namesake is a guess; naming the company still works', async () => {
  const other = await erp.otherCompany()
  await user(erp.admin, 'gemela')
  await user(other, 'gemela', { password: 'mi-propia-clave' })
  for (let time = 0; time < 10; time += 1) {
    assert.equal((await tryLogin(erp.client, 'gemela', 'mi-propia-clave')).status, 200)
  }
  assert.deepEqual(outcome(await tryLogin(erp.client, 'gemela', PASSWORD)), [
    401,
    'INVALID_CREDENTIALS',
  ])
  assert.equal((await tryLogin(erp.client, 'gemela@EMPRESA', PASSWORD)).status, 200)
})

test('an account has a hundred failures in 15 minutes from wherever, and then is passed over in silence', async () => {
  const id = await user(erp.admin, 'buscada')
  await tryLogin(erp.client, 'buscada', 'no-es')
  await erp.owner.execute(
    sql`update oficina.intento set cuenta = 100 where clave = ${`tocayo 1/${id}`}`,
  )
  assert.deepEqual(outcome(await tryLogin(erp.client, 'buscada', PASSWORD)), [
    401,
    'INVALID_CREDENTIALS',
  ])
  erp.clock.advance(15 * 60_000)
  assert.equal((await tryLogin(erp.client, 'buscada', PASSWORD)).status, 200)
})

test('what is refused for its address does not use up the count of the account', async () => {
  const id = await user(erp.admin, 'acosada')
  for (let guess = 0; guess < 14; guess += 1) await tryLogin(erp.client, 'acosada', 'x')
  const [count] = await erp.owner.query<{ cuenta: number }>(
    sql`select cuenta from oficina.intento where clave = ${`tocayo 1/${id}`}`,
  )
  assert.equal(count?.cuenta, 10)
  erp.clock.advance(15 * 60_000)
})

test('of 150 wrong logins at once ten are looked at and the others are 429', async () => {
  await user(erp.admin, 'rafaga')
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) => tryLogin(erp.client, 'rafaga', `clave-${index}`)),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(401), count(429)], [10, 140])
})

test('one address has a hundred failures in 15 minutes, whatever the names', async () => {
  erp.clock.advance(15 * 60_000)
  assert.equal((await tryLogin(erp.client, 'nadie-1', 'x')).status, 401)
  await erp.owner.execute(sql`update oficina.intento set cuenta = 99 where clave like 'origen %'`)
  assert.equal((await tryLogin(erp.client, 'nadie-2', 'x')).status, 401)
  const refused = await tryLogin(erp.client, ADMIN.usuario, ADMIN.password)
  assert.deepEqual(outcome(refused), [429, 'TOO_MANY_ATTEMPTS'])
  assert.equal(refused.headers.get('retry-after'), '900')
  erp.clock.advance(15 * 60_000)
  assert.equal((await tryLogin(erp.client, ADMIN.usuario, ADMIN.password)).status, 200)
})

test('a right password does not count, however often', async () => {
  for (let time = 0; time < 12; time += 1) {
    assert.equal((await tryLogin(erp.client, ADMIN.usuario, ADMIN.password)).status, 200)
  }
})

/** The hashes that each login asked for. */
class CountedWork extends PasswordWork {
  readonly counts: number[] = []

  override async check(checks: readonly PasswordCheck[]): Promise<readonly boolean[]> {
    this.counts.push(checks.length)
    return await super.check(checks)
  }
}

test('an unknown name, a name of one company and a name of several cost the same hashes', async () => {
  await erp.otherCompany()
  await user(erp.admin, 'unica')
  const passwords = new CountedWork()
  const tools = { database: erp.owner, passwords, now: erp.clock.now }
  const from = { address: '192.0.2.7', agent: '', requestId: 'x', codigo: null, nueva: null }
  for (const usuario of ['no-hay', 'unica', 'admin', 'admin@OTRA1', 'a@b@EMPRESA']) {
    await assert.rejects(logIn(tools, { usuario, password: 'equivocada', ...from }))
  }
  assert.deepEqual(passwords.counts, [3, 3, 3, 3, 3])
})

test('the hash that stands for nobody’s password costs what a real one does', async () => {
  const work = new PasswordWork()
  const cost = (hash: string) => hash.split('$').slice(0, 4)
  assert.deepEqual(cost(work.noPassword), cost(await work.hash('x')))
  assert.deepEqual(cost(work.noPassword), ['', 'argon2id', 'v=19', 'm=19456,t=2,p=1'])
})

test('of many password checks at once two run, a hundred wait, and the rest are refused', async () => {
  const work = new PasswordWork()
  const checks = Array.from({ length: 110 }, () => work.check([]))
  const ends = await Promise.allSettled(checks)
  const refused = ends.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 8)
})

test('guesses that alternate between processes are as many as the limit, and a right password is refused, too', async (t) => {
  const second = await erp.secondServer()
  t.after(() => second.stop())
  await user(erp.admin, 'alternada')
  const clients = [erp.client, second.client]
  const tryAt = (index: number, password: string) =>
    tryLogin(clients[index % 2] ?? erp.client, 'alternada', password)
  for (let index = 0; index < 10; index += 1)
    assert.equal((await tryAt(index, `intento-${index}`)).status, 401)
  for (const index of [0, 1]) {
    const refused = await tryAt(index, PASSWORD)
    assert.equal(refused.status, 429)
    assert.equal(refused.json.errors[0].code, 'TOO_MANY_ATTEMPTS')
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
})
