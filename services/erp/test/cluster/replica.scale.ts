import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { startPooler } from '@oficina/testkit/pooler.ts'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '@oficina/testkit/replicated-postgres.ts'

import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

const PATH = '/api/v1/Departamento'

let servers: ReplicatedPostgres
let erp: ErpTest
let elsewhere: string
let database: string
let service: ErpProcess

before(async () => {
  servers = await startReplicatedPostgres()
  elsewhere = process.env['TEST_DATABASE_URL'] ?? ''
  // The database of this file alone is on the pair of servers.
  process.env['TEST_DATABASE_URL'] = servers.primary.url('postgres')
  erp = await startOwnErp()
  database = new URL(erp.database.url).pathname.slice(1)
  service = await startReading(servers.replica.url(database))
})
after(async () => {
  await service.stop()
  await erp.stop()
  await servers.stop()
})

async function startReading(readUrl: string): Promise<ErpProcess> {
  return await startErpProcess({
    DATABASE_URL: erp.database.url,
    DATABASE_READ_URL: readUrl,
    DATA_DIR: erp.dataDir,
    LOG_LEVEL: 'info',
  })
}

async function healthOf({ url }: ErpProcess) {
  const { json, status } = await exchange(`${url}/health`, 'GET', {})
  return { code: status, status: json.status, replica: json.readReplica?.state }
}

/** How often somebody read the table on the replica. */
async function readsThere(): Promise<number> {
  const [row] = await servers.replica.query(
    `select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as reads from pg_stat_user_tables where relname = 'departamento'`,
    database,
  )
  return Number(row?.['reads'])
}

let made = 0
/** Whether an export that is asked for right after a record was written has it, and no other company's. */
async function writeAndExport(by: ErpProcess): Promise<void> {
  const clave = `R${(made += 1)}`
  const written = await by.send('POST', PATH, { clave, nombre: 'Recién escrito' })
  assert.equal(written.status, 201, written.text)
  const { status, text } = await by.send('GET', `${PATH}?format=csv`)
  assert.equal(status, 200, text)
  const lines = text.trim().split('\r\n')
  assert.equal(lines.length, made + 1)
  assert.ok(lines.at(-1)?.includes(clave), text)
  assert.ok(!text.includes('AJENO'), text)
}

test('an export is read on the replica and has what was written a moment before, of its company only', async () => {
  const other = await erp.otherCompany()
  await other.post(PATH, { clave: 'AJENO', nombre: 'De otra empresa' })
  await eventually('the replica is used', async () => (await healthOf(service)).replica === 'used')
  const before = await readsThere()
  for (let round = 0; round < 20; round += 1) await writeAndExport(service)
  await eventually('the replica counted its reads', async () => (await readsThere()) >= before + 15)
})

test('a report is read on the replica', async () => {
  const { status, text } = await service.send(
    'GET',
    '/api/v1/reports/trial-balance?desde=2026-01-01&hasta=2026-12-31',
  )
  assert.equal(status, 200, text)
  const [seen] = await servers.replica.query(
    `select count(*)::int as sessions from pg_stat_activity where application_name = 'oficina-erp-reads'`,
  )
  assert.ok(Number(seen?.['sessions']) > 0)
})

test('while the replica lags, reads see what was written, health says so, and it is used again afterwards', async () => {
  await servers.replica.query('select pg_wal_replay_pause()')
  try {
    for (let round = 0; round < 3; round += 1) await writeAndExport(service)
    assert.deepEqual(await healthOf(service), { code: 200, status: 'degraded', replica: 'behind' })
  } finally {
    await servers.replica.query('select pg_wal_replay_resume()')
  }
  await eventually('the replica is used', async () => (await healthOf(service)).replica === 'used')
  const said = service.log().match(/lags behind/g) ?? []
  assert.equal(said.length, 1)
})

test('without the replica reads go to the database, and to the replica when it is there again', async () => {
  await servers.replica.stop()
  try {
    await writeAndExport(service)
    const seen = await eventually('health says so', async () => {
      const health = await healthOf(service)
      return health.replica === 'away' && health
    })
    assert.deepEqual(seen, { code: 200, status: 'degraded', replica: 'away' })
    const late = await startReading(servers.replica.url(database))
    await writeAndExport(late)
    assert.match(late.log(), /does not answer: long reads go to DATABASE_URL/)
    await late.stop()
  } finally {
    await servers.replica.start()
  }
  await eventually('the replica is used', async () => (await healthOf(service)).replica === 'used')
  await writeAndExport(service)
})

test('a replica behind a pooler in transaction mode is read from', async () => {
  const pooler = await startPooler({ serverUrl: servers.replica.url(database) })
  try {
    const behind = await startReading(pooler.through(servers.replica.url(database)))
    await eventually('the replica is used', async () => (await healthOf(behind)).replica === 'used')
    for (let round = 0; round < 3; round += 1) await writeAndExport(behind)
    const reads = await Promise.all(
      Array.from({ length: 12 }, () => behind.send('GET', `${PATH}?format=csv`)),
    )
    assert.deepEqual([...new Set(reads.map(({ status }) => status))], [200])
    assert.equal((await healthOf(behind)).replica, 'used')
    await behind.stop()
  } finally {
    await pooler.stop()
  }
})

test('a DATABASE_READ_URL that names another database keeps the service from starting, with the reason', async () => {
  const says = /DATABASE_READ_URL names another database than DATABASE_URL/
  await assert.rejects(startReading(servers.replica.url('postgres')), says)
  await assert.rejects(startReading(elsewhere), says)
})

test('a DATABASE_READ_URL that names the database itself is not used, and the service says so', async () => {
  const itself = await startReading(erp.database.url)
  await writeAndExport(itself)
  assert.deepEqual(await healthOf(itself), { code: 200, status: 'ok', replica: 'primary' })
  assert.match(itself.log(), /names the same server as DATABASE_URL/)
  await itself.stop()
})
