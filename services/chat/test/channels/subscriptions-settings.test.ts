import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  channel,
  send,
  startChat,
  type ChatTest,
  type Listening,
  type Person,
} from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let own = 0
let other = 0
let hidden = 0

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  own = await channel(hamlet, 'Own', [hamlet, cordelia])
  other = await channel(cordelia, 'Other', [cordelia])
  hidden = await channel(cordelia, 'Hidden', [cordelia], { invite_only: true })
})
after(() => chat.stop())

async function subscription(id: number): Promise<Record<string, unknown>> {
  const { json } = await hamlet.get('/users/me/subscriptions')
  return json.subscriptions.find(({ stream_id: one }: { stream_id: number }) => one === id)
}

test('what a user sets for a channel is theirs alone, and told to their clients', async () => {
  const [queue, others] = await Promise.all(
    [hamlet, cordelia].map((one) => one.listen({ event_types: ['subscription'] })),
  )
  const { json } = await hamlet.post('/users/me/subscriptions/properties', {
    subscription_data: [
      { stream_id: own, property: 'color', value: '#c2c2c2' },
      { stream_id: own, property: 'is_muted', value: true },
      { stream_id: own, property: 'pin_to_top', value: true },
      { stream_id: own, property: 'wildcard_mentions_notify', value: false },
    ],
    unknown: 1,
  })
  assert.deepEqual(json, {
    result: 'success',
    msg: '',
    ignored_parameters_unsupported: ['unknown'],
  })
  assert.deepEqual(
    (await queue?.events())?.map(({ op, property, value, stream_id: id }) => [
      op,
      property,
      value,
      id,
    ]),
    [
      ['update', 'color', '#c2c2c2', own],
      ['update', 'in_home_view', false, own],
      ['update', 'is_muted', true, own],
      ['update', 'pin_to_top', true, own],
      ['update', 'wildcard_mentions_notify', false, own],
    ],
  )
  assert.deepEqual(await others?.events(), [])
  const now = await subscription(own)
  assert.deepEqual(
    [now['color'], now['is_muted'], now['in_home_view'], now['pin_to_top']],
    ['#c2c2c2', true, false, true],
  )
  assert.deepEqual([now['wildcard_mentions_notify'], now['email_notifications']], [false, null])
})

test('one property can be set by itself, the old name of muting too', async () => {
  await hamlet.patch(`/users/me/subscriptions/${own}`, { property: 'in_home_view', value: true })
  assert.equal((await subscription(own))['is_muted'], false)
  await hamlet.patch(`/users/me/subscriptions/${own}`, { property: 'color', value: '#fff' })
  assert.equal((await subscription(own))['color'], '#fff')
})

const REFUSED: readonly (readonly [unknown, () => number, string, string])[] = [
  ['red', () => own, 'color', 'color is not a valid hex color code'],
  [true, () => own, 'color', 'color is not a string'],
  ['yes', () => own, 'pin_to_top', 'pin_to_top is not a boolean'],
  ['x', () => own, 'name', 'Unknown subscription property: name'],
  [true, () => other, 'pin_to_top', 'Not subscribed to channel ID {id}'],
  [true, () => hidden, 'pin_to_top', 'Invalid channel ID'],
]

for (const [value, id, property, message] of REFUSED) {
  test(`nothing is set when one change is refused: ${message}`, async () => {
    const before = await subscription(own)
    const answer = await hamlet.post('/users/me/subscriptions/properties', {
      subscription_data: [
        { stream_id: own, property: 'email_notifications', value: true },
        { stream_id: id(), property, value },
      ],
    })
    assert.deepEqual([answer.status, answer.json.msg], [400, message.replace('{id}', String(id()))])
    assert.deepEqual(await subscription(own), before)
  })
}

test('topics are muted and unmuted the old way, as often as one likes', async () => {
  const path = '/users/me/subscriptions/muted_topics'
  const queue = await hamlet.listen({ event_types: ['user_topic'] })
  const legacy = await hamlet.listen({ event_types: ['muted_topics'] })
  const ghost = { stream: 'own', topic: 'Ghost' }
  for (const fields of [
    { ...ghost, op: 'add' },
    { ...ghost, op: 'add' },
    { stream_id: own, topic: 'ghost', op: 'remove' },
    { stream_id: own, topic: 'ghost', op: 'remove' },
  ]) {
    assert.equal((await hamlet.patch(path, fields)).status, 200)
  }
  assert.deepEqual(
    (await queue.events()).map(({ topic_name: name, visibility_policy: policy }) => [name, policy]),
    [
      ['Ghost', 1],
      ['ghost', 0],
    ],
  )
  const lists = (await legacy.events()).map(({ muted_topics: muted }) => muted)
  assert.deepEqual(lists, [[['Own', 'Ghost', Math.floor(chat.clock.now() / 1000)]], []])
})

