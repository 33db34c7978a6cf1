import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { RateLimiter } from '../src/api/rate-limit.ts'
import { shareCalls } from '../src/api/share-counts.ts'
import { OWNER_PASSWORD, startChat, type ChatTest, type Person } from './chat-service.ts'

let chat: ChatTest
let second: Awaited<ReturnType<ChatTest['second']>>
let there: Person

before(async () => {
  chat = await startChat()
  second = await chat.second()
  there = second.as(chat.owner)
})
after(async () => {
  await second.stop()
  await chat.stop()
})

test('a queue that another living process has is not a bad one, and its client need not register anew', async () => {
  const here = await chat.owner.listen()
  const fields = { queue_id: here.queueId, last_event_id: -1, dont_block: true }
  const elsewhere = await there.get('/events', fields)
  assert.deepEqual(
    [elsewhere.status, elsewhere.json.code, elsewhere.headers.get('retry-after')],
    [503, 'EVENT_QUEUE_ELSEWHERE', '1'],
  )
  assert.equal((await there.delete('/events', { queue_id: here.queueId })).status, 503)
  assert.deepEqual(await here.events(), [])
  const unknown = `7fffffff${here.queueId.slice(8)}`
  const bad = await there.get('/events', { ...fields, queue_id: unknown })
  assert.deepEqual([bad.status, bad.json.code], [400, 'BAD_EVENT_QUEUE_ID'])
})

test('a queue of a process that stopped cleanly is no bad one while it may come back', async () => {
  const third = await chat.second()
  const queue = await third.as(chat.owner).listen()
  await third.stop()
  const fields = { queue_id: queue.queueId, last_event_id: -1, dont_block: true }
  const ask = async () => (await there.get('/events', fields)).json.code
  assert.equal(await ask(), 'EVENT_QUEUE_ELSEWHERE')
  chat.clock.advance(4_000)
  assert.equal(await ask(), 'EVENT_QUEUE_ELSEWHERE')
  await chat.database.execute(sql`delete from parked_queues`)
  assert.equal(await ask(), 'EVENT_QUEUE_ELSEWHERE')
  chat.clock.advance(4_000)
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
  for (let count = 0; count < 6; count += 1) one.use('caller')
  for (let count = 0; count < 3; count += 1) other.use('caller')
  await shareCalls(chat.database, one)
  await shareCalls(chat.database, other)
  assert.equal(other.use('caller').remaining, 0)
  assert.throws(() => other.use('caller'), { code: 'RATE_LIMIT_HIT' })
  // What others counted is known to a process once it counts again itself.
  one.use('caller')
  await shareCalls(chat.database, one)
  assert.throws(() => one.use('caller'), { code: 'RATE_LIMIT_HIT' })
  chat.clock.advance(60_000)
  assert.equal(one.use('caller').remaining, 9)
})
