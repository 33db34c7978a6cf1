import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'

import { createLog, type Log } from '@oficina/kit/log.ts'
import { DEFAULT_DATA_DIR } from '@oficina/kit/service-settings.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@oficina/postgres/embedded-postgres.ts'

import { banner } from './banner.ts'
import { busyPorts, describeBusyPorts } from './busy-ports.ts'
import { demoSecrets } from './demo-secrets.ts'
import { watchNpm } from './npm-watch.ts'
import type { Output } from './service-child.ts'
import { SERVICES, type Service } from './service-list.ts'
import { SupervisedService } from './supervised-service.ts'
import { TerminalScreen } from './terminal-screen.ts'

const HELP = `Starts all services of Oficina with an embedded PostgreSQL.

  npm start                 all services
  npm start -- documents    only the named ones (${SERVICES.map(({ name }) => name).join(', ')})
  npm start -- --help       this text

Files go to DATA_DIR (.data). Ports: ERP_PORT (3001), CHAT_PORT (3002), DOCUMENTS_PORT (3000); HOST (127.0.0.1).
Every other variable of docs/operating.md is passed on to the services.
`

const names = process.argv.slice(2)
if (names.includes('--help') || names.includes('-h')) {
  process.stdout.write(HELP)
  process.exit(0)
}
const unknown = names.filter((name) => !SERVICES.some((service) => service.name === name))
if (unknown.length > 0) fail(`unknown service: ${unknown.join(', ')}\n\n${HELP}`)
await start(SERVICES.filter(({ name }) => names.length === 0 || names.includes(name)))

async function start(services: typeof SERVICES): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR'] ?? DEFAULT_DATA_DIR)
  const host = process.env['HOST'] ?? '127.0.0.1'
  const ports = services.map((service) => ({
    service,
    port: Number(process.env[service.portVariable] ?? service.defaultPort),
  }))
  const busy = await busyPorts(host, ports)
  if (busy.length > 0) fail(describeBusyPorts(host, busy))
  await mkdir(dataDir, { recursive: true })
  const secrets = await demoSecrets(dataDir)
  const output = outputOf(process.stdout)
  const log = launcherLog(output)
  const needsDatabase = services.some(({ database }) => database !== undefined)
  const running: SupervisedService[] = []
  const owned: { postgres?: EmbeddedPostgres | undefined } = {}
  stopOnSignals(async () => {
    await Promise.all(running.map((service) => service.stop()))
    await owned.postgres?.stop()
  })
  if (needsDatabase) owned.postgres = await startPostgres(dataDir, log)
  for (const { service, port } of ports) {
    const url = `http://${host}:${port}`
    const own = service.environment({ url, dataDir, secrets, environment: process.env })
    const database = await databaseOf(service, owned.postgres)
    const environment = { HOST: host, ...database, ...own }
    running.push(new SupervisedService({ service, port, environment, output, log }))
  }
  const urls = await Promise.all(running.map((service) => service.ready))
  if (urls.includes(undefined)) {
    process.stderr.write('Not every service started; the lines above say why. Stopping.\n')
    process.kill(process.pid, 'SIGTERM')
    return
  }
  const parts = services.map((service, index) =>
    service.describe({ url: urls[index] ?? '', dataDir, secrets, environment: process.env }),
  )
  if (output === 'unchanged') return void process.stdout.write(`\n${banner(parts, dataDir)}\n`)
  output.print(`\n${banner(parts, dataDir)}`)
}

/** A person at a terminal gets a screen; a pipe, a file and `LOG_FORMAT=json` get every line as it was written. */
function outputOf(stream: NodeJS.WriteStream): Output {
  return stream.isTTY && process.env['LOG_FORMAT'] !== 'json'
    ? new TerminalScreen(stream)
    : 'unchanged'
}

function launcherLog(output: Output): Log {
  const settings = {
    service: 'launcher',
    level: process.env['LOG_LEVEL'] ?? 'info',
    format: process.env['LOG_FORMAT'] === 'pretty' ? 'pretty' : 'json',
  } as const
  if (output === 'unchanged') return createLog(settings)
  return createLog({ ...settings, write: (line) => output.record(line.trimEnd()) })
}

async function startPostgres(dataDir: string, log: Log): Promise<EmbeddedPostgres | undefined> {
  if (process.env['DATABASE_URL'] !== undefined) return undefined
  try {
    return await startEmbeddedPostgres({ dataDir, log })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

async function databaseOf(
  service: Service,
  postgres: EmbeddedPostgres | undefined,
): Promise<{ DATABASE_URL?: string }> {
  if (service.database === undefined || postgres === undefined) return {}
  return { DATABASE_URL: await postgres.ensureDatabase(service.database) }
}

function stopOnSignals(stop: () => Promise<void>): void {
  const state = { isStopping: false }
  const onSignal = () => {
    if (state.isStopping) process.exit(1)
    state.isStopping = true
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  watchNpm(process.env, onSignal)
  // Whoever read the output may be gone before the services have stopped.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
