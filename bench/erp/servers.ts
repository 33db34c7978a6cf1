import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ADMIN, SINCE, type BenchDatabases } from './database.ts'

/** A server of the comparison: how it starts, and how it is asked for the same list. */
export interface Contender {
  readonly name: string
  readonly note: string
  readonly command: (databases: BenchDatabases, port: number) => Command
  readonly list: (options: ListOptions) => string
  readonly headers: (base: string) => Promise<Readonly<Record<string, string>>>
  /** The number of rows and the total of an answer, to prove that everybody does the same work. */
  readonly check: (
    answer: Response,
    body: any,
  ) => { readonly rows: number; readonly total: number | null }
}

export interface ListOptions {
  readonly withTotal: boolean
}

interface Command {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const HERE = import.meta.dirname
// About what the metadata of a model of twenty fields have, for the static answer that they are compared with.
export const METADATA_BYTES = 12_000
const noHeaders = () => Promise.resolve({})

export const OURS: Contender = {
  name: 'oficina erp',
  note: 'session, rights, row-level security, _str, exact total',
  command: ({ erp }, port) => ({
    args: [join(HERE, '../../services/erp/src/main.ts')],
    env: {
      DATABASE_URL: erp,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      DATA_DIR: join(HERE, '.data'),
    },
  }),
  list: ({ withTotal }) =>
    `/api/v1/MovimientoBancario?fecha__gte=${SINCE}&sort=fecha&fields=folio,fecha,importe,referencia,moneda${withTotal ? '' : '&count=false'}`,
  headers: async (base) => ({ authorization: `Bearer ${await logIn(base, ADMIN.usuario)}` }),
  check: (_answer, { data, meta }) => ({ rows: data.length, total: meta.total }),
}

export const BARE: Contender = {
  name: 'bare Fastify and pg',
  note: 'two hand-written prepared statements, _str, no session, no rights',
  command: ({ peers }, port) => ({
    args: [join(HERE, 'bare-server.ts'), peers, String(port), String(METADATA_BYTES)],
  }),
  list: ({ withTotal }) => `/movimientos?fecha__gte=${SINCE}${withTotal ? '' : '&total=false'}`,
  headers: noHeaders,
  check: (_answer, { data, meta }) => ({ rows: data.length, total: meta.total }),
}

export const PLATFORMATIC: Contender = {
  name: 'Platformatic DB 3.67.0',
  note: 'no session, no rights, no _str',
  command: ({ peers }, port) => ({
    args: [join(HERE, 'platformatic-server.ts'), peers, String(port)],
    env: { NODE_ENV: 'production' },
  }),
  list: ({ withTotal }) =>
    `/movimientos/?where.empresaId.eq=1&where.fecha.gte=${SINCE}&orderby.fecha=asc&orderby.id=asc&limit=25&offset=0` +
    `&fields=id,folio,fecha,importe,referencia,monedaId&totalCount=${withTotal}`,
  headers: noHeaders,
  check: (answer, body) => {
    const total = answer.headers.get('x-total-count')
    return { rows: body.length, total: total === null ? null : Number(total) }
  },
}

export async function logIn(base: string, usuario: string): Promise<string> {
  const response = await fetch(`${base}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usuario, password: ADMIN.password }),
  })
  const { data } = (await response.json()) as { data: { token: string } }
  return data.token
}

export interface RunningServer {
  readonly base: string
  readonly firstAnswerMs: number
  readonly pid: number
  residentMb(): number
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 120_000

/** Starts a server as a process of its own, and waits for its first answer to `path`. */
export async function startServer(
  contender: Contender,
  databases: BenchDatabases,
  { port, path }: { readonly port: number; readonly path: string },
): Promise<RunningServer> {
  const { args, env } = contender.command(databases, port)
  const base = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: HERE,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await firstAnswer(child, base + path, startedMs)
  return {
    base,
    firstAnswerMs: performance.now() - startedMs,
    pid: child.pid ?? 0,
    residentMb: () => residentMb(child),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function firstAnswer(child: ChildProcess, url: string, startedMs: number): Promise<void> {
  while (performance.now() - startedMs < START_TIMEOUT_MS) {
    if (child.exitCode !== null) throw new Error(`${url}: the server ended with ${child.exitCode}`)
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    await new Promise((done) => setTimeout(done, 5))
  }
  throw new Error(`${url}: the server did not start`)
}

function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024)
}
