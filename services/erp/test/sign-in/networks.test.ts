import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { networkGuard, parseRange } from '../../src/identity/network.ts'
import { ADMIN } from '../admin.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import {
  API,
  create,
  outcome,
  PASSWORD,
  profile,
  put,
  tryLogin,
  user,
  withToken,
} from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let admin: HttpClient

before(async () => {
  erp = await startOwnErp({ http: { trustProxy: ['127.0.0.1'] } })
  admin = erp.admin
})

after(() => erp.stop())

const from = (address: string) => erp.client.with({ 'x-forwarded-for': address })

async function network(rango: string, more: object = {}): Promise<number> {
  const body = {
    nombre: `${rango} ${Object.keys(more).join(' ')}`,
    rango_cidr: rango,
    regla: 'bloquear',
  }
  return (await create(admin, 'RedPermitida', { ...body, ...more })).id
}

async function forget(id: number): Promise<void> {
  assert.equal((await admin.send('DELETE', `${API}/RedPermitida/${id}`)).status, 200)
}

async function login(address: string, usuario: string): Promise<readonly [number, string | null]> {
  return outcome(await tryLogin(from(address), usuario, PASSWORD))
}

const REFUSED = [403, 'NETWORK_NOT_ALLOWED'] as const
const ALLOWED = [200, null] as const

test('a network that is blocked gets neither a session nor an answer', async () => {
  await user(admin, 'fuera')
  const inside = withToken(from('192.0.2.8'), await tryLogin(from('192.0.2.8'), 'fuera', PASSWORD))
  const path = `${API}/auth/permissions`
  assert.equal((await inside.get(path)).status, 200)
  const id = await network('192.0.2.0/24')
  assert.deepEqual(await login('192.0.2.8', 'fuera'), REFUSED)
  assert.deepEqual(outcome(await inside.get(path)), REFUSED)
  // The session itself lives on, and answers where it may.
  assert.equal((await inside.with({ 'x-forwarded-for': '192.0.3.8' }).get(path)).status, 200)
  await forget(id)
  assert.equal((await inside.get(path)).status, 200)
  const guess = await tryLogin(from('192.0.2.8'), 'fuera', 'no-es')
  assert.deepEqual(outcome(guess), [401, 'INVALID_CREDENTIALS'])
})

test('a remembered session is held against the address of each request', async () => {
  await user(admin, 'movil', { es_administrador: true })
  const id = await network('203.0.113.0/24')
  const home = withToken(from('192.0.2.9'), await tryLogin(from('192.0.2.9'), 'movil', PASSWORD))
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await home.get(`${API}/Moneda`)).status, 200)
    const away = await home.with({ 'x-forwarded-for': '203.0.113.9' }).get(`${API}/Moneda`)
    assert.deepEqual(outcome(away), REFUSED)
  }
  await forget(id)
})

test('a network of a profile or a branch concerns its users alone, from its first day to its last', async () => {
  const perfil = await profile(erp, 'caja', [])
  const { id: sucursal } = await create(admin, 'Sucursal', { clave: 'CENTRO', nombre: 'Centro' })
  const [cashier, clerk] = [await user(admin, 'cajera'), await user(admin, 'sucursal')]
  await user(admin, 'nadie')
  await create(admin, 'UsuarioPerfil', { usuario: cashier, perfil, inicio_vigencia: '2026-01-01' })
  const branch = { usuario: clerk, sucursal, acceso: 'operacion' }
  await create(admin, 'UsuarioSucursal', branch)
  const dates = { inicio_vigencia: '2026-03-03', fin_vigencia: '2026-03-03' }
  const ids = [
    await network('198.51.100.0/25', { perfil, ...dates }),
    await network('198.51.100.128/25', { sucursal, ...dates }),
  ]
  const all = async () => {
    const found = []
    for (const name of ['cajera', 'sucursal', 'nadie']) {
      for (const address of ['198.51.100.1', '198.51.100.200']) {
        found.push((await login(address, name))[0])
      }
    }
    return found
  }
  assert.deepEqual(await all(), [200, 200, 200, 200, 200, 200])
  erp.clock.set('2026-03-03T15:00:00Z')
  admin = await erp.logIn(ADMIN.usuario, ADMIN.password)
  assert.deepEqual(await all(), [403, 200, 200, 403, 200, 200])
  erp.clock.set('2026-03-04T15:00:00Z')
  admin = await erp.logIn(ADMIN.usuario, ADMIN.password)
  assert.deepEqual(await all(), [200, 200, 200, 200, 200, 200])
  for (const id of ids) await forget(id)
})

test('the narrowest range decides, and where any allows the rest of the world is out', async () => {
  await user(admin, 'rangos')
  const own = await network('127.0.0.0/8', { regla: 'permitir' })
  const office = await network('2001:db8::/32', { regla: 'permitir' })
  const guests = await network('2001:db8:0:5::/64', { regla: 'bloquear' })
  const printer = await network('2001:db8:0:5::7', { regla: 'permitir' })
  const found = []
  for (const address of ['2001:db8::1', '2001:db8:0:5::6', '2001:db8:0:5::7', '192.0.2.1']) {
    found.push(await login(address, 'rangos'))
  }
  assert.deepEqual(found, [ALLOWED, REFUSED, ALLOWED, REFUSED])
  for (const id of [printer, guests, office, own]) await forget(id)
})

test('a network that shuts its own writer out is refused, and so is deleting what lets him in', async () => {
  const block = { nombre: 'todo', rango_cidr: '127.0.0.0/8', regla: 'bloquear' }
  const refused = await admin.post(`${API}/RedPermitida`, block)
  assert.deepEqual([refused.status, refused.json.errors[0].field], [422, 'rango_cidr'])
  const elsewhere = await admin.post(`${API}/RedPermitida`, {
    nombre: 'oficina',
    rango_cidr: '10.0.0.0/8',
    regla: 'permitir',
  })
  assert.equal(elsewhere.status, 422)
  const own = await network('127.0.0.0/8', { regla: 'permitir' })
  const other = await network('10.0.0.0/8', { regla: 'permitir' })
  assert.equal((await admin.send('DELETE', `${API}/RedPermitida/${own}`)).status, 422)
  assert.equal((await put(admin, `RedPermitida/${own}`, { activo: false })).status, 422)
  await forget(other)
  await forget(own)
})

test('what is no range is 422', async () => {
  const wrong = [
    '10.0.0.0/33',
    '10.0.0',
    'oficina',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fe80::1%eth0',
  ]
  for (const rango of [...wrong, '::ffff:10.0.0.1']) {
    const body = { nombre: rango, rango_cidr: rango, regla: 'permitir' }
    const answer = await admin.post(`${API}/RedPermitida`, body)
    assert.deepEqual([answer.status, answer.json.errors[0].field], [422, 'rango_cidr'], rango)
  }
})

const ipv4 = fc.ipV4()
const prefix = fc.integer({ min: 0, max: 32 })

/** Whether two addresses agree in their first bits, said once more. */
function agree(one: string, other: string, bits: number): boolean {
  const number = (text: string) =>
    text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const size = 2 ** (32 - bits)
  return Math.floor(number(one) / size) === Math.floor(number(other) / size)
}

test('a range holds exactly the addresses that agree with it in its prefix', () => {
  fc.assert(
    fc.property(ipv4, ipv4, prefix, (network, address, bits) => {
      const rule = { rango_cidr: `${network}/${bits}`, regla: 'bloquear' } as const
      assert.ok(parseRange(rule.rango_cidr))
      assert.equal(networkGuard([rule])(address), !agree(network, address, bits))
    }),
  )
})
