import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let admin: Person
let hamlet: Person
let cordelia: Person
let guest: Person

before(async () => {
  chat = await startChat()
  admin = await chat.person('Iago', ROLE.administrator)
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

const CHANNELS = { event_types: ['stream', 'subscription'] }

/** What each person hears while something is done, as `type operation`. */
async function heard(
  people: readonly Person[],
  act: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const queues = await Promise.all(people.map((person) => person.listen(CHANNELS)))
  await act()
  const events = await Promise.all(queues.map((queue) => queue.events()))
  return events.map((list) => list.map(({ type, op }) => `${type} ${op}`))
}

async function group(name: string): Promise<number> {
  const [row] = await chat.database.query<{ id: number }>({
    text: 'select id from user_group where realm_id = $1 and name = $2',
    values: [chat.realmId, name],
  })
  return row?.id ?? 0
}

async function messages(person: Person, streamId: number): Promise<Record<string, string>[]> {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: streamId }],
    apply_markdown: false,
  })
  return json.messages
}

test('a public channel is told to members, its subscription to subscribers, they to the others', async () => {
  const queue = await cordelia.listen(CHANNELS)
  const made = { id: 0 }
  const events = await heard([hamlet, admin, cordelia, guest], async () => {
    const description = 'A **cold**\nplace'
    made.id = await channel(hamlet, 'Denmark', [cordelia, guest], { description })
  })
  assert.deepEqual(events, [
    ['stream create', 'subscription peer_add'],
    ['stream create', 'subscription peer_add'],
    ['stream create', 'subscription add'],
    ['stream create', 'subscription add'],
  ])
  const [create, add] = await queue.events()
  const [stream] = create?.['streams'] ?? []
  assert.deepEqual(
    [stream.stream_id, stream.name, stream.description, stream.creator_id],
    [made.id, 'Denmark', 'A **cold** place', hamlet.id],
  )
  assert.deepEqual(add?.['subscriptions'][0].subscribers, [cordelia.id, guest.id])
  assert.equal(add?.['subscriptions'][0].stream_id, made.id)
  const shown = (await cordelia.get(`/streams/${made.id}`)).json.stream
  assert.deepEqual({ ...stream, first_message_id: shown.first_message_id }, shown)
})

test('a private channel is told to its subscribers, to administrators and to nobody else', async () => {
  const events = await heard([hamlet, admin, cordelia, guest], () =>
    channel(hamlet, 'Plot', [guest], { invite_only: true }),
  )
  assert.deepEqual(events, [
    ['stream create', 'subscription peer_add'],
    ['stream create', 'subscription peer_add'],
    [],
    ['stream create', 'subscription add'],
  ])
})

test('each setting has its default until another value is given', async () => {
  const id = await channel(hamlet, 'Defaults', [])
  const { stream } = (await hamlet.get(`/streams/${id}`)).json
  const nobody = await group('role:nobody')
  const expected = {
    can_add_subscribers_group: nobody,
    can_administer_channel_group: { direct_members: [hamlet.id], direct_subgroups: [] },
    can_delete_any_message_group: nobody,
    can_delete_own_message_group: nobody,
    can_move_messages_out_of_channel_group: nobody,
    can_move_messages_within_channel_group: nobody,
    can_remove_subscribers_group: await group('role:administrators'),
    can_resolve_topics_group: nobody,
    can_send_message_group: await group('role:everyone'),
    can_subscribe_group: nobody,
    history_public_to_subscribers: true,
    topics_policy: 'inherit',
    message_retention_days: null,
    folder_id: null,
    first_message_id: null,
  }
  const shown = Object.keys(expected).map((name) => [name, stream[name]])
  assert.deepEqual(Object.fromEntries(shown), expected)
  const hidden = await channel(hamlet, 'Hidden', [hamlet], { invite_only: true })
  const other = (await hamlet.get(`/streams/${hidden}`)).json.stream
  assert.equal(other.history_public_to_subscribers, false)
})

