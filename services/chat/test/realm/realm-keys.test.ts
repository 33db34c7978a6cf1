import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'

import { startOwnChat, type ChatTest } from '../chat-service.ts'

// A service of its own: it looks at the keys of all tables.

/** The last one from before tables were spread over machines. */
const BEFORE_SPREADING = '0051-realm-first'

/** Unique over all realms: which realm is at a host is asked before the realm is known. */
const WITHOUT_REALM = ['realm_address.realm_address_pkey']
/** The same, where one server has all: it goes when tables are spread. */
const OF_ONE_SERVER = 'realm.realm_host_key'

let chat: ChatTest

before(async () => {
  chat = await startOwnChat()
})
after(() => chat.stop())

test('every key of a table with a realm begins with the realm', async () => {
  const keys = await chat.database.query<{ key: string }>(sql`
    select t.relname || '.' || k.relname as key from pg_index i
      join pg_class t on t.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
      join pg_attribute a on a.attrelid = t.oid
        and a.attname = case t.relname when 'realm' then 'id' else 'realm_id' end and not a.attisdropped
    where i.indisunique and t.relnamespace = 'chat'::regnamespace and i.indkey[0] <> a.attnum order by 1`)
  assert.deepEqual(
    keys.map(({ key }) => key).filter((key) => key !== OF_ONE_SERVER),
    WITHOUT_REALM,
  )
})

test('no table has a trigger, which a table on many machines could not have', async () => {
  const triggers = await chat.database.query(sql`
    select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'chat'::regnamespace and not tgisinternal`)
  assert.deepEqual(triggers, [])
})

test('a migration that makes a table leaves its foreign keys to the next one', async () => {
  const migrations = await readMigrations(new URL('../../migrations', import.meta.url).pathname)
  const later = migrations.filter(({ id }) => id > BEFORE_SPREADING)
  const wrong = later.filter(
    ({ sql: text }) => /create\s+(unlogged\s+)?table/i.test(text) && /references\s/i.test(text),
  )
  assert.ok(migrations.some(({ id }) => id === BEFORE_SPREADING))
  assert.deepEqual(
    wrong.map(({ id }) => id),
    [],
  )
})
