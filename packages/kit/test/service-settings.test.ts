import assert from 'node:assert/strict'
import { test } from 'node:test'

import { parseConfig } from '../src/config.ts'
import { serviceSettings } from '../src/service-settings.ts'

function trustProxy(raw: string | undefined) {
  const { trustProxy: setting } = serviceSettings(0, { isTerminal: false })
  const read = parseConfig({ setting }, { TRUST_PROXY: raw })
  return read.ok ? read.value.setting : read.error
}

test('nobody is a proxy unless TRUST_PROXY says so', () => {
  assert.equal(trustProxy(undefined), false)
})

test('TRUST_PROXY names addresses and ranges, or how many proxies stand in front', () => {
  assert.deepEqual(trustProxy('10.0.0.1, 172.16.0.0/12,fd00::/8'), [
    '10.0.0.1',
    '172.16.0.0/12',
    'fd00::/8',
  ])
  const hops = trustProxy('2')
  assert.ok(typeof hops === 'function')
  assert.deepEqual(
    [0, 1, 2].map((hop) => hops('192.0.2.1', hop)),
    [true, true, false],
  )
})

test('any other TRUST_PROXY is refused, saying what is allowed', () => {
  for (const raw of ['true', '0', '11', 'proxy.local', '10.0.0.0/33', '10.0.0.1/8/8', '::/129']) {
    assert.deepEqual(
      trustProxy(raw),
      [
        {
          variable: 'TRUST_PROXY',
          message:
            'must be addresses or ranges with commas, or how many proxies there are (1 to 10)',
        },
      ],
      raw,
    )
  }
})
