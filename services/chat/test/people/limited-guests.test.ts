import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'

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
    ['Unknown user', `user${stranger.id}@${chat.host}`, null],
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

const STATE = {
  fetch_event_types: ['realm_user'],
  event_types: ['realm_user', 'subscription'],
  client_gravatar: false,
}
const UNKNOWN = 'Unknown user'

type People = ReadonlyMap<number, Loose>

function peopleOf({ realm_users: active, realm_non_active_users: others }: Loose): People {
  return new Map([...active, ...others].map((person: Loose) => [person['user_id'], person]))
}

/** What a client knows of people that knew `before` and heard `events`, as Zulip's clients apply them. */
function applied(before: People, events: readonly Loose[], isIncomplete: boolean): People {
  const people = new Map(before)
  for (const { type, op, person } of events) {
    if (type !== 'realm_user') continue
    if (op === 'add') people.set(person.user_id, person)
    else if (op === 'remove' && isIncomplete) people.delete(person.user_id)
    else people.set(person.user_id, { ...people.get(person.user_id), ...person })
  }
  return people
}

function names(people: People): readonly (readonly [number, string])[] {
  return [...people]
    .map(([id, one]) => [id, one['full_name']] as const)
    .toSorted(([a], [b]) => a - b)
}

/** A guest in two ways: with a list of those whom they may know, and with a list of everybody. */
async function watch(person: Person) {
  const capabilities = [{ user_list_incomplete: true }, {}]
  const open = (fields: Loose) => person.listen({ ...STATE, client_capabilities: fields })
  const queues = await Promise.all(capabilities.map(open))
  const known = { incomplete: new Map() as People, complete: new Map() as People }
  const [incomplete, complete] = queues
  assert.ok(incomplete !== undefined && complete !== undefined)
  known.incomplete = peopleOf(incomplete.state)
  known.complete = peopleOf(complete.state)
  return {
    /** The events since the last call, with which the client now knows what a new one would. */
    events: async () => {
      const events = await incomplete.events()
      known.incomplete = applied(known.incomplete, events, true)
      known.complete = applied(known.complete, await complete.events(), false)
      const [anew, anewComplete] = await Promise.all(capabilities.map(open))
      assert.deepEqual(
        [...known.incomplete.values()].toSorted((a, b) => a['user_id'] - b['user_id']),
        [...peopleOf(anew?.state ?? {}).values()].toSorted((a, b) => a['user_id'] - b['user_id']),
      )
      assert.deepEqual(names(known.complete), names(peopleOf(anewComplete?.state ?? {})))
      return events.map(({ type, op, person: about }) =>
        [type, op, about?.user_id ?? ''].join(' ').trim(),
      )
    },
  }
}

async function subscribe(person: Person, name: string, people: readonly Person[]): Promise<void> {
  const principals = people.map(({ id }) => id)
  const fields = { subscriptions: [{ name }], principals }
  const { status, text } = await person.post('/users/me/subscriptions', fields)
  assert.equal(status, 200, text)
}

async function unsubscribe(name: string, people: readonly Person[]): Promise<void> {
  const principals = people.map(({ id }) => id)
  const fields = { subscriptions: [name], principals }
  const { status, text } = await chat.owner.delete('/users/me/subscriptions', fields)
  assert.equal(status, 200, text)
}

test('a guest who is subscribed to a channel gets realm_user add of those whom they come to know there, before the channel', async () => {
  const member = await chat.person('Member')
  const gone = await chat.person('Deactivated')
  const bot = await chat.bot('Helper', friend)
  const [visitor, second] = [
    await chat.person('Visitor', ROLE.guest),
    await chat.person('Second visitor', ROLE.guest),
  ]
  await channel(friend, 'meeting', [friend, member, gone, bot, second])
  await channel(friend, 'other', [friend, visitor])
  await chat.owner.delete(`/users/${gone.id}`)
  const [his, others, hers] = [
    await watch(visitor),
    await watch(second),
    await member.listen(STATE),
  ]
  await subscribe(friend, 'meeting', [visitor])
  assert.deepEqual(await his.events(), [
    `realm_user add ${member.id}`,
    `realm_user add ${gone.id}`,
    `realm_user add ${second.id}`,
    'subscription add',
  ])
  assert.deepEqual(await others.events(), [`realm_user add ${visitor.id}`, 'subscription peer_add'])
  assert.deepEqual(
    (await hers.events()).map(({ type, op }) => [type, op]),
    [['subscription', 'peer_add']],
  )
})

test('guests get realm_user add of whoever is subscribed to a channel of theirs, unless they knew them', async () => {
  const visitor = await chat.person('Another visitor', ROLE.guest)
  const newcomers = [await chat.person('One'), await chat.person('Two')]
  const [one, two] = newcomers
  assert.ok(one !== undefined && two !== undefined)
  const known = await chat.person('Known by a message')
  await known.post('/messages', { type: 'direct', to: [visitor.id], content: 'hello' })
  const open = await channel(friend, 'open', [friend, visitor])
  const his = await watch(visitor)
  await subscribe(friend, 'open', [...newcomers, known])
  assert.deepEqual(await his.events(), [
    `realm_user add ${one.id}`,
    `realm_user add ${two.id}`,
    'subscription peer_add',
  ])
  await channel(friend, 'also open', [visitor, one])
  assert.deepEqual(await his.events(), ['subscription add'])
  // A new account comes with the channels that everybody begins with.
  await chat.owner.patch(`/streams/${open}`, { is_default_stream: true })
  const added = await chat.owner.post('/users', {
    email: 'third@example.com',
    password: 'correct-horse',
    full_name: 'Three',
  })
  assert.deepEqual(await his.events(), [
    `realm_user add ${added.json.user_id}`,
    'subscription peer_add',
  ])
})

test('when the last conversation that they share ends, a guest gets realm_user remove, which tells no name', async () => {
  const [visitor, second] = [
    await chat.person('Leaving visitor', ROLE.guest),
    await chat.person('Staying visitor', ROLE.guest),
  ]
  const [staying, talking] = [await chat.person('Staying'), await chat.person('Talking')]
  const both = [visitor, staying, talking]
  await channel(friend, 'first room', [friend, ...both, second])
  await channel(friend, 'second room', [friend, ...both])
  await talking.post('/messages', { type: 'direct', to: [visitor.id], content: 'hello' })
  const raw = await visitor.listen(STATE)
  const [his, others] = [await watch(visitor), await watch(second)]
  await unsubscribe('first room', [visitor])
  assert.deepEqual(await his.events(), ['subscription remove', `realm_user remove ${second.id}`])
  assert.deepEqual(await others.events(), [
    'subscription peer_remove',
    `realm_user remove ${visitor.id}`,
  ])
  const removed = (await raw.events()).find(({ type }) => type === 'realm_user')
  assert.deepEqual(removed?.['person'], { user_id: second.id, full_name: UNKNOWN })
  await unsubscribe('second room', [staying, talking])
  assert.deepEqual(await his.events(), [
    'subscription peer_remove',
    `realm_user remove ${staying.id}`,
  ])
  assert.equal((await visitor.get(`/users/${staying.id}`)).status, 400)
  // Who leaves together with others loses them, too.
  await subscribe(friend, 'second room', [staying])
  await his.events()
  await unsubscribe('second room', [visitor, staying])
  assert.deepEqual(
    (await his.events()).filter((line) => line.startsWith('realm_user')),
    [`realm_user remove ${friend.id}`, `realm_user remove ${staying.id}`],
  )
})
