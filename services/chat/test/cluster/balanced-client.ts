import assert from 'node:assert/strict'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { steadily } from '@oficina/testkit/steadily.ts'

import { OWNER_AUTHORIZATION as authorization, type Running } from '../chat-process.ts'

/** Calls the service as its owner. */
export interface Client {
  readonly call: (method: 'GET' | 'POST', path: string, fields: Fields) => Promise<TestAnswer>
}

type Fields = Readonly<Record<string, string>>

export function clientOf({ url }: Running): Client {
  return {
    call: async (method, path, fields) => {
      const form = new URLSearchParams(fields)
      return method === 'GET'
        ? await exchange(`${url}/api/v1${path}?${form.toString()}`, method, {
            headers: { authorization },
          })
        : await exchange(`${url}/api/v1${path}`, method, { headers: { authorization }, body: form })
    },
  }
}

export async function sendBy(client: Client, content: string): Promise<number> {
  const fields = { type: 'direct', to: '["owner@example.com"]', content }
  const { status, json } = await client.call('POST', '/messages', fields)
  assert.equal(status, 200, json.msg)
  return json.id
}

export async function registerAt(client: Client): Promise<string> {
  const fields = { event_types: '["message"]', fetch_event_types: '[]' }
  return (await client.call('POST', '/register', fields)).json.queue_id
}

/** Each call goes to the next process, as a balancer does that knows nothing of queues. */
export function balanced(running: readonly Running[]): Client {
  const state = { next: 0 }
  return {
    call: async (method, path, fields) => {
      const { length } = running
      state.next = (state.next + 1) % length
      const one = running[state.next]
      assert.ok(one !== undefined)
      return await clientOf(one).call(method, path, fields)
    },
  }
}

/** Repeats a call that is not answered, as Zulip's clients do. */
export async function untilAnswered<T>(
  call: () => Promise<T>,
): Promise<Exclude<T, undefined | false>> {
  return await eventually('an answer', call)
}

/** A client that reads events by any process, registers anew when its queue is gone, and then fetches what it missed. */
export function readingClient(round: Client) {
  const state = { queue: '', last: -1, registrations: 0 }
  const heard = new Set<number>()
  const doubled: number[] = []
  const inQueue = new Set<number>()
  const register = async () => {
    state.queue = await untilAnswered(() => registerAt(round))
    assert.ok(state.queue)
    state.last = -1
    state.registrations += 1
    inQueue.clear()
  }
  const fetchMissed = async () => {
    const { json } = await untilAnswered(() =>
      round.call('GET', '/messages', { anchor: 'newest', num_before: '5000', num_after: '0' }),
    )
    for (const { id } of json.messages) heard.add(id)
  }
  const take = (events: readonly { id: number; message?: { id: number } }[]) => {
    for (const { id, message } of events) {
      state.last = id
      if (message === undefined) continue
      if (inQueue.has(message.id)) doubled.push(message.id)
      inQueue.add(message.id)
      heard.add(message.id)
    }
  }
  return {
    heard,
    doubled,
    registrations: () => state.registrations,
    /** Which of these numbers of processes is that of its queue's. */
    ownerIn: (numbers: readonly number[]) =>
      numbers.indexOf(Number.parseInt(state.queue.slice(0, 8), 16)),
    register,
    read: (isOver: () => boolean) =>
      steadily(isOver, async () => {
        const fields = {
          queue_id: state.queue,
          last_event_id: String(state.last),
          dont_block: 'true',
        }
        const answer = await untilAnswered(() => round.call('GET', '/events', fields))
        if (answer.status === 200) take(answer.json.events)
        else if (answer.json.code === 'BAD_EVENT_QUEUE_ID') {
          await register()
          await fetchMissed()
        } else assert.equal(answer.status, 503, answer.text)
      }),
  }
}
