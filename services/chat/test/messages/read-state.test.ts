import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { markRead, markUnread, tidyReadState } from '../../src/messages/store/read-state-store.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

const MESSAGES = 60

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let recipientId = 0
const own: number[] = []

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  const id = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
  await channel(chat.owner, 'Elsinore', [hamlet, cordelia])
  // Other conversations' messages lie between, as in any organization.
  for (let number = 0; number < MESSAGES; number += 1) {
    if (number % 3 === 0) own.push(await send(hamlet, 'Denmark', 'a', 'x'))
    else await send(hamlet, 'Elsinore', 'b', 'x')
  }
  const [row] = await chat.database.query<{ recipient_id: number }>(
    sql`select recipient_id from stream where id = ${id}`,
  )
  recipientId = row?.recipient_id ?? 0
  // The notification bot has written to the channel too.
  await cordelia.post('/mark_stream_as_read', { stream_id: id })
})
after(() => chat.stop())

async function unreadIds(): Promise<readonly number[]> {
  const narrow = [
    { operator: 'is', operand: 'unread' },
    { operator: 'channel', operand: 'Denmark' },
    { operator: 'topic', operand: 'a' },
  ]
  const { json } = await cordelia.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 500,
    narrow,
  })
  return json.messages.map(({ id }: { id: number }) => id)
}

async function ranges(): Promise<number> {
  const [row] = await chat.database.query<{ count: number }>(
    sql`select (select count(*) from unnest(read)) as count from subscription
        where user_id = ${cordelia.id} and recipient_id = ${recipientId}`,
  )
  return row?.count ?? 0
}

const step = fc.record({
  isRead: fc.boolean(),
  picks: fc.uniqueArray(fc.nat(MESSAGES / 3 - 1), { minLength: 1, maxLength: 8 }),
})

test('whatever is marked in whatever order, unread is what was not read; tidying changes nothing but the ranges', async () => {
  const viewer = {
    realmId: chat.realmId,
    userId: cordelia.id,
    role: 400,
    groups: new Set<number>(),
  } as const
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await markUnread(chat.database, viewer, own)
      const unread = new Set(own)
      for (const { isRead, picks } of steps) {
        const ids = picks.map((pick) => own[pick] ?? 0)
        const changed = isRead
          ? (await markRead(chat.database, viewer, ids)).ids
          : await markUnread(chat.database, viewer, ids)
        const expected = ids.filter((id) => unread.has(id) === isRead)
        assert.deepEqual(
          changed,
          expected.toSorted((a, b) => a - b),
        )
        for (const id of ids) {
          if (isRead) unread.delete(id)
          else unread.add(id)
        }
      }
      const expected = own.filter((id) => unread.has(id))
      assert.deepEqual(await unreadIds(), expected)
      await tidyReadState(chat.database, viewer, recipientId)
      assert.deepEqual(await unreadIds(), expected)
      // One range up to each run of unread messages, and one after the last.
      const runs = own.filter(
        (id, index) => unread.has(id) && !unread.has(own[index - 1] ?? -1),
      ).length
      assert.ok((await ranges()) <= runs + 1, `${await ranges()} ranges for ${runs} runs`)
    }),
    { numRuns: 40 },
  )
})

test('reading one message after the other leaves few ranges', async () => {
  for (const id of own)
    await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  assert.ok((await ranges()) <= 32)
  assert.deepEqual(await unreadIds(), [])
})

test('marking a topic as read leaves alone what was read of another', async () => {
  const streamId = await channel(chat.owner, 'Norway', [hamlet, cordelia])
  const sent: number[] = []
  for (const topic of ['war', 'war', 'war', 'peace'])
    sent.push(await send(hamlet, 'Norway', topic, 'x'))
  const flag = { op: 'add', flag: 'read' }
  await cordelia.post('/messages/flags', { ...flag, messages: [sent[1]] })
  await cordelia.post('/mark_topic_as_read', { stream_id: streamId, topic_name: 'peace' })
  const { json } = await cordelia.get('/messages', { message_ids: sent })
  assert.deepEqual(
    json.messages.map(({ flags }: { flags: readonly string[] }) => flags.includes('read')),
    [false, true, false, true],
  )
})
