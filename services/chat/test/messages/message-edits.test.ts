import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

// A service of its own: it moves the clock by more than ten minutes.

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let denmark: number
let verona: number

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
  verona = await channel(chat.owner, 'Verona', [hamlet, cordelia])
})
after(() => chat.stop())

async function read(by: Person, id: number): Promise<Loose> {
  const { json } = await by.get(`/messages/${id}`)
  return json.message
}

test('the sender changes the text; everybody hears of it and the history tells', async () => {
  const id = await send(hamlet, 'Denmark', 'plans', 'first')
  const heard = await cordelia.listen()
  chat.clock.advance(60_000)
  const answer = await hamlet.patch(`/messages/${id}`, { content: 'second **bold**' })
  assert.deepEqual(answer.json, { result: 'success', msg: '', detached_uploads: [] })
  const message = await read(cordelia, id)
  assert.equal(message['content'], '<p>second <strong>bold</strong></p>')
  assert.equal(message['last_edit_timestamp'], chat.clock.now() / 1000)
  assert.equal(message['edit_history'][0].prev_content, 'first')
  assert.equal(message['edit_history'][0].user_id, hamlet.id)
  const [event] = await heard.events()
  assert.equal(event?.['type'], 'update_message')
  assert.equal(event?.['orig_content'], 'first')
  assert.equal(event?.['content'], 'second **bold**')
  assert.equal(event?.['rendering_only'], false)
  const { json } = await cordelia.get(`/messages/${id}/history`)
  assert.deepEqual(
    json.message_history.map(({ content }: { content: string }) => content),
    ['first', 'second **bold**'],
  )
  assert.deepEqual(
    json.message_history.map((one: { content_html_diff?: string }) => one.content_html_diff),
    [
      undefined,
      '<div><p><span class="highlight_text_inserted">second</span> <strong>' +
        '<span class="highlight_text_inserted">bold</span> <span class="highlight_text_deleted">first</span></strong></p></div>',
    ],
  )
})

test('nobody else changes a text, nor the sender after the time for it', async () => {
  const id = await send(hamlet, 'Denmark', 'plans', 'mine')
  const other = await cordelia.patch(`/messages/${id}`, { content: 'hers' })
  assert.deepEqual(
    [other.status, other.json.msg],
    [400, "You don't have permission to edit this message"],
  )
  chat.clock.advance(600_000)
  assert.equal((await hamlet.patch(`/messages/${id}`, { content: 'late but in time' })).status, 200)
  chat.clock.advance(21_000)
  const late = await hamlet.patch(`/messages/${id}`, { content: 'too late' })
  assert.equal(late.json.msg, 'The time limit for editing this message has passed')
})

test('an edit of a text that has changed meanwhile is refused', async () => {
  const id = await send(hamlet, 'Denmark', 'plans', 'as it was')
  const { status, json } = await hamlet.patch(`/messages/${id}`, {
    content: 'x',
    prev_content_sha256: 'ab'.repeat(32),
  })
  assert.deepEqual(
    [status, json.code, json.field_name],
    [400, 'EXPECTATION_MISMATCH', 'prev_content_sha256'],
  )
})

test('a topic is renamed for one, for later and for all messages', async () => {
  const ids = [
    await send(hamlet, 'Denmark', 'rename', '1'),
    await send(hamlet, 'Denmark', 'rename', '2'),
    await send(hamlet, 'Denmark', 'Rename', '3'),
  ]
  const heard = await cordelia.listen()
  await hamlet.patch(`/messages/${ids[1]}`, { topic: 'one', propagate_mode: 'change_one' })
  assert.deepEqual(
    await Promise.all(ids.map(async (id) => (await read(cordelia, id))['subject'])),
    ['rename', 'one', 'Rename'],
  )
  await hamlet.patch(`/messages/${ids[2]}`, { topic: 'later', propagate_mode: 'change_later' })
  assert.equal((await read(cordelia, ids[0] ?? 0))['subject'], 'rename')
  await hamlet.patch(`/messages/${ids[0]}`, { topic: 'later', propagate_mode: 'change_all' })
  const message = await read(cordelia, ids[0] ?? 0)
  assert.equal(message['subject'], 'later')
  assert.equal(message['last_moved_timestamp'], chat.clock.now() / 1000)
  const events = (await heard.events()).filter(({ type }) => type === 'update_message')
  assert.deepEqual(
    events.map(({ message_ids: moved }) => moved),
    [[ids[1]], [ids[2]], [ids[0]]],
  )
  assert.equal(events[0]?.['orig_subject'], 'rename')
  assert.equal(events[0]?.['subject'], 'one')
})

test('resolving a topic does not count as moving it', async () => {
  const id = await send(hamlet, 'Denmark', 'question', '?')
  await hamlet.patch(`/messages/${id}`, { topic: '✔ question', propagate_mode: 'change_all' })
  const message = await read(cordelia, id)
  assert.equal(message['subject'], '✔ question')
  assert.equal(message['last_moved_timestamp'], undefined)
})

