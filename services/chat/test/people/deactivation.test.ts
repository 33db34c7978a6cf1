import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import {
  channel,
  send,
  sendDirect,
  startChat,
  startOwnChat,
  type OwnChatTest,
  type Listening,
  type Person,
} from '../chat-service.ts'
import { newestMail } from '../told/mails.ts'

// A service of its own: a second process works beside it.

let chat: OwnChatTest
let hamlet: Person
let administrator: Person
let memberGroups: readonly number[]

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  administrator = await chat.person('Horatio', ROLE.administrator)
  const { json } = await hamlet.get('/user_groups')
  memberGroups = json.user_groups
    .filter(({ members }: { members: number[] }) => members.includes(hamlet.id))
    .map(({ id }: { id: number }) => id)
    .toSorted((a: number, b: number) => a - b)
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

test('the only user of an organization cannot go', async () => {
  const lonely = await startChat()
  try {
    const { status, json } = await lonely.owner.delete('/users/me')
    assert.equal(status, 400)
    assert.deepEqual(json, {
      result: 'error',
      msg: 'Cannot deactivate the only user.',
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: false,
      entity: 'user',
    })
    assert.equal((await lonely.owner.get('/users/me')).status, 200)
  } finally {
    await lonely.stop()
  }
})

test('the only owner cannot go, not even while other bots are owners; one of two can', async () => {
  const bot = await chat.bot('Owning bot', chat.owner)
  await chat.database.execute({
    text: 'update user_profile set role = 100 where id = $1',
    values: [bot.id],
  })
  const { status, json } = await chat.owner.delete('/users/me')
  assert.equal(status, 400)
  assert.deepEqual(json, {
    result: 'error',
    msg: 'Cannot deactivate the only organization owner.',
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    is_last_owner: true,
    entity: 'organization owner',
  })
  const second = await chat.person('Second owner', ROLE.owner)
  assert.equal((await second.delete('/users/me')).status, 200)
})

test('a key is dead at once on every process, and the queues are closed', async () => {
  const other = await chat.second()
  try {
    const leaving = await chat.person('Leaving')
    const queue = await leaving.listen()
    assert.equal((await other.as(leaving).get('/users/me')).status, 200)
    assert.equal((await leaving.delete('/users/me')).status, 200)
    for (const answer of [
      await leaving.get('/users/me'),
      await other.as(leaving).get('/users/me'),
    ]) {
      assert.equal(answer.status, 401)
      assert.deepEqual(answer.json, {
        result: 'error',
        msg: 'Account is deactivated',
        code: 'UNAUTHORIZED',
      })
    }
    await administrator.post(`/users/${leaving.id}/reactivate`)
    const polled = await leaving.get('/events', {
      queue_id: queue.queueId,
      last_event_id: -1,
      dont_block: true,
    })
    assert.equal(polled.json.code, 'BAD_EVENT_QUEUE_ID')
  } finally {
    await other.stop()
  }
})

const isOfGroup = (event: Event) => event['type'] === 'user_group'
const isOfOther = (event: Event) => !isOfGroup(event)

/** What is told of a member’s system groups: who is deactivated is in no list of members. */
function groupsHear(op: string, id: number): readonly Event[] {
  return memberGroups.map((group) => ({
    type: 'user_group',
    op,
    group_id: group,
    user_ids: [id],
  }))
}

