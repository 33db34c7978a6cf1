import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Person,
} from '../chat-service.ts'

// A service of its own: it restarts it, and starts a second process beside it.

let chat: OwnChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(() => chat.stop())

/** Two polls of one queue, of which one has ended the other, so that it surely waits. */
async function waitingPoll(
  person: Person,
  queueId: string,
): Promise<{ readonly ended: TestAnswer; readonly waiting: Promise<TestAnswer> }> {
  const polls = [0, 1].map((place) => {
    const answer = person.get('/events', { queue_id: queueId, last_event_id: -1 })
    return { answer, first: answer.then((ended) => ({ place, ended })) }
  })
  const { place, ended } = await Promise.race(polls.map(({ first }) => first))
  const other = polls[1 - place]
  assert.ok(other)
  return { ended, waiting: other.answer }
}

test('a poll waits, and is answered by what happens', async () => {
  const { queueId } = await cordelia.listen()
  const { waiting } = await waitingPoll(cordelia, queueId)
  const id = await send(hamlet, 'Denmark', 'wake', 'now')
  const { json } = await waiting
  assert.equal(json.queue_id, queueId)
  assert.deepEqual(
    json.events.map(({ id: number, type }: { id: number; type: string }) => [number, type]),
    [[0, 'message']],
  )
  assert.equal(json.events[0].message.id, id)
  assert.deepEqual(json.events[0].flags, [])
})

test('an event is given again until the client names it as seen', async () => {
  const { queueId } = await cordelia.listen()
  await send(hamlet, 'Denmark', 'again', 'one')
  await send(hamlet, 'Denmark', 'again', 'two')
  const poll = async (last: number) =>
    (await cordelia.get('/events', { queue_id: queueId, last_event_id: last, dont_block: true }))
      .json
  const idsOf = (json: { events: { id: number }[] }) => json.events.map(({ id }) => id)
  assert.deepEqual(idsOf(await poll(-1)), [0, 1])
  assert.deepEqual(idsOf(await poll(-1)), [0, 1])
  assert.deepEqual(idsOf(await poll(0)), [1])
  assert.equal((await poll(-1)).msg, 'An event newer than -1 has already been pruned!')
  assert.equal((await poll(7)).msg, 'Event 7 was not in this queue')
  assert.deepEqual(idsOf(await poll(1)), [])
})

test('a second poll ends the first', async () => {
  const { queueId } = await cordelia.listen()
  const { ended, waiting } = await waitingPoll(cordelia, queueId)
  assert.deepEqual(ended.json.events, [])
  await send(hamlet, 'Denmark', 'second', 'x')
  assert.equal((await waiting).json.events.length, 1)
})

test('a queue that is unknown, ended, expired or somebody else’s is a bad queue id', async () => {
  const bad = async (by: Person, id: string) => {
    const { status, json } = await by.get('/events', {
      queue_id: id,
      last_event_id: -1,
      dont_block: true,
    })
    assert.deepEqual(
      [status, json.code, json.queue_id, json.msg],
      [400, 'BAD_EVENT_QUEUE_ID', id, `Bad event queue ID: ${id}`],
    )
  }
  await bad(cordelia, '11111111-2222-4333-a444-555555555555')
  const { queueId } = await cordelia.listen()
  await bad(hamlet, queueId)
  assert.equal((await cordelia.delete('/events', { queue_id: queueId })).status, 200)
  await bad(cordelia, queueId)
})

test('what is missing from a poll is told', async () => {
  assert.equal(
    (await cordelia.get('/events', { last_event_id: -1 })).json.msg,
    "Missing 'queue_id' argument",
  )
  const { queueId } = await cordelia.listen()
  assert.equal(
    (await cordelia.get('/events', { queue_id: queueId })).json.msg,
    "Missing 'last_event_id' argument",
  )
})

test('a queue gets the types and the forms that its client asked for', async () => {
  const plain = await cordelia.listen({ event_types: ['message'], apply_markdown: false })
  const rendered = await cordelia.listen({ event_types: ['message'], apply_markdown: true })
  const flags = await cordelia.listen({ event_types: ['update_message_flags'] })
  const id = await send(hamlet, 'Denmark', '', '**bold**')
  await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const [raw] = await plain.events()
  const [html] = await rendered.events()
  assert.equal(raw?.['message'].content, '**bold**')
  assert.equal(html?.['message'].content, '<p><strong>bold</strong></p>')
  assert.equal(html?.['message'].subject, 'general chat')
  assert.deepEqual(
    (await flags.events()).map(({ type }) => type),
    ['update_message_flags'],
  )
  const modern = await cordelia.listen({
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  })
  await send(hamlet, 'Denmark', '', 'x')
  assert.equal((await modern.events())[0]?.['message'].subject, '')
})

test('marks of the same flag that wait become one event', async () => {
  const heard = await cordelia.listen({ event_types: ['update_message_flags'] })
  const ids: number[] = []
  for (let number = 0; number < 5; number += 1)
    ids.push(await send(hamlet, 'Denmark', 'many', String(number)))
  for (const id of ids)
    await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const events = await heard.events()
  assert.deepEqual(
    events.map(({ messages }) => messages),
    [ids],
  )
})

