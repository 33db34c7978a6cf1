import { chatRequest, type Person } from './chat-people.ts'
import type { Ledger } from './ledger.ts'
import { retrying } from './retrying.ts'

// Longer than a heartbeat of the service, which comes at least every 55 s.
const POLL_TIMEOUT_MS = 70_000

interface Heard {
  readonly id: number
  readonly content: string
}

/** Messages of one topic that a person's client knows of, by event or because it looked them up after registering anew. */
export interface Listener {
  readonly heard: ReadonlyMap<number, string>
  /** The queue that it has now; a client names it when it sends. */
  queue(): string | undefined
  registrations(): number
  /** Resolves when its poll under way was given up. */
  stop(): Promise<void>
}

export interface Topic {
  readonly channelId: number
  readonly name: string
}

/**
 * One client as Zulip's are: it registers, polls, acknowledges by asking for what comes next, and when its queue is gone
 * registers again and looks up what it may have missed meanwhile.
 */
export async function listen(
  port: number,
  person: Person,
  topic: Topic,
  ledger: Ledger,
): Promise<Listener> {
  const heard = new Map<number, string>()
  const state = {
    isOver: false,
    queue: undefined as string | undefined,
    last: -1,
    registrations: 0,
  }
  const register = async () => {
    const fields = { event_types: ['message'], apply_markdown: false }
    const answer = await retrying(chatRequest(port, person, 'POST', '/register', fields), ledger)
    const json = answer === undefined ? {} : JSON.parse(answer.bytes.toString('utf8'))
    if (answer?.status !== 200 || typeof json.queue_id !== 'string') {
      ledger.note('wrong', `register: ${JSON.stringify(json)}`)
      return
    }
    state.queue = json.queue_id
    state.last = json.last_event_id
    state.registrations += 1
    for (const { id, content } of await messagesOf(port, person, topic, ledger))
      heard.set(id, content)
  }
  const poll = async () => {
    const queue = state.queue ?? ''
    const fields = { queue_id: queue, last_event_id: String(state.last) }
    const request = {
      ...chatRequest(port, person, 'GET', '/events', fields),
      timeoutMs: POLL_TIMEOUT_MS,
    }
    const answer = await retrying(request, ledger)
    if (answer === undefined || state.isOver) return
    const json = JSON.parse(answer.bytes.toString('utf8'))
    if (json.code === 'BAD_EVENT_QUEUE_ID') return await register()
    if (answer.status !== 200) return ledger.note('wrong', `events: ${JSON.stringify(json)}`)
    for (const event of json.events) take(event)
  }
  const take = (event: { id: number; type: string; message?: any }) => {
    if (event.id <= state.last) ledger.note('doubled', `event ${event.id} of queue ${state.queue}`)
    state.last = Math.max(state.last, event.id)
    if (event.type !== 'message' || event.message?.subject !== topic.name) return
    const { id, content } = event.message as Heard
    const before = heard.get(id)
    if (before !== undefined && before !== content) ledger.note('wrong', `message ${id} changed`)
    heard.set(id, content)
  }
  await register()
  const running = (async () => {
    while (!state.isOver) await poll()
  })()
  return {
    heard,
    queue: () => state.queue,
    registrations: () => state.registrations,
    stop: async () => {
      state.isOver = true
      // Its own queue's end answers the poll that waits.
      const fields = { queue_id: state.queue ?? '' }
      await retrying(chatRequest(port, person, 'DELETE', '/events', fields), ledger)
      await running
    },
  }
}

const PAGE = 1_000
const MAX_PAGES = 100

/** All messages of the topic, oldest first. */
export async function messagesOf(
  port: number,
  person: Person,
  topic: Topic,
  ledger: Ledger,
): Promise<readonly Heard[]> {
  const all: Heard[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const fields = {
      anchor: all.length === 0 ? 'oldest' : String(all.at(-1)?.id ?? 0),
      include_anchor: all.length === 0,
      num_before: 0,
      num_after: PAGE,
      apply_markdown: false,
      narrow: [
        { operator: 'channel', operand: topic.channelId },
        { operator: 'topic', operand: topic.name },
      ],
    }
    const answer = await retrying(chatRequest(port, person, 'GET', '/messages', fields), ledger)
    if (answer?.status !== 200) {
      ledger.note('wrong', `messages: ${answer?.bytes.toString('utf8')}`)
      return all
    }
    const json = JSON.parse(answer.bytes.toString('utf8'))
    all.push(...json.messages)
    if (json.found_newest === true) return all
  }
  return all
}
