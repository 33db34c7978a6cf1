import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let guest: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

const kinds = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(({ type, op }) => `${String(type)} ${String(op)}`)
const CHANNELS = { event_types: ['stream', 'subscription'] }

async function names(person: Person): Promise<string[]> {
  const { json } = await person.get('/users/me/subscriptions')
  return json.subscriptions.map(({ name }: { name: string }) => name)
}

test('subscribing to a name that does not exist makes the channel', async () => {
  const answer = await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: ' Elsinore ', description: 'the *castle*', color: '#abc' }],
  })
  assert.deepEqual(answer.json, {
    result: 'success',
    msg: '',
    subscribed: { [hamlet.id]: ['Elsinore'] },
    already_subscribed: {},
    new_subscription_messages_sent: true,
  })
  const { json } = await hamlet.get('/users/me/subscriptions', { include_subscribers: 'true' })
  const [made] = json.subscriptions
  assert.equal(made.description, 'the *castle*')
  assert.equal(made.rendered_description, '<p>the <em>castle</em></p>')
  assert.equal(made.color, '#abc')
  assert.deepEqual(made.subscribers, [hamlet.id])
  assert.equal(made.creator_id, hamlet.id)
  const again = await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'elsinore' }],
    send_new_subscription_messages: false,
  })
  assert.deepEqual(again.json.subscribed, {})
  assert.deepEqual(again.json.already_subscribed, { [hamlet.id]: ['Elsinore'] })
  assert.equal('new_subscription_messages_sent' in again.json, false)
})

test('others are subscribed by id or by address, hear of it, and get a message', async () => {
  const id = await channel(hamlet, 'Ghosts', [hamlet])
  const [heard, own, other] = await Promise.all([
    cordelia.listen({ event_types: ['stream', 'subscription', 'message'] }),
    hamlet.listen(CHANNELS),
    guest.listen(CHANNELS),
  ])
  const answer = await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Ghosts' }],
    principals: [cordelia.email],
  })
  assert.deepEqual(answer.json.subscribed, { [cordelia.id]: ['Ghosts'] })
  const events = await heard.events()
  assert.deepEqual(kinds(events), ['subscription add', 'message undefined'])
  assert.deepEqual(events[0]?.['subscriptions'][0].subscribers, [hamlet.id, cordelia.id])
  assert.equal(
    events[1]?.['message'].content,
    `@_**King Hamlet|${hamlet.id}** subscribed you to #**Ghosts**.`,
  )
  assert.deepEqual(
    (await own.events()).map(({ op, user_ids: users, stream_ids: streams }) => ({
      op,
      users,
      streams,
    })),
    [{ op: 'peer_add', users: [cordelia.id], streams: [id] }],
  )
  assert.deepEqual(await other.events(), [])
})

test('a private channel comes into being for its new subscriber, and goes with the subscription', async () => {
  const id = await channel(hamlet, 'Conspiracy', [hamlet], { invite_only: true })
  const [heard, stranger] = await Promise.all([cordelia.listen(CHANNELS), guest.listen(CHANNELS)])
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Conspiracy' }],
    principals: [cordelia.id],
  })
  assert.deepEqual(kinds(await heard.events()), ['stream create', 'subscription add'])
  const own = await hamlet.listen(CHANNELS)
  const gone = await hamlet.delete('/users/me/subscriptions', {
    subscriptions: ['Conspiracy'],
    principals: [cordelia.id],
  })
  assert.deepEqual([gone.json.removed, gone.json.not_removed], [['Conspiracy'], []])
  const events = await heard.events()
  assert.deepEqual(kinds(events), ['subscription remove', 'stream delete'])
  assert.deepEqual(events[0]?.['subscriptions'], [{ name: 'Conspiracy', stream_id: id }])
  assert.deepEqual(events[1]?.['stream_ids'], [id])
  assert.deepEqual(kinds(await own.events()), ['subscription peer_remove'])
  assert.deepEqual(await stranger.events(), [])
  await send(hamlet, 'Conspiracy', 'plan', 'secret')
  assert.deepEqual(await heard.events(), [])
})

test('unsubscribing ends what one receives, and subscribing again leaves what was missed read', async () => {
  await channel(hamlet, 'Players', [hamlet, cordelia])
  const received = await cordelia.listen({ event_types: ['message'] })
  await send(hamlet, 'Players', 'mousetrap', 'first')
  const left = await cordelia.delete('/users/me/subscriptions', { subscriptions: ['Players'] })
  assert.deepEqual(left.json.removed, ['Players'])
  await send(hamlet, 'Players', 'mousetrap', 'second')
  await cordelia.post('/users/me/subscriptions', { subscriptions: [{ name: 'Players' }] })
  const third = await send(hamlet, 'Players', 'mousetrap', 'third')
  const contents = (await received.events()).map(({ message }) => message.content)
  assert.deepEqual(contents, ['first', 'third'])
  const { state } = await cordelia.listen({
    fetch_event_types: ['message', 'update_message_flags'],
  })
  const unread = state['unread_msgs'].streams.flatMap(
    (topic: { unread_message_ids: number[] }) => topic.unread_message_ids,
  )
  assert.deepEqual(
    unread.filter((one: number) => one >= third - 2),
    [third],
  )
})

