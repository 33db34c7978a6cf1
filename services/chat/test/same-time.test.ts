import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startChat, type ChatTest, type Person } from './chat-service.ts'

let chat: ChatTest
let second: Awaited<ReturnType<ChatTest['second']>>
let here: Person
let there: Person

before(async () => {
  chat = await startChat()
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
