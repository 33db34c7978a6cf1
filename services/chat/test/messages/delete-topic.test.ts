import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let admin: Person
let hamlet: Person
let cordelia: Person
let guest: Person

before(async () => {
  chat = await startChat()
  admin = await chat.person('Iago', ROLE.administrator)
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

const DELETIONS = {
  event_types: ['delete_message', 'stream', 'user_topic'],
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
}

async function topics(person: Person, id: number): Promise<string[]> {
  const { json } = await person.get(`/users/me/${id}/topics`)
  return json.topics.map(({ name }: { name: string }) => name)
}

async function fill(streamId: number, topic: string, count: number): Promise<void> {
  await chat.database.execute({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client,
             sent_at, is_read_by_sender)
           select st.realm_id, st.recipient_id, st.id, $2, $3, 'x', '<p>x</p>', 'test', now(), true
           from stream st, generate_series(1, $4) where st.id = $1`,
    values: [streamId, topic, hamlet.id, count],
  })
}

async function count(streamId: number, topic: string): Promise<number> {
  const [row] = await chat.database.query<{ count: number }>({
    text: `select count(*) from message where stream_id = $1 and lower(topic) = lower($2)`,
    values: [streamId, topic],
  })
  return row?.count ?? 0
}

test('topics come with their newest message first, in the writing of that message', async () => {
  const id = await channel(hamlet, 'Topics', [hamlet])
  const old = await send(hamlet, id, 'ghost', 'one')
  await send(hamlet, id, '', 'two')
  const newest = await send(hamlet, id, 'Ghost', 'three')
  const { json } = await cordelia.get(`/users/me/${id}/topics`, { allow_empty_topic_name: true })
  assert.deepEqual(
    json.topics.map((topic: { name: string; max_id: number }) => [topic.name, topic.max_id]),
    [
      ['Ghost', newest],
      ['', old + 1],
      ['channel events', old - 1],
    ],
  )
  assert.deepEqual(await topics(cordelia, id), ['Ghost', 'general chat', 'channel events'])
  assert.equal((await guest.get(`/users/me/${id}/topics`)).json.msg, 'Invalid channel ID')
  assert.equal((await hamlet.get('/users/me/99999/topics')).json.msg, 'Invalid channel ID')
})

test('where history is protected one sees the topics of one’s own messages', async () => {
  const id = await channel(hamlet, 'Protected', [hamlet], { invite_only: true })
  await send(hamlet, id, 'before', 'unseen')
  await send(hamlet, id, 'both', 'unseen')
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Protected' }],
    principals: [cordelia.id],
  })
  const seen = await send(hamlet, id, 'both', 'seen')
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Protected' }],
    principals: [guest.id],
  })
  const { json } = await cordelia.get(`/users/me/${id}/topics`)
  assert.deepEqual(json.topics, [{ name: 'both', max_id: seen }])
  assert.deepEqual(await topics(guest, id), [])
})

test('a topic goes in batches, newest first, and everybody who could read it hears which', async () => {
  const id = await channel(hamlet, 'Batches', [hamlet, guest])
  const kept = await send(hamlet, id, 'kept', 'one')
  await fill(id, 'doomed', 250)
  const queues = await Promise.all([hamlet, cordelia, guest].map((one) => one.listen(DELETIONS)))
  const outsider = await (await chat.person('Osric', ROLE.guest)).listen(DELETIONS)
  const answer = await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'DOOMED' })
  assert.deepEqual(answer.json, { result: 'success', msg: '', complete: true })
  for (const queue of queues) {
    const events = await queue.events()
    assert.deepEqual(
      events.map(({ message_ids: ids }) => ids.length),
      [100, 100, 50],
    )
    const ids = events.map(({ message_ids: all }) => all)
    assert.ok(ids[0][0] > ids[1][99] && ids[1][0] > ids[2][49])
    assert.equal(events[0]?.['topic'], 'doomed')
    assert.equal(events[0]?.['stream_id'], id)
  }
  assert.deepEqual(await outsider.events(), [])
  assert.deepEqual(await topics(hamlet, id), ['kept', 'channel events'])
  assert.equal(await count(id, 'kept'), 1)
  assert.ok(kept > 0)
})

test('clients that do not know lists of deletions hear of every message', async () => {
  const id = await channel(hamlet, 'Singles', [hamlet])
  const ids = [await send(hamlet, id, 'pair', 'a'), await send(hamlet, id, 'pair', 'b')]
  const queue = await hamlet.listen({ event_types: ['delete_message'] })
  await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'pair' })
  const events = await queue.events()
  assert.deepEqual(
    events.map(({ message_id: one }) => one),
    ids,
  )
})

test('the channel’s first message is told anew when it went, and null when nothing is left', async () => {
  const id = await channel(hamlet, 'First', [hamlet])
  const first = await send(hamlet, id, 'a', 'one')
  const [queue, peer] = await Promise.all([hamlet.listen(DELETIONS), cordelia.listen(DELETIONS)])
  await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'channel events' })
  await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'a' })
  for (const events of [await queue.events(), await peer.events()]) {
    const updates = events.filter(({ type }) => type === 'stream')
    assert.deepEqual(
      updates.map(({ property, value }) => [property, value]),
      [
        ['first_message_id', first],
        ['first_message_id', null],
      ],
    )
  }
  const again = await send(hamlet, id, 'b', 'two')
  const { json } = await hamlet.get(`/streams/${id}`)
  assert.equal(json.stream.first_message_id, again)
})

test('policies and marks for the topic go with its messages', async () => {
  const id = await channel(hamlet, 'Marks', [hamlet, cordelia])
  const message = await send(hamlet, id, 'ghost', 'starred')
  await cordelia.post('/messages/flags', { messages: [message], op: 'add', flag: 'starred' })
  await cordelia.post('/user_topics', { stream_id: id, topic: 'ghost', visibility_policy: 1 })
  const [queue, other] = await Promise.all([cordelia.listen(DELETIONS), admin.listen(DELETIONS)])
  await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'ghost' })
  const policies = (await queue.events()).filter(({ type }) => type === 'user_topic')
  assert.deepEqual(
    policies.map(({ topic_name: name, visibility_policy: policy }) => [name, policy]),
    [['ghost', 0]],
  )
  assert.deepEqual(
    (await other.events()).map(({ type }) => type),
    ['delete_message'],
  )
  const { state } = await cordelia.listen({ fetch_event_types: ['starred_messages', 'user_topic'] })
  assert.deepEqual(state['starred_messages'], [])
  assert.deepEqual(state['user_topics'], [])
})

test('where history is protected only what the administrator can read goes, and each hears of their own', async () => {
  const id = await channel(hamlet, 'Guarded', [hamlet], { invite_only: true })
  await send(hamlet, id, 'plot', 'before the administrator')
  await hamlet.post('/user_topics', { stream_id: id, topic: 'plot', visibility_policy: 3 })
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Guarded' }],
    principals: [admin.id],
  })
  const second = await send(hamlet, id, 'plot', 'before Cordelia')
  await hamlet.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Guarded' }],
    principals: [cordelia.id],
  })
  const third = await send(hamlet, id, 'plot', 'for all')
  const [own, late] = await Promise.all([hamlet.listen(DELETIONS), cordelia.listen(DELETIONS)])
  const answer = await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'plot' })
  assert.equal(answer.json.complete, true)
  assert.deepEqual(
    (await own.events()).map(({ message_ids: ids }) => ids),
    [[second, third]],
  )
  assert.deepEqual(
    (await late.events()).map(({ message_ids: ids }) => ids),
    [[third]],
  )
  assert.equal(await count(id, 'plot'), 1)
  const { state } = await hamlet.listen({ fetch_event_types: ['user_topic'] })
  assert.equal(
    state['user_topics'].filter((topic: { stream_id: number }) => topic.stream_id === id).length,
    1,
  )
})

test('after fifty seconds the answer is that it is not complete, and what is deleted stays so', async () => {
  const id = await channel(hamlet, 'Slow', [hamlet])
  await fill(id, 'long', 250)
  const [held] = await chat.database.query<{ id: number }>({
    text: `select id from message where stream_id = $1 and topic = 'long' order by id desc limit 1 offset 150`,
    values: [id],
  })
  const answer = await chat.database.transaction(async (tx) => {
    // The second batch waits for this message until the time is up.
    await tx.query({
      text: 'select id from message where realm_id = $1 and id = $2 for update',
      values: [chat.realmId, held?.id],
    })
    const pending = admin.post(`/streams/${id}/delete_topic`, { topic_name: 'long' })
    await eventually('the first batch is gone', async () => (await count(id, 'long')) < 250)
    chat.clock.advance(50_000)
    return { pending }
  })
  const { json } = await answer.pending
  assert.equal(json.complete, false)
  assert.equal(await count(id, 'long'), 50)
  const rest = await admin.post(`/streams/${id}/delete_topic`, { topic_name: 'long' })
  assert.equal(rest.json.complete, true)
  assert.equal(await count(id, 'long'), 0)
})

test('only administrators delete topics, and only of channels that they can read', async () => {
  const id = await channel(hamlet, 'Private', [hamlet], { invite_only: true })
  const topic = { topic_name: 'channel events' }
  const refused = await hamlet.post(`/streams/${id}/delete_topic`, topic)
  assert.deepEqual(
    [refused.status, refused.json.code, refused.json.msg],
    [400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
  )
  const hidden = await admin.post(`/streams/${id}/delete_topic`, topic)
  assert.deepEqual([hidden.json.code, hidden.json.msg], ['BAD_REQUEST', 'Invalid channel ID'])
  assert.equal(await count(id, 'channel events'), 1)
  const missing = await admin.post(`/streams/${id}/delete_topic`, {})
  assert.deepEqual(
    [missing.json.code, missing.json.var_name],
    ['REQUEST_VARIABLE_MISSING', 'topic_name'],
  )
  const own = await channel(admin, 'Empty', [admin])
  const nothing = await admin.post(`/streams/${own}/delete_topic`, { topic_name: 'no such topic' })
  assert.equal(nothing.json.complete, true)
})