test('a topic moves to another channel with what everybody has read of it', async () => {
  const ids = [
    await send(hamlet, 'Denmark', 'travel', '1'),
    await send(hamlet, 'Denmark', 'travel', '2'),
  ]
  await cordelia.post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'read' })
  await hamlet.patch(`/messages/${ids[0]}`, { stream_id: verona, propagate_mode: 'change_all' })
  const [first, second] = await Promise.all(ids.map(async (id) => await read(cordelia, id)))
  assert.equal(first?.['stream_id'], verona)
  assert.equal(second?.['display_recipient'], 'Verona')
  assert.deepEqual(first?.['flags'], ['read'])
  assert.deepEqual(second?.['flags'], [])
  assert.equal(first?.['edit_history'][0].prev_stream, denmark)
})

test('the notification bot tells of a move and of a topic that was resolved', async () => {
  const id = await send(hamlet, 'Denmark', 'told', 'x')
  await hamlet.patch(`/messages/${id}`, {
    stream_id: verona,
    topic: 'news',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: true,
  })
  const last = async (topic: string, stream: number) => {
    const narrow = [
      { operator: 'channel', operand: stream },
      { operator: 'topic', operand: topic },
    ]
    const { json } = await cordelia.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
      apply_markdown: false,
    })
    return json.messages[0].content
  }
  const who = `@_**King Hamlet|${hamlet.id}**`
  assert.equal(
    await last('news', verona),
    `This topic was moved here from #**Denmark>told** by ${who}.`,
  )
  assert.equal(await last('told', denmark), `This topic was moved to #**Verona>news** by ${who}.`)
  await hamlet.patch(`/messages/${id}`, { topic: '✔ news', propagate_mode: 'change_all' })
  assert.equal(await last('✔ news', verona), `${who} has marked this topic as resolved.`)
})

test('what moves into a private channel goes for those who are not in it', async () => {
  const secret = await channel(hamlet, 'hidden', [hamlet], { invite_only: true })
  const id = await send(hamlet, 'Denmark', 'hush', 'come closer')
  const heard = await cordelia.listen()
  await hamlet.patch(`/messages/${id}`, { stream_id: secret, propagate_mode: 'change_all' })
  const events = await heard.events()
  assert.deepEqual(
    events.map(({ type, message_ids: ids }) => [type, ids]),
    [['delete_message', undefined]],
  )
  assert.equal(events[0]?.['message_id'], id)
  assert.equal((await cordelia.get(`/messages/${id}`)).json.msg, 'Invalid message(s)')
})

test('what cannot be changed is refused', async () => {
  const direct = await sendDirect(hamlet, [cordelia], 'us')
  const id = await send(hamlet, 'Denmark', 'plans', 'x')
  const refused = async (target: number, fields: Loose) =>
    (await hamlet.patch(`/messages/${target}`, fields)).json.msg
  assert.equal(await refused(id, {}), 'Nothing to change')
  assert.equal(await refused(direct, { topic: 'x' }), 'Direct messages cannot have topics.')
  assert.equal(
    await refused(direct, { stream_id: verona }),
    'Direct messages cannot be moved to channels.',
  )
  assert.equal(
    await refused(id, { content: 'y', propagate_mode: 'change_all' }),
    'Invalid propagate_mode without topic edit',
  )
  assert.equal(
    await refused(id, { content: 'y', stream_id: verona }),
    'Cannot change message content while changing channel',
  )
  assert.equal(await refused(id, { stream_id: 98_765 }), 'Invalid channel ID')
  assert.equal(await refused(98_765, { content: 'y' }), 'Invalid message(s)')
})

test('an administrator deletes any message, its sender within the time for it', async () => {
  const first = await send(hamlet, 'Denmark', 'plans', 'a')
  const second = await send(hamlet, 'Denmark', 'plans', 'b')
  const heard = await cordelia.listen({
    client_capabilities: { bulk_message_deletion: true, notification_settings_null: true },
  })
  const other = await cordelia.delete(`/messages/${first}`)
  assert.equal(other.json.msg, "You don't have permission to delete this message")
  assert.equal((await hamlet.delete(`/messages/${first}`)).status, 200)
  chat.clock.advance(601_000)
  assert.equal(
    (await hamlet.delete(`/messages/${second}`)).json.msg,
    'The time limit for deleting this message has passed',
  )
  assert.equal((await chat.owner.delete(`/messages/${second}`)).status, 200)
  assert.equal((await cordelia.get(`/messages/${second}`)).json.msg, 'Invalid message(s)')
  assert.deepEqual(
    (await heard.events()).map((event) => [
      event['type'],
      event['message_ids'],
      event['stream_id'],
      event['topic'],
    ]),
    [
      ['delete_message', [first], denmark, 'plans'],
      ['delete_message', [second], denmark, 'plans'],
    ],
  )
})