test('settings are kept in their simplest form', async () => {
  const members = await group('role:members')
  const id = await channel(admin, 'Settings', [admin], {
    can_send_message_group: { direct_members: [], direct_subgroups: [members] },
    can_subscribe_group: { direct_members: [], direct_subgroups: [] },
    can_add_subscribers_group: {
      direct_members: [cordelia.id, hamlet.id, cordelia.id],
      direct_subgroups: [members],
    },
    can_delete_any_message_group: members,
    topics_policy: '"allow_empty_topic"',
  })
  const { stream } = (await admin.get(`/streams/${id}`)).json
  assert.equal(stream.can_send_message_group, members)
  assert.equal(stream.can_subscribe_group, await group('role:nobody'))
  assert.deepEqual(stream.can_add_subscribers_group, {
    direct_members: [hamlet.id, cordelia.id],
    direct_subgroups: [members],
  })
  assert.equal(stream.can_delete_any_message_group, members)
  assert.equal(stream.topics_policy, 'allow_empty_topic')
})

test('the notification bot says what a channel is, unless nobody is in it', async () => {
  const id = await channel(hamlet, 'Told', [hamlet, cordelia])
  const [notice, ...others] = await messages(hamlet, id)
  assert.deepEqual(
    [notice?.['sender_full_name'], notice?.['subject'], notice?.['content'], others],
    [
      'Notification Bot',
      'channel events',
      `**Public** channel created by @_**King Hamlet|${hamlet.id}**. **Description:**\n\`\`\`\` quote\n*No description.*\n\`\`\`\``,
      [],
    ],
  )
  assert.deepEqual(notice?.['flags'], ['read'], 'whoever made the channel knows')
  assert.deepEqual((await messages(cordelia, id))[0]?.['flags'], [])
  assert.deepEqual(await messages(hamlet, await channel(hamlet, 'Untold', [])), [])
})

test('a channel is announced where the organization announces channels, if the request asks', async () => {
  const announcements = await channel(admin, 'Announcements', [hamlet])
  await chat.database.execute({
    text: `update realm set settings = settings || jsonb_build_object('new_stream_announcements_stream_id', $1::bigint)
      where id = $2`,
    values: [announcements, chat.realmId],
  })
  await channel(hamlet, 'Silent', [hamlet])
  await channel(hamlet, 'Loud', [hamlet], { announce: true })
  const told = (await messages(hamlet, announcements)).filter(
    (message) => message['subject'] === 'new channels',
  )
  assert.deepEqual(
    told.map(({ content }) => content),
    [`@_**King Hamlet|${hamlet.id}** created a new channel #**Loud**.`],
  )
})

const MEMBERS_ONLY = 'You do not have permission to change default channels.'
const REFUSED: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['no name', { name: '' }, 'name cannot be blank'],
  ['a name of spaces', { name: '  ' }, 'name cannot be blank'],
  ['a long name', { name: 'x'.repeat(61) }, 'Channel name too long (limit: 60 characters).'],
  [
    'a control character',
    { name: 'ab\u0001c' },
    'Invalid character in channel name, at position 3.',
  ],
  [
    'a long description',
    { description: 'x'.repeat(1025) },
    'description is too long (limit: 1024 characters)',
  ],
  ['subscribers that are no list', { subscribers: 7 }, 'subscribers is not a list'],
  ['an unknown subscriber', { subscribers: [999_999] }, 'No such user'],
  [
    'a public channel with protected history',
    { history_public_to_subscribers: false },
    'Invalid parameters',
  ],
  [
    'a private web-public channel',
    { invite_only: true, is_web_public: true },
    'Invalid parameters',
  ],
  ['a web-public channel', { is_web_public: true }, 'Web-public channels are not enabled.'],
  ['a default channel by a member', { is_default_stream: true }, MEMBERS_ONLY],
  ['a folder that does not exist', { folder_id: 999_999 }, 'Invalid channel folder ID'],
  ['an unknown topics policy', { topics_policy: 'none' }, 'Invalid topics_policy'],
  ['an unknown group', { can_subscribe_group: 999_999 }, 'Invalid user group'],
  [
    'an unknown subgroup',
    { can_subscribe_group: { direct_members: [], direct_subgroups: [999_999, 999_998] } },
    'Invalid user group ID: 999998',
  ],
  [
    'an unknown member',
    { can_subscribe_group: { direct_members: [999_999], direct_subgroups: [] } },
    'Invalid user ID: 999999',
  ],
  ['who may delete, by a member', { can_delete_any_message_group: 1 }, 'Insufficient permission'],
]

