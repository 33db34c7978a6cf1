import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { checkAgainstZulip } from './contract/zulip-document.ts'

type Fields = Readonly<Record<string, unknown>>

/** A user who calls the API: texts are sent raw, all else as JSON, as Zulip's Python client does. */
export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly key: string
  get(path: string, fields?: Fields): Promise<TestAnswer>
  post(path: string, fields?: Fields): Promise<TestAnswer>
  patch(path: string, fields?: Fields): Promise<TestAnswer>
  put(path: string, fields?: Fields): Promise<TestAnswer>
  delete(path: string, fields?: Fields): Promise<TestAnswer>
  /** A queue with everything that happened since it was opened. */
  listen(fields?: Fields): Promise<Listening>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a test compares whole values; what it reads is asserted anyway.
export type Loose = Record<string, any>

export interface Listening {
  readonly queueId: string
  readonly state: Loose
  /** What came since the last call, without heartbeats; does not wait. */
  events(): Promise<Loose[]>
}

/** Where somebody calls. */
export interface Place {
  readonly baseUrl: string
  readonly client: HttpClient
}

function encode(fields: Fields): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined)
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** Somebody who calls the API of the server at a place, which may change. */
export function personOf(
  at: () => Place,
  { id, email, name, key }: Pick<Person, 'id' | 'email' | 'name' | 'key'>,
): Person {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  const call = async (method: string, path: string, fields: Fields = {}) => {
    const { client } = at()
    const form = encode(fields)
    const isQuery = method === 'GET' || method === 'DELETE'
    const query = isQuery && form.size > 0 ? `?${form.toString()}` : ''
    const answer = await client.send(method, `/api/v1${path}${query}`, {
      headers: { authorization },
      ...(isQuery ? {} : { body: form }),
    })
    if (answer.status === 200) checkAgainstZulip(method, path.split('?')[0] ?? path, answer.json)
    return answer
  }
  return {
    id,
    email,
    name,
    key,
    get: (path, fields) => call('GET', path, fields),
    post: (path, fields) => call('POST', path, fields),
    patch: (path, fields) => call('PATCH', path, fields),
    put: (path, fields) => call('PUT', path, fields),
    delete: (path, fields) => call('DELETE', path, fields),
    listen: async (fields = {}) => {
      // Not checked against Zulip's document: a test asks for single parts of the state.
      const answer = await at().client.send('POST', '/api/v1/register', {
        headers: { authorization },
        body: encode({ fetch_event_types: [], ...fields }),
      })
      if (answer.status !== 200) throw new Error(`register: ${answer.text}`)
      const state = { last: -1 }
      const queueId: string = answer.json.queue_id
      return {
        queueId,
        state: answer.json,
        events: async () => {
          const query = new URLSearchParams({
            queue_id: queueId,
            last_event_id: String(state.last),
            dont_block: 'true',
          })
          const path = `/api/v1/events?${query.toString()}`
          const polled = await at().client.send('GET', path, { headers: { authorization } })
          if (polled.status !== 200) throw new Error(`events: ${polled.text}`)
          const events: Loose[] = polled.json.events
          state.last = events.at(-1)?.['id'] ?? state.last
          return events.filter((event) => event['type'] !== 'heartbeat')
        },
      }
    },
  }
}
