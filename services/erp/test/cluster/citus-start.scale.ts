import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'

import pg from 'pg'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { databaseUrl, joinNodes, testNodes, type TestNode } from '@oficina/testkit/test-cluster.ts'

import { ADMIN } from '../admin.ts'
import { spawnErp, type SpawnedErp } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { clusterSchema } from './cluster-schema.ts'

// Of two minutes: on a busy machine a thousand tables take as long.
const ROUNDS = 10
const KILLED = `killed_${randomBytes(8).toString('hex')}`

let erp: ErpTest
let nodes: readonly [TestNode, ...TestNode[]]
let looker: pg.Client

before(async () => {
  // Its database is a copy of one that a start made which nothing interrupted.
  erp = await startOwnErp()
  nodes = await testNodes(process.env['TEST_DATABASE_URL'] ?? '')
  for (const { admin } of nodes) await admin.query(`create database ${KILLED}`)
  await joinNodes(nodes, KILLED)
  looker = new pg.Client({ connectionString: databaseUrl(nodes[0].url, KILLED) })
  await looker.connect()
})

after(async () => {
  await looker.end()
  for (const { admin } of nodes) {
    await admin.query(`drop database ${KILLED} with (force)`)
    await admin.end()
  }
  await erp.stop()
})

/** When the process is killed: each is seen in the database, in this order. */
const MOMENTS: readonly { readonly name: string; readonly isThere: string }[] = [
  {
    name: 'while the platform is made',
    isThere: `to_regclass('oficina.migracion') is not null`,
  },
  {
    name: 'while the platform is spread',
    isThere: `exists (select from pg_stat_activity where datname = current_database() and state = 'active'
      and query like '%oficina.contador%' and query like '%create_distributed_table%' and pid <> pg_backend_pid())`,
  },
  {
    name: 'in the first batch of tables',
    isThere: `exists (select from pg_stat_activity where datname = current_database() and xact_start is not null
      and query like '%create_distributed_table%public.%' and pid <> pg_backend_pid())`,
  },
  {
    name: 'after some batches of tables',
    isThere: `(select count(*) >= 150 from oficina.esquema)`,
  },
  {
    name: 'in the last batch of tables, with the references to those that came later',
    isThere: `(select count(*) >= 1000 from oficina.esquema)`,
  },
  {
    name: 'while views are made',
    isThere: `exists (select from pg_class where relkind = 'v' and relnamespace = to_regnamespace('lectura'))`,
  },
  {
    name: 'while catalogs are loaded',
    isThere: `exists (select from oficina.esquema_huella)`,
  },
  {
    name: 'before the first company is complete',
    isThere: `exists (select from oficina.catalogo where tabla = '@sistema')`,
  },
]

/** Waits until it is there, for twenty minutes at most; what a condition asks may not be there yet. */
async function appears(name: string, condition: string, service: SpawnedErp): Promise<void> {
  const state = { isReady: false }
  service.listens.then(
    () => (state.isReady = true),
    () => undefined,
  )
  for (let rounds = 1; ; rounds += 1) {
    try {
      const seen = await eventually(`it is killed ${name}`, async () => {
        if (state.isReady) return 'too late'
        const { rows } = await looker.query<{ found: boolean }>(`select ${condition} as found`)
        return rows[0]?.found === true && 'in time'
      })
      assert.equal(seen, 'in time', `it was ready before it was killed ${name}`)
      return
    } catch (error) {
      if (rounds === ROUNDS || state.isReady) throw error
    }
  }
}

test('a start that is killed again and again ends with the tables of one that was not', async (t) => {
  const environment = {
    DATABASE_URL: databaseUrl(nodes[0].url, KILLED),
    DATA_DIR: erp.dataDir,
    LOG_LEVEL: 'info',
  }
  for (const { isThere, name } of MOMENTS) {
    const service = spawnErp(environment)
    t.after(() => service.child.kill('SIGKILL'))
    await appears(name, isThere, service)
    service.child.kill('SIGKILL')
    await service.exited
  }
  const last = spawnErp(environment)
  t.after(() => last.child.kill('SIGKILL'))
  const login = await exchange(`${await last.listens}/api/v1/auth/login`, 'POST', { body: ADMIN })
  assert.equal(login.status, 200, login.text)
  last.child.kill('SIGTERM')
  await last.exited
  const expected = await clusterSchema(nodes, new URL(erp.database.url).pathname.slice(1))
  assert.ok(expected.length > 10_000, `${expected.length} things`)
  assert.deepEqual(differenceOf(await clusterSchema(nodes, KILLED), expected), [])
  // Nothing waits to be decided on any node.
  for (const { admin } of nodes) {
    const { rows } = await admin.query('select gid from pg_prepared_xacts where database = $1', [
      KILLED,
    ])
    assert.deepEqual(rows, [])
  }
})

/** What one has more often than the other, the first few. */
function differenceOf(found: readonly string[], expected: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const what of found) counts.set(what, (counts.get(what) ?? 0) + 1)
  for (const what of expected) counts.set(what, (counts.get(what) ?? 0) - 1)
  return [...counts]
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${count > 0 ? 'too much' : 'missing'}: ${what}`)
    .slice(0, 20)
}
