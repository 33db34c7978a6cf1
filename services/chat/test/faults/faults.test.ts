import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@oficina/postgres/embedded-postgres.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { openTestDatabase } from '@oficina/testkit/test-postgres.ts'

import {
  ended,
  OWNER_AUTHORIZATION as authorization,
  startProcess,
  type Running,
} from '../chat-process.ts'

// Deep: it stops and kills a database server under load.

const SENDERS = 8
// So many answers in a row tell that everything works again.
const GOOD_IN_A_ROW = 80
// A test that waits for what a dead process owes would wait for ever.
const TIMEOUT_MS = 60_000
// Two seconds, less the moment until this test sees that the database is back.
const MAX_RECOVERY_MS = 1_980
const LOCKS = 1_099_511_627_776n

let folder: string
let server: EmbeddedPostgres
let databaseUrl: string
let database: Database
let services: readonly Running[]

// A server of its own: its connections are cut and it is restarted, which no other test may feel.
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-chat-faults-'))
  const log = createLog({ service: 'test', level: 'fatal', format: 'json' })
  server = await startEmbeddedPostgres({ dataDir: folder, log })
  databaseUrl = await server.ensureDatabase('faults')
  database = openTestDatabase(databaseUrl)
  services = [await startService('first'), await startService('second')]
})

after(async () => {
  for (const { child } of services) {
    child.kill('SIGTERM')
    await ended(child)
  }
  await database.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

function startService(name: string): Promise<Running> {
  return startProcess({ databaseUrl, dataDir: join(folder, name) })
}

async function call(
  { url }: Running,
  method: string,
  path: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  const form = new URLSearchParams(fields)
  return method === 'GET'
    ? await exchange(`${url}/api/v1${path}?${form.toString()}`, method, {
        headers: { authorization },
      })
    : await exchange(`${url}/api/v1${path}`, method, { headers: { authorization }, body: form })
}

async function send(service: Running, content: string): Promise<TestAnswer> {
  return await call(service, 'POST', '/messages', {
    type: 'direct',
    to: '["owner@example.com"]',
    content,
  })
}

function assertBusy({ status, json, headers }: TestAnswer): void {
  assert.equal(status, 503)
  assert.equal(headers.get('retry-after'), '1')
  assert.deepEqual(json, {
    result: 'error',
    msg: 'The server is busy; try again in a moment',
    code: 'SERVER_BUSY',
  })
}

type Client = Awaited<ReturnType<Database['connect']>>

async function withDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = await database.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** When the database answers again. */
async function databaseAnswers(): Promise<number> {
  await eventually('the database answers', () => withDatabase((client) => client.query('select 1')))
  return performance.now()
}

interface Load {
  readonly acknowledged: ReadonlySet<number>
  readonly lastBusyMs: number
}

/** Sends to both processes while `fault` happens, until everything is answered again. */
async function underLoad(fault: () => Promise<void>): Promise<Load> {
  const acknowledged = new Set<number>()
  const state = { isOver: false, inARow: 0, lastBusyMs: 0 }
  const senders = Array.from({ length: SENDERS }, async (_, sender) => {
    const service = services[sender % services.length]
    assert.ok(service)
    for (let number = 0; !state.isOver || state.inARow < GOOD_IN_A_ROW; number += 1) {
      const answer = await send(service, `message ${sender}.${number}`)
      if (answer.status === 200) {
        acknowledged.add(answer.json.id)
        state.inARow += 1
      } else {
        assertBusy(answer)
        state.lastBusyMs = performance.now()
        state.inARow = 0
      }
    }
  })
  await fault()
  state.inARow = 0
  state.isOver = true
  await Promise.all(senders)
  return { acknowledged, lastBusyMs: state.lastBusyMs }
}

async function register(service: Running): Promise<string> {
  const { json } = await call(service, 'POST', '/register', {
    event_types: '["message"]',
    fetch_event_types: '[]',
  })
  return json.queue_id
}

async function storedIds(after: number): Promise<readonly number[]> {
  const { rows } = await withDatabase((client) =>
    client.query<{ id: number }>('select id from chat.message where id > $1 order by id', [after]),
  )
  return rows.map(({ id }) => id)
}

/** The messages that a queue brings until it has brought as many as there are. */
async function heard(service: Running, queueId: string, count: number): Promise<readonly number[]> {
  const ids: number[] = []
  for (let last = -1; ids.length < count;) {
    const { json, status } = await call(service, 'GET', '/events', {
      queue_id: queueId,
      last_event_id: String(last),
    })
    assert.equal(status, 200, json.msg)
    for (const { id, type, message } of json.events) {
      last = id
      if (type === 'message') ids.push(message.id)
    }
  }
  return ids
}

/** What holds whatever happens to the database. */
async function check(fault: (client: Client) => Promise<void>): Promise<void> {
  const [first] = services
  assert.ok(first)
  const before = (await send(first, 'before')).json.id
  const queues = await Promise.all(services.map(register))
  const back = { ms: 0 }
  const { acknowledged, lastBusyMs } = await underLoad(async () => {
    await withDatabase(fault)
    back.ms = await databaseAnswers()
  })
  for (const { child } of services) assert.equal(child.exitCode ?? child.signalCode, null)
  assert.ok(lastBusyMs - back.ms < MAX_RECOVERY_MS, `busy for ${lastBusyMs - back.ms} ms`)
  const stored = await storedIds(before)
  const kept = new Set(stored)
  assert.deepEqual(
    [...acknowledged].filter((id) => !kept.has(id)),
    [],
  )
  for (const [index, service] of services.entries()) {
    const ids = await heard(service, queues[index] ?? '', stored.length)
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      stored,
    )
  }
}

test(
  'connections that the database ends cost an answer 503, and no process, message or event',
  { timeout: TIMEOUT_MS },
  async () => {
    await check(async (client) => {
      for (let round = 0; round < 3; round += 1) {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
      }
    })
  },
)

test(
  'a database that crashes under load comes back without a lost message or event',
  { timeout: TIMEOUT_MS },
  async () => {
    await check(async (client) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name = 'oficina-chat' limit 1`,
      )
      const [backend] = rows
      assert.ok(backend)
      process.kill(backend.pid, 'SIGKILL')
    })
  },
)

test(
  'a database that is restarted under load comes back without a lost message or event',
  { timeout: TIMEOUT_MS },
  async () => {
    await check(async (client) => {
      const ended = new Promise((resolve) => {
        client.once('end', resolve)
      })
      const pid = server.pid()
      assert.ok(pid !== undefined)
      process.kill(pid, 'SIGINT')
      await ended
    })
  },
)

test(
  'a wait for a lock that is cancelled is 503, and the process lives',
  { timeout: TIMEOUT_MS },
  async () => {
    const [first] = services
    assert.ok(first)
    await send(first, 'the conversation')
    await withDatabase(async (client) => {
      const { rows } = await client.query<{ id: number }>(
        'select recipient_id as id from chat.message order by message.id desc limit 1',
      )
      await client.query('select pg_advisory_lock($1)', [String(LOCKS + BigInt(rows[0]?.id ?? 0))])
      const waiting = send(first, 'waits for the lock')
      await eventually('somebody waits for the lock', async () => {
        const { rowCount } = await client.query(
          `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rowCount !== null && rowCount > 0
      })
      assertBusy(await waiting)
    })
    assert.equal((await send(first, 'afterwards')).status, 200)
    assert.equal(first.child.exitCode, null)
  },
)
