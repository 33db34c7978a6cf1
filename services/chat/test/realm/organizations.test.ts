import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import type { RealmId } from '../../src/tenancy/realm-id.ts'
import { OWNER_PASSWORD } from '../chat-server.ts'
import { startOwnChat, type ChatTest } from '../chat-service.ts'
import { allMails, linkIn, newestMail } from '../told/mails.ts'
import { run } from '../transfer/command-line.ts'

// A service of its own: it looks at two organizations by their hosts.

const FIRST = 'chat.example.com'
const SECOND = 'otra.example.org'

const ORDER = ['--realm', SECOND, '--name', 'Otra', '--owner', 'owner@example.com']

let chat: ChatTest
/** What the command printed of the owner. */
let second: { readonly password: string; readonly key: string; readonly realmId: RealmId }

before(async () => {
  chat = await startOwnChat()
  const made = await run(chat, 'realm', 'create', ...ORDER)
  assert.equal(made.code, 0, made.stderr)
  const [, password = '', key = ''] =
    /^Otra is at otra\.example\.org\.\nFirst owner: owner@example\.com, password: (\S+), API key: ([A-Za-z0-9]{32})\n$/.exec(
      made.stdout,
    ) ?? []
  const [realm] = await chat.database.query<{ id: RealmId }>(
    sql`select id from realm where host = ${SECOND}`,
  )
  assert.ok(realm !== undefined)
  second = { password, key, realmId: realm.id }
})
after(() => chat.stop())

/** The mails of the second organization. */
const mailbox = () => ({ dataDir: chat.dataDir, realmId: second.realmId })

interface Credentials {
  readonly email: string
  readonly key: string
}

type Fields = Readonly<Record<string, string>>

async function call(
  host: string,
  request: string,
  fields: Fields = {},
  as?: Credentials,
): Promise<TestAnswer> {
  const [method = '', path = ''] = request.split(' ')
  const form = new URLSearchParams(fields)
  const isQuery = method === 'GET'
  const url = `${chat.baseUrl}${path}${isQuery && form.size > 0 ? `?${form.toString()}` : ''}`
  const basic = `Basic ${Buffer.from(`${as?.email}:${as?.key}`).toString('base64')}`
  const headers = { host, ...(as === undefined ? {} : { authorization: basic }) }
  return await exchange(url, method, isQuery ? { headers } : { headers, body: form })
}

async function signIn(host: string, email: string, password: string): Promise<Credentials> {
  const { json, text } = await call(host, 'POST /api/v1/fetch_api_key', {
    username: email,
    password,
  })
  assert.equal(json.result, 'success', text)
  return { email, key: json.api_key }
}

test('each host is an organization of its own, with or without a port', async () => {
  for (const [host, name] of [
    [FIRST, 'Example'],
    [SECOND, 'Otra'],
    [`${SECOND}:3002`, 'Otra'],
    [SECOND.toUpperCase(), 'Otra'],
  ] as const) {
    const { json } = await call(host, 'GET /api/v1/server_settings')
    assert.deepEqual(
      [json.realm_name, json.realm_url.includes(name === 'Otra' ? SECOND : FIRST)],
      [name, true],
    )
    assert.match((await call(host, 'GET /login')).text, new RegExp(`<h1>Sign in to ${name}</h1>`))
  }
})

test('at a host that is no organization’s nobody is let in', async () => {
  const settings = await call('nowhere.example.com', 'GET /api/v1/server_settings')
  assert.deepEqual([settings.status, settings.json.msg], [400, 'Invalid subdomain'])
  assert.equal((await call('nowhere.example.com', 'GET /login')).status, 404)
})

test('one address has an account in each, with its own password and key, and one key opens one organization', async () => {
  const first = await signIn(FIRST, 'owner@example.com', OWNER_PASSWORD)
  const other = await signIn(SECOND, 'owner@example.com', second.password)
  assert.notEqual(first.key, other.key)
  assert.equal(other.key, second.key)
  const wrong = await call(SECOND, 'POST /api/v1/fetch_api_key', {
    username: 'owner@example.com',
    password: OWNER_PASSWORD,
  })
  assert.equal(wrong.json.code, 'AUTHENTICATION_FAILED')
  const refused = await call(FIRST, 'GET /api/v1/users/me', {}, other)
  assert.deepEqual(
    [refused.status, refused.json.code, refused.json.msg],
    [401, 'UNAUTHORIZED', 'Account is not associated with this subdomain'],
  )
  const me = await call(SECOND, 'GET /api/v1/users/me', {}, other)
  assert.deepEqual([me.status, me.json.role], [200, 100])
})