const MUTING: readonly (readonly [() => Record<string, unknown>, string])[] = [
  [
    () => ({ stream: 'Own', stream_id: own, op: 'add' }),
    'Unsupported parameter combination: stream_id, stream',
  ],
  [() => ({ op: 'add' }), "Missing 'stream_id' argument"],
  [() => ({ stream: 'Own', op: 'mute' }), 'Invalid op'],
  [() => ({ stream: 'Nowhere', op: 'add' }), "Invalid channel name 'Nowhere'"],
  [() => ({ stream: 'Hidden', op: 'add' }), "Invalid channel name 'Hidden'"],
  [() => ({ stream_id: hidden, op: 'add' }), 'Invalid channel ID'],
  [() => ({ stream_id: 999_999, op: 'remove' }), 'Topic is not muted'],
  [
    () => ({ stream_id: own, op: 'add', topic: 'x'.repeat(61) }),
    'topic is too long (limit: 60 characters)',
  ],
]

for (const [fields, message] of MUTING) {
  test(`muting the old way is refused: ${message}`, async () => {
    const answer = await hamlet.patch('/users/me/subscriptions/muted_topics', {
      topic: 'ghost',
      ...fields(),
    })
    assert.deepEqual([answer.status, answer.json.msg], [400, message])
  })
}

test('each new channel has a color that the user has on no other', async () => {
  const fresh = await chat.person('Fortinbras')
  const ids = []
  for (const name of ['one', 'two', 'three']) ids.push(await channel(fresh, name, [fresh]))
  const { json } = await fresh.get('/users/me/subscriptions')
  const colors = json.subscriptions.map(({ color }: { color: string }) => color)
  assert.equal(new Set(colors).size, 3)
})

test('people follow the topics that their settings say: those they start, those they write to, or none', async () => {
  const sender = await chat.person('Follower')
  const reader = await chat.person('Starter')
  const { json: made } = await sender.post('/channels/create', {
    name: 'following',
    subscribers: [sender.id, reader.id],
  })
  const send = async (topic: string): Promise<number | undefined> => {
    const to = { type: 'stream', to: made.id, topic, content: 'Hello' }
    return (await sender.post('/messages', to)).json.automatic_new_visibility_policy
  }
  const FOLLOWED = 3
  for (const [policy, started, written] of [
    [1, FOLLOWED, FOLLOWED],
    [2, FOLLOWED, FOLLOWED],
    [3, FOLLOWED, undefined],
    [4, undefined, undefined],
  ] as const) {
    await sender.patch('/settings', { automatically_follow_topics_policy: policy })
    const topic = `started by another ${policy}`
    await reader.post('/messages', { type: 'stream', to: made.id, topic, content: 'Hello' })
    assert.deepEqual([await send(`new ${policy}`), await send(topic)], [started, written])
    assert.equal(await send(topic), undefined, 'what is followed already is not new')
  }
})

/** The policies that a person was told of, by topic. */
async function policiesOf(queue: Listening): Promise<Record<string, number>> {
  const told = (await queue.events()).filter(({ type }) => type === 'user_topic')
  return Object.fromEntries(told.map((one) => [one['topic_name'], one['visibility_policy']]))
}

test('people follow topics where they are mentioned by name, unless they muted them or do not want that', async () => {
  const writer = await chat.person('Mentioner')
  const named = await chat.person('Mentioned')
  const made = await channel(writer, 'mentions', [writer, named])
  const place = { stream_id: made, visibility_policy: 1 }
  await named.post('/user_topics', { ...place, topic: 'muted' })
  const queue = await named.listen({ event_types: ['user_topic'] })
  const content = '@**Mentioned** look'
  const say = (topic: string, text: string) => send(writer, 'mentions', topic, text)
  await say('named', content)
  await say('muted', content)
  await say('silent', '@_**Mentioned** knows')
  await say('everybody', '@**all** look')
  await named.patch('/settings', { automatically_follow_topics_where_mentioned: false })
  await say('unwanted', content)
  assert.deepEqual(await policiesOf(queue), { named: 3 })
  await say('named', content)
  assert.deepEqual(await policiesOf(queue), {}, 'who follows already is not told again')
})

