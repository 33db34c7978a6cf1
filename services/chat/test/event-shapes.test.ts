import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Loose, type Person } from './chat-service.ts'

/** Field names and types of Zulip's events, by class. */
interface Shapes {
  readonly events: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const SHAPES = JSON.parse(
  readFileSync(new URL('data/zulip-event-shapes.json', import.meta.url), 'utf8'),
) as Shapes

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let denmark: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(() => chat.stop())

function literal(type: string | undefined): string | undefined {
  return /^Literal\['(\w+)'\]$/.exec(type ?? '')?.[1]
}

/** The fields that every class of an event's type and operation has, but for optional ones. */
function expectedFields(event: Loose): readonly string[] {
  const classes = Object.values(SHAPES.events).filter(
    (fields) =>
      literal(fields['type']) === event['type'] &&
      (fields['op'] === undefined || literal(fields['op']) === event['op']),
  )
  const required = classes.map((fields) =>
    Object.keys(fields).filter((name) => !(fields[name] ?? '').includes('[optional]')),
  )
  const [first = [], ...others] = required
  return first.filter((name) => others.every((names) => names.includes(name)))
}

async function everything(): Promise<void> {
  const id = await send(hamlet, 'Denmark', 'shapes', 'one')
  const other = await send(hamlet, 'Denmark', 'shapes', 'two')
  await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await cordelia.post(`/messages/${id}/reactions`, { emoji_name: 'octopus' })
  await cordelia.delete(`/messages/${id}/reactions`, { emoji_name: 'octopus' })
  await hamlet.patch(`/messages/${id}`, { content: 'changed' })
  await chat.owner.delete(`/messages/${other}`)
  const drafts = [{ type: 'stream', to: [denmark], topic: 'x', content: 'y' }]
  const made = await cordelia.post('/drafts', { drafts })
  await cordelia.delete(`/drafts/${made.json.ids[0]}`)
  const snippet = await cordelia.post('/saved_snippets', { title: 'a', content: 'b' })
  await cordelia.patch(`/saved_snippets/${snippet.json.saved_snippet_id}`, { title: 'c' })
  await cordelia.delete(`/saved_snippets/${snippet.json.saved_snippet_id}`)
  await cordelia.post('/user_topics', { stream_id: denmark, topic: 'shapes', visibility_policy: 1 })
  await cordelia.post('/users/me/subscriptions', { subscriptions: [{ name: 'Elsinore' }] })
  await cordelia.delete('/users/me/subscriptions', { subscriptions: ['Elsinore'] })
  await chat.owner.patch(`/streams/${denmark}`, { description: 'rotten' })
  await hamlet.post('/typing', { op: 'start', to: [cordelia.id] })
  await cordelia.post('/users/me/alert_words', { alert_words: ['skull'] })
}

test('every event has the fields that Zulip’s have', async () => {
  const heard = await cordelia.listen({
    client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  })
  await everything()
  const events = await heard.events()
  const types = new Set(events.map(({ type }) => type))
  assert.ok(types.size >= 11, [...types].join(' '))
  const missing = events.flatMap((event) =>
    expectedFields(event)
      .filter((name) => !Object.hasOwn(event, name))
      .map((name) => `${event['type']} ${event['op'] ?? ''}: ${name}`),
  )
  assert.deepEqual([...new Set(missing)], [])
  const compared = events.filter((event) => expectedFields(event).length >= 3)
  assert.ok(
    compared.length >= events.length - 1,
    'nearly every event has a class to be compared with',
  )
})
