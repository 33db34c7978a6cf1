import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { RateLimiter } from '../../src/api/rate-limit.ts'
import { shareCalls } from '../../src/api/share-counts.ts'
import { QUEUE_CALLS, sign, SIGNATURE } from '../../src/events/queue-call.ts'
import { addCalls } from '../../src/tenancy/store/count-store.ts'
import { OWNER_PASSWORD, SECRET } from '../chat-server.ts'
import { startOwnChat, type OwnChatTest, type Person } from '../chat-service.ts'

// A service of its own: a second process works beside it.

let chat: OwnChatTest
let second: Awaited<ReturnType<OwnChatTest['second']>>
let there: Person
/** The owner's. */
let headers: { readonly authorization: string }

before(async () => {
  chat = await startOwnChat()
  second = await chat.second()
  there = second.as(chat.owner)
  const { email, key } = chat.owner
  headers = { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
})
after(async () => {
  await second.stop()
  await chat.stop()
})

test('any process answers for a queue: its events, what was acknowledged, and its end', async () => {
  const here = await chat.owner.listen({ event_types: ['message'] })
  const poll = (at: string, last: number) =>
    exchange(
      `${at}/api/v1/events?queue_id=${here.queueId}&last_event_id=${last}&dont_block=true`,
      'GET',
      { headers },
    )
  const eventsAt = async (at: string, last: number) => {
    const { json, status } = await poll(at, last)
    assert.equal(status, 200, json.msg)
    return json.events.map((event: { id: number }) => event.id)
  }
  const fields = { queue_id: here.queueId, local_id: '7.01' }
  const sent = { type: 'direct', to: [chat.owner.id], content: 'for any process', ...fields }
  assert.equal((await there.post('/messages', sent)).status, 200)
  const first = await eventually('the event is there', async () => {
    const { json } = await poll(second.baseUrl, -1)
    return json.events[0]
  })
  assert.deepEqual([first.type, first.local_message_id], ['message', '7.01'])
  assert.deepEqual(await eventsAt(chat.baseUrl, -1), [first.id])
  // Acknowledged by one process, gone for all.
  assert.deepEqual(await eventsAt(second.baseUrl, first.id), [])
  const [told, toldThere] = [await poll(chat.baseUrl, -1), await poll(second.baseUrl, -1)]
  assert.deepEqual(toldThere.json, told.json)
  assert.equal(told.json.code, 'BAD_REQUEST')
  assert.equal((await there.delete('/events', { queue_id: here.queueId })).status, 200)
  assert.equal((await poll(chat.baseUrl, first.id)).json.code, 'BAD_EVENT_QUEUE_ID')
})

test('a poll that waits at another process gets what happens there', async () => {
  const here = await chat.owner.listen({ event_types: ['message'] })
  const fields = { queue_id: here.queueId, last_event_id: -1 }
  const waiting = there.get('/events', fields)
  await chat.owner.post('/messages', { type: 'direct', to: [chat.owner.id], content: 'now' })
  assert.equal((await waiting).json.events[0].message.content, 'now')
})

test('a client that goes while its process asks another ends that call too', async () => {
  const asked = Promise.withResolvers<IncomingMessage>()
  const owner = createServer((request) => asked.resolve(request)).listen(0, '127.0.0.1')
  await once(owner, 'listening')
  // It listens on a port, so it has an address of one.
  const { port } = owner.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  await chat.database.execute(sql`insert into process_address (process, url) values (42, ${url})`)
  const query = new URLSearchParams({ queue_id: '0000002a-1', last_event_id: '-1' })
  const client = request(`${chat.baseUrl}/api/v1/events?${query.toString()}`, {
    auth: `${chat.owner.email}:${chat.owner.key}`,
  })
  const ended = once(client, 'error')
  client.end()
  const call = await asked.promise
  const closed = once(call.socket, 'close')
  client.destroy(new Error('gone'))
  await Promise.all([ended, closed])
  owner.close()
})

test('somebody else’s queue is a bad one at any process', async () => {
  const here = await chat.owner.listen()
  const stranger = second.as(await chat.person('Stranger'))
  const fields = { queue_id: here.queueId, last_event_id: -1, dont_block: true }
  assert.equal((await stranger.get('/events', fields)).json.code, 'BAD_EVENT_QUEUE_ID')
  const ended = await stranger.delete('/events', { queue_id: here.queueId })
  assert.equal(ended.json.code, 'BAD_EVENT_QUEUE_ID')
  assert.deepEqual(await here.events(), [])
  const unknown = `7fffffff${here.queueId.slice(8)}`
  const bad = await there.get('/events', { ...fields, queue_id: unknown })
  assert.deepEqual([bad.status, bad.json.code], [400, 'BAD_EVENT_QUEUE_ID'])
})

test('what processes ask each other needs their signature, which is of use for a minute', async () => {
  const here = await chat.owner.listen()
  const { id: userId } = chat.owner
  const body = JSON.stringify({ realmId: chat.realmId, userId, queueId: here.queueId })
  const ask = async (signature: string, text = body) =>
    await exchange(`${chat.baseUrl}${QUEUE_CALLS}`, 'POST', {
      headers: { [SIGNATURE]: signature },
      body: text,
    })
  const secret = Buffer.from(SECRET, 'hex')
  const other = Buffer.from('cd'.repeat(32), 'hex')
  const nowMs = chat.clock.now()
  for (const signature of ['', 'x.y', sign(other, body, nowMs), sign(secret, body, nowMs - 61_000)])
    assert.equal((await ask(signature)).status, 401, signature)
  assert.equal((await ask(sign(secret, body, nowMs), `${body} `)).status, 401)
  assert.deepEqual(await here.events(), [])
  assert.equal((await ask(sign(secret, body, nowMs))).status, 200)
  await assert.rejects(here.events(), /BAD_EVENT_QUEUE_ID/)
})

test('a queue of a process that stopped cleanly is no bad one while it may come back', async () => {
  const third = await chat.second()
  const queue = await third.as(chat.owner).listen()
  await third.stop()
  // Not yet to be taken over by another one, however slow this test is.
  await chat.database.execute(sql`update parked_queues set parked_at = now() + interval '1 hour'`)
  const fields = { queue_id: queue.queueId, last_event_id: -1, dont_block: true }
  const ask = async () => (await there.get('/events', fields)).json.code
  assert.equal(await ask(), 'EVENT_QUEUE_ELSEWHERE')
  chat.clock.advance(4_000)
  assert.equal(await ask(), 'EVENT_QUEUE_ELSEWHERE')
  await chat.database.execute(sql`delete from parked_queues`)
  // Nobody listens there, and nobody will take the queue back.
  assert.equal(await ask(), 'BAD_EVENT_QUEUE_ID')
})

test('guesses at a password are counted by all processes together, also those at once', async () => {
  const guess = (person: Person, password: string) =>
    person.patch('/settings', { old_password: password, new_password: 'correct-horse-2' })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => guess(index % 2 === 0 ? chat.owner : there, 'wrong')),
  )
  const told = answers.map(({ json }) => json.code)
  assert.deepEqual(
    [
      told.filter((code) => code === 'BAD_REQUEST').length,
      told.filter((code) => code === 'RATE_LIMIT_HIT').length,
    ],
    [5, 15],
  )
  const signIn = await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', {
    body: new URLSearchParams({ username: chat.owner.email, password: OWNER_PASSWORD }),
  })
  assert.deepEqual([signIn.status, signIn.json.code], [429, 'RATE_LIMIT_HIT'])
  assert.equal(signIn.headers.get('retry-after'), '1800')
  chat.clock.advance(1_800_000)
  assert.equal((await guess(there, OWNER_PASSWORD)).status, 200)
})

