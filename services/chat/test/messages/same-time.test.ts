import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startOwnChat, type OwnChatTest, type Person } from '../chat-service.ts'

// A service of its own: a second process works beside it.

let chat: OwnChatTest
let second: Awaited<ReturnType<OwnChatTest['second']>>
let here: Person
let there: Person

before(async () => {
  chat = await startOwnChat()
  second = await chat.second()
  here = chat.owner
  there = second.as(chat.owner)
})
after(async () => {
  await second.stop()
  await chat.stop()
})

/** The same call twelve times at once, half of them to another process; how many answers there were of each kind. */
async function atOnce(call: (person: Person) => ReturnType<Person['post']>) {
  const calls = Array.from({ length: 12 }, (_, index) => call(index % 2 === 0 ? here : there))
  const counts: Record<string, number> = {}
  for (const { status, json } of await Promise.all(calls)) {
    const kind = `${status} ${json.msg}`.trim()
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

test('of equal calls at once one makes the thing and the others are told that it exists', async () => {
  const group = { name: 'editors', description: '', members: [] }
  assert.deepEqual(await atOnce((person) => person.post('/user_groups/create', group)), {
    '200': 1,
    "400 User group 'editors' already exists.": 11,
  })
  const field = { name: 'Phone', field_type: 1 }
  const fields = await atOnce((person) => person.post('/realm/profile_fields', field))
  assert.deepEqual([fields['200'], Object.keys(fields).length], [1, 2])
  assert.ok(Object.keys(fields).every((kind) => /^[24]00/.test(kind)))
  const filter = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }
  const filters = await atOnce((person) => person.post('/realm/filters', filter))
  assert.deepEqual([filters['200'], Object.keys(filters).length], [1, 2])
  assert.ok(Object.keys(filters).every((kind) => /^[24]00/.test(kind)))
  assert.deepEqual(
    await atOnce((person) => person.post('/channels/create', { name: 'same', subscribers: [] })),
    { '200': 1, "409 Channel 'same' already exists": 11 },
  )
})

test('subscribing to a new channel succeeds for everybody who does it at once, and makes one channel', async () => {
  const listening = await here.listen()
  const subscriptions = [{ name: 'Verona' }]
  assert.deepEqual(
    await atOnce((person) => person.post('/users/me/subscriptions', { subscriptions })),
    { '200': 12 },
  )
  const events = await listening.events()
  const made = events.filter(({ type, op }) => type === 'stream' && op === 'create')
  const added = events.filter(({ type, op }) => type === 'subscription' && op === 'add')
  assert.deepEqual([made.length, added.length], [1, 1])
  const { json } = await here.get('/users/me/subscriptions')
  const names = json.subscriptions.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    names.filter((name: string) => name === 'Verona'),
    ['Verona'],
  )
})

test('messages sent at the same moment go each where it was sent, by its sender, with what its own text names', async () => {
  const people = await Promise.all(
    ['Ana', 'Luis', 'Eva', 'Raúl'].map((name) => chat.person(`${name} Same`)),
  )
  const ids = people.map(({ id }) => id)
  const channels = await Promise.all(
    ['Uno', 'Dos', 'Tres'].map(async (name) => {
      const fields = { name, subscribers: ids, invite_only: name === 'Tres' }
      const { json } = await here.post('/channels/create', fields)
      return { id: json.id as number, name }
    }),
  )
  const outsider = await chat.person('Outsider Same')
  await people[0]?.post('/users/me/alert_words', { alert_words: ['zebra'] })
  const sending = Array.from({ length: 60 }, async (_, n) => {
    const sender = n % 10 === 9 ? outsider : people[n % 4]
    const channel = channels[n % 3]
    assert.ok(sender !== undefined && channel !== undefined)
    const named = people[(n + 1) % 4]
    const content =
      n % 2 === 0 ? `${n} about a zebra :smile:` : `${n} for @**${named?.name ?? ''}**`
    const to = n % 4 < 2 ? channel.id : channel.name
    const answer = await sender.post('/messages', {
      type: 'stream',
      to,
      topic: `t ${n % 7}`,
      content,
    })
    const isRefused = sender === outsider && channel.name === 'Tres'
    assert.equal(answer.status, isRefused ? 400 : 200, answer.json.msg)
    return isRefused ? [] : [{ n, id: answer.json.id as number, sender, channel, content, named }]
  })
  const sent = (await Promise.all(sending)).flat()
  assert.ok(sent.length > 50 && sent.length < 60)
  const [reader] = people
  const alerted: number[] = []
  for (const { n, id, sender, channel, content, named } of sent) {
    const raw = await reader?.get(`/messages/${id}`, { apply_markdown: false })
    const shown = await reader?.get(`/messages/${id}`)
    const message = raw?.json.message
    assert.deepEqual(
      [message.sender_id, message.stream_id, message.subject, message.content],
      [sender.id, channel.id, `t ${n % 7}`, content],
    )
    const html: string = shown?.json.message.content
    const mentioned = [...html.matchAll(/data-user-id="(\d+)"/g)].map(([, user]) => Number(user))
    assert.deepEqual(mentioned, n % 2 === 0 ? [] : [named?.id])
    if (message.flags.includes('has_alert_word')) alerted.push(n)
  }
  assert.deepEqual(
    alerted,
    sent.filter(({ n }) => n % 2 === 0).map(({ n }) => n),
  )
})

test('of calls at the same moment those with a wrong key are refused, and no others', async () => {
  const wrong = chat.as({ ...here, key: 'x'.repeat(32) })
  const elsewhere = chat.as({ ...here, email: 'somebody@example.com' })
  const people = await Promise.all(['One', 'Two'].map((name) => chat.person(`${name} Key`)))
  const callers = Array.from({ length: 40 }, (_, n) => [here, wrong, ...people, elsewhere][n % 5])
  const answers = await Promise.all(callers.map(async (caller) => await caller?.get('/users/me')))
  assert.deepEqual(
    answers.map((answer) => answer?.json.user_id ?? answer?.json.msg),
    callers.map((caller) =>
      caller === wrong || caller === elsewhere ? 'Invalid API key' : caller?.id,
    ),
  )
})
