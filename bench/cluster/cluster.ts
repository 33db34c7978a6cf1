import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { DATABASES } from './databases.ts'
import type { Options } from './options.ts'
import { balancerPart, SERVICES, type ServiceName } from './parts/balancer.ts'
import { archiving } from './parts/base-backup.ts'
import { startCitus } from './parts/citus.ts'
import { freePorts } from './parts/free-ports.ts'
import { natsPart } from './parts/nats.ts'
import type { Part } from './parts/part.ts'
import { poolerPart } from './parts/pooler.ts'
import {
  makeDurable,
  makePostgres,
  postgresPart,
  postgresUrl,
  statement,
} from './parts/postgres.ts'
import { servicePart } from './parts/service.ts'
import { SECRETS } from './secrets.ts'

export const PROCESSES: Readonly<Record<ServiceName, number>> = { erp: 2, chat: 3, documents: 2 }
const FIRST_START_MS = 500_000
const LATER_START_MS = 90_000

export interface Cluster {
  readonly folder: string
  /** Where each service is reached through the balancer. */
  readonly ports: Readonly<Record<ServiceName, number>>
  /** Of PostgreSQL or of the coordinator, then of workers. */
  readonly postgresPorts: readonly number[]
  /** What may die, in the order in which it was started. */
  parts(): readonly Part[]
  /** Only so many processes of each service, or all that there are; the balancer knows no others. */
  scale(count: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts everything; what was started is stopped when a part does not start. `hold` is given what stops all that was
 * started so far, before anything is.
 */
export async function startCluster(
  options: Options,
  say: (text: string) => void,
  hold: (stop: () => Promise<void>) => void,
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-cluster-'))
  // PostgreSQL and PgBouncer run as other users.
  chmodSync(folder, 0o755)
  const started: Part[] = []
  const start = async (part: Part) => {
    const beganMs = performance.now()
    started.push(part)
    await part.start()
    say(`${part.name} answers after ${Math.round(performance.now() - beganMs)} ms`)
  }
  const stop = async () => {
    for (const part of started.toReversed()) await part.retire()
    if (options.keepsFolder === 'no') await rm(folder, { recursive: true, force: true })
    else say(`logs and data are in ${folder}`)
  }
  hold(stop)
  try {
    return await build(options, { folder, started, start, stop, say })
  } catch (error) {
    await stop()
    throw error
  }
}

interface Making {
  readonly folder: string
  readonly started: Part[]
  readonly start: (part: Part) => Promise<void>
  readonly stop: () => Promise<void>
  readonly say: (text: string) => void
}

async function build(options: Options, making: Making): Promise<Cluster> {
  const { folder, started, start, stop, say } = making
  const ports = [...(await freePorts(20))]
  const port = () => ports.pop() ?? 0
  const log = (name: string) => join(folder, `${name.replaceAll(' ', '-')}.log`)
  const postgresPorts = await startDatabases(options, making, { port, log })
  const poolerPort = port()
  const postgresPort = postgresPorts[0] ?? 0
  await start(
    poolerPart({
      folder,
      port: poolerPort,
      postgresPort,
      databases: DATABASES,
      logFile: log('pgbouncer'),
    }),
  )
  const natsPort = port()
  if (options.nats === 'with') {
    const storeFolder = join(folder, 'nats')
    await start(
      natsPart({ port: natsPort, monitorPort: port(), storeFolder, logFile: log('nats') }),
    )
  }
  const places = {
    folder,
    poolerPort,
    postgresPort,
    natsPort: options.nats === 'with' ? natsPort : undefined,
  }
  const processes = SERVICES.flatMap((service) =>
    Array.from({ length: 3 }, (_, index) => {
      const number = index + 1
      const at = { service, number, port: port(), isDaily: number <= PROCESSES[service] }
      const env = environmentOf(service, number, places)
      const logFile = log(`${service} ${number}`)
      const startTimeoutMs = number === 1 ? FIRST_START_MS : LATER_START_MS
      return { ...at, part: servicePart({ ...at, env, logFile, startTimeoutMs }) }
    }),
  )
  const daily = processes.filter(({ isDaily }) => isDaily)
  // The first process of a service prepares the database; the others then find it prepared.
  for (const { part } of daily) await start(part)
  await makeDurable(postgresPorts)
  say('all commits are on the disk from here on')
  const outside = { erp: port(), chat: port(), documents: port() }
  const balancerOf = (
    running: readonly { readonly service: ServiceName; readonly port: number }[],
  ) => {
    const of = (name: ServiceName) =>
      running.filter(({ service }) => service === name).map((process) => process.port)
    const upstreams = { erp: of('erp'), chat: of('chat'), documents: of('documents') }
    return balancerPart({ folder, ports: outside, upstreams, logFile: log('nginx') })
  }
  const state = { balancer: balancerOf(daily), running: daily }
  await start(state.balancer)
  return {
    folder,
    ports: outside,
    postgresPorts,
    parts: () => started,
    scale: async (count) => {
      const wanted = processes.filter(({ number }) => number <= count)
      await state.balancer.stop()
      for (const { part } of state.running.filter((process) => !wanted.includes(process))) {
        await part.stop()
        started.splice(started.indexOf(part), 1)
      }
      for (const process of wanted.filter((process) => !state.running.includes(process))) {
        await start(process.part)
      }
      started.splice(started.indexOf(state.balancer), 1)
      state.running = wanted
      state.balancer = balancerOf(wanted)
      await start(state.balancer)
    },
    stop,
  }
}

async function startDatabases(
  options: Options,
  { folder, started, start }: Making,
  { port, log }: { readonly port: () => number; readonly log: (name: string) => string },
): Promise<readonly number[]> {
  if (options.database === 'citus') {
    const nodes = [port(), port(), port()]
    started.push(
      ...(await startCitus({ folder, ports: nodes, logFile: log, databases: DATABASES })),
    )
    return nodes
  }
  const at = port()
  const server = {
    name: 'postgresql',
    folder: join(folder, 'postgres'),
    port: at,
    logFile: log('postgresql'),
    settings: await archiving(folder, at),
  }
  await makePostgres(server)
  await start(postgresPart(server))
  for (const name of DATABASES) {
    await statement(postgresUrl(server.port, 'postgres'), `create database ${name}`)
  }
  return [server.port]
}

interface Places {
  readonly folder: string
  readonly poolerPort: number
  readonly postgresPort: number
  readonly natsPort: number | undefined
}

/** What an operator would set for this process; its folder is its own but for the parts that all share. */
function environmentOf(
  service: ServiceName,
  number: number,
  { folder, poolerPort, postgresPort, natsPort }: Places,
): Readonly<Record<string, string>> {
  const own = join(folder, 'own', `${service}-${number}`)
  mkdirSync(own, { recursive: true })
  const common = {
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    TRUST_PROXY: '127.0.0.1',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    ...(natsPort === undefined || service === 'erp'
      ? {}
      : { NATS_URL: `nats://127.0.0.1:${natsPort}` }),
  }
  if (service === 'documents') {
    return {
      ...common,
      API_KEY: SECRETS.documentsKey,
      TEMPLATES_DIR: shared(folder, 'templates'),
      IMAGES_DIR: shared(folder, 'images'),
      TMP_DIR: join(own, 'tmp'),
    }
  }
  const database = service === 'erp' ? DATABASES[0] : DATABASES[1]
  const files = service === 'erp' ? 'attachments' : 'uploads'
  symlinkSync(shared(folder, files), join(own, files))
  return {
    ...common,
    DATABASE_URL: postgresUrl(poolerPort, database),
    DATABASE_DIRECT_URL: postgresUrl(postgresPort, database),
    DATA_DIR: own,
    ...(service === 'erp' ? ERP : CHAT),
  }
}

const ERP = { ERP_ADMIN_USUARIO: 'admin', ERP_ADMIN_PASSWORD: SECRETS.erpPassword }
const CHAT = {
  CHAT_RATE_LIMIT: '0',
  CHAT_SECRET: SECRETS.chatSecret,
  CHAT_OWNER_EMAIL: SECRETS.chatOwner,
  CHAT_OWNER_API_KEY: SECRETS.chatOwnerKey,
  CHAT_OWNER_PASSWORD: SECRETS.chatPassword,
}

/** A folder that all processes see, as a network file system would give it. */
function shared(folder: string, name: string): string {
  const place = join(folder, 'shared', name)
  mkdirSync(place, { recursive: true })
  return place
}
