import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let polonius: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  polonius = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

async function hideEmail(person: Person, visibility: number): Promise<void> {
  await chat.database.execute({
    text: 'update user_profile set email_address_visibility = $1 where id = $2',
    values: [visibility, person.id],
  })
}

test('GET /users/me is the caller, with their highest message and no bot’s fields', async () => {
  const { json } = await hamlet.get('/users/me')
  assert.equal(json.user_id, hamlet.id)
  assert.equal(json.delivery_email, hamlet.email)
  assert.equal(json.full_name, 'King Hamlet')
  assert.equal(json.role, ROLE.member)
  assert.equal(json.is_admin, false)
  assert.equal(json.is_bot, false)
  assert.equal(json.max_message_id, -1)
  assert.match(json.date_joined, /^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/)
  assert.deepEqual(json.profile_data, {})
  assert.ok(!('bot_type' in json))
})

test('GET /users lists everybody of the organization, bots too, but not the system’s own', async () => {
  const bot = await chat.bot('Gravedigger', hamlet)
  const { json } = await hamlet.get('/users')
  const ids = json.members.map((member: { user_id: number }) => member.user_id)
  for (const person of [chat.owner, hamlet, cordelia, polonius, bot]) {
    assert.ok(ids.includes(person.id), person.name)
  }
  assert.ok(
    !json.members.some((member: { email: string }) => /notification-bot/.test(member.email)),
  )
  const digger = json.members.find((member: { user_id: number }) => member.user_id === bot.id)
  assert.deepEqual([digger.is_bot, digger.bot_type, digger.bot_owner_id], [true, 1, hamlet.id])
})

test('GET /users with user_ids gives only those', async () => {
  const { json } = await hamlet.get('/users', { user_ids: [cordelia.id, 999_999] })
  assert.deepEqual(
    json.members.map((member: { user_id: number }) => member.user_id),
    [cordelia.id],
  )
})

test('a user is found by id, by real address in any case, and by the address that stands for them', async () => {
  for (const name of [
    String(cordelia.id),
    'CORDELIA@example.com',
    `user${cordelia.id}@${chat.host}`,
  ]) {
    const { status, json } = await hamlet.get(`/users/${encodeURIComponent(name)}`)
    assert.equal(status, 200, name)
    assert.equal(json.user.user_id, cordelia.id)
  }
})

test('a picture from gravatar.com is left to the client only with client_gravatar', async () => {
  const left = await hamlet.get(`/users/${cordelia.id}`)
  assert.equal(left.json.user.avatar_url, null)
  const given = await hamlet.get(`/users/${cordelia.id}`, { client_gravatar: false })
  assert.match(
    given.json.user.avatar_url,
    /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{64}\?/,
  )
})

test('profile data comes only when asked for, and never for bots', async () => {
  const bot = await chat.bot('Ghost', hamlet)
  const plain = await hamlet.get(`/users/${cordelia.id}`)
  assert.ok(!('profile_data' in plain.json.user))
  const asked = { include_custom_profile_fields: true }
  assert.deepEqual((await hamlet.get(`/users/${cordelia.id}`, asked)).json.user.profile_data, {})
  assert.ok(!('profile_data' in (await hamlet.get(`/users/${bot.id}`, asked)).json.user))
})

test('nobody is found by a number, address or name that no user has', async () => {
  for (const name of ['999999', 'nobody@example.com', `user999999@${chat.host}`]) {
    const { status, json } = await hamlet.get(`/users/${encodeURIComponent(name)}`)
    assert.equal(status, 400, name)
    assert.deepEqual(json, { result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
  }
})

test('a hidden address finds nobody for those who may not see it, and is not shown to them', async () => {
  const hidden = await chat.person('Ophelia')
  const administrator = await chat.person('Horatio', ROLE.administrator)
  await hideEmail(hidden, 3)
  const dummy = `user${hidden.id}@${chat.host}`
  const byAddress = await hamlet.get('/users/ophelia@example.com')
  assert.equal(byAddress.json.msg, 'No such user')
  const byDummy = await hamlet.get(`/users/${dummy}`)
  assert.deepEqual([byDummy.json.user.delivery_email, byDummy.json.user.email], [null, dummy])
  assert.notEqual(byDummy.json.user.avatar_url, null)
  const seen = await administrator.get('/users/ophelia@example.com')
  assert.deepEqual([seen.json.user.delivery_email, seen.json.user.email], [hidden.email, dummy])
  const own = await hidden.get('/users/ophelia@example.com')
  assert.equal(own.json.user.delivery_email, hidden.email)
})

test('guests whose organization limits them know only themselves and whom they write with', async () => {
  const limited = await startChat()
  try {
    const [member, guest] = [
      await limited.person('Member'),
      await limited.person('Guest', ROLE.guest),
    ]
    await limited.database.execute({
      text: `update realm set settings = jsonb_build_object('can_access_all_users_group',
        (select id from user_group where realm_id = $1 and name = 'role:members')) where id = $1`,
      values: [limited.realmId],
    })
    const refused = await guest.get(`/users/${member.id}`)
    assert.equal(refused.status, 400)
    assert.equal(refused.json.msg, 'Insufficient permission')
    const listed = await guest.get('/users')
    assert.deepEqual(
      listed.json.members.map((one: { user_id: number }) => one.user_id),
      [guest.id],
    )
    assert.equal((await member.get(`/users/${guest.id}`)).status, 200)
  } finally {
    await limited.stop()
  }
})
