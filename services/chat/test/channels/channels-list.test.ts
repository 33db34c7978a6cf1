import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let admin: Person
let hamlet: Person
let cordelia: Person
let guest: Person
let bot: Person
const ids: Record<string, number> = {}

before(async () => {
  chat = await startChat()
  admin = await chat.person('Iago', ROLE.administrator)
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
  bot = await chat.bot('Yorick', hamlet)
  ids['public'] = await channel(hamlet, 'public', [hamlet])
  ids['Zealand'] = await channel(hamlet, 'Zealand', [guest])
  ids['private'] = await channel(hamlet, 'private', [hamlet], { invite_only: true })
  const grant = { direct_members: [cordelia.id], direct_subgroups: [] }
  ids['granted'] = await channel(hamlet, 'granted', [hamlet], {
    invite_only: true,
    can_subscribe_group: grant,
  })
  ids['ruled'] = await channel(hamlet, 'ruled', [hamlet], {
    invite_only: true,
    can_administer_channel_group: grant,
  })
  ids['ruin'] = await channel(hamlet, 'ruin', [hamlet])
  await admin.delete(`/streams/${ids['ruin']}`)
  await admin.patch(`/streams/${ids['public']}`, { is_default_stream: true })
  await chat.database.execute({
    text: `update realm set settings = settings || '{"enable_spectator_access": true}' where id = $1`,
    values: [chat.realmId],
  })
  ids['web'] = await channel(chat.owner, 'web', [], { is_web_public: true })
})
after(() => chat.stop())

async function listed(person: Person, fields: Record<string, unknown> = {}): Promise<string[]> {
  const { json } = await person.get('/streams', fields)
  return json.streams.map(({ name }: { name: string }) => name)
}

const NONE = { include_public: false, include_subscribed: false }

test('a listing has the public channels and those subscribed to, by code point of their names', async () => {
  assert.deepEqual(await listed(cordelia), ['Zealand', 'public', 'web'])
  assert.deepEqual(await listed(hamlet), [
    'Zealand',
    'granted',
    'private',
    'public',
    'ruled',
    'web',
  ])
  assert.deepEqual(await listed(guest), ['Zealand'])
})

test('each flag adds what it names', async () => {
  assert.deepEqual(await listed(hamlet, NONE), [])
  assert.deepEqual(await listed(cordelia, { ...NONE, include_web_public: true }), ['web'])
  assert.deepEqual(await listed(guest, { include_web_public: true }), ['Zealand', 'web'])
  assert.deepEqual(await listed(guest, { ...NONE, include_public: true }), [])
  assert.deepEqual(await listed(cordelia, { ...NONE, include_can_access_content: true }), [
    'Zealand',
    'granted',
    'public',
    'web',
  ])
  assert.deepEqual(await listed(cordelia, { ...NONE, include_all: true }), [
    'Zealand',
    'granted',
    'public',
    'ruled',
    'web',
  ])
  const all = ['Zealand', 'granted', 'private', 'public', 'ruled', 'web']
  assert.deepEqual(await listed(admin, { include_all: true }), all)
  assert.deepEqual(await listed(admin, { include_all_active: true }), all)
  const refused = await bot.get('/streams', { include_all_active: true })
  assert.deepEqual([refused.status, refused.json.msg], [400, 'User not authorized for this query'])
  assert.deepEqual(await listed(bot, { ...NONE, include_owner_subscribed: true }), [
    'granted',
    'private',
    'public',
    'ruled',
  ])
  assert.deepEqual(await listed(hamlet, { ...NONE, include_owner_subscribed: true }), [])
})

test('archived channels are listed only where they are asked for', async () => {
  assert.equal((await listed(cordelia)).includes('ruin'), false)
  assert.equal((await listed(cordelia, { exclude_archived: false })).includes('ruin'), true)
})

test('which channels are default is told only where it is asked for', async () => {
  const { json } = await cordelia.get('/streams', { include_default: true })
  const defaults = json.streams.filter((one: { is_default: boolean }) => one.is_default)
  assert.deepEqual(
    defaults.map(({ name }: { name: string }) => name),
    ['public'],
  )
  const plain = (await cordelia.get('/streams')).json.streams
  assert.equal('is_default' in plain[0], false)
})

test('a flag that is no boolean is refused', async () => {
  const answer = await hamlet.get('/streams', { include_all: 7 })
  assert.deepEqual([answer.status, answer.json.msg], [400, 'include_all is not a boolean'])
})

test('a channel is shown to whoever may know of it, its subscribers too', async () => {
  for (const person of [hamlet, admin, cordelia]) {
    const { json } = await person.get(`/streams/${ids['ruled']}`)
    assert.equal(json.stream.name, 'ruled')
    const members = await person.get(`/streams/${ids['ruled']}/members`)
    assert.deepEqual(members.json.subscribers, [hamlet.id])
  }
  for (const path of ['', '/members', '/email_address']) {
    for (const id of [ids['private'], 999_999]) {
      const answer = await cordelia.get(`/streams/${id}${path}`)
      assert.deepEqual(
        [answer.status, answer.json],
        [400, { result: 'error', msg: 'Invalid channel ID', code: 'BAD_REQUEST' }],
      )
    }
  }
})

test('the id of a channel is told to whoever may read it', async () => {
  const found = await cordelia.get('/get_stream_id', { stream: 'PUBLIC' })
  assert.equal(found.json.stream_id, ids['public'])
  const refused = await admin.get('/get_stream_id', { stream: 'private' })
  assert.deepEqual(refused.json, {
    result: 'error',
    msg: "Invalid channel name 'private'",
    code: 'BAD_REQUEST',
  })
  const unknown = await hamlet.get('/get_stream_id', { stream: 'nothing' })
  assert.equal(unknown.json.msg, "Invalid channel name 'nothing'")
  const missing = await hamlet.get('/get_stream_id')
  assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING')
})

test('there is no address for mail, and none in the name of what is no bot of the caller', async () => {
  const path = `/streams/${ids['public']}/email_address`
  assert.equal((await hamlet.get(path)).json.email, '')
  assert.equal((await hamlet.get(path, { sender_id: bot.id })).json.email, '')
  const other = await cordelia.get(path, { sender_id: bot.id })
  assert.equal(other.json.msg, 'Insufficient permission')
  const human = await cordelia.get(path, { sender_id: hamlet.id })
  assert.equal(human.json.msg, 'No such bot')
})

test('whether a user is subscribed is told of channels that one may know of', async () => {
  const path = (person: Person, name: string) => `/users/${person.id}/subscriptions/${ids[name]}`
  assert.equal((await cordelia.get(path(hamlet, 'public'))).json.is_subscribed, true)
  assert.equal((await hamlet.get(path(cordelia, 'public'))).json.is_subscribed, false)
  const hidden = await cordelia.get(path(hamlet, 'private'))
  assert.equal(hidden.json.msg, 'Invalid channel ID')
  const nobody = await hamlet.get(`/users/999999/subscriptions/${ids['public']}`)
  assert.equal(nobody.json.msg, 'No such user')
})

test('a user’s channels are told as far as one may know of them', async () => {
  const path = `/users/${hamlet.id}/channels`
  const own = (await hamlet.get(path)).json.subscribed_channel_ids
  assert.deepEqual(own, [ids['public'], ids['private'], ids['granted'], ids['ruled'], ids['ruin']])
  const seen = (await cordelia.get(path)).json.subscribed_channel_ids
  assert.deepEqual(seen, [ids['public'], ids['granted'], ids['ruled'], ids['ruin']])
})
