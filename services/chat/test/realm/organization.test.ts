import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import { startOwnChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

// A service of its own: it sets the limit of uploads.

let chat: ChatTest
let hamlet: Person
let administrator: Person

before(async () => {
  chat = await startOwnChat({ maxUploadMib: 10 })
  hamlet = await chat.person('King Hamlet')
  administrator = await chat.person('Horatio', ROLE.administrator)
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

async function refused(answer: ReturnType<Person['get']>): Promise<readonly [number, string]> {
  const { status, json } = await answer
  return [status, json.msg]
}

test('domains are the owners’ to change, everybody’s to see, and told to all', async () => {
  const heard = await hamlet.listen()
  const acme = { domain: ' ACME.com ', allow_subdomains: false }
  const added = await chat.owner.post('/realm/domains', acme)
  assert.equal(added.status, 200)
  assert.equal(added.json.new_domain[1], 'acme.com')
  assert.deepEqual(await refused(chat.owner.post('/realm/domains', acme)), [
    400,
    'The domain acme.com is already a part of your organization.',
  ])
  const path = '/realm/domains/acme.com'
  assert.equal((await chat.owner.patch(path, { allow_subdomains: true })).status, 200)
  const domains = [{ domain: 'acme.com', allow_subdomains: true }]
  assert.deepEqual((await hamlet.get('/realm/domains')).json.domains, domains)
  const { state } = await hamlet.listen({ fetch_event_types: ['realm_domains'] })
  assert.deepEqual(state['realm_domains'], domains)
  assert.equal((await chat.owner.delete(path)).status, 200)
  const gone = [400, 'No entry found for domain acme.com.']
  assert.deepEqual(await refused(chat.owner.delete(path)), gone)
  assert.deepEqual(await refused(chat.owner.patch(path, { allow_subdomains: true })), gone)
  const type = 'realm_domains'
  assert.deepEqual(without(await heard.events()), [
    { type, op: 'add', realm_domain: { domain: 'acme.com', allow_subdomains: false } },
    { type, op: 'change', realm_domain: { domain: 'acme.com', allow_subdomains: true } },
    { type, op: 'remove', domain: 'acme.com' },
  ])
  for (const by of [hamlet, administrator]) {
    for (const answer of [
      by.post('/realm/domains', acme),
      by.patch(path, { allow_subdomains: true }),
      by.delete(path),
    ]) {
      assert.deepEqual(await refused(answer), [400, 'Must be an organization owner'])
    }
  }
})

test('what is no domain is refused with the reason', async () => {
  for (const [domain, reason] of [
    ['', "Domain can't be empty."],
    ['acme', 'Domain must have at least one dot (.)'],
    ['.acme.com', 'Domain cannot start or end with a dot (.)'],
    ['acme..com', "Consecutive '.' are not allowed."],
    ['-acme.com', "Subdomains cannot start or end with a '-'."],
    ['ac me.com', "Domain can only have letters, numbers, '.' and '-'s."],
    [`${'a'.repeat(80)}.com`, 'Domain is too long (limit: 80 characters)'],
  ] as const) {
    const answer = chat.owner.post('/realm/domains', { domain, allow_subdomains: false })
    assert.deepEqual(await refused(answer), [400, `Invalid domain: ${reason}`])
  }
})

test('an organization of its domains takes no other address, until its last domain is gone', async () => {
  await chat.owner.post('/realm/domains', { domain: 'acme.mx', allow_subdomains: true })
  await chat.owner.patch('/realm', { emails_restricted_to_domains: true })
  const person = (email: string) =>
    chat.owner.post('/users', { email, full_name: `Name ${email.length}`, password: 'secret-pass' })
  assert.deepEqual(await refused(person('ofelia@other.mx')), [
    400,
    "Email 'ofelia@other.mx' not allowed in this organization",
  ])
  assert.deepEqual(await refused(person('ofelia+x@acme.mx')), [
    400,
    'Email addresses containing + are not allowed.',
  ])
  assert.deepEqual(await refused(person('ofelia@notacme.mx')), [
    400,
    "Email 'ofelia@notacme.mx' not allowed in this organization",
  ])
  assert.equal((await person('ofelia@acme.mx')).status, 200)
  assert.equal((await person('ofelia.sub@mail.acme.mx')).status, 200)
  const moved = chat.owner.patch(`/users/${hamlet.id}`, { new_email: 'hamlet@other.mx' })
  assert.deepEqual(await refused(moved), [
    400,
    "Email 'hamlet@other.mx' not allowed in this organization",
  ])
  const heard = await hamlet.listen()
  await chat.owner.delete('/realm/domains/acme.mx')
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_domains', op: 'remove', domain: 'acme.mx' },
    { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
  ])
  assert.equal((await person('ofelia.late@other.mx')).status, 200)
})

async function upload(by: Person, path: string, files: readonly Buffer[], fields = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const file of files) form.append('file', new File([Uint8Array.from(file)], 'picture.png'))
  const authorization = `Basic ${Buffer.from(`${by.email}:${by.key}`).toString('base64')}`
  return await exchange(`${chat.baseUrl}/api/v1${path}`, 'POST', {
    headers: { authorization },
    body: form,
  })
}

async function picture(width: number, height: number): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}

