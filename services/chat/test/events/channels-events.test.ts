import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'

import { ROLE } from '../../src/tenancy/roles.ts'
import { startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

// Deep: it takes random sequences of changes of channels.

type Props = Record<string, unknown>

/** What a client knows of channels, kept by events alone as Zulip's own clients keep it. */
interface View {
  readonly known: Map<number, Props>
  readonly subscribed: Set<number>
  readonly subscribers: Map<number, Set<number>>
}

// What a client is told of a channel and can keep right by events.
const FIELDS = [
  'name',
  'description',
  'rendered_description',
  'invite_only',
  'is_web_public',
  'history_public_to_subscribers',
  'stream_post_policy',
  'topics_policy',
  'folder_id',
  'is_archived',
  'can_subscribe_group',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_send_message_group',
]

const pick = (from: Props): Props => Object.fromEntries(FIELDS.map((name) => [name, from[name]]))

function viewOf(state: Props): View {
  const view: View = { known: new Map(), subscribed: new Set(), subscribers: new Map() }
  for (const list of ['subscriptions', 'unsubscribed', 'never_subscribed']) {
    // The lists of POST /register.
    for (const one of state[list] as (Props & { stream_id: number; subscribers: number[] })[]) {
      view.known.set(one.stream_id, pick(one))
      view.subscribers.set(one.stream_id, new Set(one.subscribers))
      if (list === 'subscriptions') view.subscribed.add(one.stream_id)
    }
  }
  return view
}

type Heard = Awaited<ReturnType<Listening['events']>>[number]
type Handler = (view: View, event: Heard, self: number) => void

const HANDLERS: Readonly<Record<string, Handler>> = {
  'stream create': (view, { streams }) => {
    for (const one of streams) {
      assert.equal(view.known.has(one.stream_id), false, 'nobody is told twice of a channel')
      view.known.set(one.stream_id, pick(one))
      if (!view.subscribers.has(one.stream_id)) view.subscribers.set(one.stream_id, new Set())
    }
  },
  'stream delete': (view, { stream_ids: ids }) => {
    for (const id of ids) {
      assert.ok(view.known.delete(id), 'only what was known goes')
      view.subscribers.delete(id)
      view.subscribed.delete(id)
    }
  },
  'stream update': (view, { stream_id: id, property, value, ...also }) => {
    const channel = view.known.get(id)
    assert.ok(channel !== undefined, 'updates are of known channels')
    if (FIELDS.includes(property)) channel[property] = value
    for (const name of ['rendered_description', 'history_public_to_subscribers', 'is_web_public']) {
      if (name in also) channel[name] = also[name]
    }
  },
  'subscription add': (view, { subscriptions }) => {
    for (const one of subscriptions) {
      assert.ok(view.known.has(one.stream_id), 'a channel is known before it is subscribed to')
      view.subscribed.add(one.stream_id)
      view.subscribers.set(one.stream_id, new Set(one.subscribers))
    }
  },
  'subscription remove': (view, { subscriptions }, self) => {
    for (const { stream_id: id } of subscriptions) {
      view.subscribed.delete(id)
      view.subscribers.get(id)?.delete(self)
    }
  },
  'subscription peer_add': (view, { stream_ids: ids, user_ids: users }) => {
    for (const id of ids) for (const user of users) view.subscribers.get(id)?.add(user)
  },
  'subscription peer_remove': (view, { stream_ids: ids, user_ids: users }) => {
    for (const id of ids) for (const user of users) view.subscribers.get(id)?.delete(user)
  },
}

let chat: ChatTest
let people: readonly Person[] = []

before(async () => {
  chat = await startChat()
  people = [
    chat.owner,
    await chat.person('Iago', ROLE.administrator),
    await chat.person('King Hamlet'),
    await chat.person('Cordelia'),
    await chat.person('Polonius', ROLE.guest),
  ]
  await chat.database.execute({
    text: `update realm set settings = '{"enable_spectator_access": true}' where id = $1`,
    values: [chat.realmId],
  })
})
after(() => chat.stop())

const NAMES = ['one', 'two', 'three']
const someone = fc.nat({ max: 4 })
const channelName = fc.constantFrom(...NAMES)
const somePeople = fc.uniqueArray(someone, { maxLength: 3 })
const holders = somePeople.map((members) => ({ members }))
const setting = fc.constantFrom(
  'can_subscribe_group',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_send_message_group',
)

const command = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    by: someone,
    name: channelName,
    users: somePeople,
    invite_only: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('subscribe' as const),
    by: someone,
    name: channelName,
    users: somePeople,
  }),
  fc.record({
    kind: fc.constant('unsubscribe' as const),
    by: someone,
    name: channelName,
    users: somePeople,
  }),
  fc.record({
    kind: fc.constant('privacy' as const),
    by: someone,
    name: channelName,
    fields: fc.constantFrom(
      { is_private: true },
      { is_private: false },
      { is_private: true, history_public_to_subscribers: true },
      { is_web_public: true, is_private: false },
      { is_web_public: false },
    ),
  }),
  fc.record({
    kind: fc.constant('setting' as const),
    by: someone,
    name: channelName,
    setting,
    holders,
  }),
  fc.record({
    kind: fc.constantFrom('archive' as const, 'unarchive' as const, 'describe' as const),
    by: someone,
    name: channelName,
  }),
)