test('nothing of one organization is seen in the other', async () => {
  const first = await signIn(FIRST, 'owner@example.com', OWNER_PASSWORD)
  const other = await signIn(SECOND, 'owner@example.com', second.password)
  const made = await call(
    SECOND,
    'POST /api/v1/users/me/subscriptions',
    { subscriptions: '[{"name":"secreto"}]' },
    other,
  )
  assert.equal(made.status, 200)
  const sent = await call(
    SECOND,
    'POST /api/v1/messages',
    { type: 'stream', to: 'secreto', topic: 'a', content: 'solo aquí' },
    other,
  )
  assert.equal(sent.status, 200, sent.text)
  const read = await call(FIRST, `GET /api/v1/messages/${sent.json.id}`, {}, first)
  assert.deepEqual([read.status, read.json.msg], [400, 'Invalid message(s)'])
  const { json: streams } = await call(FIRST, 'GET /api/v1/streams', {}, first)
  assert.ok(!streams.streams.some(({ name }: { name: string }) => name === 'secreto'))
  const { json: users } = await call(FIRST, 'GET /api/v1/users', {}, first)
  const { json: others } = await call(SECOND, 'GET /api/v1/users', {}, other)
  const ids = (members: readonly { user_id: number }[]) => members.map(({ user_id: id }) => id)
  const shared = new Set(ids(users.members)).intersection(new Set(ids(others.members)))
  assert.equal(shared.size, 0)
})

test('people join the organization that invited them, and its links work at its host only', async () => {
  const other = await signIn(SECOND, 'owner@example.com', second.password)
  await call(
    SECOND,
    'POST /api/v1/invites',
    { invitee_emails: 'ana@example.com', stream_ids: '[]' },
    other,
  )
  const mail = await newestMail(mailbox(), 'ana@example.com')
  assert.match(mail.text, new RegExp(`https://${SECOND}/accounts/do_confirm/`))
  const link = linkIn(mail)
  assert.equal((await call(FIRST, `GET ${link}`)).status, 404)
  const fields = { full_name: 'Ana', password: 'long-enough' }
  assert.equal((await call(FIRST, `POST ${link}`, fields)).status, 404)
  assert.equal((await call(SECOND, `POST ${link}`, fields)).status, 200)
  await signIn(SECOND, 'ana@example.com', 'long-enough')
  const elsewhere = await call(FIRST, 'POST /api/v1/fetch_api_key', {
    username: 'ana@example.com',
    password: 'long-enough',
  })
  assert.equal(elsewhere.json.code, 'AUTHENTICATION_FAILED')
})

test('a forgotten password is that of one organization', async () => {
  const before = (await allMails(mailbox())).filter(({ to }) => to === 'owner@example.com').length
  await call(SECOND, 'POST /accounts/password/reset', { email: 'owner@example.com' })
  const mail = await newestMail(mailbox(), 'owner@example.com', before + 1)
  assert.match(mail.subject, /Otra/)
  const done = await call(SECOND, `POST ${linkIn(mail)}`, { password: 'new-password' })
  assert.equal(done.status, 200)
  await signIn(FIRST, 'owner@example.com', OWNER_PASSWORD)
  await signIn(SECOND, 'owner@example.com', 'new-password')
})

test('two organizations cannot have one host, and the command says what it takes', async () => {
  const again = await run(chat, 'realm', 'create', ...ORDER)
  assert.deepEqual(
    [again.code, again.stdout, again.stderr.trim()],
    [1, '', `The realm failed: there is an organization at ${SECOND} already`],
  )
  const help = await run(chat, 'realm', '--help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /realm create --realm HOST --name NAME --owner EMAIL/)
  const wrong = await run(chat, 'realm', 'create', '--realm', SECOND, '--name', 'X')
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /^--owner is needed: the address of the first owner\n/)
})