async function location(path: string): Promise<string | null> {
  const authorization = `Basic ${Buffer.from(`${hamlet.email}:${hamlet.key}`).toString('base64')}`
  const answer = await fetch(`${chat.baseUrl}/api/v1${path}`, {
    headers: { authorization },
    redirect: 'manual',
  })
  await answer.body?.cancel()
  return answer.status === 302 ? answer.headers.get('location') : null
}

test('an organization’s icon is made square, shown everywhere, and goes back to the server’s own', async () => {
  const heard = await hamlet.listen()
  const { status, json } = await upload(administrator, '/realm/icon', [await picture(300, 200)])
  assert.equal(status, 200)
  const url: string = json.icon_url
  const served = await exchange(chat.baseUrl + url, 'GET', {})
  const { width, height } = await sharp(served.bytes).metadata()
  assert.deepEqual([width, height], [100, 100])
  assert.equal((await chat.client.send('GET', '/api/v1/server_settings')).json.realm_icon, url)
  const { state } = await hamlet.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual([state['realm_icon_url'], state['realm_icon_source']], [url, 'U'])
  assert.equal(await location('/realm/icon'), url)
  const removed = await administrator.delete('/realm/icon')
  assert.equal(removed.json.icon_url, '/static/images/realm-icon.svg')
  assert.equal((await exchange(chat.baseUrl + url, 'GET', {})).status, 404)
  const event = { type: 'realm', op: 'update_dict', property: 'icon' }
  assert.deepEqual(without(await heard.events()), [
    { ...event, data: { icon_source: 'U', icon_url: url } },
    { ...event, data: { icon_source: 'G', icon_url: '/static/images/realm-icon.svg' } },
  ])
})

test('the logos of day and night are two, and neither is made larger', async () => {
  const heard = await hamlet.listen()
  const small = await picture(80, 40)
  assert.equal((await upload(administrator, '/realm/logo', [small], { night: true })).status, 200)
  const [event] = without(await heard.events())
  assert.deepEqual([event?.['property'], event?.['data'].night_logo_source], ['night_logo', 'U'])
  const url: string = event?.['data'].night_logo_url
  const { width, height } = await sharp(
    (await exchange(chat.baseUrl + url, 'GET', {})).bytes,
  ).metadata()
  assert.deepEqual([width, height], [80, 40])
  assert.equal(await location('/realm/logo?night=true'), url)
  assert.equal(await location('/realm/logo?night=false'), '/static/images/realm-logo.svg')
  assert.equal((await administrator.delete('/realm/logo', { night: true })).status, 200)
  const { state } = await hamlet.listen({ fetch_event_types: ['realm'] })
  assert.equal(state['realm_night_logo_source'], 'D')
})

test('pictures of the organization are its administrators’, one at a time, and pictures', async () => {
  const png = await picture(10, 10)
  const say = async (answer: ReturnType<typeof upload>) => (await answer).json.msg
  const rights = 'Must be an organization administrator'
  assert.equal(await say(upload(hamlet, '/realm/icon', [png])), rights)
  assert.equal(await say(upload(hamlet, '/realm/logo', [png], { night: false })), rights)
  assert.equal((await hamlet.delete('/realm/icon')).json.msg, rights)
  assert.equal((await hamlet.delete('/realm/logo', { night: false })).json.msg, rights)
  const one = 'You must upload exactly one icon.'
  assert.equal(await say(upload(administrator, '/realm/icon', [])), one)
  assert.equal(await say(upload(administrator, '/realm/icon', [png, png])), one)
  const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const image = 'Could not decode image; did you upload an image file?'
  assert.equal(await say(upload(administrator, '/realm/icon', [text])), image)
  assert.equal(await say(upload(administrator, '/realm/logo', [text], { night: false })), image)
})
