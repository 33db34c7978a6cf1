import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'

import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Person,
} from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let othello: Person
let denmark: number
let first: number
let second: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  othello = await chat.person('Othello')
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
beforeEach(async () => {
  first = await send(hamlet, 'Denmark', 'plans', 'one')
  second = await send(hamlet, 'Denmark', 'plans', 'two')
})
after(() => chat.stop())

async function flagsOf(by: Person, id: number): Promise<readonly string[]> {
  return (await by.get(`/messages/${id}`)).json.message.flags
}

async function mark(by: Person, op: string, flag: string, messages: readonly number[]) {
  return await by.post('/messages/flags', { messages, op, flag })
}

test('a message starts unread, and read means read', async () => {
  assert.deepEqual(await flagsOf(cordelia, first), [])
  const heard = await cordelia.listen()
  const { json } = await mark(cordelia, 'add', 'read', [first])
  assert.deepEqual(json, { result: 'success', msg: '', messages: [first] })
  assert.deepEqual(await flagsOf(cordelia, first), ['read'])
  assert.deepEqual(await flagsOf(cordelia, second), [])
  assert.deepEqual(await heard.events(), [
    {
      type: 'update_message_flags',
      op: 'add',
      operation: 'add',
      flag: 'read',
      messages: [first],
      all: false,
      id: 0,
    },
  ])
})

test('marking again changes nothing and tells nobody', async () => {
  await mark(cordelia, 'add', 'read', [first])
  const heard = await cordelia.listen()
  assert.deepEqual((await mark(cordelia, 'add', 'read', [first, 999_999])).json.messages, [])
  assert.deepEqual(await heard.events(), [])
})

test('reading is taken back where the user is subscribed', async () => {
  await mark(cordelia, 'add', 'read', [first, second])
  const heard = await cordelia.listen()
  const { json } = await mark(cordelia, 'remove', 'read', [first])
  assert.deepEqual(json.messages, [first])
  assert.deepEqual(json.ignored_because_not_subscribed_channels, [])
  assert.deepEqual(await flagsOf(cordelia, first), [])
  assert.deepEqual(await flagsOf(cordelia, second), ['read'])
  const [event] = await heard.events()
  assert.deepEqual(event?.['message_details'][first]?.type, 'stream')
  assert.equal(event?.['message_details'][first]?.topic, 'plans')
})

test('messages of channels without a subscription are skipped and their channels told', async () => {
  const elsinore = await channel(chat.owner, `Elsinore ${first}`, [hamlet])
  const id = await send(hamlet, elsinore, 'walls', 'three')
  const { json } = await mark(othello, 'remove', 'read', [id])
  assert.deepEqual(json.messages, [])
  assert.deepEqual(json.ignored_because_not_subscribed_channels, [elsinore])
  assert.deepEqual(await flagsOf(othello, id), ['read', 'historical'])
})

test('one’s own message counts as read from a program that people type into, and can be made unread', async () => {
  const { json } = await hamlet.post('/messages', {
    type: 'stream',
    to: 'Denmark',
    topic: 'own',
    content: 'x',
    read_by_sender: true,
  })
  assert.deepEqual(await flagsOf(hamlet, json.id), ['read'])
  assert.deepEqual((await mark(hamlet, 'remove', 'read', [json.id])).json.messages, [json.id])
  assert.deepEqual(await flagsOf(hamlet, json.id), [])
  const narrow = [
    { operator: 'is', operand: 'unread' },
    { operator: 'topic', operand: 'own' },
  ]
  const unread = await hamlet.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow,
  })
  assert.deepEqual(
    unread.json.messages.map(({ id }: { id: number }) => id),
    [json.id],
  )
  await mark(hamlet, 'add', 'read', [json.id])
  assert.deepEqual(await flagsOf(hamlet, json.id), ['read'])
})

test('stars and collapsing are set and cleared', async () => {
  for (const flag of ['starred', 'collapsed']) {
    assert.deepEqual((await mark(cordelia, 'add', flag, [first, second])).json.messages, [
      first,
      second,
    ])
    assert.ok((await flagsOf(cordelia, first)).includes(flag))
    assert.deepEqual((await mark(cordelia, 'remove', flag, [first])).json.messages, [first])
    assert.ok(!(await flagsOf(cordelia, first)).includes(flag))
    assert.ok((await flagsOf(cordelia, second)).includes(flag))
  }
})

