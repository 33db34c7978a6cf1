import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let stream: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  stream = await channel(chat.owner, 'later', [hamlet, cordelia])
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)
const inSeconds = (seconds: number) => Math.floor(chat.clock.now() / 1000) + seconds

/** The events of a queue from the first on, as many as are asked for, as they come. */
async function waitFor(person: Person, queueId: string, count: number): Promise<Event[]> {
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`
  const events: Event[] = []
  while (events.length < count) {
    const query = new URLSearchParams({
      queue_id: queueId,
      last_event_id: String(events.length - 1),
    })
    const polled = await exchange(`${chat.baseUrl}/api/v1/events?${query.toString()}`, 'GET', {
      headers: { authorization },
    })
    events.push(...polled.json.events)
  }
  return events
}

test('a message is kept, changed and taken back by its sender, whose clients hear of it', async () => {
  const [own, other] = [await hamlet.listen(), await cordelia.listen()]
  const at = inSeconds(3_600)
  const made = await hamlet.post('/scheduled_messages', {
    type: 'channel',
    to: stream,
    topic: 'plans',
    content: 'Hello **all** ',
    scheduled_delivery_timestamp: at,
  })
  assert.equal(made.status, 200)
  const id = made.json.scheduled_message_id
  const first = {
    scheduled_message_id: id,
    type: 'stream',
    to: stream,
    topic: 'plans',
    content: 'Hello **all**',
    rendered_content: '<p>Hello <strong>all</strong></p>',
    scheduled_delivery_timestamp: at,
    failed: false,
  }
  const { json } = await hamlet.get('/scheduled_messages')
  assert.deepEqual(json.scheduled_messages, [first])
  assert.deepEqual((await cordelia.get('/scheduled_messages')).json.scheduled_messages, [])
  const changed = await hamlet.patch(`/scheduled_messages/${id}`, {
    type: 'direct',
    to: [cordelia.id],
    content: 'Hi',
  })
  assert.equal(changed.status, 200)
  const { topic: _topic, ...direct } = {
    ...first,
    type: 'private',
    to: [cordelia.id],
    content: 'Hi',
    rendered_content: '<p>Hi</p>',
  }
  assert.deepEqual((await hamlet.get('/scheduled_messages')).json.scheduled_messages, [direct])
  assert.equal((await hamlet.delete(`/scheduled_messages/${id}`)).status, 200)
  assert.deepEqual(without(await own.events()), [
    { type: 'scheduled_messages', op: 'add', scheduled_messages: [first] },
    { type: 'scheduled_messages', op: 'update', scheduled_message: direct },
    { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
  ])
  assert.deepEqual(await other.events(), [])
})

test('what could not be sent now, or is to be sent in the past, is not kept', async () => {
  const secret = await channel(chat.owner, 'not for hamlet', [chat.owner], { invite_only: true })
  const good = {
    type: 'stream',
    to: stream,
    topic: 'x',
    content: 'x',
    scheduled_delivery_timestamp: inSeconds(60),
  }
  for (const [fields, msg] of [
    [
      { scheduled_delivery_timestamp: inSeconds(0) },
      'Scheduled delivery time must be in the future.',
    ],
    [{ content: ' ' }, 'Message must not be empty'],
    [{ to: 999_999 }, "Channel with ID '999999' does not exist"],
    [{ to: secret }, `Channel with ID '${secret}' does not exist`],
    [{ type: 'direct', to: [999_999] }, 'Invalid user ID 999999'],
    [{ type: 'letter' }, 'Invalid type'],
    [
      { scheduled_delivery_timestamp: undefined },
      "Missing 'scheduled_delivery_timestamp' argument",
    ],
  ] as const) {
    const { status, json } = await hamlet.post('/scheduled_messages', { ...good, ...fields })
    assert.deepEqual([status, json.msg], [400, msg])
  }
  assert.deepEqual((await hamlet.get('/scheduled_messages')).json.scheduled_messages, [])
})

test('nobody else changes a scheduled message, and a change must be one', async () => {
  const made = await hamlet.post('/scheduled_messages', {
    type: 'direct',
    to: [cordelia.id],
    content: 'x',
    scheduled_delivery_timestamp: inSeconds(60),
  })
  const path = `/scheduled_messages/${made.json.scheduled_message_id}`
  for (const [answer, status, msg] of [
    [await cordelia.patch(path, { content: 'y' }), 404, 'Scheduled message does not exist'],
    [await cordelia.delete(path), 404, 'Scheduled message does not exist'],
    [await hamlet.delete('/scheduled_messages/999999'), 404, 'Scheduled message does not exist'],
    [await hamlet.patch(path), 400, 'Nothing to change'],
    [
      await hamlet.patch(path, { type: 'stream' }),
      400,
      'Recipient required when updating type of scheduled message.',
    ],
    [
      await hamlet.patch(path, { type: 'stream', to: stream }),
      400,
      'Topic required when updating scheduled message type to channel.',
    ],
    [
      await hamlet.patch(path, { scheduled_delivery_timestamp: inSeconds(-1) }),
      400,
      'Scheduled delivery time must be in the future.',
    ],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.msg], [status, msg])
  }
  await hamlet.delete(path)
})

test('a message is sent when it is time, once, and one that cannot be sent any more has failed', async () => {
  const leaving = await channel(chat.owner, 'closing', [hamlet])
  const schedule = async (to: number) => {
    const made = await hamlet.post('/scheduled_messages', {
      type: 'stream',
      to,
      topic: 'time',
      content: 'Now',
      scheduled_delivery_timestamp: inSeconds(30),
    })
    return made.json.scheduled_message_id as number
  }
  const [sent, failing] = [await schedule(stream), await schedule(leaving)]
  await chat.owner.delete(`/streams/${leaving}`)
  const { queueId } = await hamlet.listen({ event_types: ['scheduled_messages', 'message'] })
  chat.clock.advance(30_000)
  const events = await waitFor(hamlet, queueId, 3)
  const removed = events.find((event) => event['op'] === 'remove')
  assert.equal(removed?.['scheduled_message_id'], sent)
  const message = events.find((event) => event['type'] === 'message')?.['message']
  assert.deepEqual(
    [message.content, message.stream_id, message.sender_id],
    ['Now', stream, hamlet.id],
  )
  const failed = events.find((event) => event['op'] === 'update')?.['scheduled_message']
  assert.deepEqual([failed.scheduled_message_id, failed.failed], [failing, true])
  const { json } = await hamlet.get('/scheduled_messages')
  assert.deepEqual(
    json.scheduled_messages.map(
      (one: { scheduled_message_id: number }) => one.scheduled_message_id,
    ),
    [failing],
  )
})
