import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sqlState, type Database, type Tx } from '@oficina/kit/database.ts'
import { sql, type Sql } from '@oficina/kit/sql.ts'
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

test('a part that is undone fails with what failed in it, and the next part with its own', async () => {
  const part = async (tx: Tx, work: () => Promise<unknown>) => {
    await tx.execute(sql`savepoint part`)
    const state = await work().then(
      () => 'done',
      (error: unknown) => sqlState(error),
    )
    await tx.execute(sql`rollback to savepoint part`)
    return state
  }
  const states = await database.transaction(async (tx) => {
    const broken = (statement: Sql) => async () => {
      const first = tx.query(statement)
      first.catch(() => undefined)
      // Named, with a text that the server has not seen: it cannot be parsed any more.
      await Promise.all([tx.query(sql`select 2`), tx.query(sql`select 2`)])
    }
    return [
      await part(tx, broken(sql`select 1 / 0`)),
      await part(tx, () => tx.query(sql`select 3`)),
      await part(tx, broken(sql`select 'x'::int4`)),
    ]
  })
  assert.deepEqual(states, ['22012', 'done', '22P02'])
})
