import type { Database } from '@oficina/kit/database.ts'
import { hashPassword } from '@oficina/kit/password.ts'
import type { FakeClock } from '@oficina/testkit/fake-clock.ts'
import { httpClient, type HttpClient } from '@oficina/testkit/http-client.ts'
import { shared } from '@oficina/testkit/shared.ts'

import { hashApiKey, newApiKey, sealApiKey } from '../src/people/api-key.ts'
import { insertAccount } from '../src/people/store/account-store.ts'
import type { ChatConfig } from '../src/service.ts'
import { createRealm } from '../src/start/create-realm.ts'
import type { RealmId } from '../src/tenancy/realm-id.ts'
import { ROLE, type Role } from '../src/tenancy/roles.ts'
import { personOf, type Person, type Place } from './chat-person.ts'
import { FIRST, OWNER_PASSWORD, SECRET, startServer, type ChatServer } from './chat-server.ts'

export type { Listening, Loose, Person } from './chat-person.ts'

type Fields = Readonly<Record<string, unknown>>

/** An organization with its owner, `owner@example.com`, and the service that it is in. */
export interface ChatTest {
  readonly owner: Person
  /** Calls without credentials. */
  readonly client: HttpClient
  /** Leads to this organization. */
  readonly baseUrl: string
  /** Its name without a port, which stands in links and in the addresses of its bots. */
  readonly host: string
  readonly clock: Pick<FakeClock, 'now' | 'advance'>
  /** May hold other organizations too: a statement names the one that it means. */
  readonly database: Database
  readonly databaseUrl: string
  readonly realmId: RealmId
  /** Where the server keeps its files. */
  readonly dataDir: string
  person(name: string, role?: Role, options?: { readonly createdAt?: Date }): Promise<Person>
  bot(name: string, owner: Person, type?: number): Promise<Person>
  /** Somebody whom the test made otherwise. */
  as(person: Pick<Person, 'id' | 'email' | 'name' | 'key'>): Person
  stop(): Promise<void>
}

/** The only organization of a service that belongs to one test file. */
export interface OwnChatTest extends ChatTest {
  readonly clock: FakeClock
  /** Another process on the same database. */
  second(): Promise<{ readonly baseUrl: string; as(person: Person): Person; stop(): Promise<void> }>
  /** Stops the server cleanly and starts it again with the same files. */
  restart(): Promise<void>
}

/** The service that the files of this process share. */
interface Shared {
  readonly server: ChatServer
  /** All owners have one password, whose hash takes longer than all else of an organization. */
  readonly ownerPasswordHash: string
}

const held = { isSharing: false, organizations: 0 }
// What the service forgets first, an event queue, lives as long.
const MAX_ADVANCE_MS = 600_000

const useShared = shared<Shared>(
  async () => {
    const [server, ownerPasswordHash] = await Promise.all([
      startServer(),
      hashPassword(OWNER_PASSWORD),
    ])
    held.isSharing = true
    return { server, ownerPasswordHash }
  },
  async ({ server }) => {
    held.isSharing = false
    await server.stop()
  },
)

/** An organization of its own, in the service that all test files of this process share: it has strangers beside it. */
export async function startChat(): Promise<ChatTest> {
  const { value, giveBack } = await useShared()
  try {
    const { server } = value
    const host = `chat${(held.organizations += 1)}.localhost`
    const realm = await addOrganization(value, host)
    const { port } = new URL(server.baseUrl)
    const baseUrl = `http://${host}:${port}`
    const client = await httpClient(baseUrl, server.declared)
    return {
      ...organization(server, realm, () => ({ baseUrl, client })),
      client,
      baseUrl,
      clock: { now: server.clock.now, advance: advanceOf(server.clock) },
      stop: () => Promise.resolve(giveBack()),
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

/** A service on a database of its own, for a test that the strangers of `startChat` would disturb, or that disturbs them. */
export async function startOwnChat(settings: Partial<ChatConfig> = {}): Promise<OwnChatTest> {
  // The files after this one find it still running.
  const kept = held.isSharing ? await useShared() : undefined
  const server = await startServer(settings)
  const { database } = server
  const [owner] = await database.query<{ id: number; realm_id: RealmId }>({
    text: `select id, realm_id from user_profile where delivery_email = 'owner@example.com'`,
    values: [],
  })
  if (owner === undefined) throw new Error('the first realm has an owner')
  const realm = {
    host: FIRST.host,
    id: owner.realm_id,
    ownerId: owner.id,
    ownerKey: FIRST.ownerKey,
  }
  return {
    ...organization(server, realm, () => server),
    get client() {
      return server.client
    },
    get baseUrl() {
      return server.baseUrl
    },
    clock: server.clock,
    second: async () => {
      const second = await server.second()
      return { ...second, as: (person) => personOf(() => second, person) }
    },
    restart: () => server.restart(),
    stop: async () => {
      kept?.giveBack()
      await server.stop()
    },
  }
}

/** Time only goes forward, and little: what days bring would befall the strangers too. */
function advanceOf(clock: FakeClock): (ms: number) => void {
  return (ms) => {
    if (ms < 0 || ms > MAX_ADVANCE_MS) {
      throw new Error('the clock of all moves ten minutes at most: use startOwnChat and say why')
    }
    clock.advance(ms)
  }
}

interface Realm {
  readonly id: RealmId
  readonly host: string
  readonly ownerId: number
  readonly ownerKey: string
}

async function addOrganization(
  { server: { database, clock }, ownerPasswordHash }: Shared,
  host: string,
): Promise<Realm> {
  const ownerKey = newApiKey()
  const { name, ownerEmail } = FIRST
  const owner = { ownerEmail, ownerPasswordHash, ownerApiKey: ownerKey }
  const secret = Buffer.from(SECRET, 'hex')
  await database.transaction((tx) =>
    createRealm(tx, { host, name, ...owner, secret, now: clock.now }),
  )
  const [found] = await database.query<{ id: RealmId; owner_id: number }>({
    text: `select r.id, u.id as owner_id from realm r
      join user_profile u on u.realm_id = r.id and u.delivery_email = $2 where r.host = $1`,
    values: [host, ownerEmail],
  })
  if (found === undefined) throw new Error('a new organization has an owner')
  return { id: found.id, host, ownerId: found.owner_id, ownerKey }
}

/** What is the same in a service of one's own and in that of all. */
function organization(
  server: ChatServer,
  { id: realmId, host, ownerId, ownerKey }: Realm,
  at: () => Place,
) {
  const { database, clock, databaseUrl, dataDir } = server
  const add = async (name: string, account: Partial<Parameters<typeof insertAccount>[2]>) => {
    const key = newApiKey()
    const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`
    const id = await insertAccount(database, realmId, {
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
  const person: ChatTest['person'] = (name, role = ROLE.member, options = {}) =>
    add(name, { role, ...options })
  const bot: ChatTest['bot'] = (name, botOwner, type = 1) =>
    add(name, { botType: type, botOwnerId: botOwner.id })
  const as: ChatTest['as'] = (one) => personOf(at, one)
  const owner = as({ id: ownerId, email: FIRST.ownerEmail, name: 'owner', key: ownerKey })
  return { owner, host, database, databaseUrl, realmId, dataDir, person, bot, as }
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
