import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

// A process of its own: this client replaces the forms of the platform for everybody in it.
import zulip from 'zulip-js'

import { OWNER_PASSWORD, startChat, type ChatTest, type Person } from './chat-service.ts'

type Client = Awaited<ReturnType<typeof zulip>>

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let client: Client
let other: Client

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  client = await zulip({ username: hamlet.email, apiKey: hamlet.key, realm: chat.baseUrl })
  other = await zulip({ username: cordelia.email, apiKey: cordelia.key, realm: chat.baseUrl })
  for (const one of [client, other]) {
    const { result } = await one.users.me.subscriptions.add({
      subscriptions: JSON.stringify([{ name: 'Denmark' }]),
    })
    assert.equal(result, 'success')
  }
})
after(() => chat.stop())

test('Zulip’s JavaScript library signs in with a password', async () => {
  const owner = await zulip({
    username: 'owner@example.com',
    password: OWNER_PASSWORD,
    realm: chat.baseUrl,
  })
  const me = await owner.users.me.getProfile()
  assert.equal(me['is_owner'], true)
  assert.equal((await owner.server.settings())['zulip_feature_level'], 421)
})

test('it sends, fetches, marks, reacts, edits and deletes', async () => {
  const sent = await client.messages.send({
    to: 'Denmark',
    type: 'stream',
    topic: 'castle',
    content: 'Something is **rotten**',
  })
  assert.deepEqual([sent.result, typeof sent['id']], ['success', 'number'])
  const found = await other.messages.retrieve({
    anchor: 'newest',
    num_before: 5,
    num_after: 0,
    narrow: [{ operator: 'stream', operand: 'Denmark' }],
  })
  assert.equal(found['messages'].at(-1).content, '<p>Something is <strong>rotten</strong></p>')
  const marked = await other.messages.flags.add({ messages: [sent['id']], flag: 'starred' })
  assert.deepEqual(marked['messages'], [sent['id']])
  const reacted = await other.reactions.add({ message_id: sent['id'], emoji_name: 'octopus' })
  assert.equal(reacted.result, 'success')
  assert.equal(
    (await other.reactions.remove({ message_id: sent['id'], emoji_name: 'octopus' })).result,
    'success',
  )
  assert.equal(
    (await client.messages.update({ message_id: sent['id'], content: 'All is well' })).result,
    'success',
  )
  const history = await client.messages.getHistoryById({ message_id: sent['id'] })
  assert.equal(history['message_history'].length, 2)
  assert.equal((await client.messages.render('**x**'))['rendered'], '<p><strong>x</strong></p>')
  const owner = await zulip({
    username: 'owner@example.com',
    password: OWNER_PASSWORD,
    realm: chat.baseUrl,
  })
  assert.equal((await owner.messages.deleteById({ message_id: sent['id'] })).result, 'success')
})

test('it lists channels, topics, subscriptions and users, and says that somebody types', async () => {
  await client.messages.send({ to: 'Denmark', type: 'stream', topic: 'walls', content: 'x' })
  const { stream_id: id } = await client.streams.getStreamId('Denmark')
  const { topics } = await client.streams.topics.retrieve({ stream_id: id })
  assert.equal(topics[0].name, 'walls')
  const { streams } = await client.streams.retrieve({})
  assert.deepEqual(
    streams.map(({ name }: { name: string }) => name),
    ['Denmark'],
  )
  const { subscriptions } = await client.streams.subscriptions.retrieve({})
  assert.equal(subscriptions[0].stream_id, id)
  const { members } = await client.users.retrieve({})
  assert.ok(members.some(({ full_name: name }: { full_name: string }) => name === 'Cordelia'))
  const typing = await client.typing.send({ to: [cordelia.id], op: 'start' })
  assert.equal(typing.result, 'success', typing.msg)
})

test('its queue hears what others send', async () => {
  const { queue_id: queueId, last_event_id: last } = await other.queues.register({
    event_types: ['message'],
  })
  await client.messages.send({ to: [cordelia.email], type: 'private', content: 'psst' })
  const { events } = await other.events.retrieve({
    queue_id: queueId,
    last_event_id: last,
    dont_block: false,
  })
  assert.equal(events[0].message.sender_email, hamlet.email)
  assert.equal((await other.queues.deregister({ queue_id: queueId })).result, 'success')
})

test('its event loop calls back for every event', { timeout: 20_000 }, async () => {
  // In a process of its own, because the loop cannot be told to end.
  const loop = spawn(process.execPath, [
    fileURLToPath(new URL('zulip-js-loop.ts', import.meta.url)),
    chat.baseUrl,
    cordelia.email,
    cordelia.key,
  ])
  const heard = new Promise((resolve) => {
    loop.stdout.once('data', (line: Buffer) => resolve(line.toString('utf8')))
  })
  const sending = setInterval(() => {
    void client.messages.send({ to: 'Denmark', type: 'stream', topic: 'loop', content: 'hear me' })
  }, 200)
  assert.match(String(await heard), /hear me/)
  clearInterval(sending)
  loop.kill('SIGKILL')
})
