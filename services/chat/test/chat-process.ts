import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const KEY = 'K'.repeat(32)

/** Of the owner of a service in a process of its own. */
export const OWNER_AUTHORIZATION = `Basic ${Buffer.from(`owner@example.com:${KEY}`).toString('base64')}`

export interface Running {
  readonly child: ChildProcess
  readonly url: string
}

interface Place {
  readonly databaseUrl: string
  readonly dataDir: string
  /** A command that the service runs under, such as one that limits it. */
  readonly under?: readonly string[]
  /** More of its environment. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where what it prints goes; default: where this process prints. */
  readonly output?: 'inherit' | 'pipe'
}

/** Starts the service as an operator does; resolves when it listens. */
export async function startProcess(place: Place): Promise<Running> {
  const { child, listens } = spawnProcess(place)
  return { child, url: await listens }
}

/** The same, for what happens before it listens. `listens` gives its address. */
export function spawnProcess({
  databaseUrl,
  dataDir,
  under = [],
  settings = {},
  output = 'inherit',
}: Place): { readonly child: ChildProcess; readonly listens: Promise<string> } {
  const [command, ...rest] = [...under, process.execPath, MAIN]
  const child = spawn(command ?? '', rest, {
    env: {
      PATH: process.env['PATH'],
      // What one process of a run compiled none compiles again.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: process.env['TEST_LOG'] ?? 'fatal',
      LOG_FORMAT: 'json',
      CHAT_RATE_LIMIT: '0',
      CHAT_OWNER_EMAIL: 'owner@example.com',
      CHAT_OWNER_API_KEY: KEY,
      CHAT_OWNER_PASSWORD: 'correct-horse',
      ...settings,
    },
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  const listens = new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message) resolve(String(message.url))
    })
    child.once('exit', () => reject(new Error('the service ended before it listened')))
  })
  return { child, listens }
}

/** A port that nobody has, for a service whose own links name it. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const address = probe.address()
  await new Promise((done) => probe.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => {
      child.once('exit', resolve)
    })
  }
}
