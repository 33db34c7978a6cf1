import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let othello: Person
let guest: Person
let system: Map<string, number>

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  othello = await chat.person('Othello')
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

async function group(
  by: Person,
  name: string,
  members: readonly Person[],
  fields: Record<string, unknown> = {},
): Promise<number> {
  const answer = await by.post('/user_groups/create', {
    name,
    description: `The ${name}`,
    members: members.map(({ id }) => id),
    ...fields,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.group_id
}

async function groupOf(by: Person, id: number, fields = {}) {
  const { json } = await by.get('/user_groups', fields)
  return json.user_groups.find((one: { id: number }) => one.id === id)
}

test('a new group has its creator’s settings, is listed, and everybody hears of it', async () => {
  const heard = await guest.listen()
  const id = await group(hamlet, ' marketing ', [cordelia, hamlet])
  const creator = { direct_members: [hamlet.id], direct_subgroups: [] }
  const expected = {
    id,
    name: 'marketing',
    description: 'The  marketing ',
    creator_id: hamlet.id,
    date_created: Math.floor(chat.clock.now() / 1000),
    members: [hamlet.id, cordelia.id],
    direct_subgroup_ids: [],
    is_system_group: false,
    deactivated: false,
    can_add_members_group: creator,
    can_join_group: system.get('role:nobody'),
    can_leave_group: system.get('role:everyone'),
    can_manage_group: creator,
    can_mention_group: system.get('role:everyone'),
    can_remove_members_group: system.get('role:nobody'),
  }
  assert.deepEqual(await groupOf(cordelia, id), expected)
  assert.deepEqual(without(await heard.events()), [
    { type: 'user_group', op: 'add', group: expected },
  ])
})

test('names, members, subgroups and settings of a new group are checked, and nothing is made of a wrong one', async () => {
  await group(hamlet, 'taken', [])
  const before = (await hamlet.get('/user_groups')).json.user_groups.length
  const gone = await chat.person('Gone')
  await gone.delete('/users/me')
  for (const [fields, msg] of [
    [{ name: ' ' }, "User group name can't be empty!"],
    [{ name: 'x'.repeat(101) }, 'User group name cannot exceed 100 characters.'],
    [{ name: '@all' }, "User group name cannot start with '@'."],
    [{ name: 'role:me' }, "User group name cannot start with 'role:'."],
    [{ name: 'user:me' }, "User group name cannot start with 'user:'."],
    [{ name: 'stream:me' }, "User group name cannot start with 'stream:'."],
    [{ name: 'channel:me' }, "User group name cannot start with 'channel:'."],
    [{ name: 'TAKEN' }, "User group 'TAKEN' already exists."],
    [{ members: [999_999] }, 'Invalid user ID: 999999'],
    [{ members: [gone.id] }, `Invalid user ID: ${gone.id}`],
    [{ subgroups: [999_999] }, 'Invalid user group ID: 999999'],
    [{ can_join_group: 999_999 }, 'Invalid user group'],
    [
      { can_manage_group: system.get('role:everyone') },
      "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    ],
    [
      { can_mention_group: system.get('role:internet') },
      "'can_mention_group' setting cannot be set to 'role:internet' group.",
    ],
  ] as const) {
    const { status, json } = await hamlet.post('/user_groups/create', {
      name: 'fresh',
      description: '',
      members: [],
      ...fields,
    })
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, 'BAD_REQUEST'])
  }
  assert.equal((await hamlet.get('/user_groups')).json.user_groups.length, before)
})

test('guests and bots have nothing to do with groups', async () => {
  const bot = await chat.bot('Grouping bot', hamlet)
  const id = await group(hamlet, 'closed', [])
  for (const [by, msg] of [
    [guest, 'Not allowed for guest users'],
    [bot, 'This endpoint does not accept bot requests.'],
  ] as const) {
    for (const refused of [
      await by.get('/user_groups'),
      await by.post('/user_groups/create', { name: 'x', description: '', members: [] }),
      await by.post(`/user_groups/${id}/members`, { add: [by.id] }),
      await by.get(`/user_groups/${id}/members`),
      await by.post(`/user_groups/${id}/deactivate`),
    ]) {
      assert.deepEqual([refused.status, refused.json.msg], [400, msg])
    }
  }
})

test('members come and go in one step, everybody hears, and the notification bot tells those concerned', async () => {
  const id = await group(hamlet, 'travellers', [cordelia])
  const [heard, added] = [await guest.listen(), await othello.listen()]
  const changed = await hamlet.post(`/user_groups/${id}/members`, {
    add: [othello.id, hamlet.id],
    delete: [cordelia.id],
  })
  assert.equal(changed.status, 200)
  assert.deepEqual(without(await heard.events()), [
    { type: 'user_group', op: 'add_members', group_id: id, user_ids: [othello.id, hamlet.id] },
    { type: 'user_group', op: 'remove_members', group_id: id, user_ids: [cordelia.id] },
  ])
  assert.deepEqual((await groupOf(hamlet, id)).members, [hamlet.id, othello.id])
  const message = (await added.events()).find((event) => event['type'] === 'message')?.['message']
  assert.equal(message.sender_full_name, 'Notification Bot')
  const { json } = await othello.get(`/messages/${message.id}`, { apply_markdown: false })
  assert.equal(
    json.message.content,
    `@_**King Hamlet|${hamlet.id}** added you to the group @_*travellers*.`,
  )
})

test('a change that is wrong in one part changes nothing', async () => {
  const id = await group(hamlet, 'strict', [cordelia])
  const inner = await group(hamlet, 'inner', [othello])
  await hamlet.post(`/user_groups/${id}/subgroups`, { add: [inner] })
  const heard = await guest.listen()
  for (const [fields, msg] of [
    [
      {},
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    ],
    [
      { add: [othello.id], delete: [hamlet.id] },
      `There is no member '${hamlet.id}' in this user group`,
    ],
    [{ add: [cordelia.id] }, `User ${cordelia.id} is already a member of this group`],
    [{ add: [othello.id, 999_999] }, 'Invalid user ID: 999999'],
    [{ delete: [999_999] }, 'Invalid user ID: 999999'],
    [{ add: [othello.id], add_subgroups: [999_999] }, 'Invalid user group ID: 999999'],
    [{ add_subgroups: [inner] }, `User group ${inner} is already a subgroup of this group.`],
    [
      { delete_subgroups: [system.get('role:members')] },
      `User group ${system.get('role:members')} is not a subgroup of this group.`,
    ],
  ] as const) {
    const { status, json } = await hamlet.post(`/user_groups/${id}/members`, fields)
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, 'BAD_REQUEST'])
  }
  const cycle = await hamlet.post(`/user_groups/${inner}/subgroups`, { add: [id] })
  assert.equal(
    cycle.json.msg,
    `User group ${inner} is already a subgroup of one of the passed subgroups.`,
  )
  assert.equal(
    (await hamlet.post(`/user_groups/${id}/subgroups`)).json.msg,
    'Nothing to do. Specify at least one of "add" or "delete".',
  )
  assert.deepEqual((await groupOf(hamlet, id)).members, [cordelia.id])
  assert.deepEqual(await heard.events(), [])
})

