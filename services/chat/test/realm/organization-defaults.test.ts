import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startChat, startOwnChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'

// A service of its own: it sets how people sign in.

let chat: ChatTest
let owner: Person
let hamlet: Person

before(async () => {
  chat = await startOwnChat({ devSignIn: true })
  ;({ owner } = chat)
  hamlet = await chat.person('Hamlet')
})
after(() => chat.stop())

test('what new people have set is the organization’s to choose, and does not change those who are there', async () => {
  const type = 'realm_user_settings_defaults'
  const queue = await hamlet.listen({ event_types: [type] })
  const changes = { color_scheme: 2, email_address_visibility: 3, twenty_four_hour_time: true }
  const refused = await hamlet.patch(`/realm/user_settings_defaults`, changes)
  assert.equal(refused.json.msg, 'Must be an organization administrator')
  const before = await owner.listen({ fetch_event_types: [type] })
  assert.equal(before.state[type]['color_scheme'], 1)
  const changed = await owner.patch('/realm/user_settings_defaults', {
    ...changes,
    starred_message_counts: true,
    timezone: 'Europe/Copenhagen',
  })
  assert.deepEqual(changed.json.ignored_parameters_unsupported, ['timezone'])
  assert.deepEqual(
    (await queue.events()).map(({ id: _id, ...event }) => event),
    Object.entries(changes).map(([property, value]) => ({ type, op: 'update', property, value })),
  )
  const { state } = await owner.listen({ fetch_event_types: [type] })
  assert.equal(state[type]['color_scheme'], 2)
  const fields = { email: 'new@example.com', password: 'long-enough', full_name: 'New One' }
  const made = await owner.post('/users', fields)
  const settings = async (person: Person) =>
    (await person.listen({ fetch_event_types: ['user_settings'] })).state['user_settings']
  assert.equal((await settings(hamlet))['color_scheme'], 1)
  const key = await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', {
    body: new URLSearchParams({ username: fields.email, password: fields.password }),
  })
  const authorization = `Basic ${Buffer.from(`${fields.email}:${key.json.api_key}`).toString('base64')}`
  const registered = await exchange(`${chat.baseUrl}/api/v1/register`, 'POST', {
    headers: { authorization },
    body: new URLSearchParams({ fetch_event_types: '["user_settings"]' }),
  })
  const own: Loose = registered.json.user_settings
  assert.deepEqual(
    [own['twenty_four_hour_time'], own['email_address_visibility'], own['color_scheme']],
    [true, 3, 2],
  )
  const seen = await hamlet.get(`/users/${made.json.user_id}`)
  assert.equal(seen.json.user.delivery_email, null)
})

test('playgrounds are where code can be run, by a template with the code alone', async () => {
  const queue = await hamlet.listen({ event_types: ['realm_playgrounds'] })
  const python = {
    name: 'Python',
    pygments_language: 'Python',
    url_template: 'https://python.example.com/?code={code}',
  }
  const refused = async (fields: Loose) =>
    (await owner.post('/realm/playgrounds', { ...python, ...fields })).json.msg
  assert.equal(await refused({ name: ' ' }), 'name cannot be blank')
  assert.equal(
    await refused({ pygments_language: 'C++$&' }),
    'Invalid characters in pygments language',
  )
  assert.equal(
    await refused({ url_template: 'https://a.example.com/{code' }),
    'Invalid URL template.',
  )
  assert.equal(await refused({ url_template: 'javascript:{code}' }), 'Invalid URL template.')
  assert.equal(
    await refused({ url_template: 'https://a.example.com/' }),
    'Missing the required variable "code" in the URL template',
  )
  assert.equal(
    await refused({ url_template: 'https://a.example.com/{code}{?more}' }),
    '"code" should be the only variable present in the URL template',
  )
  const { json, status } = await owner.post('/realm/playgrounds', python)
  assert.equal(status, 200)
  const twice = await refused({})
  assert.equal(
    twice,
    'Realm playground with this Realm, Pygments language and Name already exists.',
  )
  const all = [{ id: json.id, ...python }]
  const { state } = await hamlet.listen({ fetch_event_types: ['realm_playgrounds'] })
  assert.deepEqual(state['realm_playgrounds'], all)
  assert.equal((await owner.delete(`/realm/playgrounds/${json.id}`)).status, 200)
  const gone = await owner.delete(`/realm/playgrounds/${json.id}`)
  assert.deepEqual([gone.status, gone.json.msg], [400, 'Invalid playground'])
  assert.deepEqual(
    (await queue.events()).map(({ realm_playgrounds: one }) => one),
    [all, []],
  )
})

test('an administrator is sent what the welcome bot would add', async () => {
  const path = '/realm/test_welcome_bot_custom_message'
  const fields = { welcome_message_custom_text: 'Read the **rules**.' }
  const { json, status } = await owner.post(path, fields)
  assert.equal(status, 200)
  const sent = await owner.get(`/messages/${json.message_id}`)
  assert.deepEqual(
    [sent.json.message.sender_full_name, sent.json.message.content, sent.json.message.flags],
    ['Welcome Bot', '<p>Read the <strong>rules</strong>.</p>', []],
  )
  const refused = await hamlet.post(path, fields)
  assert.equal(refused.json.msg, 'Must be an organization administrator')
})

test('for development anybody’s key can be asked for, where that is switched on', async () => {
  const ask = async (at: ChatTest, username: string) =>
    await exchange(`${at.baseUrl}/api/v1/dev_fetch_api_key`, 'POST', {
      body: new URLSearchParams({ username }),
    })
  const { json } = await ask(chat, hamlet.email)
  assert.deepEqual([json.api_key, json.user_id], [hamlet.key, hamlet.id])
  assert.equal((await ask(chat, 'nobody@example.com')).json.code, 'AUTHENTICATION_FAILED')
  const usual = await startChat()
  const refused = await ask(usual, 'owner@example.com')
  await usual.stop()
  assert.deepEqual([refused.status, refused.json.msg], [400, 'DevAuthBackend not enabled.'])
})