test('in a muted channel people hear the topics that their settings say: those they take part in, or write to', async () => {
  const other = await chat.person('Talker')
  const quiet = await chat.person('Quiet')
  const made = await channel(other, 'muted one', [other, quiet])
  const UNMUTED = 2
  await quiet.patch('/settings', { automatically_follow_topics_policy: 4 })
  const muteChannel = async (value: boolean): Promise<void> => {
    await quiet.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: made, property: 'is_muted', value }],
    })
  }
  for (const [policy, isMuted, reacted, written, begun] of [
    [1, true, UNMUTED, UNMUTED, UNMUTED],
    [2, true, undefined, UNMUTED, UNMUTED],
    [3, true, undefined, undefined, UNMUTED],
    [4, true, undefined, undefined, undefined],
    [1, false, undefined, undefined, undefined],
  ] as const) {
    await muteChannel(isMuted)
    await quiet.patch('/settings', {
      automatically_unmute_topics_in_muted_streams_policy: policy,
    })
    const queue = await quiet.listen({ event_types: ['user_topic'] })
    const topic = (name: string) => `${name} ${policy} ${isMuted}`
    const first = await send(other, 'muted one', topic('reacted'), 'Look')
    await quiet.post(`/messages/${first}/reactions`, { emoji_name: 'tada' })
    await send(other, 'muted one', topic('written'), 'Look')
    await send(quiet, 'muted one', topic('written'), 'I see')
    await send(quiet, 'muted one', topic('begun'), 'Listen')
    const told = await policiesOf(queue)
    assert.deepEqual(
      [told[topic('reacted')], told[topic('written')], told[topic('begun')]],
      [reacted, written, begun],
      `policy ${policy}`,
    )
  }
})

test('a vote is taking part: the topic is followed where that is wanted', async () => {
  const asker = await chat.person('Asker')
  const voter = await chat.person('Voter')
  await channel(asker, 'polls', [asker, voter])
  await voter.patch('/settings', { automatically_follow_topics_policy: 1 })
  const poll = await send(asker, 'polls', 'lunch', '/poll What?\nTacos')
  const queue = await voter.listen({ event_types: ['user_topic'] })
  const vote = { type: 'vote', key: 'canned,0', vote: 1 }
  const { status } = await voter.post('/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: JSON.stringify(vote),
  })
  assert.equal(status, 200)
  assert.deepEqual(await policiesOf(queue), { lunch: 3 })
})

test('the notice that a topic is resolved is read at once by who wants it so', async () => {
  const solver = await chat.person('Solver')
  const readers = {
    byDefault: await chat.person('Plain reader'),
    following: await chat.person('Follower of it'),
    always: await chat.person('Reader of everything'),
    never: await chat.person('Reader of nothing'),
  }
  const made = await channel(solver, 'resolving', [solver, ...Object.values(readers)])
  const policy = (value: string) => ({ resolved_topic_notice_auto_read_policy: value })
  await readers.always.patch('/settings', policy('always'))
  await readers.never.patch('/settings', policy('never'))
  for (const reader of [readers.following, readers.always]) {
    await reader.post('/user_topics', {
      stream_id: made,
      topic: 'leak',
      visibility_policy: 3,
    })
  }
  const first = await send(solver, 'resolving', 'leak', 'It drips')
  const queue = await readers.byDefault.listen({ event_types: ['message'] })
  await solver.patch(`/messages/${first}`, { topic: '✔ leak', propagate_mode: 'change_all' })
  const isRead = async (reader: Person): Promise<boolean> => {
    const { json } = await reader.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: made }],
    })
    assert.match(json.messages[0].content, /has marked this topic as resolved/)
    return json.messages[0].flags.includes('read')
  }
  const told = await queue.events()
  assert.deepEqual(
    told.map(({ flags }) => flags),
    [['read']],
    'and told as such',
  )
  const found = Object.entries(readers).map(
    async ([name, reader]) => [name, await isRead(reader)] as const,
  )
  assert.deepEqual(Object.fromEntries(await Promise.all(found)), {
    byDefault: true,
    following: false,
    always: true,
    never: false,
  })
})
