import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnChat, type OwnChatTest, type Listening } from '../chat-service.ts'

// A service of its own: it restarts it.

let chat: OwnChatTest

before(async () => {
  chat = await startOwnChat()
})
after(() => chat.stop())

// What versions of before wrote: notices without a form, with marks in the bodies that no client may see.
const OLD = JSON.stringify([
  {
    kind: 'event',
    to: { realm: 'everyone' },
    event: { type: 'user_group', op: 'remove', group_id: 1, legacy_only: true },
  },
])

async function pollOf(heard: Listening): Promise<string> {
  const answer = await chat.owner.get('/events', {
    queue_id: heard.queueId,
    last_event_id: -1,
    dont_block: true,
  })
  return answer.status === 200 ? 'events' : answer.json.code
}

test('what a process of another version wrote to the log reaches no client: those who might miss it register anew', async () => {
  const heard = await chat.owner.listen()
  await chat.database.execute({
    text: 'insert into event_log (realm_id, origin, notices) values ($1, $2, $3)',
    values: [chat.realmId, 0, OLD],
  })
  await eventually('the queue ends', async () => (await pollOf(heard)) === 'BAD_EVENT_QUEUE_ID')
  const anew = await chat.owner.listen()
  await chat.owner.post('/users/me/alert_words', { alert_words: ['update'] })
  assert.deepEqual(
    (await anew.events()).map(({ type }) => type),
    ['alert_words'],
  )
})

test('queues that another version parked are not taken back, and the process starts all the same', async () => {
  const heard = await chat.owner.listen()
  await chat.restart()
  assert.equal(await pollOf(heard), 'events', 'those of the same version are')
  await chat.database.execute({
    text: `create function chat.as_before() returns trigger language plpgsql as $$
             begin new.queues := (new.queues::json -> 'content')::text; return new; end $$`,
    values: [],
  })
  await chat.database.execute({
    text: `create trigger as_before before insert on parked_queues
             for each row execute function chat.as_before()`,
    values: [],
  })
  await chat.restart()
  assert.equal(await pollOf(heard), 'BAD_EVENT_QUEUE_ID')
})