test('who may add, remove, join and leave follows the group’s settings', async () => {
  const id = await group(hamlet, 'club', [othello])
  const change = (by: Person, fields: object) =>
    by.post(`/user_groups/${id}/members`, { ...fields })
  const refused = async (by: Person, fields: object) =>
    assert.equal((await change(by, fields)).json.msg, 'Insufficient permission')
  await refused(cordelia, { add: [cordelia.id] })
  await refused(cordelia, { add: [chat.owner.id] })
  await refused(cordelia, { delete: [othello.id] })
  await refused(cordelia, { delete_subgroups: [1] })
  const members = { new: system.get('role:members') }
  await hamlet.patch(`/user_groups/${id}`, { can_join_group: members })
  assert.equal((await change(cordelia, { add: [cordelia.id] })).status, 200)
  await refused(cordelia, { add: [cordelia.id, chat.owner.id] })
  assert.equal((await change(cordelia, { delete: [cordelia.id] })).status, 200)
  assert.equal((await change(chat.owner, { add: [cordelia.id] })).status, 200)
  const unknown = await hamlet.post('/user_groups/999999/members', { add: [cordelia.id] })
  assert.equal(unknown.json.msg, 'Invalid user group')
  const roles = await chat.owner.post(`/user_groups/${system.get('role:owners')}/members`, {
    add: [cordelia.id],
  })
  assert.equal(roles.json.msg, 'Insufficient permission')
})

test('members are read directly or through subgroups, without the deactivated', async () => {
  const gone = await chat.person('Ghost')
  const inner = await group(hamlet, 'reading inner', [othello, gone])
  const outer = await group(hamlet, 'reading outer', [cordelia], { subgroups: [inner] })
  await gone.delete('/users/me')
  const path = `/user_groups/${outer}`
  assert.deepEqual((await othello.get(`${path}/members`)).json.members, [cordelia.id, othello.id])
  const direct = await othello.get(`${path}/members`, { direct_member_only: true })
  assert.deepEqual(direct.json.members, [cordelia.id])
  const is = async (fields: object) =>
    (await hamlet.get(`${path}/members/${othello.id}`, { ...fields })).json.is_user_group_member
  assert.deepEqual([await is({}), await is({ direct_member_only: true })], [true, false])
  assert.deepEqual((await hamlet.get(`${path}/subgroups`)).json.subgroups, [inner])
  const all = await hamlet.get(`/user_groups/${system.get('role:members')}/subgroups`)
  assert.equal(all.json.subgroups.length, 4)
  assert.equal((await hamlet.get('/user_groups/999999/members')).json.msg, 'Invalid user group')
  assert.equal((await hamlet.get(`${path}/members/999999`)).json.msg, 'No such user')
})

test('a group that gives access to a private channel tells its new members of it, and takes it back', async () => {
  const id = await group(hamlet, 'keepers', [])
  const secret = await channel(chat.owner, 'vault', [chat.owner], {
    invite_only: true,
    can_subscribe_group: id,
  })
  const own = await cordelia.listen({ event_types: ['stream', 'subscription'] })
  await hamlet.post(`/user_groups/${id}/members`, { add: [cordelia.id] })
  const [created, peers] = without(await own.events())
  assert.deepEqual([created?.['op'], created?.['streams'][0].stream_id], ['create', secret])
  assert.deepEqual([peers?.['op'], peers?.['user_ids']], ['peer_add', [chat.owner.id]])
  await hamlet.post(`/user_groups/${id}/members`, { delete: [cordelia.id] })
  const [lost] = without(await own.events())
  assert.deepEqual([lost?.['op'], lost?.['stream_ids']], ['delete', [secret]])
})
