import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let administrator: Person
let guest: Person
let system: Map<string, number>

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  administrator = await chat.person('Horatio', ROLE.administrator)
  guest = await chat.person('Polonius', ROLE.guest)
  const rows = await chat.database.query<{ id: number; name: string }>({
    text: 'select id, name from user_group where realm_id = $1 and is_system',
    values: [chat.realmId],
  })
  system = new Map(rows.map(({ id, name }) => [name, id]))
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

test('each changed setting is told to everybody, and is the state of a new queue', async () => {
  const heard = await guest.listen()
  const changed = await administrator.patch('/realm', {
    name: 'Elsinore',
    description: 'A castle',
    mandatory_topics: true,
    message_content_edit_limit_seconds: 'unlimited',
    org_type: 10,
  })
  assert.equal(changed.status, 400)
  const right = await administrator.patch('/realm', {
    name: 'Elsinore',
    description: 'A castle',
    mandatory_topics: true,
    message_content_edit_limit_seconds: '"unlimited"',
    org_type: 10,
  })
  assert.equal(right.status, 200)
  const update = (property: string, value: unknown) => ({
    type: 'realm',
    op: 'update',
    property,
    value,
  })
  const events = without(await heard.events())
  assert.deepEqual(events.slice(0, 3), [
    update('name', 'Elsinore'),
    update('description', 'A castle'),
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { allow_message_editing: true, message_content_edit_limit_seconds: null },
    },
  ])
  assert.deepEqual(
    new Set(events.slice(3).map((event) => event['property'])),
    new Set(['mandatory_topics', 'org_type']),
  )
  const { state } = await hamlet.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual(
    [
      state['realm_name'],
      state['realm_description'],
      state['realm_mandatory_topics'],
      state['realm_message_content_edit_limit_seconds'],
    ],
    ['Elsinore', 'A castle', true, null],
  )
  await administrator.patch('/realm', { name: 'Elsinore', mandatory_topics: true })
  assert.deepEqual(await heard.events(), [])
})

test('a permission that is given to others holds at once, and is told with its new value', async () => {
  const value = { direct_members: [hamlet.id], direct_subgroups: [] }
  const heard = await guest.listen()
  const changed = await chat.owner.patch('/realm', {
    can_create_public_channel_group: { new: value, old: system.get('role:members') },
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(without(await heard.events()), [
    {
      type: 'realm',
      op: 'update_dict',
      property: 'default',
      data: { can_create_public_channel_group: value },
    },
  ])
  await channel(hamlet, 'by hamlet', [])
  const refused = await administrator.post('/channels/create', { name: 'x', subscribers: [] })
  assert.equal(refused.json.msg, 'Insufficient permission')
  const { state } = await guest.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual(state['realm_can_create_public_channel_group'], value)
})

test('only administrators change the organization, some of it only owners, and only to what can be', async () => {
  const everyone = system.get('role:everyone')
  for (const [by, fields, msg, code] of [
    [hamlet, { name: 'Mine' }, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'],
    [
      administrator,
      { message_retention_days: 30 },
      'Must be an organization owner',
      'UNAUTHORIZED_PRINCIPAL',
    ],
    [administrator, { name: ' ' }, 'name cannot be blank', 'BAD_REQUEST'],
    [administrator, { name: 'x'.repeat(41) }, 'Organization name is too long.', 'BAD_REQUEST'],
    [
      administrator,
      { description: 'x'.repeat(1001) },
      'Organization description is too long.',
      'BAD_REQUEST',
    ],
    [administrator, { mandatory_topics: 1 }, 'mandatory_topics is not a boolean', 'BAD_REQUEST'],
    [
      chat.owner,
      { message_retention_days: 0 },
      "Bad value for 'message_retention_days': 0",
      'REQUEST_VARIABLE_INVALID',
    ],
    [
      administrator,
      { new_stream_announcements_stream_id: 999_999 },
      'Invalid channel ID',
      'BAD_REQUEST',
    ],
    [
      administrator,
      { can_add_custom_emoji_group: { new: everyone } },
      "'can_add_custom_emoji_group' setting cannot be set to 'role:everyone' group.",
      'BAD_REQUEST',
    ],
    [
      administrator,
      {
        can_access_all_users_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
      },
      "'can_access_all_users_group' must be a system user group.",
      'SYSTEM_GROUP_REQUIRED',
    ],
    [
      administrator,
      { can_add_custom_emoji_group: { new: everyone, old: everyone } },
      "'old' value does not match the expected value.",
      'EXPECTATION_MISMATCH',
    ],
  ] as const) {
    const { status, json } = await by.patch('/realm', fields)
    assert.deepEqual([status, json.msg, json.code], [400, msg, code])
  }
  assert.equal((await chat.owner.patch('/realm', { message_retention_days: 30 })).status, 200)
})

test('whoever has not waited long enough is no full member, and everybody hears who is', async () => {
  const day = 86_400_000
  const old = await chat.person('Old hand', ROLE.member, {
    createdAt: new Date(chat.clock.now() - 3 * day),
  })
  const heard = await guest.listen({ event_types: ['user_group'] })
  assert.equal((await chat.owner.patch('/realm', { waiting_period_threshold: 3 })).status, 200)
  const [removed] = without(await heard.events())
  assert.deepEqual(
    [removed?.['op'], removed?.['group_id']],
    ['remove_members', system.get('role:fullmembers')],
  )
  assert.ok(removed?.['user_ids'].includes(hamlet.id))
  assert.ok(!removed?.['user_ids'].includes(old.id))
  await chat.owner.patch('/realm', { waiting_period_threshold: 0 })
  const [added] = without(await heard.events())
  assert.deepEqual([added?.['op'], added?.['user_ids']], ['add_members', removed?.['user_ids']])
})
