import {
  addChannel,
  addPeople,
  mustWork,
  percentile,
  person,
  round,
  type ChatUnderTest,
} from './chat-under-test.ts'

const SIZES = [10_000, 1_000_000] as const
const CALLS = 150
const CHANNELS = 20

type Narrow = readonly (readonly [string, unknown])[]

interface Question {
  readonly anchor: string
  readonly narrow: Narrow
}

const QUESTIONS: Readonly<Record<string, Question>> = {
  newest: { anchor: 'newest', narrow: [] },
  first_unread: { anchor: 'first_unread', narrow: [] },
  topic: {
    anchor: 'newest',
    narrow: [
      ['channel', 'fetch 3'],
      ['topic', 'topic 7'],
    ],
  },
  unread: { anchor: 'newest', narrow: [['is', 'unread']] },
  dm: { anchor: 'newest', narrow: [['dm', [0]]] },
  search: { anchor: 'newest', narrow: [['search', 'zebra']] },
}

/** GET /messages of 100 messages with 10,000 and with 1,000,000 messages in the realm. */
export async function benchFetch(chat: ChatUnderTest) {
  const first = await addPeople(chat, 200)
  const reader = person(0)
  for (let number = 0; number < CHANNELS; number += 1)
    await addChannel(chat, `fetch ${number}`, first, first + 199)
  mustWork(
    await chat.call(reader, 'POST', '/messages', {
      type: 'direct',
      to: [first + 1],
      content: 'hello',
    }),
  )
  const result: Record<string, Record<string, number>> = {}
  let present = 0
  for (const size of SIZES) {
    await fill(chat, size - present, first)
    present = size
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const narrow = question.narrow.map(([operator, operand]) => ({
        operator,
        operand: operator === 'dm' ? [first + 1] : operand,
      }))
      const times: number[] = []
      for (let call = 0; call < CALLS; call += 1) {
        const numAfter = question.anchor === 'newest' ? 0 : 50
        const answer = await chat.call(reader, 'GET', '/messages', {
          anchor: question.anchor,
          num_before: 100 - numAfter,
          num_after: numAfter,
          narrow,
        })
        mustWork(answer)
        // The first calls pay for plans and cold pages.
        if (call >= 20) times.push(answer.ms)
      }
      result[name] = {
        ...result[name],
        [`p50_ms_at_${size}`]: round(percentile(times, 0.5)),
        [`p99_ms_at_${size}`]: round(percentile(times, 0.99)),
      }
    }
  }
  return Object.fromEntries(
    Object.entries(result).map(([name, found]) => {
      const [small = 1, large = 0] = SIZES.map((size) => found[`p99_ms_at_${size}`])
      return [name, { ...found, p99_ratio: round(large / small) }]
    }),
  )
}

/** One message in a thousand holds the word that is searched for; one in twenty is a direct message. */
async function fill(
  { database, realmId }: ChatUnderTest,
  count: number,
  first: number,
): Promise<void> {
  await database.query({
    text: `insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select $1, case when n % 20 = 0 then dm.id else st.recipient_id end, case when n % 20 = 0 then null else st.id end,
        case when n % 20 = 0 then '' else 'topic ' || (n / 20 % 50) end, $3::bigint + 2 + n % 100, text, '<p>' || text || '</p>', 'bench',
        now() - interval '1 day', false
      from generate_series(1, $2::int) n
      cross join lateral (select 'Message ' || n || case when n % 1000 = 0 then ' about a zebra' else ' about ordinary things' end as text) t
      join (select id, recipient_id, row_number() over (order by id) - 1 as position from stream where realm_id = $1 and name like 'fetch %') st
        on st.position = n % ${CHANNELS}
      cross join (select id from recipient where realm_id = $1 and user_ids is not null order by id limit 1) dm`,
    values: [realmId, count, first],
  })
  // What the reader has read: all but the newest three hundred of each channel.
  await database.query({
    text: `update subscription s set read = int8multirange(int8range(0, (select id from message m where m.realm_id = s.realm_id
             and m.recipient_id = s.recipient_id order by id desc offset 300 limit 1)))
           where s.realm_id = $1 and s.user_id = $2 and s.stream_id is not null`,
    values: [realmId, first],
  })
  await database.query({ text: 'vacuum analyze message', values: [] })
  await database.query({ text: 'analyze subscription', values: [] })
}
