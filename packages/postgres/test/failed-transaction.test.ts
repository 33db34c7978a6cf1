import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sqlState, type Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'
import {
  openTestDatabase,
  testDatabase,
  type TestDatabase,
} from '@oficina/testkit/test-postgres.ts'

let testDb: TestDatabase
let database: Database

before(async () => {
  testDb = await testDatabase({ key: 'empty', build: () => Promise.resolve() })
  database = openTestDatabase(testDb.url)
})

after(async () => {
  await database.close()
  await testDb.drop()
})

test('a transaction fails with what failed in it, whichever of its statements is waited for', async () => {
  const failing = database.transaction(async (tx) => {
    const broken = tx.query(sql`select 1 / 0`)
    broken.catch(() => undefined)
    await tx.query(sql`select 1`)
    await broken
  })
  await assert.rejects(failing, (error) => sqlState(error) === '22012')
})

test('what the work itself throws after a statement failed stays what it is', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.query(sql`select 1 / 0`).catch(() => undefined)
    throw new Error('of its own')
  })
  await assert.rejects(failing, /of its own/)
})
