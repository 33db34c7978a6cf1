import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'

import { ROLE } from '../../src/tenancy/roles.ts'
import { startChat, type ChatTest, type Person } from '../chat-service.ts'

// Deep: it takes random sequences of actions.

let chat: ChatTest
let people: readonly Person[] = []
const rounds = { count: 0 }

before(async () => {
  chat = await startChat()
  people = [
    await chat.person('Hamlet'),
    await chat.person('Cordelia'),
    await chat.person('Polonius', ROLE.guest),
    await chat.person('Iago', ROLE.administrator),
  ]
})
after(() => chat.stop())

interface ModelChannel {
  readonly id: number
  readonly name: string
  readonly isPrivate: boolean
  readonly isProtected: boolean
  readonly members: Set<number>
}

interface ModelMessage {
  readonly id: number
  readonly channel: ModelChannel | undefined
  readonly users: readonly number[]
  /** Who received it when it was sent. */
  readonly received: ReadonlySet<number>
  isDeleted: boolean
}

/** The rules of access, said once more and as plainly as can be. */
function mayRead(person: number, message: ModelMessage): boolean {
  if (message.isDeleted) return false
  const { channel } = message
  if (channel === undefined) return message.users.includes(person)
  const isGuest = person === 2
  const inChannel = channel.members.has(person) || (!channel.isPrivate && !isGuest)
  return inChannel && (!channel.isProtected || message.received.has(person))
}

const step = fc.record({
  kind: fc.constantFrom('send', 'send', 'send', 'direct', 'join', 'leave', 'add', 'delete', 'star'),
  who: fc.nat(3),
  other: fc.nat(3),
  channel: fc.nat(2),
  pick: fc.nat(1_000),
})

test(
  'no sequence of actions shows a user a message that the rules hide',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const channels = await freshChannels()
        const messages: ModelMessage[] = []
        for (const one of steps) await run(one, channels, messages)
        for (const [index, person] of people.entries())
          await check(index, person, messages, channels)
      }),
      { numRuns: 12, endOnFailure: true },
    )
  },
)

async function freshChannels(): Promise<readonly ModelChannel[]> {
  rounds.count += 1
  const [creator] = people
  if (creator === undefined) throw new Error('there are people')
  const plans = [
    { name: `open ${rounds.count}`, isPrivate: false, isProtected: false },
    { name: `shared ${rounds.count}`, isPrivate: true, isProtected: false },
    { name: `protected ${rounds.count}`, isPrivate: true, isProtected: true },
  ]
  return await Promise.all(
    plans.map(async (plan) => {
      const answer = await creator.post('/channels/create', {
        name: plan.name,
        subscribers: [creator.id],
        invite_only: plan.isPrivate,
        history_public_to_subscribers: !plan.isProtected,
      })
      assert.equal(answer.status, 200, answer.text)
      return { ...plan, id: answer.json.id, members: new Set([0]) }
    }),
  )
}

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Turn {
  readonly one: Step
  readonly person: Person
  readonly other: Person
  readonly channel: ModelChannel
  readonly messages: ModelMessage[]
}

type Turns = (turn: Turn) => Promise<void>

const send: Turns = async ({ one, person, other, channel, messages }) => {
  const isChannel = one.kind === 'send'
  const place = isChannel
    ? { type: 'stream', to: channel.id, topic: `topic ${one.pick % 3}` }
    : { type: 'direct', to: [other.id] }
  const { status, json } = await person.post('/messages', {
    ...place,
    content: `secret ${one.pick}`,
  })
  const isOpen = !channel.isPrivate && one.who !== 2
  const isAllowed = !isChannel || channel.members.has(one.who) || isOpen
  assert.equal(status === 200, isAllowed, JSON.stringify(json))
  if (status !== 200) return
  const users = isChannel ? [] : [one.who, one.other]
  const received = new Set(isChannel ? channel.members : users)
  messages.push({
    id: json.id,
    channel: isChannel ? channel : undefined,
    users,
    received,
    isDeleted: false,
  })
}