test('everybody hears that a user and their bots are gone, and the channels’ knowers that the subscribers are', async () => {
  const leaving = await chat.person('Laertes')
  const guest = await chat.person('Guest', ROLE.guest)
  const bot = await chat.bot('Laertes bot', leaving)
  const open = await channel(chat.owner, 'open', [leaving, hamlet])
  const secret = await channel(chat.owner, 'secret', [leaving, guest], { invite_only: true })
  const [member, admin, outside] = [
    await hamlet.listen(),
    await administrator.listen(),
    await guest.listen(),
  ]
  await leaving.delete('/users/me')
  const gone = (id: number) => ({
    type: 'realm_user',
    op: 'update',
    person: { user_id: id, is_active: false },
  })
  const peer = (stream: number) => ({
    type: 'subscription',
    op: 'peer_remove',
    user_ids: [leaving.id],
    stream_ids: [stream],
  })
  const realmBot = {
    type: 'realm_bot',
    op: 'update',
    bot: { user_id: bot.id, is_active: false },
  }
  const left = [bot.id, leaving.id].flatMap((id) => groupsHear('remove_members', id))
  const told = without(await member.events())
  assert.deepEqual(told.filter(isOfGroup), left)
  assert.deepEqual(told.filter(isOfOther), [gone(bot.id), gone(leaving.id), peer(open)])
  const heard = without(await admin.events()).filter(isOfOther)
  assert.deepEqual(heard.slice(0, 3), [gone(bot.id), realmBot, gone(leaving.id)])
  assert.deepEqual(
    new Set(heard.slice(3).map((event) => event['stream_ids'][0])),
    new Set([open, secret]),
  )
  const seen = without(await outside.events()).filter(isOfOther)
  assert.deepEqual(seen, [gone(bot.id), gone(leaving.id), peer(secret)])
  assert.equal((await bot.get('/users/me')).json.msg, 'Account is deactivated')
  const { json } = await hamlet.get(`/users/${leaving.id}`)
  assert.equal(json.user.is_active, false)
  const state = await hamlet.listen({ fetch_event_types: ['realm_user'] })
  const ids = (list: { user_id: number }[]) => list.map((one) => one.user_id)
  assert.ok(ids(state.state['realm_non_active_users']).includes(leaving.id))
  assert.ok(!ids(state.state['realm_users']).includes(leaving.id))
})

test('an account that comes back has its channels again, and what was sent meanwhile is not unread', async () => {
  const leaving = await chat.person('Fortinbras')
  const stream = await channel(chat.owner, 'march', [leaving, hamlet])
  await hamlet.post('/messages', { type: 'stream', to: stream, topic: 'before', content: 'a' })
  await administrator.delete(`/users/${leaving.id}`)
  await hamlet.post('/messages', { type: 'stream', to: stream, topic: 'away', content: 'b' })
  const heard = await hamlet.listen()
  assert.equal((await administrator.post(`/users/${leaving.id}/reactivate`)).status, 200)
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_user', op: 'update', person: { user_id: leaving.id, is_active: true } },
    { type: 'subscription', op: 'peer_add', user_ids: [leaving.id], stream_ids: [stream] },
    ...groupsHear('add_members', leaving.id),
  ])
  await hamlet.post('/messages', { type: 'stream', to: stream, topic: 'after', content: 'c' })
  const state = await leaving.listen({
    fetch_event_types: ['message', 'update_message_flags', 'subscription'],
  })
  assert.deepEqual(
    state.state['subscriptions'].map((one: { stream_id: number }) => one.stream_id),
    [stream],
  )
  assert.deepEqual(
    state.state['unread_msgs'].streams.map((one: { topic: string }) => one.topic).toSorted(),
    ['after', 'before', 'channel events'],
  )
  const again = await hamlet.listen()
  assert.equal((await administrator.post(`/users/${leaving.id}/reactivate`)).status, 200)
  assert.deepEqual(await again.events(), [])
})

test('others are deactivated by administrators alone, owners by owners alone, and bots not at all this way', async () => {
  const target = await chat.person('Target')
  const second = await chat.person('Another owner', ROLE.owner)
  const bot = await chat.bot('A bot', hamlet)
  const long = { deactivation_notification_comment: 'x'.repeat(2_001) }
  for (const [by, id, msg, code, fields] of [
    [hamlet, target.id, 'Insufficient permission', 'BAD_REQUEST', {}],
    [hamlet, 999_999, 'No such user', 'BAD_REQUEST', {}],
    [administrator, bot.id, 'No such user', 'BAD_REQUEST', {}],
    [administrator, second.id, 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL', {}],
    [
      administrator,
      target.id,
      'deactivation_notification_comment is too long (limit: 2000 characters)',
      'BAD_REQUEST',
      long,
    ],
  ] as const) {
    const { status, json } = await by.delete(`/users/${id}`, fields)
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, code])
  }
  assert.equal((await second.delete('/users/me')).status, 200)
  const last = await chat.owner.delete(`/users/${chat.owner.id}`)
  assert.deepEqual(
    [last.json.msg, last.json.code],
    ['Cannot deactivate the only organization owner', 'BAD_REQUEST'],
  )
  assert.equal((await administrator.delete(`/users/${target.id}`)).status, 200)
  const twice = await administrator.delete(`/users/${target.id}`)
  assert.equal(twice.json.msg, 'User is deactivated')
  const refused = await hamlet.post(`/users/${target.id}/reactivate`)
  assert.equal(refused.json.msg, 'Insufficient permission')
})

