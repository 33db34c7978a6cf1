import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let admin: Person
let hamlet: Person
let cordelia: Person
let guest: Person
let open = 0
let closed = 0

before(async () => {
  chat = await startChat()
  admin = await chat.person('Iago', ROLE.administrator)
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
  open = await channel(hamlet, 'Open', [hamlet, guest])
  closed = await channel(hamlet, 'Closed', [hamlet], { invite_only: true })
  await channel(hamlet, 'Other', [hamlet])
})
after(() => chat.stop())

async function group(name: string): Promise<number> {
  const [row] = await chat.database.query<{ id: number }>({
    text: 'select id from user_group where realm_id = $1 and name = $2',
    values: [chat.realmId, name],
  })
  return row?.id ?? 0
}

async function setRealm(settings: Record<string, unknown>): Promise<void> {
  await chat.database.execute({
    text: 'update realm set settings = settings || $1::jsonb where id = $2',
    values: [JSON.stringify(settings), chat.realmId],
  })
}

const stored = async (id: number) => (await hamlet.get(`/streams/${id}`)).json.stream

test('who may administer a channel is told apart from who may know of it', async () => {
  const cases: readonly (readonly [Person, number, string])[] = [
    [cordelia, open, 'You do not have permission to administer this channel.'],
    [guest, open, 'You do not have permission to administer this channel.'],
    [cordelia, closed, 'Invalid channel ID'],
    [guest, closed, 'Invalid channel ID'],
    [hamlet, 999_999, 'Invalid channel ID'],
  ]
  for (const [person, id, message] of cases) {
    const changed = await person.patch(`/streams/${id}`, { description: 'mine' })
    assert.deepEqual(
      [changed.status, changed.json],
      [400, { result: 'error', msg: message, code: 'BAD_REQUEST' }],
    )
    const archived = await person.delete(`/streams/${id}`)
    assert.deepEqual([archived.status, archived.json.msg], [400, message])
  }
  assert.equal((await stored(open)).description, '')
})

test('an administrator may change what a private channel is called, not who may see it', async () => {
  const renamed = await admin.patch(`/streams/${closed}`, { description: 'watched' })
  assert.equal(renamed.status, 200)
  const nobody = await group('role:nobody')
  const members = await group('role:members')
  for (const fields of [
    { is_private: false },
    { history_public_to_subscribers: true },
    { can_subscribe_group: { new: members } },
    { can_add_subscribers_group: { new: members, old: nobody } },
  ]) {
    const answer = await admin.patch(`/streams/${closed}`, fields)
    assert.deepEqual(
      [answer.status, answer.json.msg],
      [400, 'Channel content access is required.'],
      JSON.stringify(fields),
    )
  }
  const other = { can_remove_subscribers_group: { new: members } }
  assert.equal((await admin.patch(`/streams/${closed}`, other)).status, 200)
})

const REFUSED: readonly (readonly [string, () => number, Record<string, unknown>, string])[] = [
  [
    'a public channel has shared history',
    () => open,
    { history_public_to_subscribers: false },
    'Invalid parameters',
  ],
  [
    'a web-public channel is not private',
    () => open,
    { is_web_public: true, is_private: true },
    'Invalid parameters',
  ],
  [
    'a default channel is not private',
    () => closed,
    { is_default_stream: true },
    'A default channel cannot be private.',
  ],
  [
    'web-public channels are a choice of the organization',
    () => open,
    { is_web_public: true },
    'Web-public channels are not enabled.',
  ],
  [
    'members do not choose the default channels',
    () => open,
    { is_default_stream: true },
    'You do not have permission to change default channels.',
  ],
  ['the name changes', () => open, { new_name: ' Open ' }, 'Channel already has that name.'],
  ['a name is not empty', () => open, { new_name: '   ' }, "Channel name can't be empty."],
  [
    'a name has 60 characters at most',
    () => open,
    { new_name: 'é'.repeat(61) },
    'Channel name too long (limit: 60 characters).',
  ],
  [
    'a name can be read',
    () => open,
    { new_name: 'a\u007f' },
    'Invalid character in channel name, at position 2.',
  ],
  [
    'a description has 1024 characters at most',
    () => open,
    { description: 'x'.repeat(1025) },
    'description is too long (limit: 1024 characters)',
  ],
  ['a folder exists', () => open, { folder_id: 999_999 }, 'Invalid channel folder ID'],
  ['a topics policy exists', () => open, { topics_policy: 'some' }, 'Invalid topics_policy'],
  [
    'a change of a setting has a new value',
    () => open,
    { can_subscribe_group: { old: 1 } },
    'can_subscribe_group["new"] field is missing: Field required',
  ],
  [
    'a setting’s group exists',
    () => open,
    { can_send_message_group: { new: 999_999 } },
    'Invalid user group',
  ],
  [
    'an active channel is not brought back',
    () => open,
    { is_archived: false },
    'Channel is not currently deactivated',
  ],
]

