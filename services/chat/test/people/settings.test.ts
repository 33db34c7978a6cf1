import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { USER_SETTING_KINDS } from '../../src/people/endpoints/user-setting-parameters.ts'
import { ENDPOINTS } from '../../src/routes.ts'
import { REALM_DEFAULTS } from '../../src/tenancy/realm-settings.ts'
import { ROLE } from '../../src/tenancy/roles.ts'
import { USER_SETTINGS } from '../../src/tenancy/user-settings.ts'
import { OWNER_PASSWORD } from '../chat-server.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'
import { ALLOWED_VALUES } from '../contract/allowed-values.ts'

let chat: ChatTest
let hamlet: Person
let denmark: number
let cordelia: Person
let administrator: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  administrator = await chat.person('Horatio', ROLE.administrator)
  denmark = await channel(chat.owner, 'Denmark', [chat.owner])
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const sameText = (event: object) =>
  JSON.stringify(Object.entries(event).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

test('every setting that a client is told can be changed, but for lists of what there is', () => {
  const told = Object.keys(USER_SETTINGS).filter(
    (name) => !['available_notification_sounds', 'emojiset_choices'].includes(name),
  )
  assert.deepEqual(Object.keys(USER_SETTING_KINDS).toSorted(), told.toSorted())
})

test('a changed setting is an event for its user alone, and the state of a new queue', async () => {
  const [own, other] = [await hamlet.listen(), await cordelia.listen()]
  const changed = await hamlet.patch('/settings', {
    enter_sends: true,
    web_home_view: 'recent',
    color_scheme: 2,
    default_language: 'es',
    starred_message_counts: true,
  })
  assert.equal(changed.status, 200)
  const update = (property: string, value: unknown, more = {}) => ({
    type: 'user_settings',
    op: 'update',
    property,
    value,
    ...more,
  })
  const events = without(await own.events())
  assert.deepEqual(
    new Set(events.map((event) => sameText(event))),
    new Set(
      [
        update('enter_sends', true),
        update('web_home_view', 'recent'),
        update('color_scheme', 2),
        update('default_language', 'es', { language_name: 'Spanish' }),
      ].map((event) => sameText(event)),
    ),
  )
  assert.deepEqual(await other.events(), [])
  const { state } = await hamlet.listen({ fetch_event_types: ['user_settings'] })
  assert.deepEqual(
    [state['user_settings'].enter_sends, state['user_settings'].web_home_view],
    [true, 'recent'],
  )
  await hamlet.patch('/settings', { enter_sends: true })
  assert.deepEqual(await own.events(), [])
})

test('a setting of the wrong kind is refused, and nothing of the call happens', async () => {
  const bad = (name: string) => `Invalid ${name}: Value error, Not in the list of possible values`
  for (const [fields, msg] of [
    [{ enter_sends: 'yes' }, 'enter_sends is not valid JSON'],
    [{ enter_sends: 1 }, 'enter_sends is not a boolean'],
    [{ color_scheme: 9 }, bad('color_scheme')],
    [{ web_home_view: 'everything' }, bad('web_home_view')],
    [{ emojiset: 'apple' }, bad('emojiset')],
    [{ timezone: 'Mars/Olympus' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    [{ notification_sound: 'gong' }, "Invalid notification sound 'gong'"],
    [{ default_language: '<b>' }, 'Invalid default_language'],
    [
      { email_notifications_batching_period_seconds: 0 },
      'Invalid email batching period: 0 seconds',
    ],
    [
      { email_notifications_batching_period_seconds: 604_801 },
      'Invalid email batching period: 604801 seconds',
    ],
    [{ fluid_layout_width: true, full_name: 'x' }, 'Name too short!'],
  ] as const) {
    const { status, json } = await cordelia.patch('/settings', fields)
    assert.deepEqual([status, json.msg], [400, msg])
  }
  const { state } = await cordelia.listen({ fetch_event_types: ['user_settings'] })
  assert.equal(state['user_settings'].fluid_layout_width, false)
})

const declared = (operation: string) =>
  Object.entries(
    ENDPOINTS.find(({ method, path }) => `${method} ${path}` === operation)?.parameters ?? {},
  )

const STANDARD: Readonly<Record<string, unknown>> = { ...REALM_DEFAULTS, ...USER_SETTINGS }

for (const [operation, cases] of Object.entries(ALLOWED_VALUES)) {
  test(`${operation} takes each value of a list, and nothing that is not in it`, async () => {
    const lists = declared(operation).flatMap(([name, { kind }]) => {
      const allowed: unknown = kind.schema['enum']
      return Array.isArray(allowed) ? [{ name, allowed }] : []
    })
    assert.deepEqual(lists.map(({ name }) => name).toSorted(), Object.keys(cases).toSorted())
    const path = operation.replace(/^PATCH /, '').replace(':stream_id', String(denmark))
    for (const { name, allowed } of lists) {
      // No server for calls is configured here. What stood before is set again at the end.
      const taken = name === 'video_chat_provider' ? [0] : allowed
      for (const value of [...taken, STANDARD[name]]) {
        // What a change of the channel is told by: with a named topic it could not have the empty one alone.
        await chat.owner.post(`/streams/${denmark}/delete_topic`, { topic_name: 'channel events' })
        const { status, text } = await chat.owner.patch(path, { [name]: value })
        assert.equal(status, 200, text)
      }
      const refused = await chat.owner.patch(path, { [name]: cases[name]?.refused })
      assert.deepEqual([refused.status, refused.json.msg], [400, cases[name]?.msg])
    }
  })

  test(`${operation} takes no number that it cannot keep`, async () => {
    const path = operation.replace(/^PATCH /, '').replace(':stream_id', String(denmark))
    for (const [name, { kind }] of declared(operation)) {
      if (!JSON.stringify(kind.schema).includes('"integer"') || name.endsWith('_group')) continue
      for (const value of [-7, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        const { status, text } = await chat.owner.patch(path, { [name]: value })
        assert.equal(status, 400, `${name}=${value}: ${text}`)
      }
    }
  })
}

test('an organization chooses calls only on a server that clients are told of', async () => {
  const refused = await chat.owner.patch('/realm', { video_chat_provider: 4 })
  assert.deepEqual([refused.status, refused.json.msg], [400, 'Invalid video_chat_provider 4'])
})

test('an organization’s language is a code, and moderators have a private channel', async () => {
  for (const [fields, msg] of [
    [{ default_language: '<b>' }, "Invalid language '<b>'"],
    [{ moderation_request_channel_id: denmark }, 'Moderation request channel must be private.'],
  ] as const) {
    const refused = await chat.owner.patch('/realm', fields)
    assert.deepEqual([refused.status, refused.json.msg], [400, msg])
  }
})

test('the longest waiting period leaves nobody a full member', async () => {
  const { status, text } = await chat.owner.patch('/realm', {
    waiting_period_threshold: 2 ** 31 - 1,
  })
  assert.equal(status, 200, text)
  assert.equal((await chat.owner.patch('/realm', { waiting_period_threshold: 0 })).status, 200)
})

test('a name and a time zone are told to everybody', async () => {
  const heard = await cordelia.listen()
  await hamlet.patch('/settings', { full_name: 'Prince Hamlet', timezone: 'Europe/Copenhagen' })
  assert.deepEqual(without(await heard.events()), [
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: hamlet.id, full_name: 'Prince Hamlet' },
    },
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: hamlet.id, email: hamlet.email, timezone: 'Europe/Copenhagen' },
    },
  ])
  const { json } = await cordelia.get(`/users/${hamlet.id}`)
  assert.deepEqual(
    [json.user.full_name, json.user.timezone],
    ['Prince Hamlet', 'Europe/Copenhagen'],
  )
})

