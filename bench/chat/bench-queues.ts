import {
  addChannel,
  addPeople,
  mustWork,
  OWNER,
  person,
  residentMb,
  round,
  type ChatUnderTest,
} from './chat-under-test.ts'

const QUEUES = 10_000
const LISTENERS = 1_000
const AT_ONCE = 20

/** Ten thousand idle queues in one process, and a message that a thousand of them wait for. */
export async function benchQueues(chat: ChatUnderTest) {
  const first = await addPeople(chat, QUEUES)
  const channel = await addChannel(chat, 'heard', first, first + LISTENERS - 1)
  mustWork(
    await chat.call(OWNER, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'heard' }],
    }),
  )
  const before = residentMb(chat.process)
  const ids: string[] = []
  for (let from = 0; from < QUEUES; from += AT_ONCE) {
    const opened = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        chat.call(person(from + index), 'POST', '/register', { fetch_event_types: [] }),
      ),
    )
    ids.push(...opened.map((answer) => String(mustWork(answer)['queue_id'])))
  }
  const idle = residentMb(chat.process)
  const waits = ids.slice(0, LISTENERS).map((queueId, index) =>
    chat
      .call(person(index), 'GET', '/events', { queue_id: queueId, last_event_id: -1 })
      .then((answer) => ({
        at: performance.now(),
        events: mustWork(answer)['events'] as unknown[],
      })),
  )
  await new Promise((done) => setTimeout(done, 2_000))
  const waiting = residentMb(chat.process)
  const sentAt = performance.now()
  mustWork(
    await chat.call(OWNER, 'POST', '/messages', {
      type: 'stream',
      to: JSON.stringify(channel),
      topic: 'all',
      content: 'now',
    }),
  )
  const heard = await Promise.all(waits)
  const late = heard.map(({ at }) => at - sentAt).toSorted((a, b) => a - b)
  return {
    queues: QUEUES,
    resident_mb_before: before,
    resident_mb_with_idle_queues: idle,
    resident_mb_with_1000_waiting: waiting,
    listeners: LISTENERS,
    all_heard: heard.every(({ events }) => events.length === 1),
    half_heard_after_ms: round(late[LISTENERS / 2] ?? 0),
    all_heard_after_ms: round(late.at(-1) ?? 0),
  }
}
