import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sqlState, type Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'
import {
  openTestDatabase,
  testDatabase,
  type TestDatabase,
} from '@oficina/testkit/test-postgres.ts'

import { migrate } from '../src/migrate.ts'

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

const FIRST = { id: '0001-a', sql: 'create table a (x int primary key)' }
const SECOND = { id: '0002-b', sql: 'create table b (y int); insert into a values (1)' }

test('two processes that start at once apply each migration once', async () => {
  const other = openTestDatabase(testDb.url)
  const applied = await Promise.all([
    migrate(database, [FIRST, SECOND]),
    migrate(other, [FIRST, SECOND]),
  ])
  await other.close()
  assert.deepEqual(applied.flat(), ['0001-a', '0002-b'])
  assert.deepEqual(await database.query(sql`select x from a`), [{ x: 1 }])
})

test('a migration that was edited after it was applied is refused', async () => {
  const edited = { id: '0001-a', sql: 'create table a (x bigint)' }
  await assert.rejects(migrate(database, [edited]), /0001-a was edited/)
})

test('an older version says that it is one, and changes nothing', async () => {
  const older = [FIRST, { id: '0009-own', sql: 'create table own (x int)' }]
  await assert.rejects(migrate(database, older), /newer version: .* migrations 0002-b, so nothing/v)
  assert.deepEqual(await database.query(sql`select to_regclass('own')::text as name`), [
    { name: null },
  ])
})

test('a migration that fails leaves nothing behind', async () => {
  const broken = { id: '0003-c', sql: 'create table c (z int); select 1/0' }
  await assert.rejects(migrate(database, [FIRST, SECOND, broken]), /0003-c failed/)
  assert.deepEqual(await database.query(sql`select to_regclass('c')::text as name`), [
    { name: null },
  ])
})

test('a transaction whose work throws is rolled back, and its connection can be used again', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`insert into a values (7)`)
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)
  assert.deepEqual(await database.query(sql`select x from a where x = 7`), [])
})

test('a statement that fails rolls the transaction back even when its error is caught', async () => {
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.execute(sql`insert into a values (8)`)
      await tx.execute(sql`insert into a values (8)`).catch(() => 0)
      await tx.execute(sql`insert into a values (9)`)
    }),
    (error) => sqlState(error) === '23505',
  )
  assert.deepEqual(await database.query(sql`select x from a where x > 7`), [])
})

test('a failure that is caught, or that nobody waited for, fails the transaction at its end', async () => {
  const isDuplicate = (error: unknown) => sqlState(error) === '23505'
  const caught = database.transaction(async (tx) => {
    await tx.execute(sql`insert into a values (10)`)
    await tx.execute(sql`insert into a values (10)`).catch(() => 0)
    await tx.execute(sql`insert into a values (13)`).catch(() => 0)
  })
  await assert.rejects(caught, isDuplicate)
  const unawaited = database.transaction(async (tx) => {
    await tx.execute(sql`insert into a values (11)`)
    tx.execute(sql`insert into a values (11)`).catch(() => 0)
  })
  await assert.rejects(unawaited, isDuplicate)
  assert.deepEqual(await database.query(sql`select x from a where x > 7`), [])
  await database.transaction(async (tx) => {
    tx.execute(sql`insert into a values (12)`).catch(() => 0)
    await Promise.resolve()
  })
  assert.equal(await database.execute(sql`delete from a where x = 12`), 1)
})

test('a serialisation failure is tried again from the start', async () => {
  await database.execute(sql`insert into a values (100)`)
  const increment = () =>
    database.transaction(
      async (tx) => {
        const [row] = await tx.query<{ x: number }>(sql`select max(x) as x from a`)
        await tx.execute(sql`insert into a values (${(row?.x ?? 0) + 1})`)
      },
      { isolation: 'serializable' },
    )
  await Promise.all([increment(), increment(), increment()])
  assert.deepEqual(await database.query(sql`select x from a where x > 100 order by x`), [
    { x: 101 },
    { x: 102 },
    { x: 103 },
  ])
})
