import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { startCitusCluster, type CitusCluster } from '@oficina/testkit/citus-cluster.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { ended, OWNER_AUTHORIZATION as authorization, spawnProcess } from '../chat-process.ts'

let cluster: CitusCluster
let dataDir: string

before(async () => {
  cluster = await startCitusCluster()
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-cluster-'))
})
after(async () => {
  await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const KEYS = `(select count(*) from pg_constraint where contype = 'f' and connamespace = 'chat'::regnamespace)`
const SPREAD = '(select count(*) from pg_dist_partition)'
const RUNNING = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'active'`

/** When the process is killed: each is seen in the database, in this order. */
const MOMENTS: readonly { readonly name: string; readonly isThere: string }[] = [
  { name: 'while tables are made', isThere: `to_regclass('chat.migration') is not null` },
  {
    name: 'when foreign keys were taken away',
    isThere: `to_regclass('chat.distribution_foreign_key') is not null and ${SPREAD} < 5`,
  },
  {
    name: 'while a table is spread',
    isThere: `exists (${RUNNING} and query like '%create_distributed_table%')`,
  },
  { name: 'when some tables are spread', isThere: `${SPREAD} >= 30` },
  {
    name: 'while a foreign key comes back',
    isThere: `exists (${RUNNING} and query ~ '^alter table .* add constraint')`,
  },
  {
    name: 'when some foreign keys are back',
    isThere: `${SPREAD} >= 30 and ${KEYS} between 20 and 60`,
  },
]

async function sees(database: string, condition: string): Promise<boolean> {
  const [row] = await cluster.coordinator.query(`select ${condition} as found`, database)
  return row?.['found'] === true
}

const OURS = `t.relnamespace = 'chat'::regnamespace`
const COORDINATOR = [
  `select concat_ws(' ', 'placement', table_name, citus_table_type, distribution_column, shard_count) as what from citus_tables`,
  `select 'groups ' || count(distinct colocation_id) as what from citus_tables where citus_table_type = 'distributed'`,
  `select 'migration ' || id as what from chat.migration`,
  `select concat_ws(' ', 'rows', (select count(*) from chat.realm), (select count(*) from chat.user_profile),
     (select count(*) from chat.stream), (select count(*) from chat.user_group), (select count(*) from chat.message)) as what`,
]
const EVERYWHERE = [
  `select concat_ws(' ', 'table', t.oid::regclass, string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod),
     a.attnotnull, a.attidentity, pg_get_expr(d.adbin, d.adrelid)), ', ' order by a.attnum)) as what
   from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
   left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum where t.relkind = 'r' and ${OURS} group by t.oid`,
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as what
   from pg_constraint where connamespace = 'chat'::regnamespace and conrelid <> 0 and contype <> 't'`,
  `select concat_ws(' ', 'index', pg_get_indexdef(t.oid)) as what from pg_class t where t.relkind = 'i' and ${OURS}`,
]
// Those of parts differ.
const NUMBER = /_\d{6,}\b/g

/** All that is in the schema on the nodes of the cluster, a text each, in order. */
async function schemaOf(database: string): Promise<readonly string[]> {
  const found: string[] = []
  for (const [node, statements] of [
    [cluster.coordinator, [...COORDINATOR, ...EVERYWHERE]],
    ...cluster.workers.map((worker) => [worker, EVERYWHERE] as const),
  ] as const) {
    const name = node === cluster.coordinator ? 'coordinator' : 'worker'
    for (const statement of statements) {
      const rows = await node.query(statement, database)
      found.push(...rows.map(({ what }) => `${name}: ${String(what).replaceAll(NUMBER, '')}`))
    }
  }
  return found.toSorted()
}

async function wholeStart(databaseUrl: string): Promise<void> {
  const service = spawnProcess({ databaseUrl, dataDir })
  const url = await service.listens
  const body = new URLSearchParams({ type: 'direct', to: '["owner@example.com"]', content: 'here' })
  const sent = await exchange(`${url}/api/v1/messages`, 'POST', {
    headers: { authorization },
    body,
  })
  assert.equal(sent.status, 200, sent.text)
  service.child.kill('SIGTERM')
  await ended(service.child)
}

test('a start that is killed again and again ends with the tables of one that was not', async () => {
  await wholeStart(await cluster.makeDatabase('whole'))
  const expected = await schemaOf('whole')
  assert.ok(expected.length > 1_000, `${expected.length} things`)

  const databaseUrl = await cluster.makeDatabase('killed')
  for (const { isThere, name } of MOMENTS) {
    const service = spawnProcess({ databaseUrl, dataDir })
    const isReady = { value: false }
    service.listens.then(
      () => (isReady.value = true),
      () => undefined,
    )
    await eventually(`it is killed ${name}`, () => isReady.value || sees('killed', isThere))
    assert.equal(isReady.value, false, `it was ready before it was killed ${name}`)
    service.child.kill('SIGKILL')
    await ended(service.child)
  }
  await wholeStart(databaseUrl)
  const found = await schemaOf('killed')
  assert.deepEqual(
    {
      missing: expected.filter((what) => !found.includes(what)),
      more: found.filter((what) => !expected.includes(what)),
    },
    { missing: [], more: [] },
  )
  assert.equal(found.length, expected.length)
  for (const node of [cluster.coordinator, ...cluster.workers]) {
    assert.deepEqual(await node.query('select gid from pg_prepared_xacts', 'killed'), [])
  }
})
