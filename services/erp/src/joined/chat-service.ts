import { fail, ok, type Result } from '@oficina/kit/result.ts'

import {
  askJoined,
  failureOf,
  jsonOf,
  type JoinedAddress,
  type JoinedFailure,
} from './joined-service.ts'

/** Something that people are told, in Markdown. */
interface ChatNotice {
  /** The mail addresses of those who are told in a direct message; when none has an account the channel is told. */
  readonly para: readonly string[]
  /** Of the message in the channel. */
  readonly tema: string
  /** Of the direct message. */
  readonly texto: string
  /** In the channel: without what not everybody may read. */
  readonly enCanal: string
}

/** The chat, as far as the ERP uses it. */
export interface ChatService {
  tell(notice: ChatNotice): Promise<Result<void, JoinedFailure>>
}

export interface ChatAccount {
  readonly email: string
  readonly apiKey: string
  readonly channel: string
}

const MAX_TOPIC = 60

/** Tells people by a bot's account; one message a notice, so that nothing is told twice when it is tried again. */
export function chatService(address: JoinedAddress, account: ChatAccount): ChatService {
  return {
    tell: async (notice) => {
      const people = await accountsOf(address, account, notice.para)
      if (!people.ok) return people
      if (people.value.length > 0) {
        const to = JSON.stringify(people.value)
        return await send(address, account, { type: 'direct', to, content: notice.texto })
      }
      return await send(address, account, {
        type: 'stream',
        to: JSON.stringify([account.channel]),
        topic: notice.tema.slice(0, MAX_TOPIC),
        content: notice.enCanal,
      })
    },
  }
}

/** The ids of those who have an account that is in use. */
async function accountsOf(
  address: JoinedAddress,
  account: ChatAccount,
  emails: readonly string[],
): Promise<Result<readonly number[], JoinedFailure>> {
  const ids: number[] = []
  for (const email of emails) {
    const found = await accountOf(address, account, email)
    if (!found.ok) return found
    if (found.value !== undefined) ids.push(found.value)
  }
  return ok([...new Set(ids)])
}

async function accountOf(
  address: JoinedAddress,
  account: ChatAccount,
  email: string,
): Promise<Result<number | undefined, JoinedFailure>> {
  const answer = await askJoined(address, {
    method: 'GET',
    path: `/api/v1/users/${encodeURIComponent(email)}`,
    route: '/api/v1/users/:email',
    headers: { authorization: authorizationOf(account) },
  })
  if (!answer.ok) return answer
  const body = jsonOf(answer.value)
  if (answer.value.status === 200 && 'user' in body) return ok(activeId(body['user']))
  const failure = refusalOf(answer.value.status, body)
  // The chat has no such account; anything else is a failure.
  return failure.kind === 'rejected' ? ok(undefined) : fail(failure)
}

function activeId(user: unknown): number | undefined {
  if (typeof user !== 'object' || user === null || !('user_id' in user)) return undefined
  const isActive = 'is_active' in user && user.is_active === true
  return isActive && typeof user.user_id === 'number' ? user.user_id : undefined
}

async function send(
  address: JoinedAddress,
  account: ChatAccount,
  fields: Readonly<Record<string, string>>,
): Promise<Result<void, JoinedFailure>> {
  const answer = await askJoined(address, {
    method: 'POST',
    path: '/api/v1/messages',
    headers: {
      authorization: authorizationOf(account),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
  if (!answer.ok) return answer
  const body = jsonOf(answer.value)
  if (answer.value.status === 200 && body['result'] === 'success') return ok(undefined)
  return fail(refusalOf(answer.value.status, body))
}

function authorizationOf({ email, apiKey }: ChatAccount): string {
  return `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
}

const MAX_MESSAGE = 300

function refusalOf(
  status: number,
  { code, msg }: Readonly<Record<string, unknown>>,
): JoinedFailure {
  if (typeof code !== 'string')
    return { kind: 'misconfigured', reason: `what answers ${status} at CHAT_URL is no chat` }
  const text = typeof msg === 'string' ? `: ${msg.slice(0, MAX_MESSAGE)}` : ''
  return failureOf(status, `the chat answers ${code}${text}`)
}
