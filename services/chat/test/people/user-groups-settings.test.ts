import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let members: number
let nobody: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  const rows = await chat.database.query<{ id: number; name: string }>({
    text: 'select id, name from user_group where realm_id = $1 and is_system',
    values: [chat.realmId],
  })
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? 0
  members = idOf('role:members')
  nobody = idOf('role:nobody')
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

async function group(by: Person, name: string, fields = {}): Promise<number> {
  const created = await by.post('/user_groups/create', {
    name,
    description: '',
    members: [],
    ...fields,
  })
  return created.json.group_id
}

test('each change of a group is an event of its own; what stays the same is none', async () => {
  const id = await group(hamlet, 'changing')
  const heard = await cordelia.listen()
  const changed = await hamlet.patch(`/user_groups/${id}`, {
    name: 'changed',
    description: 'Changed',
    can_mention_group: { new: { direct_members: [cordelia.id], direct_subgroups: [] } },
    can_join_group: { new: members, old: nobody },
    can_leave_group: { new: { direct_members: [], direct_subgroups: [members] } },
  })
  assert.equal(changed.status, 200)
  const update = (data: object) => ({ type: 'user_group', op: 'update', group_id: id, data })
  assert.deepEqual(without(await heard.events()), [
    update({ name: 'changed' }),
    update({ description: 'Changed' }),
    update({ can_join_group: members }),
    update({ can_leave_group: members }),
    update({ can_mention_group: { direct_members: [cordelia.id], direct_subgroups: [] } }),
  ])
  await hamlet.patch(`/user_groups/${id}`, { name: 'changed', can_join_group: { new: members } })
  assert.deepEqual(await heard.events(), [])
})

test('a group is changed only by those who manage it, and only from what it is expected to be', async () => {
  const id = await group(hamlet, 'managed')
  await group(hamlet, 'other')
  for (const [by, fields, msg, code] of [
    [cordelia, { name: 'mine' }, 'Insufficient permission', 'BAD_REQUEST'],
    [hamlet, {}, 'No new data supplied', 'BAD_REQUEST'],
    [hamlet, { name: 'Other' }, "User group 'Other' already exists.", 'BAD_REQUEST'],
    [
      hamlet,
      { can_join_group: { new: members, old: members } },
      "'old' value does not match the expected value.",
      'EXPECTATION_MISMATCH',
    ],
    [
      hamlet,
      { can_join_group: { old: nobody } },
      'can_join_group["new"] field is missing: Field required',
      'BAD_REQUEST',
    ],
  ] as const) {
    const { status, json } = await by.patch(`/user_groups/${id}`, fields)
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, code])
  }
  assert.equal((await chat.owner.patch(`/user_groups/${id}`, { name: 'owned' })).status, 200)
  const role = await chat.owner.patch(`/user_groups/${members}`, { name: 'everybody' })
  assert.equal(role.json.msg, 'Insufficient permission')
  const recased = await hamlet.patch(`/user_groups/${id}`, { name: 'OWNED' })
  assert.equal(recased.status, 200)
})

test('a deactivated group is listed only when asked for, and old clients hear that it is gone', async () => {
  const id = await group(hamlet, 'ending')
  const modern = await cordelia.listen({
    client_capabilities: { notification_settings_null: true, include_deactivated_groups: true },
  })
  const old = await cordelia.listen()
  assert.equal(
    (await cordelia.post(`/user_groups/${id}/deactivate`)).json.msg,
    'Insufficient permission',
  )
  assert.equal((await hamlet.post(`/user_groups/${id}/deactivate`)).status, 200)
  const again = await hamlet.post(`/user_groups/${id}/deactivate`)
  assert.equal(again.json.msg, 'User group is already deactivated.')
  assert.deepEqual(without(await modern.events()), [
    { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } },
  ])
  assert.deepEqual(without(await old.events()), [
    { type: 'user_group', op: 'remove', group_id: id },
  ])
  const listed = async (fields: object) =>
    (await hamlet.get('/user_groups', { ...fields })).json.user_groups.some(
      (one: { id: number }) => one.id === id,
    )
  assert.deepEqual(
    [await listed({}), await listed({ include_deactivated_groups: true })],
    [false, true],
  )
  const other = await group(hamlet, 'outer')
  const refused = await hamlet.post(`/user_groups/${other}/subgroups`, { add: [id] })
  assert.equal(refused.json.msg, 'User group is deactivated.')
  // Its members can still be changed.
  const joined = await hamlet.post(`/user_groups/${id}/members`, { add: [hamlet.id] })
  assert.equal(joined.status, 200)
  assert.equal((await hamlet.patch(`/user_groups/${id}`, { deactivated: false })).status, 200)
  assert.equal(await listed({}), true)
  assert.equal(without(await old.events()).at(-1)?.['op'], 'add')
})

test('a group in use cannot be deactivated, and the answer tells where it is used', async () => {
  const id = await group(hamlet, 'used')
  const outer = await group(hamlet, 'using', { subgroups: [id] })
  const setting = await group(hamlet, 'set by', {
    can_join_group: { direct_members: [hamlet.id], direct_subgroups: [id] },
  })
  const stream = await channel(chat.owner, 'restricted', [], { can_send_message_group: id })
  await chat.database.execute({
    text: `update realm set settings = jsonb_build_object('can_create_groups', $1::bigint) where id = $2`,
    values: [id, chat.realmId],
  })
  const { status, json } = await chat.owner.post(`/user_groups/${id}/deactivate`)
  assert.equal(status, 400)
  assert.deepEqual(json, {
    result: 'error',
    msg: 'Cannot deactivate user group in use.',
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    objections: [
      { type: 'subgroup', supergroup_ids: [outer] },
      { type: 'user_group', group_id: setting, settings: ['can_join_group'] },
      { type: 'channel', channel_id: stream, settings: ['can_send_message_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
    ],
  })
})
