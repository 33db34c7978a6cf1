import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { until, uploaded } from '../files/files.ts'

// A service of its own: it moves the clock by days, and restarts it.

const DAY_MS = 86_400_000

let chat: OwnChatTest
let owner: Person
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startOwnChat()
  owner = chat.owner
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(() => chat.stop())

async function contents(person: Person): Promise<string[]> {
  const { json } = await person.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 1_000,
    apply_markdown: false,
  })
  return json.messages
    .map(({ content }: Loose) => content)
    .filter((content: string) => !content.includes('**Description:**'))
}

test('messages are forgotten when their channel, or else their organization, keeps them no longer', async () => {
  await channel(owner, 'brief', [owner, hamlet, cordelia], { message_retention_days: 2 })
  await channel(owner, 'kept', [owner, hamlet], { message_retention_days: 'unlimited' })
  await channel(owner, 'plain', [owner, hamlet])
  const note = new File(['x'], 'note.txt', { type: 'text/plain' })
  const url = await uploaded(chat, hamlet, note)
  const first = await send(hamlet, 'brief', 'a', `old [note](${url})`)
  const second = await send(hamlet, 'brief', 'b', 'old too')
  await send(hamlet, 'kept', 'a', 'for ever')
  await send(hamlet, 'plain', 'a', 'by the organization')
  await sendDirect(hamlet, [cordelia], 'between us')
  assert.equal((await owner.patch('/realm', { message_retention_days: 5 })).status, 200)
  chat.clock.advance(3 * DAY_MS)
  await send(hamlet, 'brief', 'a', 'new')
  const heard = await cordelia.listen({
    event_types: ['delete_message'],
    client_capabilities: { bulk_message_deletion: true },
  })
  await chat.restart()
  await until(
    () => contents(hamlet),
    (now) => !now.includes('old too'),
  )
  const events = (await heard.events()).filter((event) => event['topic'] !== 'channel events')
  assert.deepEqual(
    events.map(({ id: _id, ...event }) => event),
    [
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: [first],
        stream_id: 1,
        topic: 'a',
      },
      {
        type: 'delete_message',
        message_type: 'stream',
        message_ids: [second],
        stream_id: 1,
        topic: 'b',
      },
    ],
  )
  assert.deepEqual(await contents(hamlet), ['for ever', 'by the organization', 'between us', 'new'])
  const { json } = await hamlet.get('/attachments')
  assert.deepEqual(json.attachments[0].messages, [])
  chat.clock.advance(3 * DAY_MS)
  await chat.restart()
  await until(
    () => contents(hamlet),
    (now) => now.length === 1,
  )
  assert.deepEqual(await contents(hamlet), ['for ever'])
})

test('many old messages go in small transactions, and who sends or edits meanwhile does not wait', async () => {
  const id = await channel(owner, 'busy', [owner, hamlet], { message_retention_days: 1 })
  const held = await send(hamlet, 'busy', 'a', 'number 0')
  await chat.database.query({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select realm_id, recipient_id, stream_id, 'a', sender_id, 'number ' || n, '', client, sent_at, true
      from message, generate_series(1, 999) n where id = $1`,
    values: [held],
  })
  chat.clock.advance(2 * DAY_MS)
  const left = async () => {
    const [row] = await chat.database.query<{ count: number }>({
      text: 'select count(*)::int as count from message where stream_id = $1 and sent_at < $2',
      values: [id, new Date(chat.clock.now() - DAY_MS)],
    })
    return row?.count ?? 0
  }
  await chat.database.transaction(async (tx) => {
    // Somebody works on one of them for a while.
    await tx.query({
      text: 'select 1 from message where realm_id = $1 and id = $2 for update',
      values: [chat.realmId, held],
    })
    await chat.restart()
    await until(left, (count) => count < 1_000)
    await send(hamlet, 'busy', 'b', 'sent meanwhile')
  })
  await chat.restart()
  await until(left, (count) => count === 0)
  assert.ok((await contents(hamlet)).includes('sent meanwhile'))
})