const REFUSED: readonly (readonly [string, () => ReturnType<Person['post']>, string])[] = [
  [
    'an unknown user',
    () =>
      hamlet.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'New' }],
        principals: [999_999],
      }),
    'No such user',
  ],
  [
    'a guest',
    () => guest.post('/users/me/subscriptions', { subscriptions: [{ name: 'New' }] }),
    'Not allowed for guest users',
  ],
  [
    'a color that is none',
    () =>
      hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'New', color: 'red' }] }),
    'add.color is not a valid hex color code',
  ],
  [
    'a name that is empty',
    () => hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: ' ' }] }),
    "Channel name can't be empty.",
  ],
  [
    'a channel without a name',
    () => hamlet.post('/users/me/subscriptions', { subscriptions: [{ color: '#fff' }] }),
    'subscriptions[0]["name"] field is missing: Field required',
  ],
  [
    'an update of nothing',
    () => hamlet.patch('/users/me/subscriptions', {}),
    'Nothing to do. Specify at least one of "add" or "delete".',
  ],
]

for (const [what, call, message] of REFUSED) {
  test(`${what} is refused, and nothing is made`, async () => {
    const answer = await call()
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.json, { result: 'error', msg: message, code: 'BAD_REQUEST' })
    assert.equal((await chat.owner.get('/get_stream_id', { stream: 'New' })).status, 400)
  })
}

test('who leaves a channel that does not exist leaves none', async () => {
  await channel(hamlet, 'Gardens', [hamlet])
  const answer = await hamlet.delete('/users/me/subscriptions', {
    subscriptions: ['Gardens', 'Nowhere', 'Nothing'],
  })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.json, {
    result: 'error',
    msg: "Channel 'Nowhere' does not exist",
    stream: 'Nowhere',
    code: 'STREAM_DOES_NOT_EXIST',
  })
  const { json } = await hamlet.get('/users/me/subscriptions')
  const names = json.subscriptions.map(({ name }: { readonly name: string }) => name)
  assert.ok(names.includes('Gardens'))
})

test('a private channel of others cannot be joined, and may be passed over', async () => {
  await channel(hamlet, 'Closet', [hamlet], { invite_only: true })
  const wanted = { subscriptions: [{ name: 'Closet' }, { name: 'Elsinore' }] }
  const refused = await cordelia.post('/users/me/subscriptions', wanted)
  assert.equal(refused.json.msg, 'Unable to access channel (Closet).')
  const passed = await cordelia.post('/users/me/subscriptions', {
    ...wanted,
    authorization_errors_fatal: false,
  })
  assert.deepEqual(passed.json.unauthorized, ['Closet'])
  assert.deepEqual(passed.json.subscribed, { [cordelia.id]: ['Elsinore'] })
})

test('whom a channel lets remove its subscribers is decided by its setting', async () => {
  await channel(hamlet, 'Court', [hamlet, cordelia, guest])
  const others = { subscriptions: ['Court'], principals: [guest.id] }
  const refused = await cordelia.delete('/users/me/subscriptions', others)
  assert.equal(refused.json.msg, 'Insufficient permission')
  const bot = await chat.bot('Yorick', cordelia)
  await cordelia.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Court' }],
    principals: [bot.id],
  })
  const own = await cordelia.delete('/users/me/subscriptions', {
    subscriptions: ['Court'],
    principals: [bot.id],
  })
  assert.deepEqual(own.json.removed, ['Court'])
  const byAdmin = await chat.owner.delete('/users/me/subscriptions', others)
  assert.deepEqual(byAdmin.json.removed, ['Court'])
  const again = await chat.owner.delete('/users/me/subscriptions', others)
  assert.deepEqual([again.json.removed, again.json.not_removed], [[], ['Court']])
})

test('an update subscribes and unsubscribes together or not at all', async () => {
  await channel(hamlet, 'Before', [hamlet])
  const failed = await hamlet.patch('/users/me/subscriptions', {
    add: [{ name: 'After' }],
    delete: ['Missing'],
  })
  assert.equal(failed.status, 400)
  assert.equal((await names(hamlet)).includes('After'), false)
  const done = await hamlet.patch('/users/me/subscriptions', {
    add: [{ name: 'After' }],
    delete: ['Before'],
  })
  assert.deepEqual(done.json.subscribed, { [hamlet.id]: ['After'] })
  assert.deepEqual(done.json.removed, ['Before'])
  const now = await names(hamlet)
  assert.deepEqual([now.includes('After'), now.includes('Before')], [true, false])
})

test('the number of subscribers is right after every way to come and go', async () => {
  const id = await channel(hamlet, 'Counted', [hamlet, cordelia, guest])
  const counted = async () => (await hamlet.get(`/streams/${id}`)).json.stream.subscriber_count
  assert.equal(await counted(), 3)
  const named = { subscriptions: ['Counted'], principals: [cordelia.id, guest.id] }
  await chat.owner.delete('/users/me/subscriptions', named)
  assert.equal(await counted(), 1)
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Counted' }],
    principals: [hamlet.id, cordelia.id, chat.owner.id],
  })
  assert.equal(await counted(), 3)
})
