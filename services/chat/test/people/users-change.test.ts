import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE, type Role } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let administrator: Person
let groups: Map<string, number>

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  administrator = await chat.person('Horatio', ROLE.administrator)
  const rows = await chat.database.query<{ id: number; name: string }>({
    text: 'select id, name from user_group where realm_id = $1 and is_system',
    values: [chat.realmId],
  })
  groups = new Map(rows.map(({ id, name }) => [name, id]))
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

test('an administrator creates an account that can sign in and has the default channels; everybody hears of it', async () => {
  const lobby = await channel(chat.owner, 'lobby', [], { is_default_stream: true })
  const heard = await hamlet.listen()
  const { status, json } = await administrator.post('/users', {
    email: 'New.Person@example.com',
    full_name: ' New Person ',
    password: 'abcdef',
  })
  assert.equal(status, 200)
  const id: number = json.user_id
  const events = without(await heard.events())
  assert.equal(events[0]?.['type'], 'realm_user')
  assert.equal(events[0]?.['op'], 'add')
  const { person } = events[0] as { person: Record<string, unknown> }
  assert.deepEqual(
    [person['user_id'], person['full_name'], person['delivery_email'], person['profile_data']],
    [id, 'New Person', 'New.Person@example.com', {}],
  )
  assert.deepEqual(events.slice(1), [
    { type: 'user_group', op: 'add_members', group_id: groups.get('role:members'), user_ids: [id] },
    {
      type: 'user_group',
      op: 'add_members',
      group_id: groups.get('role:fullmembers'),
      user_ids: [id],
    },
    { type: 'subscription', op: 'peer_add', user_ids: [id], stream_ids: [lobby] },
  ])
  const signedIn = await chat.client.send('POST', '/api/v1/fetch_api_key', {
    body: new URLSearchParams({ username: 'new.person@example.com', password: 'abcdef' }),
  })
  assert.equal(signedIn.json.user_id, id)
  const listed = await hamlet.get(`/users/${id}`)
  const { profile_data: _profile, ...plain } = person
  assert.deepEqual({ ...listed.json.user, avatar_url: plain['avatar_url'] }, plain)
})

test('an account is not created by others, for a taken address, with a bad name or a weak password', async () => {
  const good = { email: 'somebody@example.com', full_name: 'Some Body', password: 'abcdef' }
  const refused = await hamlet.post('/users', good)
  assert.deepEqual(
    [refused.json.msg, refused.json.code],
    ['Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'],
  )
  for (const [fields, msg] of [
    [{ email: 'KING.hamlet@example.com' }, 'Email is already in use.'],
    [{ email: 'nobody' }, 'Bad name or username'],
    [{ full_name: 'x' }, 'Name too short!'],
    [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ full_name: 'Some *Body*' }, 'Invalid characters in name!'],
    [{ full_name: 'Some Body|12' }, 'Invalid format!'],
    [{ password: 'abcde' }, 'The password is too weak.'],
    [{ password: 'x'.repeat(101) }, 'The password is too weak.'],
  ] as const) {
    const { status, json } = await administrator.post('/users', { ...good, ...fields })
    assert.equal(status, 400)
    assert.deepEqual([json.msg, json.code], [msg, 'BAD_REQUEST'])
  }
})

test('a role that changes is told to everybody with the system groups that change', async () => {
  const rising = await chat.person('Rising')
  const heard = await hamlet.listen()
  const changed = await administrator.patch(`/users/${rising.id}`, { role: ROLE.moderator })
  assert.equal(changed.status, 200)
  const member = (op: string, name: string) => ({
    type: 'user_group',
    op,
    group_id: groups.get(name),
    user_ids: [rising.id],
  })
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_user', op: 'update', person: { user_id: rising.id, role: ROLE.moderator } },
    member('remove_members', 'role:members'),
    member('remove_members', 'role:fullmembers'),
    member('add_members', 'role:moderators'),
  ])
  assert.equal((await rising.get('/users/me')).json.role, ROLE.moderator)
  await administrator.patch(`/users/${rising.id}`, { role: ROLE.moderator })
  assert.deepEqual(await heard.events(), [])
})

