import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { SessionMarks } from '../../src/access/session-marks.ts'
import { bearerToken, tokenHash } from '../../src/identity/token.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
let database: Database

before(async () => {
  erp = await startErp()
  database = erp.asService()
})

after(() => erp.stop())

function hashOf({ headers }: HttpClient): Buffer {
  return tokenHash(bearerToken(headers['authorization']) ?? '')
}

/** A database whose statements are counted, and begin as `gate` says. */
function watched(gate: (statement: number) => Promise<unknown> = () => Promise.resolve()) {
  let statements = 0
  const query: Database['query'] = async (statement) => {
    statements += 1
    await gate(statements)
    return await database.query(statement)
  }
  return {
    marks: new SessionMarks({ ...database, query }, erp.clock.now),
    statements: () => statements,
  }
}

test('requests of one moment are looked up in one statement, and each gets its own session', async () => {
  const { marks, statements } = watched()
  const people = [
    erp.admin,
    await erp.otherCompany(),
    await erp.logIn(erp.adminLogin.usuario, erp.adminLogin.password),
  ].map(hashOf)
  const unknown = Buffer.alloc(32)
  const asked = Array.from({ length: 40 }, (_, index) => [...people, unknown][index % 4] ?? unknown)
  const found = await Promise.all(asked.map((token) => marks.find(token)))
  assert.equal(statements(), 1)
  assert.equal(new Set(found).size, 4)
  for (const [index, token] of asked.entries()) {
    assert.equal(found[index], await marks.find(token))
    assert.equal(found[index] === undefined, token === unknown)
  }
})

test('a request joins no look-up that has begun, so a session that ended before it is not found', async () => {
  const first = Promise.withResolvers<void>()
  const reader = await erp.logIn(erp.adminLogin.usuario, erp.adminLogin.password)
  const { marks, statements } = watched((statement) =>
    statement === 1 ? first.promise : Promise.resolve(),
  )
  const before = marks.find(hashOf(reader))
  await eventually('the first look-up begins', () => statements() === 1)
  assert.equal((await reader.send('POST', '/api/v1/auth/logout')).status, 204)
  const behind = marks.find(hashOf(reader))
  first.resolve()
  assert.equal(await behind, undefined)
  await before
  assert.equal(statements(), 2)
})

test('a look-up that does not end holds up nobody else', async () => {
  const never = Promise.withResolvers<void>()
  const { marks, statements } = watched((statement) =>
    statement === 1 ? never.promise : Promise.resolve(),
  )
  const held = marks.find(hashOf(erp.admin))
  await eventually('the first look-up begins', () => statements() === 1)
  assert.notEqual(await marks.find(hashOf(erp.admin)), undefined)
  never.resolve()
  assert.notEqual(await held, undefined)
})

test('a look-up that fails finds nobody, and the next one does', async () => {
  const { marks } = watched((statement) =>
    statement === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(),
  )
  assert.equal(await marks.find(hashOf(erp.admin)), undefined)
  assert.notEqual(await marks.find(hashOf(erp.admin)), undefined)
})
