import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Person,
} from '../chat-service.ts'

// Deep: it floods the service with queues and connections.

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(hamlet, 'denmark', [hamlet, cordelia])
})
after(() => chat.stop())

const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index))

test('a list that is longer than a call may take is refused by its name', async () => {
  const ids = many(50_001, (index) => index + 1)
  const names = many(1_001, (index) => `name ${index}`)
  const channels = names.map((name) => ({ name }))
  const property = { stream_id: 1, property: 'color', value: '#ffffff' }
  const draft = { type: '', to: [], topic: '', content: 'x' }
  for (const [path, fields, name, limit] of [
    ['/messages/flags', { messages: ids, op: 'add', flag: 'read' }, 'messages', 50_000],
    ['/channels/create', { name: 'x', subscribers: ids }, 'subscribers', 50_000],
    [
      '/users/me/subscriptions',
      { subscriptions: channels.slice(0, 1), principals: ids },
      'principals',
      50_000,
    ],
    ['/users/me/subscriptions', { subscriptions: channels }, 'subscriptions', 1_000],
    [
      '/users/me/subscriptions/properties',
      { subscription_data: names.map(() => property) },
      'subscription_data',
      1_000,
    ],
    ['/drafts', { drafts: names.map(() => draft) }, 'drafts', 1_000],
    ['/users/me/alert_words', { alert_words: names }, 'alert_words', 1_000],
    ['/register', { event_types: names }, 'event_types', 1_000],
    ['/messages', { type: 'direct', to: ids, content: 'x' }, 'to', 1_000],
    ['/messages', { type: 'direct', to: names.join(','), content: 'x' }, 'to', 1_000],
  ] as const) {
    const { status, json } = await hamlet.post(path, fields)
    const what = `${path} ${name}`
    assert.deepEqual([status, json.msg], [400, `${name} is too long (limit: ${limit} items)`], what)
  }
})

test('of one user a hundred queues are kept: the one that is not asked for longest goes', async () => {
  const asked = await hamlet.listen({ event_types: ['message'] })
  const forgotten = await hamlet.listen({ event_types: ['message'] })
  const other = await cordelia.listen({ event_types: ['message'] })
  for (let count = 0; count < 99; count += 1) {
    chat.clock.advance(1)
    await asked.events()
    await hamlet.listen({ event_types: ['message'] })
  }
  await assert.rejects(() => forgotten.events(), /BAD_EVENT_QUEUE_ID/)
  const id = await sendDirect(cordelia, [hamlet], 'still here?')
  for (const listening of [asked, other]) {
    const [event] = await listening.events()
    assert.equal(event?.['message'].id, id)
  }
})

/** A client that sends its request and reads nothing of the answer. */
async function silentClient(path: string, { email, key }: Person): Promise<Socket> {
  const { host, port } = new URL(chat.baseUrl)
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  socket.pause()
  const headers = `host: ${host}\r\nauthorization: ${authorization}`
  socket.write(`GET /api/v1${path} HTTP/1.1\r\n${headers}\r\n\r\n`)
  return socket
}

const eventsPath = (queueId: string) => `/events?queue_id=${queueId}&last_event_id=-1`

test('a client that vanishes while it waits, or never reads, gets the same events when it asks again', async () => {
  const listening = await cordelia.listen({ event_types: ['message'] })
  const waiting = await silentClient(eventsPath(listening.queueId), cordelia)
  waiting.destroy()
  const first = await send(hamlet, 'denmark', 'flood', 'while nobody listens')
  const texts = many(100, (index) => `${index} ${'x'.repeat(9_000)}`)
  const ids = [first]
  for (const text of texts) ids.push(await send(hamlet, 'denmark', 'flood', text))
  const silent = await silentClient(eventsPath(listening.queueId), cordelia)
  // The server writes what the socket takes, and goes on for everybody else.
  const last = await send(hamlet, 'denmark', 'flood', 'and on')
  assert.equal((await hamlet.get('/users/me')).status, 200)
  silent.destroy()
  const heard = await eventually('all are there', async () => {
    const events = await listening.events()
    return events.length > 0 && events.map((event) => event['message'].id)
  })
  assert.deepEqual(heard, [...ids, last])
})

test('a flood of one sender is stored or refused message by message, and another’s message passes', async () => {
  const sent: number[] = []
  const state = { isOver: false }
  const flood = many(50, async (lane) => {
    for (let index = 0; !state.isOver && index < 1_000; index += 1) {
      const fields = { type: 'stream', to: 'denmark', topic: 'deluge', content: `${lane} ${index}` }
      const { status, json } = await hamlet.post('/messages', fields)
      if (status === 200) sent.push(json.id)
      else assert.equal(status, 503)
    }
  })
  await eventually('the flood is on', () => sent.length > 100)
  for (let count = 0; count < 3; count += 1) await sendDirect(cordelia, [hamlet], 'in between')
  assert.ok(sent.length < 50_000)
  state.isOver = true
  await Promise.all(flood)
  const { json } = await hamlet.get('/messages', {
    narrow: [
      ['channel', 'denmark'],
      ['topic', 'deluge'],
    ],
    anchor: 'newest',
    num_before: 5_000,
    num_after: 0,
  })
  const stored: number[] = json.messages.map(({ id }: { id: number }) => id)
  const newest = sent.toSorted((a, b) => a - b).slice(-stored.length)
  assert.deepEqual(stored, newest)
})
