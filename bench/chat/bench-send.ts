import { sql } from '../../packages/kit/src/sql.ts'
import { median } from '../documents/report.ts'
import { LeanClient } from '../lean-client.ts'
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
import { between, type ProcessorTime } from './processor-time.ts'

const PEOPLE = 10_000
const QUEUES = { small: 10, large: 100 }
const MESSAGES = 1_000
const ROUNDS = 9
/** How many send at the same time: few, whom each wait shows, and as many as keep both processors busy. */
const SENDERS = { few: 16, many: 64 }
/** As long as what a send notes of such a message. */
const NOTICE = 'x'.repeat(700)

/**
 * Sending to a channel of 10 subscribers with 10 queues, by few and by many at once, and to one of 10,000 with 100, by
 * turns; and the bare insert of the message's row by as many through a pool of the same size, alone and with the entry of
 * its event, as a send writes them.
 */
export async function benchSend(chat: ChatUnderTest) {
  const first = await addPeople(chat, PEOPLE)
  const small = await addChannel(chat, 'small', first, first + 9)
  const large = await addChannel(chat, 'large', first, first + PEOPLE - 1)
  await subscribeOwner(chat, ['small', 'large'])
  const times: Record<'small' | 'many' | 'large' | 'bare' | 'bareMany' | 'both', number[]> = {
    small: [],
    many: [],
    large: [],
    bare: [],
    bareMany: [],
    both: [],
  }
  const latencies: Record<'small' | 'many' | 'large', number[]> = { small: [], many: [], large: [] }
  // The queues of the small channel belong to its people; those of the large one to others, so that each hears only its own.
  await openQueues(chat, 0, QUEUES.small)
  await openQueues(chat, 1_000, QUEUES.large)
  const used: Record<'small' | 'many' | 'bare' | 'both', ProcessorTime[]> = {
    small: [],
    many: [],
    bare: [],
    both: [],
  }
  const noted = async (name: keyof typeof used, work: () => Promise<unknown>) => {
    const before = chat.processorTime()
    await work()
    used[name].push(between(before, chat.processorTime()))
  }
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    // As the server itself does within a minute: until then the planner takes the tables to be empty.
    if (turn === 1) await chat.database.execute(sql`analyze`)
    for (const [name, id, senders] of [
      ['small', small, SENDERS.few],
      ['many', small, SENDERS.many],
      ['large', large, SENDERS.few],
    ] as const) {
      const started = performance.now()
      const send = async () => latencies[name].push(...(await sendMany(chat, OWNER, id, senders)))
      await (name === 'large' ? send() : noted(name, send))
      times[name].push(performance.now() - started)
    }
    const insert = (rows: 'message' | 'message and event', at: number) =>
      bareInserts(chat, small, rows, at)
    await noted('bare', async () => times.bare.push(await insert('message', SENDERS.few)))
    times.bareMany.push(await insert('message', SENDERS.many))
    await noted('both', async () => times.both.push(await insert('message and event', SENDERS.few)))
  }
  const perMessage = (all: readonly number[]) => median(all) / MESSAGES
  const perSecond = (all: readonly number[]) => Math.round(1000 / perMessage(all))
  const sent = (name: keyof typeof latencies) => ({
    per_second: perSecond(times[name]),
    p50_ms: round(percentile(latencies[name], 0.5)),
    p99_ms: round(percentile(latencies[name], 0.99)),
  })
  return {
    messages_per_round: MESSAGES,
    senders: SENDERS,
    small: sent('small'),
    small_many: sent('many'),
    large: sent('large'),
    bare_insert_per_second: perSecond(times.bare),
    bare_insert_many_per_second: perSecond(times.bareMany),
    bare_insert_with_event_per_second: perSecond(times.both),
    // Microseconds of each, which do not depend on what else the machine does; the first round warms up.
    processor_us: {
      send: each(used.small),
      send_many: each(used.many),
      bare: each(used.bare),
      bare_with_event: each(used.both),
    },
    large_over_small: round(perMessage(times.large) / perMessage(times.small)),
    throughput_over_bare: round(perMessage(times.bare) / perMessage(times.small)),
    throughput_many_over_bare: round(perMessage(times.bareMany) / perMessage(times.many)),
    throughput_over_bare_with_event: round(perMessage(times.both) / perMessage(times.small)),
  }
}

/** Per message, and of all three together. */
function each(rounds: readonly ProcessorTime[]) {
  const part = (of: keyof ProcessorTime) => {
    const warm = rounds.slice(1).map((round) => round[of])
    return Math.round((1000 * warm.reduce((sum, ms) => sum + ms, 0)) / (warm.length * MESSAGES))
  }
  const [client, service, postgres] = [part('client'), part('service'), part('postgres')]
  return { client, service, postgres, all: client + service + postgres }
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

async function sendMany(
  chat: ChatUnderTest,
  by: Credentials,
  to: number,
  senders: number,
): Promise<number[]> {
  const times: number[] = []
  let sent = 0
  const client = new LeanClient(Number(new URL(chat.baseUrl).port))
  const credentials = Buffer.from(`${by.email}:${by.key}`).toString('base64')
  const head = [
    'POST /api/v1/messages HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Basic ${credentials}`,
    'content-type: application/x-www-form-urlencoded',
    '',
  ].join('\r\n')
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (sent < MESSAGES) {
        sent += 1
        const startedMs = performance.now()
        const form = new URLSearchParams({
          type: 'stream',
          to: JSON.stringify(to),
          topic: `topic ${sent % 20}`,
          content: `Message number ${sent} with **some** text and a :smile:`,
        })
        const answer = await client.send(head, form.toString())
        if (answer.status !== 200) throw new Error(answer.body.toString())
        times.push(performance.now() - startedMs)
      }
    }),
  )
  return times
}

/** The one row that a message is, with nothing around it; or with the entry that tells other processes of it. */
async function bareInserts(
  { database, realmId }: ChatUnderTest,
  streamId: number,
  rows: 'message' | 'message and event',
  senders: number,
): Promise<number> {
  const [place] = await database.query<{ recipient_id: number; sender: number }>(
    sql`select st.recipient_id, (select min(id) from user_profile where realm_id = ${realmId}) as sender
        from stream st where st.realm_id = ${realmId} and st.id = ${streamId}`,
  )
  const started = performance.now()
  let sent = 0
  await Promise.all(
    Array.from({ length: senders }, async () => {
      while (sent < MESSAGES) {
        sent += 1
        await database.transaction(async (tx) => {
          await tx.execute(
            sql`insert into message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
                values (${realmId}, ${place?.recipient_id}, ${streamId}, ${`topic ${sent % 20}`}, ${place?.sender},
                  ${`Message number ${sent} with **some** text and a :smile:`}, ${`<p>Message number ${sent} with <strong>some</strong> text</p>`}, 'bench', now(), false)`,
          )
          if (rows === 'message and event') {
            await tx.execute(
              sql`insert into event_log (realm_id, origin, notices) values (${realmId}, 1, ${NOTICE})`,
            )
          }
        })
      }
    }),
  )
  return performance.now() - started
}