for (const [rule, id, fields, message] of REFUSED) {
  test(`it is a rule that ${rule}`, async () => {
    const before = await stored(id())
    const queue = await hamlet.listen({ event_types: ['stream', 'default_streams'] })
    const answer = await hamlet.patch(`/streams/${id()}`, fields)
    assert.deepEqual([answer.status, answer.json.msg], [400, message])
    assert.equal(answer.json.code, 'BAD_REQUEST')
    assert.deepEqual(await stored(id()), before)
    assert.deepEqual(await queue.events(), [])
  })
}

test('another channel’s name is a conflict, the own in another case is not', async () => {
  const taken = await hamlet.patch(`/streams/${open}`, { new_name: 'OTHER' })
  assert.deepEqual(
    [taken.status, taken.json],
    [
      409,
      {
        result: 'error',
        msg: "Channel 'OTHER' already exists",
        channel_name: 'OTHER',
        code: 'CHANNEL_ALREADY_EXISTS',
      },
    ],
  )
  assert.equal((await hamlet.patch(`/streams/${open}`, { new_name: 'OPEN' })).status, 200)
  assert.equal((await hamlet.patch(`/streams/${open}`, { new_name: 'Open' })).status, 200)
})

test('an expected value that is not the current one changes nothing', async () => {
  const members = await group('role:members')
  const everyone = await group('role:everyone')
  const change = (old: unknown) =>
    hamlet.patch(`/streams/${open}`, { can_send_message_group: { new: members, old } })
  const refused = await change(members)
  assert.deepEqual(refused.json, {
    result: 'error',
    msg: "'old' value does not match the expected value.",
    field_name: 'old',
    code: 'EXPECTATION_MISMATCH',
  })
  assert.equal((await stored(open)).can_send_message_group, everyone)
  const done = await change({ direct_members: [], direct_subgroups: [everyone] })
  assert.equal(done.status, 200)
  const queue = await hamlet.listen({ event_types: ['stream'] })
  const same = { new: { direct_members: [], direct_subgroups: [members] } }
  assert.equal(
    (await hamlet.patch(`/streams/${open}`, { can_send_message_group: same })).status,
    200,
  )
  assert.deepEqual(await queue.events(), [], 'the same value in another form is no change')
})

test('only owners decide how long messages are kept', async () => {
  const path = `/streams/${open}`
  const refused = await admin.patch(path, { message_retention_days: 30 })
  assert.deepEqual(
    [refused.json.code, refused.json.msg],
    ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
  )
  for (const value of ['forever', 0, -1]) {
    const wrong = await chat.owner.patch(path, { message_retention_days: value })
    assert.deepEqual(
      [wrong.json.code, wrong.json.var_name, wrong.json.bad_value],
      ['REQUEST_VARIABLE_INVALID', 'message_retention_days', value],
    )
  }
  const queue = await guest.listen({ event_types: ['stream'] })
  for (const value of [30, '"unlimited"', 'realm_default']) {
    const done = await chat.owner.patch(path, { message_retention_days: value })
    assert.equal(done.status, 200)
  }
  assert.deepEqual(
    (await queue.events()).map(({ property, value }) => [property, value]),
    [
      ['message_retention_days', 30],
      ['message_retention_days', -1],
      ['message_retention_days', null],
    ],
  )
})

