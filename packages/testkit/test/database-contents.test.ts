import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted } from '@oficina/kit/sql.ts'

import { contentsOf, lostRows } from '../src/database-contents.ts'
import { openTestDatabase, testDatabase, type TestDatabase } from '../src/test-postgres.ts'

let database: TestDatabase
let pool: ReturnType<typeof openTestDatabase>

before(async () => {
  database = await testDatabase({ key: undefined, build: () => Promise.resolve() })
  pool = openTestDatabase(database.url)
})

after(async () => {
  await pool.close()
  await database.drop()
})

/** What is lost by a change of three tables: of one row, of two that differ by a null, and of none. */
async function lostBy(change: string) {
  await pool.execute(sql`
    drop table if exists alone, pair, nobody;
    create table alone (id int, name text, seen int);
    create table pair (id int, name text);
    create table nobody (id int);
    insert into alone values (1, 'first', 0);
    insert into pair values (1, null), (1, 'null')`)
  const before = await contentsOf(database.url, {
    ignored: { alone: ['seen'] },
    leftOut: /^nobody$/v,
  })
  await pool.execute(trusted(change))
  return lostRows(before, await contentsOf(database.url, { before }))
}

test('a row that is changed or gone is lost, one a table that held it', async () => {
  assert.deepEqual(await lostBy(`update alone set name = 'First'`), { alone: 1 })
  assert.deepEqual(await lostBy(`delete from pair where name is null`), { pair: 1 })
  assert.deepEqual(await lostBy(`update pair set name = 'null'`), { pair: 1 })
  assert.deepEqual(await lostBy(`truncate pair; drop table alone`), { alone: 1, pair: 2 })
})

test('nothing is lost by rows that come, columns that come or go unseen, and tables left out', async () => {
  assert.deepEqual(
    await lostBy(`
      insert into pair values (2, 'second');
      insert into nobody values (1);
      update alone set seen = 1;
      alter table pair add column later text default 'x'`),
    {},
  )
  assert.deepEqual(await lostBy('drop table nobody; alter table alone drop column seen'), {})
})