type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

const ids = (indexes: readonly number[]) => indexes.map((index) => people[index]?.id ?? 0)

/** Does one thing, which may well be refused; what counts is that the clients are told of just what was done. */
async function run(one: Command, suffix: string): Promise<number> {
  const by = people[one.by] ?? chat.owner
  const name = one.name + suffix
  const [row] = await chat.database.query<{ id: number }>({
    text: 'select id from stream where realm_id = $1 and name = $2',
    values: [chat.realmId, name],
  })
  const path = `/streams/${row?.id ?? 0}`
  const done = {
    create: (users: readonly number[], isPrivate: boolean) =>
      by.post('/channels/create', { name, subscribers: users, invite_only: isPrivate }),
    change: (fields: Props) => by.patch(path, fields),
  }
  switch (one.kind) {
    case 'create':
      return (await done.create(ids(one.users), one.invite_only)).status
    case 'subscribe': {
      const subscriptions = [{ name }]
      const principals = ids(one.users)
      return (await by.post('/users/me/subscriptions', { subscriptions, principals })).status
    }
    case 'unsubscribe': {
      const fields = { subscriptions: [name], principals: ids(one.users) }
      return (await by.delete('/users/me/subscriptions', fields)).status
    }
    case 'privacy':
      return (await done.change(one.fields)).status
    case 'setting': {
      const value = { direct_members: ids(one.holders.members), direct_subgroups: [] }
      return (await done.change({ [one.setting]: { new: value } })).status
    }
    case 'describe':
      return (await done.change({ description: `*${chat.clock.now()}*` })).status
    case 'archive':
      return (await by.delete(path)).status
    case 'unarchive':
      return (await done.change({ is_archived: false })).status
  }
}

/** What old clients and new ones ask for. */
const REGISTERS = [false, true].map((archived) => ({
  event_types: ['stream', 'subscription'],
  fetch_event_types: ['subscription'],
  include_subscribers: 'true',
  client_capabilities: { notification_settings_null: true, archived_channels: archived },
}))

interface Client {
  readonly person: Person
  readonly fields: Record<string, unknown>
  readonly queue: Listening
}

/** That a client which follows the events knows what a new one is told. */
async function check({ person, fields, queue }: Client): Promise<void> {
  const view = viewOf(queue.state)
  for (const event of await queue.events()) {
    HANDLERS[`${event['type']} ${event['op']}`]?.(view, event, person.id)
  }
  const now = viewOf((await person.listen(fields)).state)
  assert.deepEqual(view.known, now.known, `channels of ${person.name}`)
  assert.deepEqual(view.subscribed, now.subscribed, `subscriptions of ${person.name}`)
  assert.deepEqual(view.subscribers, now.subscribers, `subscribers as seen by ${person.name}`)
}

test('whatever happens to channels, what was known before and the events make what is known after', async () => {
  const rounds = { count: 0 }
  const counts = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25 }), async (commands) => {
      const suffix = ` ${rounds.count++}`
      const clients = await Promise.all(
        people.flatMap((person) =>
          REGISTERS.map(async (fields) => ({
            person,
            fields,
            queue: await person.listen(fields),
          })),
        ),
      )
      for (const one of commands) {
        const status = await run(one, suffix)
        counts.set(status, (counts.get(status) ?? 0) + 1)
        assert.notEqual(status, 500)
        chat.clock.advance(1)
      }
      for (const client of clients) await check(client)
    }),
    { numRuns: 20 },
  )
  // A share: how many commands there are is chance too.
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  assert.ok(
    (counts.get(200) ?? 0) * 8 > all,
    `enough of the commands are allowed: ${JSON.stringify([...counts])}`,
  )
})