for (const [what, fields, message] of REFUSED) {
  test(`${what} is refused, and nothing is made`, async () => {
    const events = await heard([hamlet], async () => {
      const answer = await hamlet.post('/channels/create', {
        name: 'Refused',
        subscribers: [hamlet.id],
        ...fields,
      })
      assert.deepEqual(
        [answer.status, answer.json],
        [400, { result: 'error', msg: message, code: 'BAD_REQUEST' }],
      )
    })
    assert.deepEqual(events, [[]])
    const { streams } = (await admin.get('/streams', { include_all: true })).json
    assert.equal(
      streams.some(({ name }: { name: string }) => name === 'Refused'),
      false,
    )
  })
}

test('groups that a setting cannot be given to are refused by name', async () => {
  const make = async (fields: Record<string, unknown>) =>
    (await admin.post('/channels/create', { name: 'Never', subscribers: [], ...fields })).json.msg
  assert.equal(
    await make({ can_subscribe_group: await group('role:everyone') }),
    "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
  )
  assert.equal(
    await make({ can_send_message_group: await group('role:internet') }),
    "'can_send_message_group' setting cannot be set to 'role:internet' group.",
  )
})

test('a name that another channel has, archived or not, in any case, is a conflict', async () => {
  const id = await channel(hamlet, 'Taken', [hamlet])
  const again = () => cordelia.post('/channels/create', { name: ' TAKEN ', subscribers: [] })
  const expected = {
    result: 'error',
    msg: "Channel 'TAKEN' already exists",
    channel_name: 'TAKEN',
    code: 'CHANNEL_ALREADY_EXISTS',
  }
  const first = await again()
  assert.deepEqual([first.status, first.json], [409, expected])
  await hamlet.delete(`/streams/${id}`)
  const second = await again()
  assert.deepEqual([second.status, second.json], [409, expected])
})

test('of two who make a channel at once one makes it', async () => {
  const answers = await Promise.all(
    [hamlet, cordelia, admin].map((one) =>
      one.post('/channels/create', { name: 'Race', subscribers: [one.id] }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
})

test('guests make no channels, and only owners decide how long messages are kept', async () => {
  const plain = { name: 'Kept', subscribers: [] }
  assert.equal(
    (await guest.post('/channels/create', plain)).json.msg,
    'Not allowed for guest users',
  )
  const byAdmin = await admin.post('/channels/create', { ...plain, message_retention_days: 10 })
  assert.deepEqual(
    [byAdmin.status, byAdmin.json.code, byAdmin.json.msg],
    [400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
  )
  const wrong = await chat.owner.post('/channels/create', { ...plain, message_retention_days: 0 })
  assert.deepEqual(wrong.json, {
    result: 'error',
    msg: "Bad value for 'message_retention_days': 0",
    var_name: 'message_retention_days',
    bad_value: 0,
    code: 'REQUEST_VARIABLE_INVALID',
  })
  const id = await channel(chat.owner, 'Kept', [], { message_retention_days: 'unlimited' })
  assert.equal((await hamlet.get(`/streams/${id}`)).json.stream.message_retention_days, -1)
})