test('calls are counted by each process and added up', async () => {
  const limiters = [1, 2].map(() => new RateLimiter(10, 60_000, chat.clock.now))
  const [one, other] = limiters
  assert.ok(one !== undefined && other !== undefined)
  for (let count = 0; count < 6; count += 1) await one.use('caller')
  for (let count = 0; count < 3; count += 1) await other.use('caller')
  await shareCalls(chat.database, one)
  await shareCalls(chat.database, other)
  assert.equal((await other.use('caller')).remaining, 0)
  await assert.rejects(other.use('caller'), { code: 'RATE_LIMIT_HIT' })
  // What others counted is known to a process once it counts again itself.
  await one.use('caller')
  await shareCalls(chat.database, one)
  await assert.rejects(one.use('caller'), { code: 'RATE_LIMIT_HIT' })
  chat.clock.advance(60_000)
  assert.equal((await one.use('caller')).remaining, 9)
})

test('calls that wait to be told to the others keep their places when the counts are shared meanwhile', async () => {
  const limiter = new RateLimiter(4, 60_000, chat.clock.now)
  const held = Promise.withResolvers<void>()
  limiter.shareWith(async (count) => {
    await held.promise
    const [sum] = await addCalls(chat.database, [count])
    return sum?.used
  })
  const calls = [1, 2].map(() => limiter.use('waiting'))
  // The first statement is under way with these two; the next calls wait for the second one.
  await turn()
  calls.push(...[3, 4].map(() => limiter.use('waiting')))
  await shareCalls(chat.database, limiter)
  calls.push(limiter.use('waiting'))
  held.resolve()
  const ends = await Promise.allSettled(calls)
  assert.deepEqual(
    ends.map((end) => (end.status === 'fulfilled' ? end.value.remaining : end.reason.code)),
    [3, 2, 1, 0, 'RATE_LIMIT_HIT'],
  )
})

test('calls that alternate between processes, or come to all at once, are as many as the limit and no more', async (t) => {
  const limit = 40
  const own = await startOwnChat({ rateLimit: limit })
  const two = await own.second()
  t.after(async () => {
    await two.stop()
    await own.stop()
  })
  const [ana, beto] = [await own.person('Ana'), await own.person('Beto')]
  const call = async (index: number, { email, key }: Person = own.owner) => {
    const credentials = Buffer.from(`${email}:${key}`).toString('base64')
    const at = index % 2 === 0 ? own.baseUrl : two.baseUrl
    const me = `${at}/api/v1/users/me`
    return await exchange(me, 'GET', { headers: { authorization: `Basic ${credentials}` } })
  }
  await eventually('the processes know each other', async () => {
    own.clock.advance(60_000)
    const [first, second] = [await call(0), await call(1)]
    const left = (answer: typeof first) => Number(answer.headers.get('x-ratelimit-remaining'))
    // Of one that knows of another, each call near the limit is told; here one after the other.
    for (let index = 2; index < limit - 4; index += 1) await call(index)
    const [last, next] = [await call(0), await call(1)]
    return left(first) + left(second) > 0 && left(last) === 3 && left(next) === 2
  })
  const told: number[] = []
  for (let index = 0; index < limit; index += 1) told.push((await call(index, ana)).status)
  assert.deepEqual(new Set(told), new Set([200]))
  for (const index of [0, 1]) {
    const refused = await call(index, ana)
    assert.deepEqual([refused.status, refused.json.code], [429, 'RATE_LIMIT_HIT'])
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
  }
  const crowd = await Promise.all(
    Array.from({ length: limit * 2 }, (_, index) => call(index, beto)),
  )
  const passed = crowd.filter(({ status }) => status === 200).length
  // At the process that was not asked before, the last twentieth may be beyond.
  assert.ok(passed >= limit && passed <= limit + limit / 20, String(passed))
})