test('an address that its owner hides is taken from those who may not see it any more', async () => {
  const shy = await chat.person('Shy')
  const [member, admin] = [await cordelia.listen(), await administrator.listen()]
  await shy.patch('/settings', { email_address_visibility: 3 })
  const dummy = `user${shy.id}@${chat.host}`
  const heard = without(await member.events())
  assert.deepEqual(heard.slice(0, 2), [
    { type: 'realm_user', op: 'update', person: { user_id: shy.id, delivery_email: null } },
    { type: 'realm_user', op: 'update', person: { user_id: shy.id, new_email: dummy } },
  ])
  assert.ok(heard[2]?.['person'].avatar_url !== undefined)
  assert.deepEqual(
    without(await admin.events()).map((event) => Object.keys(event['person'])[1]),
    ['new_email', 'avatar_source'],
  )
  await shy.patch('/settings', { email_address_visibility: 1 })
  const [given] = without(await member.events())
  assert.equal(given?.['person'].delivery_email, shy.email)
})

test('a password is changed only with the old one, which cannot be guessed', async () => {
  const change = (old: string, fresh: string) =>
    chat.owner.patch('/settings', { old_password: old, new_password: fresh })
  assert.equal((await change('wrong', 'new-password')).json.msg, 'Wrong password!')
  assert.equal((await change(OWNER_PASSWORD, 'short')).json.msg, 'The password is too weak.')
  assert.equal((await change(OWNER_PASSWORD, 'new-password')).status, 200)
  const signIn = (password: string) =>
    chat.client.send('POST', '/api/v1/fetch_api_key', {
      body: new URLSearchParams({ username: 'owner@example.com', password }),
    })
  assert.equal((await signIn('new-password')).status, 200)
  assert.equal((await signIn(OWNER_PASSWORD)).status, 401)
  for (let count = 0; count < 4; count += 1) await change('wrong', 'x')
  assert.equal((await change('wrong', 'x')).json.code, 'RATE_LIMIT_HIT')
})

