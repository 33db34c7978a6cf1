import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let othello: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  othello = await chat.person('Othello')
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)
const now = () => Math.floor(chat.clock.now() / 1000)

async function set(person: Person, settings: Record<string, unknown>): Promise<void> {
  await chat.database.execute({
    text: 'update user_profile set settings = $1 where id = $2',
    values: [JSON.stringify(settings), person.id],
  })
}

test('who comes online is told to all once, in the form that each client knows', async () => {
  const capable = { notification_settings_null: true, simplified_presence_events: true }
  const [modern, legacy, slim] = [
    await cordelia.listen({ client_capabilities: capable }),
    await cordelia.listen(),
    await cordelia.listen({ slim_presence: true }),
  ]
  assert.equal((await hamlet.post('/users/me/presence', { status: 'active' })).status, 200)
  const website = { client: 'website', status: 'active', timestamp: now(), pushable: false }
  const common = {
    type: 'presence',
    user_id: hamlet.id,
    server_timestamp: chat.clock.now() / 1000,
    presence: { website },
  }
  const times = { active_timestamp: now(), idle_timestamp: now() }
  assert.deepEqual(without(await modern.events()), [
    { type: 'presence', presences: { [hamlet.id]: times } },
  ])
  assert.deepEqual(without(await legacy.events()), [{ ...common, email: hamlet.email }])
  assert.deepEqual(without(await slim.events()), [common])
  chat.clock.advance(60_000)
  await hamlet.post('/users/me/presence', { status: 'active' })
  assert.deepEqual(await legacy.events(), [])
  chat.clock.advance(200_000)
  await hamlet.post('/users/me/presence', { status: 'idle' })
  assert.deepEqual(await legacy.events(), [])
  await hamlet.post('/users/me/presence', { status: 'active' })
  assert.equal((await legacy.events()).length, 1)
})

test('the answer is everybody’s presence, only news for those who count updates, nothing for a ping', async () => {
  await hamlet.post('/users/me/presence', { status: 'active' })
  const full = await cordelia.post('/users/me/presence', { status: 'idle' })
  assert.equal(full.json.presences[hamlet.email].aggregated.status, 'active')
  assert.equal(full.json.presences[cordelia.email].website.status, 'idle')
  const slim = await cordelia.post('/users/me/presence', { status: 'idle', last_update_id: -1 })
  assert.deepEqual(slim.json.presences[hamlet.id], {
    active_timestamp: now(),
    idle_timestamp: now(),
  })
  await othello.post('/users/me/presence', { status: 'active' })
  const news = await cordelia.post('/users/me/presence', {
    status: 'idle',
    last_update_id: slim.json.presence_last_update_id,
  })
  assert.deepEqual(
    Object.keys(news.json.presences).toSorted(),
    [cordelia.id, othello.id].map(String).toSorted(),
  )
  const ping = await cordelia.post('/users/me/presence', { status: 'idle', ping_only: true })
  assert.deepEqual(ping.json, { result: 'success', msg: '' })
  const wrong = await cordelia.post('/users/me/presence', { status: 'asleep' })
  assert.deepEqual([wrong.status, wrong.json.msg], [400, 'Invalid status: asleep'])
  const bot = await chat.bot('Presence bot', hamlet)
  const refused = await bot.post('/users/me/presence', { status: 'active' })
  assert.equal(refused.json.msg, 'This endpoint does not accept bot requests.')
})

test('a user’s presence is found by id and address, and that of bots and strangers is not', async () => {
  await hamlet.post('/users/me/presence', { status: 'active' })
  const seen = { status: 'active', timestamp: now() }
  for (const name of [String(hamlet.id), hamlet.email]) {
    const { json } = await cordelia.get(`/users/${encodeURIComponent(name)}/presence`)
    assert.deepEqual(json.presence, { aggregated: seen, website: seen })
  }
  const realm = await cordelia.get('/realm/presence')
  assert.equal(realm.json.presences[hamlet.email].aggregated.status, 'active')
  const bot = await chat.bot('Another bot', hamlet)
  const unseen = await chat.person('Unseen')
  for (const [name, msg] of [
    [bot.id, 'Presence is not supported for bot users.'],
    [unseen.id, `No presence data for ${unseen.id}`],
    [999_999, 'No such user'],
  ] as const) {
    const { status, json } = await cordelia.get(`/users/${name}/presence`)
    assert.deepEqual([status, json.msg], [400, msg])
  }
})

test('whoever hides their presence is not seen', async () => {
  const hidden = await chat.person('Hidden')
  await set(hidden, { presence_enabled: false })
  const heard = await cordelia.listen()
  assert.equal((await hidden.post('/users/me/presence', { status: 'active' })).status, 200)
  assert.deepEqual(await heard.events(), [])
  const { json } = await cordelia.get('/realm/presence')
  assert.ok(!(hidden.email in json.presences))
})

