import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

// A process of its own: this client replaces the forms of the platform for everybody in it.
// A service of its own: this client finds no name that only browsers know.
import zulip from 'zulip-js'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { startOwnChat, type ChatTest, type Person } from '../chat-service.ts'

type Client = Awaited<ReturnType<typeof zulip>>

/** The library's methods that the tests have called, by their paths. */
const called = new Set<string>()

/** The same client, which notes what is called. */
async function connect(config: Parameters<typeof zulip>[0]): Promise<Client> {
  const noting = (target: object, path: string): object =>
    new Proxy(target, {
      get: (owner, name) => {
        const value: unknown = Reflect.get(owner, name)
        const own = path === '' ? String(name) : `${path}.${String(name)}`
        if (typeof value === 'function') called.add(own)
        return typeof value === 'object' && value !== null ? noting(value, own) : value
      },
    })
  // A proxy has the form of what is behind it.
  return noting(await zulip(config), '') as Client
}

/** The paths of all methods of an object. */
function methodsOf(target: object, path = ''): readonly string[] {
  return Object.entries(target).flatMap(([name, value]: readonly [string, unknown]) => {
    if (typeof value === 'function') return [`${path}${name}`]
    return typeof value === 'object' && value !== null ? methodsOf(value, `${path}${name}.`) : []
  })
}

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let client: Client
let other: Client

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  client = await connect({ username: hamlet.email, apiKey: hamlet.key, realm: chat.baseUrl })
  other = await connect({ username: cordelia.email, apiKey: cordelia.key, realm: chat.baseUrl })
  for (const one of [client, other]) {
    const { result } = await one.users.me.subscriptions.add({
      subscriptions: JSON.stringify([{ name: 'Denmark' }]),
    })
    assert.equal(result, 'success')
  }
})
after(() => chat.stop())

test('Zulip’s JavaScript library signs in with a password', async () => {
  const owner = await connect({
    username: 'owner@example.com',
    password: OWNER_PASSWORD,
    realm: chat.baseUrl,
  })
  const me = await owner.users.me.getProfile()
  assert.equal(me['is_owner'], true)
  assert.equal((await owner.server.settings())['zulip_feature_level'], 421)
  assert.equal((await owner.accounts.retrieve())['email'], 'owner@example.com')
})

test('it signs in with the file that people download', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-zuliprc-'))
  const file = join(folder, 'zuliprc')
  const lines = ['[api]', `email=${hamlet.email}`, `key=${hamlet.key}`, `site=${chat.baseUrl}`]
  await writeFile(file, lines.join('\n'))
  try {
    const me = await (await connect({ zuliprc: file })).users.me.getProfile()
    assert.equal(me['user_id'], hamlet.id)
  } finally {
    await rm(folder, { recursive: true })
  }
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
  const unmarked = await other.messages.flags.remove({ messages: [sent['id']], flag: 'starred' })
  assert.deepEqual(unmarked['messages'], [sent['id']])
  const reacted = await other.reactions.add({ message_id: sent['id'], emoji_name: 'octopus' })
  assert.equal(reacted.result, 'success')
  assert.equal(
    (await other.reactions.remove({ message_id: sent['id'], emoji_name: 'octopus' })).result,
    'success',
  )
  await other.reactions.add({ message_id: sent['id'], emoji_name: 'octopus' })
  const taken = { message_id: sent['id'], emoji_name: 'octopus' }
  assert.equal((await other.messages.deleteReactionById(taken)).result, 'success')
  const one = await other.messages.getById({ message_id: sent['id'] })
  assert.deepEqual([one['raw_content'], one['message'].reactions], ['Something is **rotten**', []])
  assert.equal(
    (await client.messages.update({ message_id: sent['id'], content: 'All is well' })).result,
    'success',
  )
  const history = await client.messages.getHistoryById({ message_id: sent['id'] })
  assert.equal(history['message_history'].length, 2)
  assert.equal((await client.messages.render('**x**'))['rendered'], '<p><strong>x</strong></p>')
  const owner = await connect({
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
  for (const to of [[cordelia.id], [cordelia.id, chat.owner.id]]) {
    const typing = await client.typing.send({ to, op: 'start' })
    assert.equal(typing.result, 'success', typing.msg)
  }
})

test('it leaves channels, and who may makes people and archives channels', async () => {
  const left = await client.users.me.subscriptions.remove({
    subscriptions: JSON.stringify(['Denmark']),
  })
  assert.deepEqual(left['removed'], ['Denmark'])
  await client.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'Denmark' }]) })
  const owner = await connect({
    username: 'owner@example.com',
    password: OWNER_PASSWORD,
    realm: chat.baseUrl,
  })
  const person = { email: 'yorick@example.com', full_name: 'Yorick', password: 'alas-poor-yorick' }
  const refused = await client.users.create(person)
  assert.deepEqual(
    [refused.result, refused.msg],
    ['error', 'Must be an organization administrator'],
  )
  const made = await owner.users.create(person)
  assert.deepEqual([made.result, typeof made['user_id']], ['success', 'number'], made.msg)
  await owner.users.me.subscriptions.add({ subscriptions: JSON.stringify([{ name: 'Gone' }]) })
  const { stream_id: id } = await owner.streams.getStreamId('Gone')
  assert.equal((await owner.streams.deleteById({ stream_id: id })).result, 'success')
})

test('it reads alert words, emoji and any other address', async () => {
  await client.callEndpoint('/users/me/alert_words', 'POST', { alert_words: ['skull'] })
  assert.deepEqual((await client.users.me.alertWords.retrieve())['alert_words'], ['skull'])
  assert.deepEqual(Object.keys((await client.emojis.retrieve())['emoji']), [])
  assert.deepEqual((await client.callEndpoint('realm/linkifiers'))['linkifiers'], [])
})

test('what it knows of that Zulip has no more is an error in its answer', async () => {
  for (const call of [
    () => client.users.me.pointer.retrieve(),
    () => client.users.me.pointer.update(1),
    () => client.filters.retrieve(),
  ]) {
    assert.equal((await call()).result, 'error')
  }
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
  called.add('callOnEachEvent')
})

test('these tests call every method that it has', async () => {
  const whole = await zulip({ username: hamlet.email, apiKey: hamlet.key, realm: chat.baseUrl })
  assert.deepEqual(
    methodsOf(whole).filter((name) => !called.has(name)),
    [],
  )
})
