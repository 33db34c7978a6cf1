import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { trusted } from '@oficina/kit/sql.ts'

import { distributedDatabase } from '../../src/store/distributed-database.ts'

/** What is sent for a statement to a database that Citus distributes. */
async function sent(text: string): Promise<string> {
  const texts: string[] = []
  const note = (statement: { readonly text: string }) => {
    texts.push(statement.text)
    return Promise.resolve([])
  }
  const unused = () => assert.fail('only one statement is sent')
  const database = {
    query: note,
    execute: (statement) => note(statement).then(() => 0),
    transaction: unused,
    connect: unused,
    close: unused,
    opening: undefined,
  } satisfies Partial<Database>
  // Whatever else a database has, a statement does not ask for.
  await distributedDatabase(database as unknown as Database, 'one company').query(trusted(text))
  return texts.join('\n')
}

test('what inserts rows that it selects returns something, wherever in a statement it stands', async () => {
  const rows = [
    ['insert into a (b) select 1', 'insert into a (b) select 1 returning 1'],
    [
      'with n as (select 1), i as (insert into c (x) select f(n.a) from n), u as (update q set x = 1) update z set y = 2',
      'with n as (select 1), i as (insert into c (x) select f(n.a) from n returning 1), u as (update q set x = 1) update z set y = 2',
    ],
    [
      'with x as (insert into a (b) select 1 returning b) insert into c (b) select b from x',
      'with x as (insert into a (b) select 1 returning b) insert into c (b) select b from x returning 1',
    ],
  ]
  for (const [text = '', expected] of rows) assert.equal(await sent(text), expected)
})

test('what inserts values, returns something already or settles conflicts is sent as it is', async () => {
  for (const text of [
    'insert into a (b) values (1)',
    'insert into a (b) select 1 returning b',
    `insert into a (b) select 'insert into (' from (select 1) x on conflict do nothing`,
    `update a set b = '(insert into c select 1)'`,
    'select 1',
  ]) {
    assert.equal(await sent(text), text)
  }
})
