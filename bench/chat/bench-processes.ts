import {
  addChannel,
  addPeople,
  mustWork,
  OWNER,
  percentile,
  person,
  round,
  type ChatUnderTest,
} from './chat-under-test.ts'

const MESSAGES = 100

/** How long after the sender's answer a message sent to one process reaches a client that waits at another. */
export async function benchProcesses(chat: ChatUnderTest) {
  const first = await addPeople(chat, 2)
  const channel = await addChannel(chat, 'both', first, first + 1)
  mustWork(
    await chat.call(OWNER, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'both' }],
    }),
  )
  const second = await chat.secondProcess()
  try {
    const opened = mustWork(
      await second.call(person(0), 'POST', '/register', {
        fetch_event_types: [],
        event_types: ['message'],
      }),
    )
    const delays: number[] = []
    let last = -1
    for (let number = 0; number < MESSAGES; number += 1) {
      const heard = second
        .call(person(0), 'GET', '/events', {
          queue_id: String(opened['queue_id']),
          last_event_id: last,
        })
        .then((answer) => ({
          at: performance.now(),
          events: mustWork(answer)['events'] as { id: number }[],
        }))
      await new Promise((done) => setTimeout(done, 20))
      const sentAt = performance.now()
      mustWork(
        await chat.call(OWNER, 'POST', '/messages', {
          type: 'stream',
          to: JSON.stringify(channel),
          topic: 't',
          content: `x ${number}`,
        }),
      )
      const { at, events } = await heard
      last = events.at(-1)?.id ?? last
      delays.push(at - sentAt)
    }
    return {
      messages: MESSAGES,
      p50_ms: round(percentile(delays, 0.5)),
      p99_ms: round(percentile(delays, 0.99)),
      most_ms: round(Math.max(...delays)),
    }
  } finally {
    await second.stop()
  }
}
