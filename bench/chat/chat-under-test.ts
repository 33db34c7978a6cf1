import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { openDatabase, type Database } from '../../packages/kit/src/database.ts'
import { createLog } from '../../packages/kit/src/log.ts'
import { startEmbeddedPostgres } from '../../packages/postgres/src/embedded-postgres.ts'
import { processorTime, type ProcessorTime } from './processor-time.ts'

export const OWNER = { email: 'owner@localhost', key: 'k'.repeat(32) }

export interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}

type Call = (
  user: Credentials,
  method: string,
  path: string,
  fields?: Readonly<Record<string, unknown>>,
) => Promise<Answer>

export interface ChatUnderTest {
  readonly database: Database
  readonly realmId: number
  readonly process: ChildProcess
  readonly baseUrl: string
  /** Of the bench itself, the service and its database. */
  processorTime(): ProcessorTime
  readonly call: Call
  /** Another process on the same database. */
  secondProcess(): Promise<{ readonly call: Call; readonly stop: () => Promise<void> }>
  stop(): Promise<void>
}

export interface Credentials {
  readonly email: string
  readonly key: string
}

const log = createLog({ service: 'bench', level: 'warn', format: 'json' })
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

/** The service as a process of its own on a PostgreSQL that keeps its promises (fsync), both on this machine. */
export async function startChat(): Promise<ChatUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-bench-chat-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log })
  const url = await postgres.ensureDatabase('bench_chat')
  const port = await freePort()
  const child = startProcess(url, folder, port)
  await ready(port)
  const database = openDatabase({
    url,
    poolSize: 10,
    log,
    applicationName: 'bench',
    statementTimeoutMs: 600_000,
    sessionSettings: { search_path: 'chat' },
  })
  const [realm] = await database.query<{ id: number }>({ text: 'select id from realm', values: [] })
  return {
    database,
    realmId: realm?.id ?? 0,
    process: child,
    baseUrl: `http://127.0.0.1:${port}`,
    processorTime: () => processorTime({ service: child.pid ?? 0, postgres: postgres.pid() ?? 0 }),
    call: callAt(port),
    secondProcess: async () => {
      const second = await freePort()
      const other = startProcess(url, await mkdtemp(join(tmpdir(), 'oficina-bench-chat-')), second)
      await ready(second)
      return { call: callAt(second), stop: () => end(other) }
    },
    stop: async () => {
      await end(child)
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Another run at the same time has another one. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await new Promise((done) => child.once('exit', done))
}

function startProcess(databaseUrl: string, dataDir: string, port: number): ChildProcess {
  return spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../../services/chat/src/main.ts')],
    {
      env: {
        PATH: '/usr/bin:/bin',
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        CHAT_RATE_LIMIT: '0',
        CHAT_SECRET: 'ab'.repeat(32),
        CHAT_OWNER_EMAIL: OWNER.email,
        CHAT_OWNER_API_KEY: OWNER.key,
        CHAT_OWNER_PASSWORD: 'bench-password',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
}

async function ready(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/health`)).ok) return
    } catch {
      await new Promise((done) => setTimeout(done, 100))
    }
  }
  throw new Error('the service did not start')
}

const callAt =
  (port: number): Call =>
  (user, method, path, fields = {}) => {
    const form = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
    }
    const body = method === 'GET' ? '' : form.toString()
    const query = method === 'GET' && form.size > 0 ? `?${form.toString()}` : ''
    const startedMs = performance.now()
    return new Promise((done, fail) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: `/api/v1${path}${query}`,
          headers: {
            authorization: `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`,
            ...(body === ''
              ? {}
              : {
                  'content-type': 'application/x-www-form-urlencoded',
                  'content-length': Buffer.byteLength(body),
                }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => {
            done({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
              ms: performance.now() - startedMs,
            })
          })
        },
      )
      sent.on('error', fail)
      sent.end(body)
    })
  }

/** @throws Error with the answer of a call that failed */
export function mustWork(answer: Answer): Record<string, unknown> {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`)
  return JSON.parse(answer.text) as Record<string, unknown>
}

export function person(number: number): Credentials {
  return { email: `user${number}@bench.example`, key: `u${String(number).padStart(31, '0')}` }
}

/** Adds people as the service itself would, in bulk; the answer is the id of the first, the others follow it. */
export async function addPeople(chat: ChatUnderTest, count: number): Promise<number> {
  const { database, realmId } = chat
  const hashes = Array.from({ length: count }, (_, index) =>
    createHash('sha256').update(person(index).key).digest(),
  )
  const rows = await database.query<{ id: number }>({
    text: `with added as (
        insert into user_profile (realm_id, delivery_email, full_name, role, api_key_hash, api_key_cipher, created_at)
        select $1, 'user' || (n - 1) || '@bench.example', 'Person ' || (n - 1), 400, hash, '\\x00', now()
        from unnest($2::bytea[]) with ordinality as t (hash, n) order by n returning id),
      joined as (
        insert into user_group_member (realm_id, group_id, user_id)
        select $1, g.id, added.id from added, user_group g
        where g.realm_id = $1 and g.name in ('role:members', 'role:fullmembers') returning 1)
      select min(id) as id from added`,
    values: [realmId, hashes],
  })
  await analyze(chat)
  return rows[0]?.id ?? 0
}

/** Adds channels, each with the given people as subscribers from the beginning; the answer is the ids. */
export async function addChannel(
  chat: ChatUnderTest,
  name: string,
  from: number,
  to: number,
): Promise<number> {
  const made = mustWork(
    await chat.call(OWNER, 'POST', '/channels/create', { name, subscribers: [] }),
  )
  const id = Number(made['id'])
  await chat.database.query({
    text: `insert into subscription (realm_id, user_id, recipient_id, stream_id, history, read)
           select $1, u, s.recipient_id, s.id, '{[0,)}', '{}' from generate_series($3::bigint, $4::bigint) u, stream s
           where s.realm_id = $1 and s.id = $2`,
    values: [chat.realmId, id, from, to],
  })
  await analyze(chat)
  return id
}

/** What the database does by itself within a minute of such a change. */
async function analyze({ database }: ChatUnderTest): Promise<void> {
  await database.query({ text: 'analyze', values: [] })
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Resident memory of the service, in megabytes. */
export function residentMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
