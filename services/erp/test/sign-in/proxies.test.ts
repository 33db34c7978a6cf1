import assert from 'node:assert/strict'
import { test } from 'node:test'

import { ADMIN } from '../admin.ts'
import { startErp, startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, tryLogin, withToken } from './people.ts'

// A service of its own: it has settings of its own.

async function addressSeen(erp: ErpTest, forwarded: string): Promise<string> {
  const client = erp.client.with({ 'x-forwarded-for': forwarded })
  const me = withToken(client, await tryLogin(client, ADMIN.usuario, ADMIN.password))
  const { data } = (await me.get(`${API}/auth/sesiones`)).json
  return data.find(({ actual }: { actual: boolean }) => actual).direccion_ip
}

test('X-Forwarded-For is believed of the proxies that TRUST_PROXY names, and of nobody else', async () => {
  const [alone, behind] = await Promise.all([
    startErp(),
    startOwnErp({ http: { trustProxy: ['127.0.0.1', '10.0.0.0/8'] } }),
  ])
  assert.equal(await addressSeen(alone, '203.0.113.9'), '127.0.0.1')
  assert.equal(await addressSeen(behind, '203.0.113.9'), '203.0.113.9')
  // What stands left of the last address that is no proxy's was written by the client.
  assert.equal(await addressSeen(behind, '198.51.100.1, 203.0.113.9, 10.1.2.3'), '203.0.113.9')
  assert.equal(await addressSeen(behind, '::ffff:203.0.113.8'), '203.0.113.8')
  for (const nonsense of ['unknown', 'x'.repeat(5_000), '1.2.3.4:80', '999.1.1.1']) {
    assert.equal(await addressSeen(behind, nonsense), '127.0.0.1')
  }
  await Promise.all([alone.stop(), behind.stop()])
})

test('behind a proxy who is locked out for guessing locks out nobody from elsewhere', async () => {
  const erp = await startOwnErp({ http: { trustProxy: ['127.0.0.1'] } })
  const from = (address: string) => erp.client.with({ 'x-forwarded-for': address })
  for (let guess = 0; guess < 11; guess += 1) {
    await tryLogin(from('2001:db8:1:2::1'), ADMIN.usuario, `no-${guess}`)
  }
  const statuses = []
  for (const address of [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff::9',
    '2001:db8:1:3::1',
    '192.0.2.1',
  ]) {
    statuses.push((await tryLogin(from(address), ADMIN.usuario, ADMIN.password)).status)
  }
  // A client of IPv6 has a whole /64 of addresses.
  assert.deepEqual(statuses, [429, 429, 200, 200])
  await erp.stop()
})
