import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '@oficina/testkit/replicated-postgres.ts'

import { openReads } from '../src/read-replica.ts'

const log = createLog({ service: 'test', level: 'fatal', format: 'json' })
const common = { poolSize: 3, log, applicationName: 'test' }

let servers: ReplicatedPostgres
before(async () => {
  servers = await startReplicatedPostgres()
  await servers.primary.query('create table thing as select n from generate_series(1, 3000) n')
})
after(() => servers.stop())

async function withReads(work: (reads: Awaited<ReturnType<typeof openReads>>) => Promise<void>) {
  const primary = openDatabase({ ...common, url: servers.primary.url('postgres') })
  const reads = await openReads(primary, servers.replica.url('postgres'), common)
  try {
    await eventually('the replica is used', () => reads.state()?.state === 'used')
    await work(reads)
  } finally {
    await reads.close()
    await primary.close()
  }
}

const WHERE = sql`select pg_is_in_recovery() as there, (select count(*)::int from thing) as count`
type Where = { readonly there: boolean; readonly count: number }

test('a read that the replica ends, because it must replay, is done by the database, once', async () => {
  await servers.replica.query(`alter system set max_standby_streaming_delay = '0'`)
  await servers.replica.query('select pg_reload_conf()')
  await withReads(async (reads) => {
    const seen: boolean[] = []
    const count = await reads.transaction(async (tx) => {
      const [first] = await tx.query<Where>(WHERE)
      seen.push(first?.there === true)
      // Needs the table for itself, at the replica too.
      if (seen.length === 1) {
        await servers.primary.query('vacuum full thing')
        await eventually('the replica ended the session', async () => {
          const [row] = await servers.replica.query(
            `select confl_lock from pg_stat_database_conflicts where datname = 'postgres'`,
          )
          return Number(row?.['confl_lock']) > 0
        })
      }
      const [second] = await tx.query<Where>(WHERE)
      return second?.count
    })
    assert.deepEqual([count, seen], [3000, [true, false]])
  })
})

test('a read on the replica cannot write, and its own errors are not tried elsewhere', async () => {
  await withReads(async (reads) => {
    let runs = 0
    const write = reads.transaction(async (tx) => {
      runs += 1
      await tx.execute(sql`insert into thing values (0)`)
    })
    await assert.rejects(write, { code: '25006' })
    assert.equal(runs, 1)
    const wrong = reads.open((session) => session.query(sql`select 1 / 0`))
    await assert.rejects(wrong, { code: '22012' })
  })
})

test('a session sees one snapshot of all that was committed before it', async () => {
  await withReads(async (reads) => {
    for (let round = 1; round <= 30; round += 1) {
      await servers.primary.query('insert into thing values (0)')
      const counts = await reads.open(async (session) => {
        const [before] = await session.query<Where>(WHERE)
        await servers.primary.query('insert into thing values (0)')
        const [after] = await session.query<Where>(WHERE)
        session.end()
        return [before?.there, before?.count, after?.count]
      })
      const expected = 3000 + 2 * round - 1
      assert.deepEqual(counts, [true, expected, expected])
    }
  })
})
