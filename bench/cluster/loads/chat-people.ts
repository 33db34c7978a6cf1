import { SECRETS } from '../secrets.ts'
import type { Answer } from './call.ts'
import { Ledger } from './ledger.ts'
import { retrying } from './retrying.ts'

export interface Person {
  readonly email: string
  readonly key: string
}

export const OWNER: Person = { email: SECRETS.chatOwner, key: SECRETS.chatOwnerKey }

type Fields = Readonly<Record<string, unknown>>

/** A request of the chat's API, as `call` takes it. */
export function chatRequest(
  port: number,
  person: Person,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  fields: Fields = {},
) {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const credentials = Buffer.from(`${person.email}:${person.key}`).toString('base64')
  const isQuery = method !== 'POST'
  return {
    port,
    method,
    path: `/api/v1${path}${isQuery && form.size > 0 ? `?${form.toString()}` : ''}`,
    headers: {
      authorization: `Basic ${credentials}`,
      ...(isQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isQuery ? {} : { body: form.toString() }),
  }
}

/** Makes people and a channel of which all are subscribers. @throws Error with the answer of what failed */
export async function makePeople(
  port: number,
  names: readonly string[],
): Promise<{ readonly people: readonly Person[]; readonly channelId: number }> {
  const ledger = new Ledger()
  const ask = async (path: string, fields: Fields) =>
    mustWork(await retrying(chatRequest(port, OWNER, 'POST', path, fields), ledger))
  const people: Person[] = []
  const ids: unknown[] = []
  for (const name of names) {
    const email = `${name}@bench.example`
    const password = SECRETS.chatPassword
    ids.push((await ask('/users', { email, password, full_name: name }))['user_id'])
    const { api_key: key } = await ask('/fetch_api_key', { username: email, password })
    people.push({ email, key: String(key) })
  }
  const made = await ask('/channels/create', { name: 'cluster', subscribers: ids })
  return { people, channelId: Number(made['id']) }
}

function mustWork(answer: Answer | undefined): Record<string, unknown> {
  const text = answer?.bytes.toString('utf8') ?? 'no answer'
  if (answer?.status !== 200) throw new Error(`${answer?.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as Record<string, unknown>
}
