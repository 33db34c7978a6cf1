import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase, type Database } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { fakeClock, type FakeClock } from '@oficina/testkit/fake-clock.ts'
import { httpClient, listen, type HttpClient } from '@oficina/testkit/http-client.ts'
import { testDatabase, type TestDatabase } from '@oficina/testkit/test-postgres.ts'

import { buildChat, type ChatConfig } from '../src/service.ts'

export const SECRET = 'ab'.repeat(32)
export const OWNER_PASSWORD = 'correct-horse'
/** The organization that a server begins with. */
export const FIRST = {
  host: 'chat.example.com',
  name: 'Example',
  ownerEmail: 'owner@example.com',
  ownerKey: 'OwnerKeyOwnerKeyOwnerKeyOwnerKey',
} as const

/** A server that listens, and its client. */
interface Listening {
  readonly baseUrl: string
  readonly client: HttpClient
}

/** The service on a database of its own. */
export interface ChatServer extends Listening {
  /** Under which its API is known to the test's client; undefined where it is not that of all. */
  readonly declared: string | undefined
  readonly clock: FakeClock
  readonly database: Database
  readonly databaseUrl: string
  readonly dataDir: string
  second(): Promise<Listening & { stop(): Promise<void> }>
  restart(): Promise<void>
  stop(): Promise<void>
}

const log = createLog({
  service: 'chat-test',
  level: process.env['TEST_LOG'] ?? 'silent',
  format: 'json',
})

const CONFIG = {
  databasePoolSize: 6,
  realmHost: FIRST.host,
  realmName: FIRST.name,
  realmUrl: undefined,
  ownerEmail: FIRST.ownerEmail,
  ownerPassword: OWNER_PASSWORD,
  ownerApiKey: FIRST.ownerKey,
  botEmail: undefined,
  botApiKey: undefined,
  botChannel: 'erp',
  secret: SECRET,
  demo: false,
  devSignIn: false,
  rateLimit: 0,
  maxUploadMib: 1,
  diskMinFreeMb: 0,
  externalImages: true,
  outboundAllow: '',
  ffmpeg: '',
  smtpUrl: undefined,
  mailFrom: 'Example <no-reply@example.com>',
  oidcIssuer: undefined,
  oidcClientId: undefined,
  oidcClientSecret: undefined,
  oidcName: undefined,
  bigBlueButtonUrl: undefined,
  bigBlueButtonSecret: undefined,
  pushBouncerUrl: undefined,
  pushOrgId: undefined,
  pushOrgKey: undefined,
} as const

async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = await readdir(new URL('../migrations/', import.meta.url))
  const files = migrations.toSorted().map((name) => `../migrations/${name}`)
  for (const file of [...files, '../src/people/store/account-store.ts']) {
    hash.update(await readFile(new URL(file, import.meta.url)))
  }
  return `chat_${hash.digest('hex').slice(0, 16)}`
}

interface Building {
  readonly address: TestDatabase['settings']
  readonly dataDir: string
  readonly clock: FakeClock
  readonly settings: Partial<ChatConfig>
}

const build = ({ address, dataDir, clock, settings }: Building) =>
  buildChat({
    config: { ...CONFIG, ...address, dataDir, ...settings },
    log,
    metrics: undefined,
    now: clock.now,
  })

/** Starts the service on a database of its own, whose organization is `FIRST`. */
export async function startServer(settings: Partial<ChatConfig> = {}): Promise<ChatServer> {
  const clock = fakeClock()
  const dataDir = await newFolder()
  const own = await testDatabase({
    key: await templateKey(),
    build: async (templateUrl) => {
      // What a single test sets must not be in the database of all.
      const address = { databaseUrl: templateUrl }
      const service = await build({ address, dataDir, clock, settings: {} })
      await service.app.close()
      await service.close()
    },
  })
  const building = { address: own.settings, dataDir, clock, settings }
  // Limits that a test sets are declared too.
  const declared = Object.keys(settings).length === 0 ? 'chat' : undefined
  const service = await build(building)
  const running = { service, at: await begin(service, declared) }
  const database = openDatabase({
    url: own.url,
    poolSize: 2,
    log,
    applicationName: 'test',
    sessionSettings: { search_path: 'chat' },
  })
  return {
    get baseUrl() {
      return running.at.baseUrl
    },
    get client() {
      return running.at.client
    },
    declared,
    clock,
    database,
    databaseUrl: own.url,
    dataDir,
    second: async () => {
      const folder = await newFolder()
      const service = await build({ ...building, dataDir: folder })
      return {
        ...(await begin(service, declared)),
        stop: async () => {
          await close(service)
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
    restart: async () => {
      await close(running.service)
      running.service = await build(building)
      // Clients find a server that starts again where it was.
      running.at = await begin(running.service, declared, Number(new URL(running.at.baseUrl).port))
    },
    stop: async () => {
      await close(running.service)
      await database.close()
      await own.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Service = Awaited<ReturnType<typeof buildChat>>

async function begin({ app }: Service, declared: string | undefined, port = 0): Promise<Listening> {
  const baseUrl = await listen(app, port)
  return { baseUrl, client: await httpClient(baseUrl, declared) }
}

async function close(service: Service): Promise<void> {
  await service.app.close()
  await service.close()
}

const newFolder = () => mkdtemp(join(tmpdir(), 'oficina-chat-'))