test('an address is changed at once, to one that nobody has', async () => {
  const account = { username: 'mover@example.com', password: 'mover-password' }
  const made = await chat.owner.post('/users', {
    email: account.username,
    password: account.password,
    full_name: 'Mover',
  })
  const signedIn = await chat.client.send('POST', '/api/v1/fetch_api_key', {
    body: new URLSearchParams(account),
  })
  const key = `${account.username}:${signedIn.json.api_key}`
  const move = (email: string) =>
    chat.client.send('PATCH', '/api/v1/settings', {
      headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
      body: new URLSearchParams({ email, old_password: account.password }),
    })
  assert.equal((await move('CORDELIA@example.com')).json.msg, 'Already has an account.')
  assert.equal((await move('x')).json.msg, 'Invalid address.')
  assert.equal((await move('moved@example.com')).status, 200)
  const found = await cordelia.get('/users/moved@example.com')
  assert.equal(found.json.user.user_id, made.json.user_id)
})

test('bots have no settings', async () => {
  const bot = await chat.bot('Settled', hamlet)
  const refused = await bot.patch('/settings', { enter_sends: true })
  assert.equal(refused.json.msg, 'This endpoint does not accept bot requests.')
})

test('alert words are kept once in any case, and each change is told with all of them', async () => {
  const own = await cordelia.listen()
  const path = '/users/me/alert_words'
  const added = await cordelia.post(path, { alert_words: [' Castle', 'ghost', 'GHOST', ''] })
  assert.deepEqual(added.json.alert_words, ['Castle', 'ghost'])
  assert.deepEqual((await cordelia.get(path)).json.alert_words, ['Castle', 'ghost'])
  assert.deepEqual((await hamlet.get(path)).json.alert_words, [])
  const removed = await cordelia.delete(path, { alert_words: ['castle', 'unknown'] })
  assert.deepEqual(removed.json.alert_words, ['ghost'])
  await cordelia.delete(path, { alert_words: ['unknown'] })
  assert.deepEqual(without(await own.events()), [
    { type: 'alert_words', alert_words: ['Castle', 'ghost'] },
    { type: 'alert_words', alert_words: ['ghost'] },
  ])
  for (const [words, msg] of [
    [['x'.repeat(101)], 'alert_words[0] is too long (limit: 100 characters)'],
    [['x', 1], 'alert_words[1] is not a string'],
    ['x', 'alert_words is not valid JSON'],
  ] as const) {
    assert.equal((await cordelia.post(path, { alert_words: words })).json.msg, msg)
  }
})

test('a user is muted once, by nobody but others, and told to the muter alone', async () => {
  const [own, other] = [await cordelia.listen(), await hamlet.listen()]
  const path = (id: number) => `/users/me/muted_users/${id}`
  assert.equal((await cordelia.post(path(hamlet.id))).status, 200)
  const muted = { id: hamlet.id, timestamp: Math.floor(chat.clock.now() / 1000) }
  for (const [answer, msg] of [
    [await cordelia.post(path(hamlet.id)), 'User already muted'],
    [await cordelia.post(path(cordelia.id)), 'Cannot mute self'],
    [await cordelia.post(path(999_999)), 'No such user'],
    [await cordelia.delete(path(administrator.id)), 'User is not muted'],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.msg], [400, msg])
  }
  const { state } = await cordelia.listen({ fetch_event_types: ['muted_users'] })
  assert.deepEqual(state['muted_users'], [muted])
  assert.equal((await cordelia.delete(path(hamlet.id))).status, 200)
  assert.deepEqual(without(await own.events()), [
    { type: 'muted_users', muted_users: [muted] },
    { type: 'muted_users', muted_users: [] },
  ])
  assert.deepEqual(await other.events(), [])
})