test('whoever becomes a guest loses the public channels, and gets them back as a member', async () => {
  const falling = await chat.person('Falling')
  const open = await channel(chat.owner, 'public square', [hamlet])
  const own = await falling.listen()
  await administrator.patch(`/users/${falling.id}`, { role: ROLE.guest })
  const lost = without(await own.events()).at(-1)
  assert.deepEqual([lost?.['type'], lost?.['op']], ['stream', 'delete'])
  assert.ok(lost?.['stream_ids'].includes(open))
  // What happens for members alone does not reach a guest’s queue.
  await channel(chat.owner, 'after the fall', [hamlet])
  assert.deepEqual(await own.events(), [])
  await administrator.patch(`/users/${falling.id}`, { role: ROLE.member })
  const events = without(await own.events())
  const created = events.find((event) => event['type'] === 'stream')
  assert.equal(created?.['op'], 'create')
  assert.ok(created?.['streams'].some((one: { stream_id: number }) => one.stream_id === open))
  assert.ok(
    events.some((event) => event['op'] === 'peer_add' && event['stream_ids'].includes(open)),
  )
})

test('only owners make or unmake owners, and one always stays', async () => {
  const target = await chat.person('Target')
  const patch = (by: Person, id: number, role: Role) => by.patch(`/users/${id}`, { role })
  for (const [answer, msg, code] of [
    [await patch(hamlet, target.id, 200), 'Insufficient permission', 'BAD_REQUEST'],
    [
      await patch(administrator, target.id, 100),
      'Must be an organization owner',
      'UNAUTHORIZED_PRINCIPAL',
    ],
    [
      await patch(administrator, chat.owner.id, 400),
      'Must be an organization owner',
      'UNAUTHORIZED_PRINCIPAL',
    ],
    [
      await patch(chat.owner, chat.owner.id, 400),
      'The owner permission cannot be removed from the only organization owner.',
      'BAD_REQUEST',
    ],
    [
      await administrator.patch(`/users/${target.id}`, { role: 500 }),
      'Invalid role: Value error, Not in the list of possible values',
      'BAD_REQUEST',
    ],
    [await administrator.patch('/users/999999', { role: 400 }), 'No such user', 'BAD_REQUEST'],
  ] as const) {
    assert.equal(answer.status, 400)
    assert.deepEqual([answer.json.msg, answer.json.code], [msg, code])
  }
  assert.equal((await patch(chat.owner, target.id, 100)).status, 200)
})

test('a bot’s owner may rename it but give it no role', async () => {
  const bot = await chat.bot('Puppet', hamlet)
  const [own, other] = [await hamlet.listen(), await administrator.listen()]
  assert.equal((await hamlet.patch(`/users/${bot.id}`, { full_name: 'Marionette' })).status, 200)
  const state = { user_id: bot.id, full_name: 'Marionette' }
  const expected = [
    { type: 'realm_user', op: 'update', person: state },
    { type: 'realm_bot', op: 'update', bot: state },
  ]
  assert.deepEqual(without(await own.events()), expected)
  assert.deepEqual(without(await other.events()), expected)
  const refused = await hamlet.patch(`/users/${bot.id}`, { role: ROLE.administrator })
  assert.equal(refused.json.msg, 'Must be an organization administrator')
})

test('an address that changes is told with the picture that goes by it, hidden ones to those who may see them', async () => {
  const moving = await chat.person('Moving')
  const heard = await hamlet.listen()
  await administrator.patch(`/users/${encodeURIComponent(moving.email)}`, {
    new_email: 'moved@example.com',
  })
  const events = without(await heard.events())
  assert.deepEqual(events.slice(0, 2), [
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: moving.id, delivery_email: 'moved@example.com' },
    },
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: moving.id, new_email: 'moved@example.com' },
    },
  ])
  assert.match(events[2]?.['person'].avatar_url, /gravatar/)
  await chat.database.execute({
    text: 'update user_profile set email_address_visibility = 3 where id = $1',
    values: [moving.id],
  })
  const [member, admin] = [await hamlet.listen(), await administrator.listen()]
  await administrator.patch(`/users/${moving.id}`, { new_email: 'hidden@example.com' })
  assert.deepEqual(await member.events(), [])
  assert.equal((await admin.events())[0]?.['person'].delivery_email, 'hidden@example.com')
  for (const [new_email, msg] of [
    ['king.HAMLET@example.com', 'Already has an account.'],
    ['no address', 'Invalid address.'],
  ] as const) {
    const refused = await administrator.patch(`/users/${moving.id}`, { new_email })
    assert.equal(refused.json.msg, msg)
  }
})