test('a star on a message from before one’s time makes it historical', async () => {
  const id = await send(hamlet, 'Denmark', 'old', 'before Othello')
  await mark(othello, 'add', 'starred', [id])
  assert.deepEqual(await flagsOf(othello, id), ['read', 'starred', 'historical'])
  const narrow = [{ operator: 'is', operand: 'starred' }]
  const { json } = await othello.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow,
  })
  assert.deepEqual(
    json.messages.map((message: { id: number }) => message.id),
    [id],
  )
})

test('a message that cannot be read cannot be starred, nor told from one that is not there', async () => {
  const secret = await sendDirect(hamlet, [cordelia], 'secret')
  for (const id of [secret, 987_654]) {
    const { status, json } = await mark(othello, 'add', 'starred', [first, id])
    assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', 'Invalid message(s)'])
  }
  const narrow = [
    { operator: 'is', operand: 'starred' },
    { operator: 'id', operand: first },
  ]
  const { json } = await othello.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow,
  })
  assert.deepEqual(json.messages, [])
})

test('what users cannot set, and what is no flag or operation, is refused', async () => {
  const refused = async (op: string, flag: string) =>
    (await mark(cordelia, op, flag, [first])).json.msg
  assert.equal(await refused('add', 'mentioned'), "Flag not editable: 'mentioned'")
  assert.equal(await refused('add', 'has_alert_word'), "Flag not editable: 'has_alert_word'")
  assert.equal(await refused('add', 'historical'), "Flag not editable: 'historical'")
  assert.equal(
    await refused('add', 'wildcard_mentioned'),
    "Flag not editable: 'wildcard_mentioned'",
  )
  assert.equal(await refused('add', 'is_private'), "Invalid flag: 'is_private'")
  assert.equal(await refused('add', 'invented'), "Invalid flag: 'invented'")
  assert.equal(await refused('toggle', 'read'), "Invalid message flag operation: 'toggle'")
  const missing = await cordelia.post('/messages/flags', { op: 'add', flag: 'read' })
  assert.deepEqual(
    [missing.status, missing.json.code, missing.json.var_name],
    [400, 'REQUEST_VARIABLE_MISSING', 'messages'],
  )
})

test('a topic, a channel and everything are marked as read', async () => {
  const other = await send(hamlet, 'Denmark', 'other', 'x')
  await cordelia.post('/mark_topic_as_read', { stream_id: denmark, topic_name: 'PLANS' })
  assert.deepEqual(await flagsOf(cordelia, second), ['read'])
  assert.deepEqual(await flagsOf(cordelia, other), [])
  await cordelia.post('/mark_stream_as_read', { stream_id: denmark })
  assert.deepEqual(await flagsOf(cordelia, other), ['read'])
  const direct = await sendDirect(hamlet, [cordelia], 'x')
  assert.deepEqual((await cordelia.post('/mark_all_as_read')).json, {
    result: 'success',
    msg: '',
    complete: true,
  })
  assert.deepEqual(await flagsOf(cordelia, direct), ['read'])
  const wrong = await cordelia.post('/mark_topic_as_read', {
    stream_id: denmark,
    topic_name: 'nothing',
  })
  assert.equal(wrong.json.msg, "No such topic 'nothing'")
})

test('a narrow is marked around an anchor', async () => {
  await cordelia.post('/mark_all_as_read')
  const fresh = [
    await send(hamlet, 'Denmark', 'narrow', 'a'),
    await send(hamlet, 'Denmark', 'narrow', 'b'),
  ]
  const { json } = await cordelia.post('/messages/flags/narrow', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: 'topic', operand: 'narrow' }],
    op: 'add',
    flag: 'read',
  })
  assert.equal(json.processed_count, 2)
  assert.equal(json.updated_count, 2)
  assert.deepEqual([json.first_processed_id, json.last_processed_id], fresh)
  assert.equal(json.found_newest, true)
  assert.deepEqual(await flagsOf(cordelia, fresh[1] ?? 0), ['read'])
})
