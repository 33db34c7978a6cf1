import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openDatabase, type Database } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { fakeClock, type FakeClock } from '@oficina/testkit/fake-clock.ts'
import { httpClient, listen, type HttpClient } from '@oficina/testkit/http-client.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { testDatabase, type TestDatabase } from '@oficina/testkit/test-postgres.ts'

import { hashApiKey, newApiKey, sealApiKey } from '../src/people/api-key.ts'
import { insertAccount } from '../src/people/store/account-store.ts'
import { buildChat, type ChatConfig } from '../src/service.ts'
import type { RealmId } from '../src/tenancy/realm-id.ts'
import { ROLE, type Role } from '../src/tenancy/roles.ts'
import { checkAgainstZulip } from './zulip-document.ts'

export const SECRET = 'ab'.repeat(32)
const OWNER_KEY = 'OwnerKeyOwnerKeyOwnerKeyOwnerKey'
export const OWNER_PASSWORD = 'correct-horse'

type Fields = Readonly<Record<string, unknown>>

/** A user who calls the API: texts are sent raw, all else as JSON, as Zulip's Python client does. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly key: string
  get(path: string, fields?: Fields): Promise<TestAnswer>
  post(path: string, fields?: Fields): Promise<TestAnswer>
  patch(path: string, fields?: Fields): Promise<TestAnswer>
  put(path: string, fields?: Fields): Promise<TestAnswer>
  delete(path: string, fields?: Fields): Promise<TestAnswer>
  /** A queue with everything that happened since it was opened. */
  listen(fields?: Fields): Promise<Listening>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values; what it reads is asserted anyway.
export type Loose = Record<string, any>

export interface Listening {
  readonly queueId: string
  readonly state: Loose
  /** What came since the last call, without heartbeats; does not wait. */
  events(): Promise<Loose[]>
}

