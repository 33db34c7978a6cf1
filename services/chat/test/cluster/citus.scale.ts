import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { findCluster } from '@oficina/postgres/citus.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { insertRealm } from '../../src/realm/store/first-realm-store.ts'
import { bringUpToDate } from '../../src/tenancy/store/spread-tables.ts'
import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Person,
} from '../chat-service.ts'
import { OF_ALL_REALMS, OneShard } from './one-shard.ts'
import { shardWatch, type ShardWatch } from './shard-watch.ts'

let watch: ShardWatch
let shard: OneShard
let chat: OwnChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  watch = shardWatch()
  shard = new OneShard(watch, OF_ALL_REALMS)
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(async () => {
  await chat.stop()
  watch.stop()
})

test('the tables of realms are in parts of one group, and every foreign key is there', async () => {
  const rows = await chat.database.query<{ kind: string; groups: number; tables: number }>(sql`
    select citus_table_type as kind, count(distinct colocation_id)::int as groups from public.citus_tables
    where table_name::text like 'chat.%' or table_name::text not like '%.%' group by 1 order by 1`)
  assert.deepEqual(
    rows.map(({ kind, groups }) => [kind, groups]),
    [
      ['distributed', 1],
      ['reference', 1],
    ],
  )
  const [keys] = await chat.database.query<{ count: number; left: number }>(sql`
    select (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'chat'::regnamespace) as count,
      (select count(*)::int from pg_class where relname = 'distribution_foreign_key') as left`)
  assert.ok((keys?.count ?? 0) > 50)
  assert.equal(keys?.left, 0)
})

test('what a person does goes to the part of their realm', async () => {
  watch.take()
  const heard = await cordelia.listen()
  const id = await send(hamlet, 'Denmark', 'castle', 'to be or not to be, @**Cordelia**')
  await sendDirect(hamlet, [cordelia], 'a word')
  const ok = async (answer: Promise<{ readonly status: number; readonly text: string }>) => {
    const { status, text } = await answer
    assert.equal(status, 200, text)
  }
  await ok(cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'smile' }))
  await ok(cordelia.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
  await ok(hamlet.patch(`/messages/${id}`, { content: 'that is the question', topic: 'tower' }))
  await ok(
    cordelia.get('/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'question' }],
    }),
  )
  for (const path of [
    '/users',
    '/streams',
    '/users/me/subscriptions',
    '/user_groups',
    '/realm/presence',
    '/drafts',
    '/scheduled_messages',
    '/attachments',
    '/users/me',
    '/custom_profile_fields',
  ]) {
    const answer = await cordelia.get(
      path.replace('/custom_profile_fields', '/realm/profile_fields'),
    )
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  }
  const events = await eventually('the events are there', async () => {
    const got = await heard.events()
    return got.length > 0 ? got : undefined
  })
  assert.equal(events[0]?.['type'], 'message')
  shard.assert()
})

test('realms lie on several parts, and none sees another’s rows', async () => {
  const shards = new Set<number>()
  for (let n = 0; n < 8; n += 1) {
    const realmId = await chat.database.transaction(async (tx) =>
      insertRealm(tx, { host: `r${n}.example.com`, name: `R${n}`, createdAt: new Date(0) }),
    )
    const [row] = await chat.database.query<{ shard: number }>(
      sql`select get_shard_id_for_distribution_column('chat.realm', ${realmId}::bigint) as shard`,
    )
    shards.add(row?.shard ?? 0)
    const [groups] = await chat.database.query<{ count: number }>(
      sql`select count(*)::int as count from user_group where realm_id = ${realmId} and is_system`,
    )
    assert.equal(groups?.count, 8)
  }
  assert.ok(shards.size > 1)
})

test('a second start finds all tables spread, and one that was cut off is gone on with', async () => {
  // As if the process had been killed after it took a foreign key away.
  await chat.database.execute(
    sql`create table distribution_foreign_key (relation text, name text, definition text not null, primary key (relation, name))`,
  )
  await chat.database.execute(
    sql`insert into distribution_foreign_key
        select 'chat.draft', conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' and conrelid = 'draft'::regclass`,
  )
  await chat.database.execute(sql`alter table draft drop constraint draft_realm_id_user_id_fkey`)
  await chat.restart()
  const [there] = await chat.database.query<{ back: number; left: number }>(sql`
    select (select count(*)::int from pg_constraint where contype = 'f' and conrelid = 'draft'::regclass) as back,
      (select count(*)::int from pg_class where relname = 'distribution_foreign_key') as left`)
  assert.deepEqual(there, { back: 1, left: 0 })
  await send(hamlet, 'Denmark', 'castle', 'after the restart')
})

test('a later migration makes a table, and the next one its foreign keys', async () => {
  const later = [
    {
      id: '9001-later',
      sql: 'create table later (realm_id bigint, user_id bigint, primary key (realm_id, user_id))',
    },
    {
      id: '9002-later',
      sql: 'alter table later add foreign key (realm_id, user_id) references user_profile',
    },
  ]
  assert.deepEqual(await bringUpToDate(chat.database, later, await findCluster(chat.database)), {
    applied: ['9001-later', '9002-later'],
    spread: ['later'],
  })
  const stranger = sql`insert into later values (${chat.realmId}, 999999)`
  await assert.rejects(chat.database.execute(stranger), /foreign key/)
  await chat.database.execute(sql`insert into later values (${chat.realmId}, ${hamlet.id})`)
})

test('what must ask all realms still does', async () => {
  // A process reads the log of events when it is told of one, which no answer waits for.
  await eventually('all of them were seen', async () => {
    await sendDirect(hamlet, [cordelia], 'otro')
    shard.assert()
    shard.assertStillAsked()
    return true
  })
})