test('only the empty topic is allowed where there is no other', async () => {
  const id = await channel(hamlet, 'Topicless', [])
  await hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'Topicless' }] })
  await send(hamlet, id, '', 'general')
  const policy = { topics_policy: 'empty_topic_only' }
  const queue = await hamlet.listen({ event_types: ['stream', 'message'] })
  assert.equal((await hamlet.patch(`/streams/${id}`, policy)).status, 200)
  const [event, notice] = await queue.events()
  assert.deepEqual([event?.['property'], event?.['value']], ['topics_policy', 'empty_topic_only'])
  assert.equal(notice?.['message'].subject, 'general chat')
  const refused = await hamlet.post('/messages', {
    type: 'stream',
    to: id,
    topic: 'named',
    content: 'x',
  })
  assert.equal(refused.json.msg, 'Only the general chat topic is allowed in this channel.')
  const other = await hamlet.patch(`/streams/${open}`, policy)
  assert.deepEqual(other.json, {
    result: 'error',
    msg: 'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.',
    empty_topic_display_name: 'general chat',
    code: 'BAD_REQUEST',
  })
})

test('default channels are an administrator’s choice, told to all but guests', async () => {
  const queues = await Promise.all(
    [hamlet, guest].map((one) => one.listen({ event_types: ['default_streams'] })),
  )
  const refused = await hamlet.post('/default_streams', { stream_id: open })
  assert.equal(refused.json.msg, 'You do not have permission to change default channels.')
  const byGuest = await guest.delete('/default_streams', { stream_id: open })
  assert.equal(byGuest.json.msg, 'Not allowed for guest users')
  const hidden = await admin.post('/default_streams', { stream_id: closed })
  assert.equal(hidden.json.msg, 'Invalid channel ID')
  const own = await channel(admin, 'Office', [admin], { invite_only: true })
  const secret = await admin.post('/default_streams', { stream_id: own })
  assert.equal(secret.json.msg, 'Private channels cannot be made default.')
  await admin.post('/default_streams', { stream_id: open })
  await admin.post('/default_streams', { stream_id: open })
  await admin.delete('/default_streams', { stream_id: open })
  const [member, outsider] = await Promise.all(queues.map((queue) => queue.events()))
  assert.deepEqual(
    member?.map(({ default_streams: ids }) => ids),
    [[open], []],
  )
  assert.deepEqual(outsider, [])
})

test('an archived channel leaves the organization’s settings that named it', async () => {
  const id = await channel(hamlet, 'News', [hamlet])
  await setRealm({ new_stream_announcements_stream_id: id, signup_announcements_stream_id: open })
  const queue = await guest.listen({ event_types: ['realm'] })
  await hamlet.delete(`/streams/${id}`)
  assert.deepEqual(
    (await queue.events()).map(({ op, property, data }) => [op, property, data]),
    [['update_dict', 'default', { new_stream_announcements_stream_id: -1 }]],
  )
  const [realm] = await chat.database.query<{ settings: Record<string, unknown> }>({
    text: 'select settings from realm where id = $1',
    values: [chat.realmId],
  })
  assert.deepEqual(
    [
      realm?.settings['new_stream_announcements_stream_id'],
      realm?.settings['signup_announcements_stream_id'],
    ],
    [-1, open],
  )
})

test('an archived channel that nobody could see stays archived', async () => {
  const id = await channel(hamlet, 'Lost', [hamlet], { invite_only: true })
  await hamlet.delete(`/streams/${id}`)
  await hamlet.delete('/users/me/subscriptions', { subscriptions: ['Lost'] })
  const answer = await hamlet.patch(`/streams/${id}`, { is_archived: false })
  assert.equal(answer.json.msg, 'Channel is private and have no subscribers')
})

test('only unarchiving is permitted: is_archived true is refused, and nothing else of the call is done', async () => {
  const id = await channel(hamlet, 'Standing', [hamlet])
  const queue = await hamlet.listen({ event_types: ['stream'] })
  for (const isGone of [false, true]) {
    if (isGone) await hamlet.delete(`/streams/${id}`)
    await queue.events()
    const fields = { is_archived: true, description: 'gone' }
    const { status, json } = await hamlet.patch(`/streams/${id}`, fields)
    assert.deepEqual([status, json.code], [400, 'BAD_REQUEST'])
    assert.equal(
      json.msg,
      'is_archived can only be false; a channel is archived with DELETE /streams/{stream_id}',
    )
    assert.deepEqual(await queue.events(), [])
    const { stream } = (await hamlet.get(`/streams/${id}`)).json
    assert.deepEqual([stream.is_archived, stream.description], [isGone, ''])
  }
})