export interface ChatTest {
  readonly owner: Person
  /** Calls without credentials. */
  readonly client: HttpClient
  readonly baseUrl: string
  readonly clock: FakeClock
  readonly database: Database
  readonly databaseUrl: string
  readonly realmId: RealmId
  /** Where the server keeps its files. */
  readonly dataDir: string
  person(name: string, role?: Role, options?: { readonly createdAt?: Date }): Promise<Person>
  bot(name: string, owner: Person, type?: number): Promise<Person>
  /** Somebody whom the test made otherwise. */
  as(person: Pick<Person, 'id' | 'email' | 'name' | 'key'>): Person
  /** Another process on the same database. */
  second(): Promise<{ readonly baseUrl: string; as(person: Person): Person; stop(): Promise<void> }>
  /** Stops the server cleanly and starts it again with the same files. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const log = createLog({
  service: 'chat-test',
  level: process.env['TEST_LOG'] ?? 'silent',
  format: 'json',
})

async function templateKey(): Promise<string> {
  const hash = createHash('sha256')
  const migrations = await readdir(new URL('../migrations/', import.meta.url))
  const files = migrations.toSorted().map((name) => `../migrations/${name}`)
  for (const file of [...files, '../src/people/store/account-store.ts']) {
    hash.update(await readFile(new URL(file, import.meta.url)))
  }
  return `chat_${hash.digest('hex').slice(0, 16)}`
}

/** The service on a database of its own with an owner, `owner@example.com`. */
export async function startChat(settings: Partial<ChatConfig> = {}): Promise<ChatTest> {
  const clock = fakeClock()
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-'))
  const build = (address: TestDatabase['settings'], folder: string, own = settings) =>
    buildChat({
      config: {
        ...address,
        databasePoolSize: 6,
        dataDir: folder,
        realmHost: 'chat.example.com',
        realmName: 'Example',
        realmUrl: undefined,
        ownerEmail: 'owner@example.com',
        ownerPassword: OWNER_PASSWORD,
        ownerApiKey: OWNER_KEY,
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
        ...own,
      },
      log,
      metrics: undefined,
      now: clock.now,
    })
  const url = await testDatabase({
    key: await templateKey(),
    build: async (templateUrl) => {
      // What a single test sets must not be in the database of all.
      const service = await build({ databaseUrl: templateUrl }, dataDir, {})
      await service.app.close()
      await service.close()
    },
  })
  const server = {
    service: await build(url.settings, dataDir),
    baseUrl: '',
    client: undefined as HttpClient | undefined,
  }
  // Limits that a test sets are declared too.
  const declared = Object.keys(settings).length === 0 ? 'chat' : undefined
  const begin = async () => {
    // Clients find a server that starts again where it was.
    const port = server.baseUrl === '' ? 0 : Number(new URL(server.baseUrl).port)
    server.baseUrl = await listen(server.service.app, port)
    server.client = await httpClient(server.baseUrl, declared)
  }
  await begin()
  const database = openDatabase({
    url: url.url,
    poolSize: 2,
    log,
    applicationName: 'test',
    sessionSettings: { search_path: 'chat' },
  })
  const [owner] = await database.query<{ id: number; realm_id: RealmId }>({
    text: `select id, realm_id from user_profile where delivery_email = 'owner@example.com'`,
    values: [],
  })
  if (owner === undefined) throw new Error('the first realm has an owner')
  const at = () => ({ baseUrl: server.baseUrl, client: server.client })
  const add = async (name: string, account: Partial<Parameters<typeof insertAccount>[2]>) => {
    const key = newApiKey()
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`
    const id = await insertAccount(database, owner.realm_id, {
      deliveryEmail: email,
      fullName: name,
      role: ROLE.member,
      passwordHash: null,
      apiKeyHash: hashApiKey(key),
      apiKeyCipher: sealApiKey(key, Buffer.from(SECRET, 'hex')),
      createdAt: new Date(clock.now()),
      isFullMember: true,
      ...account,
    })
    return personOf(at, { id, email, name, key })
  }
  return {
    owner: personOf(at, {
      id: owner.id,
      email: 'owner@example.com',
      name: 'owner',
      key: OWNER_KEY,
    }),
    get client() {
      if (server.client === undefined) throw new Error('the server listens')
      return server.client
    },
    get baseUrl() {
      return server.baseUrl
    },
    clock,
    database,
    databaseUrl: url.url,
    realmId: owner.realm_id,
    dataDir,
    person: (name, role = ROLE.member, options = {}) => add(name, { role, ...options }),
    bot: (name, botOwner, type = 1) => add(name, { botType: type, botOwnerId: botOwner.id }),
    as: (person) => personOf(at, person),
    second: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'oficina-chat-'))
      const service = await build(url.settings, folder)
      const baseUrl = await listen(service.app)
      const client = await httpClient(baseUrl, declared)
      return {
        baseUrl,
        as: (person) => personOf(() => ({ baseUrl, client }), person),
        stop: async () => {
          await service.app.close()
          await service.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
    restart: async () => {
      await server.service.app.close()
      await server.service.close()
      server.service = await build(url.settings, dataDir)
      await begin()
    },
    stop: async () => {
      await server.service.app.close()
      await server.service.close()
      await database.close()
      await url.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Place {
  readonly baseUrl: string
  readonly client: HttpClient | undefined
}

function encode(fields: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined)
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

function personOf(
  at: () => Place,
  { id, email, name, key }: Pick<Person, 'id' | 'email' | 'name' | 'key'>,
): Person {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  const call = async (method: string, path: string, fields: Fields = {}) => {
    const { client } = at()
    const form = encode(fields)
    const isQuery = method === 'GET' || method === 'DELETE'
    const query = isQuery && form.size > 0 ? `?${form.toString()}` : ''
    const answer = await client?.send(method, `/api/v1${path}${query}`, {
      headers: { authorization },
      ...(isQuery ? {} : { body: form }),
    })
    if (answer === undefined) throw new Error('the server listens')
    if (answer.status === 200) checkAgainstZulip(method, path.split('?')[0] ?? path, answer.json)
    return answer
  }
  return {
    id,
    email,
    name,
    key,
    get: (path, fields) => call('GET', path, fields),
    post: (path, fields) => call('POST', path, fields),
    patch: (path, fields) => call('PATCH', path, fields),
    put: (path, fields) => call('PUT', path, fields),
    delete: (path, fields) => call('DELETE', path, fields),
    listen: async (fields = {}) => {
      const { baseUrl } = at()
      // Not checked against the document: a test asks for single parts of the state.
      const answer = await exchange(`${baseUrl}/api/v1/register`, 'POST', {
        headers: { authorization },
        body: encode({ fetch_event_types: [], ...fields }),
      })
      if (answer.status !== 200) throw new Error(`register: ${answer.text}`)
      const state = { last: -1 }
      const queueId: string = answer.json.queue_id
      return {
        queueId,
        state: answer.json,
        events: async () => {
          const query = new URLSearchParams({
            queue_id: queueId,
            last_event_id: String(state.last),
            dont_block: 'true',
          })
          const polled = await exchange(
            `${at().baseUrl}/api/v1/events?${query.toString()}`,
            'GET',
            {
              headers: { authorization },
            },
          )
          if (polled.status !== 200) throw new Error(`events: ${polled.text}`)
          const events: Loose[] = polled.json.events
          state.last = events.at(-1)?.['id'] ?? state.last
          return events.filter((event) => event['type'] !== 'heartbeat')
        },
      }
    },
  }
}

/** Makes a channel with subscribers and gives its id. */
export async function channel(
  by: Person,
  name: string,
  subscribers: readonly Person[],
  fields: Fields = {},
): Promise<number> {
  const answer = await by.post('/channels/create', {
    name,
    subscribers: subscribers.map(({ id }) => id),
    ...fields,
  })
  if (answer.status !== 200) throw new Error(`channels/create: ${answer.text}`)
  return answer.json.id
}

/** Sends a message to a channel and gives its id. */
export async function send(
  by: Person,
  to: string | number,
  topic: string,
  content: string,
): Promise<number> {
  const answer = await by.post('/messages', { type: 'stream', to, topic, content })
  if (answer.status !== 200) throw new Error(`messages: ${answer.text}`)
  return answer.json.id
}

/** Sends a direct message and gives its id. */
export async function sendDirect(
  by: Person,
  to: readonly Person[],
  content: string,
): Promise<number> {
  const answer = await by.post('/messages', { type: 'direct', to: to.map(({ id }) => id), content })
  if (answer.status !== 200) throw new Error(`messages: ${answer.text}`)
  return answer.json.id
}
