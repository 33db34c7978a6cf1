import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  channel,
  send,
  startChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { seedMessages } from '../console/seed-messages.ts'

const COUNT = 1_000
// Of HTML a message; all of them are far more than one answer holds.
const BYTES = 20_000

let chat: ChatTest
let reader: Person
let stream: number

before(async () => {
  chat = await startChat()
  reader = await chat.person('Reader')
  stream = await channel(chat.owner, 'long', [reader])
  const first = await send(chat.owner, 'long', 't', 'first')
  await seedMessages(chat, { channelId: stream, topic: 't', senders: [chat.owner], count: COUNT })
  await chat.database.query({
    text: `update chat.message set rendered_content = repeat('x', $1) where stream_id = $2 and id > $3`,
    values: [BYTES, stream, first],
  })
})
after(() => chat.stop())

const idsOf = (json: Loose): readonly number[] =>
  json['messages'].map(({ id }: { readonly id: number }) => id)

async function get(fields: Loose) {
  const narrow = [{ operator: 'channel', operand: stream }]
  return await reader.get('/messages', { narrow, num_before: 0, num_after: 0, ...fields })
}

test('an answer holds no more than some megabytes of texts, says that no end was found, and the next goes on', async () => {
  const back: number[] = []
  for (let anchor: number | 'newest' = 'newest', isEnd = false; !isEnd; anchor = back[0] ?? 0) {
    const range = { anchor, include_anchor: false, num_before: 4_000 }
    const { status, json, text } = await get(range)
    assert.equal(status, 200, text)
    assert.ok(text.length < 9 * 1024 * 1024, `${text.length} bytes`)
    assert.equal(json['found_newest'], anchor === 'newest')
    isEnd = json['found_oldest'] as boolean
    back.unshift(...idsOf(json))
  }
  assert.deepEqual(back, await idsOfAll(), 'none is left out and none comes twice')
  const middle = back[500] ?? 0
  const { json, text } = await get({ anchor: middle, num_before: 500, num_after: 500 })
  assert.ok(text.length < 9 * 1024 * 1024, `${text.length} bytes`)
  const around = idsOf(json)
  assert.deepEqual(
    around,
    back.filter((id) => id >= (around[0] ?? 0) && id <= (around.at(-1) ?? 0)),
  )
  assert.deepEqual(
    [json['found_anchor'], json['found_oldest'], json['found_newest']],
    [true, false, false],
  )
  assert.equal((await get({ anchor: 'newest', num_before: 10 })).json['messages'].length, 10)
})

test('messages named by their ids that no answer can hold together are refused', async () => {
  const back = await get({ anchor: 'newest', num_before: 300 })
  const ids = idsOf(back.json)
  const all = await reader.get('/messages', { message_ids: await idsOfAll() })
  assert.deepEqual(
    [all.status, all.json['msg']],
    [400, 'The messages are too long for one answer; request fewer.'],
  )
  const some = await reader.get('/messages', { message_ids: ids })
  assert.deepEqual(idsOf(some.json), ids)
})

async function idsOfAll(): Promise<readonly number[]> {
  const rows = await chat.database.query<{ id: number }>({
    text: 'select id from chat.message where stream_id = $1 order by id',
    values: [stream],
  })
  return rows.map(({ id }) => id)
}
