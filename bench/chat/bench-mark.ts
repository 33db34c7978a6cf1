import {
  addChannel,
  addPeople,
  mustWork,
  person,
  round,
  type ChatUnderTest,
} from './chat-under-test.ts'

const TOPIC = 100_000

/** Marking a topic of 100,000 unread messages as read: in one piece, and with each message between two of another topic. */
export async function benchMark(chat: ChatUnderTest) {
  const first = await addPeople(chat, 3)
  const together = await addChannel(chat, 'together', first, first + 2)
  const mixed = await addChannel(chat, 'mixed', first, first + 2)
  await fill(chat, together, first, 1)
  await fill(chat, mixed, first, 2)
  const mark = async (number: number, stream: number) => {
    const answer = await chat.call(person(number), 'POST', '/mark_topic_as_read', {
      stream_id: stream,
      topic_name: 'topic 0',
    })
    mustWork(answer)
    return round(answer.ms)
  }
  const one = async (number: number) => {
    const found = await chat.call(person(number), 'GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [
        ['channel', 'mixed'],
        ['is', 'unread'],
      ],
    })
    const [message] = mustWork(found)['messages'] as { id: number }[]
    const answer = await chat.call(person(number), 'POST', '/messages/flags', {
      messages: [message?.id],
      op: 'add',
      flag: 'read',
    })
    mustWork(answer)
    return { unread_ms: round(found.ms), mark_ms: round(answer.ms) }
  }
  return {
    messages: TOPIC,
    together_ms: [await mark(0, together), await mark(1, together)],
    mixed_ms: [await mark(0, mixed), await mark(1, mixed)],
    // What the hundred thousand ranges that this leaves cost the reader afterwards.
    after_mixed: [await one(0), await one(0), await one(1)],
  }
}

async function fill(
  { database, realmId }: ChatUnderTest,
  streamId: number,
  first: number,
  topics: number,
): Promise<void> {
  await database.query({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select $1, st.recipient_id, st.id, 'topic ' || n % $4::int, $3::bigint + 2, 'x', '<p>x</p>', 'bench', now(), false
      from generate_series(1, ${TOPIC} * $4::int) n join stream st on st.realm_id = $1 and st.id = $2`,
    values: [realmId, streamId, first, topics],
  })
  await database.query({ text: 'vacuum analyze message', values: [] })
}
