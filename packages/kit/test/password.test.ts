import assert from 'node:assert/strict'
import { test } from 'node:test'

import { hashPassword, isPassword } from '../src/password.ts'

const NOBODYS = `${'A'.repeat(22)}$${'A'.repeat(43)}`

test('a password is kept as argon2id at the cost that OWASP asks for, each time with a salt of its own', async () => {
  const [one, other] = [await hashPassword('secreto'), await hashPassword('secreto')]
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.notEqual(one, other)
})

test('a password belongs to its own hash alone, whatever that cost', async () => {
  for (const cost of [undefined, { memory: 64, passes: 1 }]) {
    const hash = await hashPassword('secreto', cost)
    assert.equal(await isPassword('secreto', hash), true)
    assert.equal(await isPassword('Secreto', hash), false)
    assert.equal(await isPassword('', hash), false)
  }
})

test('a hash of another form, or with costs beyond all use, is nobody’s', async () => {
  for (const hash of ['', 'secreto', `$argon2i$v=19$m=64,t=1,p=1$${NOBODYS}`])
    assert.equal(await isPassword('secreto', hash), false)
  const costly = [`m=1048577,t=1`, 'm=64,t=17']
  for (const cost of costly)
    assert.equal(await isPassword('secreto', `$argon2id$v=19$${cost},p=1$${NOBODYS}`), false)
})