test('a status has a text and an emoji, and each part is told as it changes', async () => {
  const heard = await cordelia.listen()
  const post = (fields: object) => hamlet.post('/users/me/status', { ...fields })
  assert.equal((await post({ status_text: ' on vacation ', emoji_name: 'car' })).status, 200)
  const emoji = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' }
  const event = { type: 'user_status', user_id: hamlet.id }
  assert.deepEqual((await cordelia.get(`/users/${hamlet.id}/status`)).json.status, {
    status_text: 'on vacation',
    ...emoji,
  })
  await post({ status_text: '' })
  assert.deepEqual((await cordelia.get(`/users/${hamlet.id}/status`)).json.status, emoji)
  await post({ emoji_name: '' })
  assert.deepEqual((await cordelia.get(`/users/${hamlet.id}/status`)).json.status, {})
  assert.deepEqual(without(await heard.events()), [
    { ...event, status_text: 'on vacation', ...emoji },
    { ...event, status_text: '' },
    { ...event, emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' },
  ])
  for (const [fields, msg] of [
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_name: 'no such' }, "Emoji 'no such' does not exist"],
  ] as const) {
    const refused = await post(fields)
    assert.deepEqual([refused.status, refused.json.msg], [400, msg])
  }
  const other = await hamlet.post(`/users/${cordelia.id}/status`, { status_text: 'x' })
  assert.equal(other.json.msg, 'Insufficient permission')
  const owner = await chat.owner.post(`/users/${cordelia.id}/status`, { status_text: 'busy' })
  assert.equal(owner.status, 200)
  assert.equal((await hamlet.get('/users/999999/status')).json.msg, 'No such user')
})

test('typing reaches the people of the conversation, but not those who do not want to know', async () => {
  await set(othello, { receives_typing_notifications: false })
  const [reader, silent, outside] = [
    await cordelia.listen(),
    await othello.listen(),
    await chat.owner.listen(),
  ]
  const to = [cordelia.id, othello.id]
  assert.equal((await hamlet.post('/typing', { op: 'start', to })).status, 200)
  const person = ({ id, email }: Person) => ({ user_id: id, email })
  assert.deepEqual(without(await reader.events()), [
    {
      type: 'typing',
      op: 'start',
      message_type: 'direct',
      sender: person(hamlet),
      recipients: [person(hamlet), person(cordelia), person(othello)],
    },
  ])
  assert.deepEqual([await silent.events(), await outside.events()], [[], []])
  await set(othello, {})
})

test('typing in a channel reaches its subscribers whose clients know it', async () => {
  const id = await channel(hamlet, 'typing here', [hamlet, cordelia])
  const capable = { notification_settings_null: true, stream_typing_notifications: true }
  const [reader, old, outside] = [
    await cordelia.listen({ client_capabilities: { ...capable, empty_topic_name: true } }),
    await cordelia.listen(),
    await othello.listen({ client_capabilities: capable }),
  ]
  const typed = await hamlet.post('/typing', {
    type: 'channel',
    op: 'stop',
    stream_id: id,
    topic: '',
  })
  assert.equal(typed.status, 200)
  assert.deepEqual(without(await reader.events()), [
    {
      type: 'typing',
      op: 'stop',
      message_type: 'stream',
      sender: { user_id: hamlet.id, email: hamlet.email },
      stream_id: id,
      topic: '',
    },
  ])
  assert.deepEqual([await old.events(), await outside.events()], [[], []])
})

test('typing without a place, or against the typist’s own setting, is refused', async () => {
  const secret = await channel(chat.owner, 'no typing', [chat.owner], { invite_only: true })
  for (const [fields, msg] of [
    [{ op: 'start' }, "Missing 'to' argument"],
    [{ op: 'start', to: [] }, "Empty 'to' list"],
    [{ op: 'start', to: [999_999] }, 'Invalid user ID 999999'],
    [{ op: 'pause', to: [1] }, 'Invalid op'],
    [{ op: 'start', type: 'letter', to: [1] }, 'Invalid type'],
    [{ op: 'start', type: 'stream', topic: 'x' }, 'Missing channel ID'],
    [{ op: 'start', type: 'stream', stream_id: secret }, 'Missing topic'],
    [{ op: 'start', type: 'stream', stream_id: secret, topic: 'x' }, 'Invalid channel ID'],
  ] as const) {
    const { status, json } = await hamlet.post('/typing', fields)
    assert.deepEqual([status, json.msg], [400, msg])
  }
  await set(othello, {
    send_private_typing_notifications: false,
    send_stream_typing_notifications: false,
  })
  const direct = await othello.post('/typing', { op: 'start', to: [hamlet.id] })
  assert.equal(direct.json.msg, 'User has disabled typing notifications for direct messages')
  const stream = { type: 'stream', op: 'start', stream_id: secret, topic: 'x' }
  const inChannel = await othello.post('/typing', stream)
  assert.equal(inChannel.json.msg, 'User has disabled typing notifications for channel messages')
})

test('editing a message is told to its readers, and only its sender may tell', async () => {
  const sent = await hamlet.post('/messages', { type: 'direct', to: [cordelia.id], content: 'a' })
  const heard = await cordelia.listen()
  const path = `/messages/${sent.json.id}/typing`
  assert.equal((await hamlet.post(path, { op: 'start' })).status, 200)
  assert.deepEqual(without(await heard.events()), [
    {
      type: 'typing_edit_message',
      op: 'start',
      sender_id: hamlet.id,
      message_id: sent.json.id,
      recipient: { type: 'direct', user_ids: [hamlet.id, cordelia.id] },
    },
  ])
  const refused = await cordelia.post(path, { op: 'start' })
  assert.equal(refused.json.msg, "You don't have permission to edit this message")
  assert.equal((await othello.post(path, { op: 'start' })).json.msg, 'Invalid message(s)')
})