test('the queue that sent a message knows it again by its local id', async () => {
  const own = await hamlet.listen()
  const other = await hamlet.listen()
  await hamlet.post('/messages', {
    type: 'stream',
    to: 'Denmark',
    topic: 'echo',
    content: 'x',
    queue_id: own.queueId,
    local_id: '17.01',
  })
  const messageOf = (events: readonly Record<string, unknown>[]) =>
    events.find(({ type }) => type === 'message')
  assert.equal(messageOf(await own.events())?.['local_message_id'], '17.01')
  assert.equal(messageOf(await other.events())?.['local_message_id'], undefined)
})

test('all_public_streams hears channels without a subscription, and no private one', async () => {
  const othello = await chat.person('Othello')
  const all = await othello.listen({ all_public_streams: true })
  const id = await send(hamlet, 'Denmark', 'public', 'x')
  await channel(hamlet, 'closed', [hamlet], { invite_only: true })
  await send(hamlet, 'closed', 'private', 'x')
  const messages = (await all.events()).filter(({ type }) => type === 'message')
  assert.deepEqual(
    messages.map(({ message }) => message.id),
    [id],
  )
})

test('a queue narrowed to a topic hears only it', async () => {
  const narrowed = await cordelia.listen({
    narrow: [
      ['stream', 'Denmark'],
      ['topic', 'only'],
    ],
  })
  const id = await send(hamlet, 'Denmark', 'only', 'x')
  await send(hamlet, 'Denmark', 'other', 'x')
  const messages = (await narrowed.events()).filter(({ type }) => type === 'message')
  assert.deepEqual(
    messages.map(({ message }) => message.id),
    [id],
  )
})

test('queues outlast a clean restart with their events and go on in order', async () => {
  const heard = await cordelia.listen()
  const before_ = await send(hamlet, 'Denmark', 'restart', 'before')
  await chat.restart()
  const after_ = await send(hamlet, 'Denmark', 'restart', 'after')
  const events = await heard.events()
  assert.deepEqual(
    events.map(({ message }) => message.id),
    [before_, after_],
  )
  assert.deepEqual(
    events.map(({ id }) => id),
    [0, 1],
  )
})

test('what was read while an earlier entry was still being written is not told again after a restart', async () => {
  const second = await chat.second()
  const heard = await cordelia.listen()
  const got: number[] = []
  const hear = async () => {
    got.push(...(await heard.events()).map(({ message }) => message.id))
    return got
  }
  // As by a transaction that has not ended.
  await chat.database.query(sql`select nextval('event_log_id_seq')`)
  const before_ = await send(second.as(hamlet), 'Denmark', 'gap', 'before')
  await eventually('it is heard of', async () => (await hear()).length > 0)
  await chat.restart()
  const after_ = await send(second.as(hamlet), 'Denmark', 'gap', 'after')
  await eventually('both are heard of', async () => (await hear()).includes(after_))
  assert.deepEqual(got, [before_, after_])
  await second.stop()
})

test('a message whose event cannot be written is not sent', async () => {
  const { database } = chat
  await database.execute(sql`alter table event_log add constraint refused check (false) not valid`)
  const fields = { type: 'channel', to: 'Denmark', topic: 'unheard', content: 'lost' }
  const refused = await hamlet.post('/messages', fields)
  await database.execute(sql`alter table event_log drop constraint refused`)
  assert.equal(refused.status, 500)
  assert.deepEqual(await database.query(sql`select id from message where topic = 'unheard'`), [])
  const heard = await cordelia.listen()
  const id = await send(hamlet, 'Denmark', 'unheard', 'found')
  const [event] = await heard.events()
  assert.equal(event?.['message'].id, id)
})

test('a message sent to one process reaches the clients of another', async () => {
  const second = await chat.second()
  const there = await second.as(cordelia).listen()
  const here = await cordelia.listen()
  const one = await send(hamlet, 'Denmark', 'two', 'from here')
  const two = await send(second.as(hamlet), 'Denmark', 'two', 'from there')
  const direct = await sendDirect(second.as(hamlet), [cordelia], 'direct')
  const expected = [one, two, direct]
  for (const heard of [here, there]) {
    const got: number[] = []
    await eventually('all three are heard of', async () => {
      const messages = (await heard.events()).filter(({ type }) => type === 'message')
      got.push(...messages.map(({ message }) => message.id))
      return got.length >= 3
    })
    assert.deepEqual(
      got.toSorted((a, b) => a - b),
      expected,
    )
  }
  await second.stop()
})

for (const where of ['the same process', 'another process']) {
  test(`what happens at ${where} while a client registers is in the state or in the queue, once`, async () => {
    const second = await chat.second()
    const reader = await chat.person(`Prospero of ${where}`)
    const sender = where === 'another process' ? second.as(hamlet) : hamlet
    const stopped = { is: false }
    const sending = (async () => {
      const ids: number[] = []
      while (!stopped.is) ids.push(await sendDirect(sender, [reader], 'meanwhile'))
      return ids
    })()
    const cuts = []
    for (let round = 0; round < 8; round += 1) {
      const heard = await reader.listen({ fetch_event_types: ['message', 'update_message_flags'] })
      const [dm] = heard.state['unread_msgs'].pms
      cuts.push({ heard, known: (dm?.unread_message_ids ?? []) as number[] })
    }
    stopped.is = true
    const ids = await sending
    for (const { heard, known } of cuts) {
      const got = [...known]
      await eventually('the last is heard of', async () => {
        const messages = (await heard.events()).filter(({ type }) => type === 'message')
        got.push(...messages.map(({ message }) => message.id))
        return got.length >= ids.length
      })
      assert.deepEqual(got, ids)
    }
    await second.stop()
  })
}
