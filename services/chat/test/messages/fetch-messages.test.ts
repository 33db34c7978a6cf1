import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

const NEWEST = 10_000_000_000_000_000

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let denmark: number
const ids: number[] = []

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
  for (let number = 0; number < 10; number += 1) {
    ids.push(await send(hamlet, 'Denmark', number % 2 === 0 ? 'even' : 'odd', `message ${number}`))
  }
})
after(() => chat.stop())

const inDenmark = [{ operator: 'channel', operand: 'Denmark' }]

async function fetched(fields: Loose, by = cordelia): Promise<Loose> {
  const narrow = fields['narrow'] ?? [...inDenmark, { operator: 'sender', operand: hamlet.id }]
  const { status, json } = await by.get('/messages', {
    narrow,
    num_before: 0,
    num_after: 0,
    ...fields,
  })
  assert.equal(status, 200)
  return { ...json, ids: json.messages.map(({ id }: { id: number }) => id) }
}

test('newest gives the last messages in the order of their ids', async () => {
  const found = await fetched({ anchor: 'newest', num_before: 3 })
  assert.deepEqual(found['ids'], ids.slice(-3))
  assert.equal(found['anchor'], NEWEST)
  assert.equal(found['found_newest'], true)
  assert.equal(found['found_oldest'], false)
  assert.equal(found['found_anchor'], false)
  assert.equal(found['history_limited'], false)
})

test('oldest gives the first messages', async () => {
  const found = await fetched({ anchor: 'oldest', num_after: 3 })
  assert.deepEqual(found['ids'], ids.slice(0, 3))
  assert.equal(found['anchor'], 0)
  assert.equal(found['found_oldest'], true)
  assert.equal(found['found_newest'], false)
})

test('an id as anchor stands between what is before and after it', async () => {
  const found = await fetched({ anchor: String(ids[4]), num_before: 2, num_after: 2 })
  assert.deepEqual(found['ids'], ids.slice(2, 7))
  assert.equal(found['found_anchor'], true)
  const all = await fetched({ anchor: String(ids[4]), num_before: 50, num_after: 50 })
  assert.deepEqual(all['ids'], ids)
  assert.equal(all['found_oldest'], true)
  assert.equal(all['found_newest'], true)
})

test('the anchor is left out at an end of the range only', async () => {
  const found = await fetched({ anchor: String(ids[4]), num_before: 2, include_anchor: false })
  assert.deepEqual(found['ids'], ids.slice(2, 4))
  assert.equal(found['found_anchor'], false)
  const { status, json } = await cordelia.get('/messages', {
    anchor: String(ids[4]),
    num_before: 1,
    num_after: 1,
    include_anchor: false,
  })
  assert.equal(status, 400)
  assert.equal(json.msg, 'The anchor can only be excluded at an end of the range')
})

test('with neither side asked for only the anchor itself is given', async () => {
  const found = await fetched({ anchor: String(ids[4]) })
  assert.deepEqual(found['ids'], [ids[4]])
})

test('an anchor beyond both ends is moved to them', async () => {
  assert.equal((await fetched({ anchor: '-5', num_after: 1 }))['anchor'], 0)
  assert.equal((await fetched({ anchor: '99999999999999999999', num_before: 1 }))['anchor'], NEWEST)
})

test('first_unread is the oldest message that the reader has not read', async () => {
  const found = await fetched({ anchor: 'first_unread', num_before: 5, num_after: 5 })
  assert.equal(found['anchor'], ids[0])
  await cordelia.post('/messages/flags', { messages: ids.slice(0, 4), op: 'add', flag: 'read' })
  const later = await fetched({ anchor: 'first_unread', num_before: 1, num_after: 1 })
  assert.equal(later['anchor'], ids[4])
  const old = await fetched({
    use_first_unread_anchor: true,
    num_before: 1,
    num_after: 1,
    anchor: '0',
  })
  assert.equal(old['anchor'], ids[4])
  await cordelia.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' })
  assert.equal((await fetched({ anchor: 'first_unread', num_before: 1 }))['anchor'], NEWEST)
})

test('message_ids gives those that exist and may be read, within the narrow', async () => {
  const secret = await sendDirect(chat.owner, [hamlet], 'not for Cordelia')
  const { json } = await cordelia.get('/messages', {
    message_ids: [ids[1], ids[0], secret, 999_999],
  })
  assert.deepEqual(
    json.messages.map(({ id }: { id: number }) => id),
    [ids[0], ids[1]],
  )
  assert.equal(json.anchor, undefined)
  const even = await cordelia.get('/messages', {
    message_ids: ids,
    narrow: [{ operator: 'topic', operand: 'EVEN' }],
  })
  assert.equal(even.json.messages.length, 5)
})

test('message_ids with any parameter of a range is refused', async () => {
  const ranges: readonly Loose[] = [
    { anchor: 'newest' },
    { num_before: 1 },
    { num_after: 1 },
    { include_anchor: true },
    { use_first_unread_anchor: true },
  ]
  for (const range of ranges) {
    const { status, json } = await cordelia.get('/messages', { message_ids: [1], ...range })
    assert.equal(status, 400)
    assert.equal(json.code, 'BAD_REQUEST')
    assert.match(json.msg, /^Unsupported parameter combination: /)
  }
})

test('more than 5000 messages are refused, 5000 are not', async () => {
  const ask = async (fields: Loose) =>
    await cordelia.get('/messages', { anchor: 'newest', num_after: 0, ...fields })
  assert.equal((await ask({ num_before: 5000 })).status, 200)
  const { status, json } = await ask({ num_before: 5001 })
  assert.deepEqual([status, json.msg], [400, 'Too many messages requested (maximum 5000).'])
  const many = await cordelia.post('/messages', { type: 'x' })
  assert.equal(many.status, 400)
})

