import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import {
  channel,
  send,
  sendDirect,
  startChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let late: Person
let guest: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  late = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

/** A private channel with hidden history: one message from before Cordelia came, one from after. */
async function hiddenHistory(name: string): Promise<{ id: number; old: number; seen: number }> {
  const id = await channel(hamlet, name, [hamlet], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const old = await send(hamlet, id, 'plot', 'the old secret')
  const subscriptions = [{ name }]
  await hamlet.post('/users/me/subscriptions', { subscriptions, principals: [late.id] })
  return { id, old, seen: await send(hamlet, id, 'plot', 'seen by both') }
}

function kinds(events: readonly Loose[], ...types: string[]): Loose[] {
  return events.filter(({ type }) => types.includes(String(type)))
}

test('an edit, a reaction and an entry of a message are told only to those who may read it', async () => {
  const { old, seen } = await hiddenHistory('hidden 1')
  const [his, hers] = [await hamlet.listen(), await late.listen()]
  for (const id of [old, seen]) {
    assert.equal((await hamlet.patch(`/messages/${id}`, { content: 'changed' })).status, 200)
    const reaction = await hamlet.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    assert.equal(reaction.status, 200)
  }
  const told = (events: readonly Loose[]) =>
    kinds(events, 'update_message', 'reaction').map(({ type, message_id: id }) => [type, id])
  const all = [old, seen].flatMap((id) => [
    ['update_message', id],
    ['reaction', id],
  ])
  assert.deepEqual(told(await his.events()), all)
  assert.deepEqual(told(await hers.events()), all.slice(2))
})

test('a poll that a late subscriber cannot read tells them of no vote', async () => {
  const { id } = await hiddenHistory('hidden 2')
  const poll = await send(hamlet, id, 'polls', '/poll Who?\nme')
  await late.delete('/users/me/subscriptions', { subscriptions: ['hidden 2'] })
  const hidden = await send(hamlet, id, 'polls', '/poll When?\nnow')
  const subscriptions = [{ name: 'hidden 2' }]
  await hamlet.post('/users/me/subscriptions', { subscriptions, principals: [late.id] })
  const hers = await late.listen()
  for (const messageId of [poll, hidden]) {
    const answer = await hamlet.post('/submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    })
    assert.equal(answer.status, 200, answer.text)
  }
  const told = kinds(await hers.events(), 'submessage').map(({ message_id: at }) => at)
  assert.deepEqual(told, [poll])
})

test('a move is told with the messages that the listener may read', async () => {
  const { old, seen } = await hiddenHistory('hidden 3')
  const [his, hers] = [await hamlet.listen(), await late.listen()]
  const moved = await hamlet.patch(`/messages/${old}`, {
    topic: 'counterplot',
    propagate_mode: 'change_all',
  })
  assert.equal(moved.status, 200)
  const told = (events: readonly Loose[]) =>
    kinds(events, 'update_message').map(({ message_id: id, message_ids: ids }) => [id, ids])
  assert.deepEqual(told(await his.events()), [[old, [old, seen]]])
  assert.deepEqual(told(await hers.events()), [[seen, [seen]]])
})

test('a topic that moves where a listener cannot read is deleted for them, and they are not told where it went', async () => {
  const open = await channel(hamlet, 'open', [hamlet, guest, late])
  const closed = await channel(hamlet, 'closed to guests', [hamlet])
  const id = await send(hamlet, open, 'guests', 'for a while')
  await guest.post('/user_topics', { stream_id: open, topic: 'guests', visibility_policy: 3 })
  const [his, hers] = [await guest.listen(), await late.listen()]
  const moved = await chat.owner.patch(`/messages/${id}`, {
    stream_id: closed,
    topic: 'elsewhere',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  assert.equal(moved.status, 200, moved.text)
  const heard = await his.events()
  assert.deepEqual(kinds(heard, 'update_message'), [])
  assert.deepEqual(
    kinds(heard, 'delete_message').map(({ message_id: at, stream_id: from, topic }) => [
      at,
      from,
      topic,
    ]),
    [[id, open, 'guests']],
  )
  assert.ok(!JSON.stringify(heard).includes('elsewhere'), JSON.stringify(heard))
  const [update] = kinds(await hers.events(), 'update_message')
  assert.deepEqual([update?.['new_stream_id'], update?.['subject']], [closed, 'elsewhere'])
})

test('a change of a message brings each reader their own flags', async () => {
  const id = await channel(hamlet, 'flags', [hamlet, late, guest])
  const message = await send(hamlet, id, 'flags', `@**${guest.name}** look`)
  await late.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })
  await late.post('/messages/flags', { messages: [message], op: 'add', flag: 'read' })
  const listening = [await hamlet.listen(), await late.listen(), await guest.listen()]
  await hamlet.patch(`/messages/${message}`, { content: `@**${guest.name}** look here` })
  await hamlet.patch(`/messages/${message}`, { topic: 'flags and banners' })
  const flags = await Promise.all(
    listening.map(async (queue) =>
      kinds(await queue.events(), 'update_message').map((event) => event['flags']),
    ),
  )
  assert.deepEqual(flags, [
    [[], []],
    [
      ['read', 'starred'],
      ['read', 'starred'],
    ],
    [['mentioned'], ['mentioned']],
  ])
})

test('whoever writes to a deactivated user is not told their hidden address', async () => {
  const hidden = await chat.person('Ophelia')
  await hidden.patch('/settings', { email_address_visibility: 5 })
  await sendDirect(hamlet, [hidden], 'hello')
  await chat.owner.delete(`/users/${hidden.id}`)
  const { status, json } = await hamlet.post('/messages', {
    type: 'direct',
    to: [hidden.id],
    content: 'still there?',
  })
  assert.deepEqual(
    [status, json.msg],
    [400, `'user${hidden.id}@${chat.host}' is no longer using Zulip.`],
  )
})

test('a bot hears mentions in public channels that it is not subscribed to, and nothing else of them', async () => {
  const bot = await chat.bot('Helper', hamlet)
  const open = await channel(hamlet, 'bots welcome', [hamlet])
  const closed = await channel(hamlet, 'bots kept out', [hamlet], { invite_only: true })
  const listening = await bot.listen()
  await send(hamlet, open, 'help', 'nobody is meant')
  const mention = await send(hamlet, open, 'help', `@**${bot.name}** help`)
  await send(hamlet, closed, 'help', `@**${bot.name}** help`)
  const heard = (await listening.events()).filter(({ type }) => type === 'message')
  assert.deepEqual(
    heard.map((event: Loose) => [event['message'].id, event['flags']]),
    [[mention, ['mentioned']]],
  )
})

test('a person hears of no channel that they are not in, mentioned or not', async () => {
  const other = await chat.person('Desdemona')
  const open = await channel(hamlet, 'without her', [hamlet])
  const listening = await other.listen()
  await send(hamlet, open, 'help', `@**${other.name}** help`)
  assert.deepEqual(await listening.events(), [])
})

async function flagsOf(person: Person, id: number): Promise<string[]> {
  const { json } = await person.get(`/messages/${id}`)
  return json.message.flags
}

test('what a muted user wrote becomes read, and what they write is read when it comes', async () => {
  const [loud, other] = [
    await chat.person('Polonius the Loud'),
    await chat.person('Ophelia the Quiet'),
  ]
  const place = await channel(hamlet, 'court', [hamlet, loud, other])
  const before = await send(loud, place, 'speech', 'brevity is the soul of wit')
  const direct = await sendDirect(loud, [hamlet], 'a word')
  const others = await send(other, place, 'speech', 'not muted')
  const [his, hers] = [await hamlet.listen(), await other.listen()]
  assert.equal((await hamlet.post(`/users/me/muted_users/${loud.id}`)).status, 200)
  const marked = (await his.events()).filter(({ type }) => type === 'update_message_flags')
  assert.deepEqual(
    marked.map(({ op, flag, messages }) => [op, flag, messages]),
    [['add', 'read', [before, direct]]],
  )
  const later = await send(loud, place, 'speech', `therefore I will be brief, @**${hamlet.name}**`)
  const flags = (events: readonly Loose[]) =>
    events
      .filter(({ type, message }) => type === 'message' && message.id === later)
      .map((event) => event['flags'])
  assert.deepEqual(flags(await his.events()), [['read', 'mentioned']])
  assert.deepEqual(flags(await hers.events()), [[]])
  assert.deepEqual(await flagsOf(hamlet, later), ['read', 'mentioned'])
  assert.deepEqual(await flagsOf(hamlet, before), ['read'])
  assert.deepEqual(await flagsOf(hamlet, others), [])
  const { json } = await hamlet.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  })
  assert.deepEqual(
    json.unread_msgs.streams
      .filter((one: Loose) => one['stream_id'] === place)
      .flatMap((one: Loose) => one['unread_message_ids']),
    [others],
  )
  assert.equal((await hamlet.delete(`/users/me/muted_users/${loud.id}`)).status, 200)
  assert.deepEqual(await flagsOf(hamlet, await send(loud, place, 'speech', 'heard')), [])
})