const messagesIn = async (narrow: unknown, by: Person) => {
  const { json } = await by.get('/messages', {
    narrow,
    anchor: 'newest',
    num_before: 1_000,
    num_after: 0,
    apply_markdown: false,
  })
  return json.messages.map(({ content }: { content: string }) => content)
}

test('with an account go the messages and the profile that the administrator says, a thousand as well as one', async () => {
  const spammer = await chat.person('Spammer')
  const open = await channel(administrator, 'bazaar', [administrator, spammer, hamlet])
  const closed = await channel(administrator, 'cellar', [administrator, spammer], {
    invite_only: true,
  })
  const first = await send(spammer, open, 'offers', 'buy the first')
  await send(hamlet, open, 'offers', 'no thanks')
  await send(spammer, open, 'more offers', 'buy this too')
  await chat.database.execute({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client,
        sent_at, is_read_by_sender)
      select realm_id, recipient_id, stream_id, topic, sender_id, 'again', 'again', client, sent_at, true
      from message cross join generate_series(1, 500) where id = $1`,
    values: [first],
  })
  await send(spammer, closed, 'offers', 'buy in private')
  await sendDirect(spammer, [hamlet], 'buy directly')
  const heard = await hamlet.listen({ event_types: ['delete_message', 'realm_user'] })
  const { json } = await administrator.delete(`/users/${spammer.id}`, {
    actions: {
      delete_public_channel_messages: true,
      delete_direct_messages: true,
      delete_profile: true,
    },
  })
  assert.equal(json.result, 'success')
  await eventually('the messages are gone', async () => {
    const left = await messagesIn(
      [
        ['channel', 'bazaar'],
        ['topic', 'offers'],
      ],
      hamlet,
    )
    assert.deepEqual(left, ['no thanks'])
    assert.deepEqual(await messagesIn([['is', 'dm']], hamlet), [])
    return true
  })
  assert.deepEqual(
    await messagesIn(
      [
        ['channel', 'cellar'],
        ['topic', 'offers'],
      ],
      administrator,
    ),
    ['buy in private'],
  )
  const events = await heard.events()
  const ids = events
    .filter(({ type }) => type === 'delete_message')
    .flatMap((event) => event['message_ids'] ?? [event['message_id']])
  assert.equal(new Set(ids).size, 503)
  const people = events.filter(({ type }) => type === 'realm_user').map(({ person }) => person)
  assert.ok(people.some((person) => person['full_name'] === 'Deleted user'))
  const shown = await hamlet.get(`/users/${spammer.id}`)
  assert.deepEqual([shown.json.user.full_name, shown.json.user.is_active], ['Deleted user', false])
  const wrong = await administrator.delete(`/users/${hamlet.id}`, { actions: { delete_all: true } })
  assert.deepEqual(
    [wrong.status, wrong.json.msg],
    [400, 'Argument "delete_all" at actions["delete_all"] is unexpected'],
  )
})

test('whoever is deactivated with a comment is told by mail, in their language', async () => {
  const [told, plain, untold] = [
    await chat.person('Told One'),
    await chat.person('Plain One'),
    await chat.person('Untold One'),
  ]
  await told.patch('/settings', { default_language: 'es' })
  const comment = 'deactivation_notification_comment'
  await administrator.delete(`/users/${told.id}`, { [comment]: 'Gracias\npor todo' })
  await administrator.delete(`/users/${plain.id}`, { [comment]: '' })
  await administrator.delete(`/users/${untold.id}`)
  const mail = await newestMail(chat, told.email)
  assert.equal(mail.subject, 'Se desactivó tu cuenta en Example')
  assert.match(mail.text, /Los administradores dicen:\n\n  Gracias\n  por todo\n/)
  const other = await newestMail(chat, plain.email)
  assert.equal(other.subject, 'Your account at Example was deactivated')
  assert.doesNotMatch(other.text, /administrators say/)
  const [row] = await chat.database.query<{ count: number }>({
    text: 'select count(*) from mail where recipient = $1',
    values: [untold.email],
  })
  assert.equal(row?.count, 0)
})
