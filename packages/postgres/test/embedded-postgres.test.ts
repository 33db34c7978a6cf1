import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { postgresFolder } from '@oficina/testkit/postgres-folder.ts'

import { isAlive } from '../src/directory-claim.ts'
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts'

// Deep: it kills database servers and the processes that started them.

const log = createLog({ service: 'test', level: 'silent', format: 'json' })
let dataDir = ''

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-embedded-'))
})

after(() => rm(dataDir, { recursive: true, force: true }))

async function withDatabase<T>(
  work: (tools: { database: ReturnType<typeof openDatabase>; pid: number }) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const url = await server.ensureDatabase('kept')
  const database = openDatabase({ url, poolSize: 2, log, applicationName: 'test' })
  try {
    return await work({ database, pid: server.pid() ?? 0 })
  } finally {
    await database.close()
    await server.stop()
  }
}

/** Another Node process that starts PostgreSQL on the same directory, has written a row and now only waits. */
async function startOther(): Promise<ChildProcess> {
  const embedded = new URL('../src/embedded-postgres.ts', import.meta.url).href
  const script = `
    const { startEmbeddedPostgres } = await import('${embedded}')
    const { createLog } = await import('@oficina/kit/log.ts')
    const { openDatabase } = await import('@oficina/kit/database.ts')
    const { sql } = await import('@oficina/kit/sql.ts')
    const log = createLog({ service: 'other', level: 'silent', format: 'json' })
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
    const url = await server.ensureDatabase('kept')
    const database = openDatabase({ url, poolSize: 1, log, applicationName: 'other' })
    await database.execute(sql\`create table if not exists kept (x int)\`)
    await database.execute(sql\`insert into kept values (1)\`)
    process.stdout.write('written\\n')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  assert.ok(other.stdout)
  const [written] = await Promise.race([once(other.stdout, 'data'), once(other, 'exit')])
  assert.equal(String(written), 'written\n')
  return other
}

test('what was committed is there after kill -9 of Node, and the server left behind is replaced', async () => {
  const other = await startOther()
  const folder = await postgresFolder(dataDir)
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, log }),
    new RegExp(`${folder} is in use by process ${other.pid}`),
  )
  other.kill('SIGKILL')
  await once(other, 'close')
  const rows = await withDatabase(({ database }) => database.query(sql`select x from kept`))
  assert.deepEqual(rows, [{ x: 1 }])
})

test('PostgreSQL stops with the process that started it, also when that is killed with -9', async () => {
  const other = await startOther()
  const pidFile = join(await postgresFolder(dataDir), 'postgres', 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  assert.ok(isAlive(pid))
  other.kill('SIGKILL')
  await eventually('PostgreSQL has stopped', () => !isAlive(pid))
  assert.ok(!existsSync(pidFile), 'it stopped cleanly')
})

test('PostgreSQL that dies more than once comes back each time', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log })
  const database = openDatabase({
    url: await server.ensureDatabase('kept'),
    poolSize: 1,
    log,
    applicationName: 'test',
  })
  const killed: number[] = []
  while (killed.length < 3) {
    const pid = await eventually('another server runs', () => {
      const running = server.pid()
      return running !== undefined && !killed.includes(running) && running
    })
    await eventually('it answers', () => database.query(sql`select 1`))
    process.kill(pid, 'SIGKILL')
    killed.push(pid)
  }
  await eventually('it answers at last', () => database.query(sql`select 1`))
  await database.close()
  await server.stop()
})

test('PostgreSQL that is killed with -9 is started again, and committed rows are there', async () => {
  await withDatabase(async ({ database, pid }) => {
    await database.execute(sql`create table if not exists kept (x int)`)
    await database.execute(sql`insert into kept values (2)`)
    process.kill(pid, 'SIGKILL')
    const rows = await eventually('the server answers again', () =>
      database.query(sql`select x from kept where x = 2`),
    )
    assert.deepEqual(rows, [{ x: 2 }])
  })
})

test('only the owner may read the password', async () => {
  await withDatabase(() => Promise.resolve())
  const { mode } = await stat(join(await postgresFolder(dataDir), 'postgres-password'))
  assert.equal(mode & 0o077, 0)
})

test('a database that is closed before its server stops has lost no connection', async () => {
  const said: unknown[] = []
  const listening = { ...log, warn: (...parts: readonly unknown[]) => void said.push(parts) }
  const server = await startEmbeddedPostgres({ dataDir, log })
  const url = await server.ensureDatabase('kept')
  // Only what the test hears.
  const database = openDatabase({
    url,
    poolSize: 10,
    log: listening as typeof log,
    applicationName: 'test',
  })
  const busy = Array.from({ length: 10 }, () => database.query(sql`select pg_sleep(0.05)`))
  await Promise.all(busy)
  await database.close()
  await server.stop()
  assert.deepEqual(said, [])
})

test('the server is reached by a socket of its own user, and by the port where a path is too long for one', async () => {
  const how = sql`select inet_server_addr() is null as is_socket`
  // Not in the run's own folder, which may lie as deep as it wants.
  const parent = await mkdtemp('/tmp/oficina-')
  // As root the server has another user, who must be able to pass.
  await chmod(parent, 0o711)
  for (const [name, isSocket] of [
    ['short', true],
    ['x'.repeat(90), false],
  ] as const) {
    const server = await startEmbeddedPostgres({ dataDir: join(parent, name), log })
    const url = server.url('postgres')
    const database = openDatabase({ url, poolSize: 1, log, applicationName: 'test' })
    try {
      assert.deepEqual(await database.query(how), [{ is_socket: isSocket }])
      const sockets = join(await postgresFolder(join(parent, name)), 'run')
      if (isSocket) assert.equal((await stat(sockets)).mode & 0o777, 0o700)
      else assert.equal(existsSync(sockets), false)
    } finally {
      await database.close()
      await server.stop()
    }
  }
  await rm(parent, { recursive: true, force: true })
})
