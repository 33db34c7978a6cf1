import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnChat, type OwnChatTest, type Person } from '../chat-service.ts'

// Deep: it starts and kills processes, and waits for others to find out.

// A service of its own: it starts and kills processes beside it.

let chat: OwnChatTest
let second: Awaited<ReturnType<OwnChatTest['second']>>

before(async () => {
  chat = await startOwnChat()
  second = await chat.second()
})
after(async () => {
  await second.stop()
  await chat.stop()
})

const NOW = sql`update parked_queues set parked_at = parked_at - interval '11 seconds'`

interface Seen {
  readonly id: number
  readonly content: string
}

/** A client of one queue that asks all of `at` in turn, as a balancer does that knows nothing of queues. */
function reader(queueId: string, at: readonly Person[]) {
  const seen: Seen[] = []
  let turn = 0
  const read = async () => {
    const person = at[(turn += 1) % at.length] ?? chat.owner
    const fields = { queue_id: queueId, last_event_id: seen.at(-1)?.id ?? -1, dont_block: true }
    const { json, status } = await person.get('/events', fields)
    if (json.code === 'EVENT_QUEUE_ELSEWHERE') return false
    assert.equal(status, 200, json.msg)
    for (const event of json.events) {
      if (event.type === 'message') seen.push({ id: event.id, content: event.message.content })
    }
    return true
  }
  return { seen, read }
}

async function say(by: Person, content: string): Promise<void> {
  const { json, status } = await by.post('/messages', {
    type: 'direct',
    to: [chat.owner.id],
    content,
  })
  assert.equal(status, 200, json.msg)
}

const contentsOf = (seen: readonly Seen[]) => seen.map(({ content }) => content).toSorted()

test('the queues of a process that does not come back go to one other, which any process knows', async () => {
  const third = await chat.second()
  const there = third.as(chat.owner)
  const queue = await there.listen({ event_types: ['message'], apply_markdown: false })
  await say(there, 'before')
  await third.stop()
  await say(chat.owner, 'meanwhile')
  const { read, seen } = reader(queue.queueId, [chat.owner, second.as(chat.owner)])
  assert.equal(await read(), false)
  await chat.database.execute(NOW)
  await eventually('another process has it', read)
  await say(second.as(chat.owner), 'afterwards')
  await eventually('all came', async () => (await read()) && seen.length === 3)
  assert.deepEqual(
    seen.map(({ content }) => content),
    ['before', 'meanwhile', 'afterwards'],
  )
  const [row] = await chat.database.query<{ adopted: number; parked: number }>(
    sql`select (select count(*)::int from adopted_queue where queue_id = ${queue.queueId}) as adopted,
          (select count(*)::int from parked_queues) as parked`,
  )
  assert.deepEqual(row, { adopted: 1, parked: 0 })
  const stranger = await chat.person('Stranger')
  const fields = { queue_id: queue.queueId, last_event_id: -1, dont_block: true }
  assert.equal((await stranger.get('/events', fields)).json.code, 'BAD_EVENT_QUEUE_ID')
  const end = async (at: Person) =>
    (await at.delete('/events', { queue_id: queue.queueId })).json.code
  assert.equal(await end(second.as(chat.owner)), undefined)
  // Also at the process that had it.
  for (const at of [chat.owner, second.as(chat.owner)]) {
    assert.equal(await end(at), 'BAD_EVENT_QUEUE_ID')
  }
})

test('while everybody writes and a process goes for ever, no queue of it loses or doubles anything', async () => {
  const third = await chat.second()
  const living = [chat.owner, second.as(chat.owner)]
  const readers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const wanted = { event_types: ['message'], apply_markdown: false }
      return reader((await third.as(chat.owner).listen(wanted)).queueId, living)
    }),
  )
  const said: string[] = []
  const over = new AbortController()
  const writers = [...living, third.as(chat.owner)].map(async (by, writer) => {
    // The one that will stop writes a few.
    const most = writer < living.length ? Number.POSITIVE_INFINITY : 10
    for (let number = 0; !over.signal.aborted && number < most; number += 1) {
      const content = `message ${writer}.${number}`
      await say(by, content)
      said.push(content)
    }
  })
  await writers[2]
  await third.stop()
  await chat.database.execute(NOW)
  await eventually('others have all queues', async () => {
    const has = await Promise.all(readers.map(({ read }) => read()))
    return has.every((one) => one)
  })
  for (let round = 0; round < 5; round += 1)
    await Promise.all(readers.map(({ read }) => eventually('an answer', read)))
  over.abort()
  await Promise.all(writers)
  for (const { read, seen } of readers) {
    await eventually('all came', async () => (await read()) && seen.length >= said.length)
    assert.deepEqual(contentsOf(seen), said.toSorted())
  }
})

test('of a process whose number comes back too late, the queues stay where they are', async () => {
  const queue = await chat.owner.listen({ event_types: ['message'], apply_markdown: false })
  const other = second.as(chat.owner)
  const { read, seen } = reader(queue.queueId, [other])
  await say(other, 'before')
  // Parked long ago from its first moment on, so that it is taken over while this process starts or before.
  await chat.database.execute(sql`
    create function chat.long_ago() returns trigger language plpgsql as $$
    begin new.parked_at := new.parked_at - interval '11 seconds'; return new; end $$`)
  await chat.database.execute(sql`
    create trigger long_ago before insert on parked_queues for each row execute function chat.long_ago()`)
  await chat.restart()
  await eventually('somebody has it', read)
  await say(chat.owner, 'afterwards')
  await eventually('all came', async () => (await read()) && seen.length === 2)
  assert.deepEqual(contentsOf(seen), ['afterwards', 'before'])
})
