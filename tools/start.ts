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
import { addressOf, ownAddressOf } from './service-address.ts'
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
  const running = new Map<string, SupervisedService>()
  const owned: { postgres?: EmbeddedPostgres | undefined } = {}
  stopOnSignals(async () => {
    await Promise.all([...running.values()].map((service) => service.stop()))
    await owned.postgres?.stop()
  })
  if (needsDatabase) owned.postgres = await startPostgres(dataDir, log)
  const context = { dataDir, secrets, environment: process.env }
  // Those that name the addresses of others are last.
  for (const { service, port } of ports.toSorted((a, b) => joinsOf(a) - joinsOf(b))) {
    const beside = await addressesOf(service.joins ?? [], { host, ports, running })
    const own = service.environment({ ...context, url: addressOf(host, port), beside })
    const database = await databaseOf(service, owned.postgres)
    const environment = { HOST: host, ...database, ...own }
    const options = { service, port, environment, output, log }
    running.set(service.name, new SupervisedService(options))
  }
  const parts = await partsOf(services, running, context)
  if (typeof parts === 'string') return stopBecause(parts)
  if (output === 'unchanged') return void process.stdout.write(`\n${banner(parts, dataDir)}\n`)
  output.print(`\n${banner(parts, dataDir)}`)
}

/** The banner's parts once each service runs or is refused; or why there is nothing to go on with. */
async function partsOf(
  services: typeof SERVICES,
  running: ReadonlyMap<string, SupervisedService>,
  context: Omit<Parameters<Service['describe']>[0], 'url' | 'beside'>,
): Promise<readonly (readonly string[])[] | string> {
  const parts: (readonly string[])[] = []
  const refused: string[] = []
  for (const service of services) {
    const started = running.get(service.name)
    const url = await started?.ready
    if (url !== undefined) parts.push(service.describe({ ...context, url, beside: new Map() }))
    else if ((await started?.isRefused()) === true) refused.push(service.name)
    else return 'Not every service started'
  }
  if (parts.length === 0) return `${refused.join(', ')} did not start`
  return [...parts, ...refused.map(describeRefused)]
}

function stopBecause(reason: string): void {
  process.stderr.write(`${reason}; the lines above say why. Stopping.\n`)
  process.kill(process.pid, 'SIGTERM')
}

/** Its part of the banner: its own log said why at length, and what to do. */
function describeRefused(name: string): readonly string[] {
  return [
    `${name}  does not run: its data ask for a decision first.`,
    '  The lines above say which, and the command for it. The others run.',
  ]
}

interface Planned {
  readonly service: Service
  /** 0: the system chooses one. */
  readonly port: number
}

function joinsOf({ service }: Planned): number {
  return service.joins?.length ?? 0
}

/** Where services will be that start with this one: at once, unless the system chooses a port. */
async function addressesOf(
  names: readonly string[],
  {
    host,
    ports,
    running,
  }: {
    readonly host: string
    readonly ports: readonly Planned[]
    readonly running: ReadonlyMap<string, SupervisedService>
  },
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>()
  for (const { service, port } of ports.filter((one) => names.includes(one.service.name))) {
    const url = port > 0 ? ownAddressOf(host, port) : await running.get(service.name)?.ready
    if (url !== undefined) addresses.set(service.name, url)
  }
  return addresses
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