test('an anchor that is missing or no anchor is refused', async () => {
  const none = await cordelia.get('/messages', { num_before: 1, num_after: 1 })
  assert.deepEqual([none.status, none.json.msg], [400, "Missing 'anchor' argument."])
  const word = await cordelia.get('/messages', { anchor: 'soon', num_before: 1, num_after: 1 })
  assert.deepEqual([word.status, word.json.msg], [400, 'Invalid anchor'])
  const negative = await cordelia.get('/messages', {
    anchor: 'newest',
    num_before: -1,
    num_after: 1,
  })
  assert.deepEqual([negative.status, negative.json.msg], [400, 'num_before is too small'])
})

test('num_before and num_after are required unless message_ids is given', async () => {
  for (const name of ['num_before', 'num_after']) {
    const fields = { anchor: 'newest', num_before: 1, num_after: 0, [name]: undefined }
    const { status, json } = await cordelia.get('/messages', fields)
    assert.deepEqual(
      [status, json],
      [
        400,
        {
          result: 'error',
          msg: `Missing '${name}' argument`,
          code: 'REQUEST_VARIABLE_MISSING',
          var_name: name,
        },
      ],
    )
  }
  const unread = await cordelia.get('/messages', { use_first_unread_anchor: true, num_before: 1 })
  assert.equal(unread.json.code, 'REQUEST_VARIABLE_MISSING')
  assert.equal((await cordelia.get('/messages', { message_ids: ids })).status, 200)
})

test('use_first_unread_anchor excludes anchor: with true it is not looked at, with false it alone counts', async () => {
  const unread = await send(hamlet, 'Denmark', 'even', 'not read yet')
  await send(hamlet, 'Denmark', 'even', 'nor this')
  for (const anchor of ['0', 'newest', 'nonsense', undefined]) {
    const fields = { anchor, use_first_unread_anchor: true }
    assert.equal((await fetched(fields))['anchor'], unread, String(anchor))
  }
  const named = { anchor: String(ids[2]), use_first_unread_anchor: false }
  assert.equal((await fetched(named))['anchor'], ids[2])
  await cordelia.post('/mark_all_as_read')
})

test('a message has every field of the contract', async () => {
  const found = await fetched({ anchor: String(ids[0]) })
  const [message] = found['messages']
  const fields = [
    'id',
    'avatar_url',
    'client',
    'content',
    'content_type',
    'display_recipient',
    'is_me_message',
    'reactions',
    'recipient_id',
    'sender_email',
    'sender_full_name',
    'sender_id',
    'sender_realm_str',
    'stream_id',
    'subject',
    'submessages',
    'timestamp',
    'topic_links',
    'type',
    'flags',
  ]
  assert.deepEqual(Object.keys(message).toSorted(), fields.toSorted())
  assert.equal(message.stream_id, denmark)
  assert.equal(message.display_recipient, 'Denmark')
  assert.equal(message.content, '<p>message 0</p>')
  const raw = await fetched({
    anchor: String(ids[0]),
    apply_markdown: false,
    client_gravatar: false,
  })
  assert.equal(raw['messages'][0].content, 'message 0')
  assert.equal(raw['messages'][0].content_type, 'text/x-markdown')
  assert.equal(typeof raw['messages'][0].avatar_url, 'string')
})

test('the empty topic is shown by its display name unless the client knows it', async () => {
  const id = await send(hamlet, 'Denmark', 'general chat', 'without topic')
  const ask = async (allow: boolean) =>
    (await cordelia.get(`/messages/${id}`, { allow_empty_topic_name: allow })).json.message.subject
  assert.equal(await ask(false), 'general chat')
  assert.equal(await ask(true), '')
})

test('somebody who never subscribed reads a public channel’s history as read and historical', async () => {
  const othello = await chat.person('Othello')
  const found = await fetched({ anchor: 'newest', num_before: 1 }, othello)
  assert.deepEqual(found['messages'][0].flags, ['read', 'historical'])
  const own = await fetched({ anchor: 'newest', num_before: 10, narrow: [] }, othello)
  assert.deepEqual(own['ids'], [])
})

test('addresses and linkifiers in a topic are links beside it', async () => {
  await chat.database.query({
    text: `insert into linkifier (realm_id, pattern, url_template, position) values ($1, '#(?P<id>[0-9]+)', 'https://bugs.example.com/{id}', 1)`,
    values: [chat.realmId],
  })
  const heard = await cordelia.listen()
  const id = await send(hamlet, 'Denmark', 'fix #17 of example.com', 'x')
  const expected = [
    { text: '#17', url: 'https://bugs.example.com/17' },
    { text: 'example.com', url: 'https://example.com' },
  ]
  assert.deepEqual((await cordelia.get(`/messages/${id}`)).json.message.topic_links, expected)
  assert.deepEqual((await heard.events())[0]?.['message'].topic_links, expected)
})

test('5,000 messages may be named in one request, and not one more', async () => {
  const last = 9_000_000_000_000_000
  const named = Array.from({ length: 5_000 }, (_, index) => last - index)
  const most = await cordelia.get('/messages', { message_ids: named })
  assert.deepEqual([most.status, most.json.messages], [200, []])
  const more = await cordelia.get('/messages', { message_ids: [...named, 1] })
  assert.deepEqual(
    [more.status, more.json.msg],
    [400, 'Too many messages requested (maximum 5000).'],
  )
})
