import assert from 'node:assert/strict'
import { test } from 'node:test'

import { natsProblems, natsServers } from '../src/nats-settings.ts'

test('NATS_URL names servers with commas, an account and whether TLS is demanded', () => {
  assert.deepEqual(natsServers('nats://user:p%40ss@one:5222, nats://two'), {
    ok: true,
    value: {
      servers: ['one:5222', 'two:4222'],
      usesTls: false,
      account: { kind: 'user', user: 'user', password: 'p@ss' },
    },
  })
  assert.deepEqual(natsServers('tls://t0ken@one/,tls://t0ken@[::1]:1'), {
    ok: true,
    value: {
      servers: ['one:4222', '[::1]:1'],
      usesTls: true,
      account: { kind: 'token', token: 't0ken' },
    },
  })
  // A percent sign that begins no encoding is one.
  const odd = natsServers('nats://user:100%@one')
  assert.deepEqual(odd.ok && odd.value.account, { kind: 'user', user: 'user', password: '100%' })
})

test('a NATS_URL that cannot be meant is refused in words that repeat none of it', () => {
  const cases = [
    ['http://one', /^must be nats:/],
    ['one:4222', /^must be nats:/],
    ['nats://', /^must be nats:/],
    ['nats://one/path', /^must be nats:/],
    ['nats://one?tls=1', /^must be nats:/],
    ['nats://one,', /^must be nats:/],
    ['nats://one,tls://two', /all by tls/],
    ['nats://s3cret:a@one,nats://s3cret:b@two', /the same user and password/],
    ['nats://s3cret@one,nats://s3cret:b@two', /the same user and password/],
    [Array.from({ length: 21 }, () => 'nats://one').join(','), /at most 20/],
  ] as const
  for (const [raw, problem] of cases) {
    const read = natsServers(raw)
    assert.ok(!read.ok, raw)
    assert.match(read.error, problem)
    assert.doesNotMatch(read.error, /s3cret|one\//)
  }
  assert.ok(natsServers(Array.from({ length: 20 }, () => 'nats://one').join(',')).ok)
})

test('a file of credentials needs a NATS, and no other account beside it', () => {
  const natsCredentialsFile = '/run/secrets/nats.creds'
  const servers = (raw: string) => {
    const read = natsServers(raw)
    return read.ok ? read.value : undefined
  }
  assert.deepEqual(natsProblems({}), [])
  assert.deepEqual(natsProblems({ nats: servers('nats://one'), natsCredentialsFile }), [])
  assert.deepEqual(natsProblems({ nats: servers('nats://a:b@one') }), [])
  const cases = [
    [undefined, 'NATS_URL is required, because NATS_CREDS is set'],
    [servers('nats://a:b@one'), 'NATS_CREDS and an account in NATS_URL exclude each other'],
    [servers('nats://t@one'), 'NATS_CREDS and an account in NATS_URL exclude each other'],
  ] as const
  for (const [nats, told] of cases) {
    const problems = natsProblems({ nats, natsCredentialsFile })
    assert.deepEqual(
      problems.map(({ variable, message }) => `${variable} ${message}`),
      [told],
    )
  }
})
