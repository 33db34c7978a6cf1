import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Loose, type Person } from './chat-service.ts'

let chat: ChatTest
let friend: Person
let stranger: Person
let guest: Person

before(async () => {
  chat = await startChat()
  friend = await chat.person('Friend')
  stranger = await chat.person('Stranger')
  guest = await chat.person('Guest', ROLE.guest)
  await channel(friend, 'shared', [friend, guest])
  const groups = await chat.owner.get('/user_groups')
  const members = groups.json.user_groups.find((one: Loose) => one['name'] === 'role:members')
  const limited = await chat.owner.patch('/realm', {
    can_access_all_users_group: { new: members.id },
  })
  assert.equal(limited.status, 200, limited.text)
})
after(() => chat.stop())

test('a guest who may not know everybody hears of the people that they know only', async () => {
  const [his, hers] = [await guest.listen(), await friend.listen()]
  for (const person of [friend, stranger]) {
    await person.patch('/settings', { full_name: `${person.name} renamed`, timezone: 'Asia/Tokyo' })
    await person.post('/users/me/status', { status_text: 'busy' })
    await person.post('/users/me/presence', { status: 'active', ping_only: true })
    await chat.owner.patch(`/users/${person.id}`, { role: ROLE.moderator })
  }
  const added = await chat.owner.post('/users', {
    email: 'new@example.com',
    password: 'correct-horse',
    full_name: 'Newcomer',
  })
  assert.equal(added.status, 200, added.text)
  const told = (events: readonly Loose[]) => {
    const about = events
      .filter(({ type }) => ['realm_user', 'user_status', 'presence'].includes(String(type)))
      .map((event) => event['user_id'] ?? event['person']?.user_id)
    return [...new Set(about)]
  }
  assert.deepEqual(told(await hers.events()), [friend.id, stranger.id, added.json.user_id])
  assert.deepEqual(told(await his.events()), [friend.id])
})

test('the state that a guest who may not know everybody registers with names nobody else', async () => {
  const ask = async (capabilities: Record<string, boolean>) => {
    const { json } = await guest.post('/register', {
      fetch_event_types: ['realm_user', 'presence', 'user_status'],
      client_capabilities: capabilities,
    })
    return json
  }
  const incomplete = await ask({ user_list_incomplete: true })
  const ids = (people: Loose[]) => people.map((one) => one['user_id'])
  assert.deepEqual(new Set(ids(incomplete.realm_users)), new Set([friend.id, guest.id]))
  assert.ok(!JSON.stringify(incomplete).includes('Stranger'))
  assert.ok(!(String(stranger.id) in incomplete.user_status))
  const complete = await ask({})
  const unknown = complete.realm_users.find((one: Loose) => one['user_id'] === stranger.id)
  assert.deepEqual(
    [unknown.full_name, unknown.email, unknown.delivery_email],
    ['Unknown user', `user${stranger.id}@chat.example.com`, null],
  )
  assert.ok(!JSON.stringify(complete).includes('Stranger'))
})

test('a guest gets realm_user add of the people with whom a direct conversation begins, before its message', async () => {
  const newcomer = await chat.person('Newly met')
  const other = await chat.person('Other guest', ROLE.guest)
  const [his, others, hers] = [await guest.listen(), await other.listen(), await friend.listen()]
  const write = async (content: string) => {
    const to = [guest.id, friend.id, newcomer.id]
    const sent = await newcomer.post('/messages', { type: 'direct', to, content })
    assert.equal(sent.status, 200, sent.text)
  }
  const told = (events: readonly Loose[]) => events.map(({ type, op }) => [type, op])
  await write('hello')
  const events = await his.events()
  assert.deepEqual(told(events), [
    ['realm_user', 'add'],
    ['message', undefined],
  ])
  const { person } = events[0] ?? {}
  const { user } = (await guest.get(`/users/${newcomer.id}`)).json
  assert.deepEqual(
    [person.user_id, person.full_name, person.email],
    [newcomer.id, 'Newly met', user.email],
  )
  assert.deepEqual(told(await hers.events()), [['message', undefined]])
  assert.deepEqual(await others.events(), [])
  await write('again')
  assert.deepEqual(told(await his.events()), [['message', undefined]])
  await newcomer.patch('/settings', { full_name: 'Well known' })
  assert.deepEqual(told(await his.events()), [['realm_user', 'update']])
})