const TURNS: Readonly<Record<string, Turns>> = {
  send,
  direct: send,
  join: async ({ one, person, channel }) => {
    const subscriptions = [{ name: channel.name }]
    const { status, json } = await person.post('/users/me/subscriptions', { subscriptions })
    if (status === 200 && json.unauthorized === undefined) channel.members.add(one.who)
    // A guest is added by others, and may not even ask.
    if (one.who === 2) assert.equal(status, 400)
    else if (channel.isPrivate) assert.equal(channel.members.has(one.who), status === 200)
  },
  leave: async ({ one, person, channel }) => {
    await person.delete('/users/me/subscriptions', { subscriptions: [channel.name] })
    channel.members.delete(one.who)
  },
  add: async ({ one, person, other, channel }) => {
    const subscriptions = [{ name: channel.name }]
    const { status } = await person.post('/users/me/subscriptions', {
      subscriptions,
      principals: [other.id],
    })
    if (status === 200) channel.members.add(one.other)
  },
  delete: ({ one, person, messages }) => change(one, person, messages),
  star: ({ one, person, messages }) => change(one, person, messages),
}

async function run(
  one: Step,
  channels: readonly ModelChannel[],
  messages: ModelMessage[],
): Promise<void> {
  const person = people[one.who]
  const other = people[one.other]
  const channel = channels[one.channel]
  if (person === undefined || other === undefined || channel === undefined) return
  await TURNS[one.kind]?.({ one, person, other, channel, messages })
}

async function change(one: Step, person: Person, messages: readonly ModelMessage[]): Promise<void> {
  const message = messages[one.pick % Math.max(1, messages.length)]
  if (message === undefined) return
  if (one.kind === 'delete') {
    const { status } = await person.delete(`/messages/${message.id}`)
    if (status === 200) message.isDeleted = true
    if (!mayRead(one.who, message) && !message.isDeleted) assert.equal(status, 400)
    return
  }
  const { status, json } = await person.post('/messages/flags', {
    messages: [message.id],
    op: 'add',
    flag: 'starred',
  })
  assert.equal(status === 200, mayRead(one.who, message), JSON.stringify(json))
}

async function check(
  index: number,
  person: Person,
  messages: readonly ModelMessage[],
  channels: readonly ModelChannel[],
): Promise<void> {
  const allowed = new Set(messages.filter((message) => mayRead(index, message)).map(({ id }) => id))
  const ids = messages.map(({ id }) => id)
  const own = new Set(ids)
  const ask = async (fields: Record<string, unknown>) => {
    const { json } = await person.get('/messages', fields)
    const found: { id: number }[] = json.messages ?? []
    return found.map(({ id }) => id).filter((id) => own.has(id))
  }
  assert.deepEqual(
    await ask({ message_ids: ids }),
    [...allowed].toSorted((a, b) => a - b),
  )
  const range = { anchor: 'newest', num_before: 500, num_after: 0 }
  const narrows: unknown[][] = [
    [],
    [{ operator: 'search', operand: 'secret' }],
    [{ operator: 'channels', operand: 'public' }],
    [{ operator: 'is', operand: 'starred' }],
    [{ operator: 'is', operand: 'unread' }],
    [{ operator: 'topic', operand: 'topic 1' }],
    ...channels.map(({ id }) => [{ operator: 'channel', operand: id }]),
    ...people.map(({ id }) => [{ operator: 'sender', operand: id }]),
    ...people.map(({ id }) => [{ operator: 'dm-including', operand: id }]),
  ]
  for (const narrow of narrows) {
    for (const id of await ask({ ...range, narrow })) {
      assert.ok(allowed.has(id), `${person.name} sees ${id} by ${JSON.stringify(narrow)}`)
    }
  }
  for (const { id } of messages) {
    const { status } = await person.get(`/messages/${id}`)
    assert.equal(status === 200, allowed.has(id))
  }
}
