import { sql } from '../../packages/kit/src/sql.ts'
import { median } from '../documents/report.ts'
import {
  addChannel,
  addPeople,
  mustWork,
  OWNER,
  percentile,
  person,
  round,
  type ChatUnderTest,
  type Credentials,
} from './chat-under-test.ts'

const PEOPLE = 10_000
const QUEUES = { small: 10, large: 100 }
const MESSAGES = 400
const ROUNDS = 5
const CONCURRENCY = 16

/**
 * Sending to a channel of 10 subscribers with 10 queues and to one of 10,000 with 100, by turns; and the bare insert of
 * the same rows through a pool of the same size.
 */
export async function benchSend(chat: ChatUnderTest) {
  const first = await addPeople(chat, PEOPLE)
  const small = await addChannel(chat, 'small', first, first + 9)
  const large = await addChannel(chat, 'large', first, first + PEOPLE - 1)
  await subscribeOwner(chat, ['small', 'large'])
  const times: Record<'small' | 'large' | 'bare', number[]> = { small: [], large: [], bare: [] }
  const latencies: Record<'small' | 'large', number[]> = { small: [], large: [] }
  // The queues of the small channel belong to its people; those of the large one to others, so that each hears only its own.
  await openQueues(chat, 0, QUEUES.small)
  await openQueues(chat, 1_000, QUEUES.large)
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    for (const [name, id] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const started = performance.now()
      latencies[name].push(...(await sendMany(chat, OWNER, id)))
      times[name].push(performance.now() - started)
    }
    times.bare.push(await bareInserts(chat, small))
  }
  const perMessage = (all: readonly number[]) => median(all) / MESSAGES
  return {
    messages_per_round: MESSAGES,
    concurrency: CONCURRENCY,
    small: {
      per_second: Math.round(1000 / perMessage(times.small)),
      p50_ms: round(percentile(latencies.small, 0.5)),
      p99_ms: round(percentile(latencies.small, 0.99)),
    },
    large: {
      per_second: Math.round(1000 / perMessage(times.large)),
      p50_ms: round(percentile(latencies.large, 0.5)),
      p99_ms: round(percentile(latencies.large, 0.99)),
    },
    bare_insert_per_second: Math.round(1000 / perMessage(times.bare)),
    large_over_small: round(perMessage(times.large) / perMessage(times.small)),
    throughput_over_bare: round(perMessage(times.bare) / perMessage(times.small)),
  }
}

async function subscribeOwner(chat: ChatUnderTest, names: readonly string[]): Promise<void> {
  mustWork(
    await chat.call(OWNER, 'POST', '/users/me/subscriptions', {
      subscriptions: names.map((name) => ({ name })),
    }),
  )
}

async function openQueues(chat: ChatUnderTest, from: number, count: number): Promise<void> {
  for (let number = from; number < from + count; number += 1) {
    mustWork(await chat.call(person(number), 'POST', '/register', { fetch_event_types: [] }))
  }
}

async function sendMany(chat: ChatUnderTest, by: Credentials, to: number): Promise<number[]> {
  const times: number[] = []
  let sent = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (sent < MESSAGES) {
        sent += 1
        const answer = await chat.call(by, 'POST', '/messages', {
          type: 'stream',
          to: JSON.stringify(to),
          topic: `topic ${sent % 20}`,
          content: `Message number ${sent} with **some** text and a :smile:`,
        })
        mustWork(answer)
        times.push(answer.ms)
      }
    }),
  )
  return times
}

/** The one row that a message is, with nothing around it. */
async function bareInserts(
  { database, realmId }: ChatUnderTest,
  streamId: number,
): Promise<number> {
  const [place] = await database.query<{ recipient_id: number; sender: number }>(
    sql`select st.recipient_id, (select min(id) from user_profile where realm_id = ${realmId}) as sender
        from stream st where st.realm_id = ${realmId} and st.id = ${streamId}`,
  )
  const started = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (sent < MESSAGES) {
        sent += 1
        await database.transaction(async (tx) => {
          await tx.execute(
            sql`insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
                values (${realmId}, ${place?.recipient_id}, ${streamId}, ${`topic ${sent % 20}`}, ${place?.sender},
                  ${`Message number ${sent} with **some** text and a :smile:`}, ${`<p>Message number ${sent} with <strong>some</strong> text</p>`}, 'bench', now(), false)`,
          )
        })
      }
    }),
  )
  return performance.now() - started
}
