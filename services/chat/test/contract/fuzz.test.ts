import assert from 'node:assert/strict'
import { test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ENDPOINTS } from '../../src/routes.ts'
import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { chance, randomRequest, type RandomRequest } from './random-request.ts'

// Deep: it sends generated requests.
// A service of its own: what it generates reaches all.

// More by the environment: FUZZ_REQUESTS=100000 npm test -- services/chat/test/contract/fuzz.test.ts
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 600)
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 32))
const AT_ONCE = 8
// No call waits so long for anything; a machine under load may be slow.
const HANG_MS = 20_000
const MAX_TOLD = 20

/** What is wrong with an answer; undefined: nothing. */
function problemOf({ method }: RandomRequest, { status, json, headers }: TestAnswer) {
  if (status >= 500) return `status ${status}`
  if (method === 'HEAD' || status === 204 || status === 302) return undefined
  if (json === undefined) {
    // A file that was uploaded is no JSON.
    return status === 200 ? undefined : `no JSON but ${headers.get('content-type')}`
  }
  if (typeof json.msg !== 'string') return 'no msg'
  if (status === 200) return json.result === 'success' ? undefined : `result ${json.result}`
  if (json.result !== 'error') return `result ${json.result}`
  return typeof json.code === 'string' ? undefined : 'no code'
}

const ROLES = [ROLE.owner, ROLE.administrator, ROLE.member, ROLE.guest] as const

/** People of every role; whoever has lost their account by chance is replaced. */
async function crowdOf(chat: ChatTest) {
  const state = { made: 0 }
  const join = async (role: (typeof ROLES)[number]) => {
    state.made += 1
    return { role, person: await chat.person(`Person ${state.made}`, role) }
  }
  const crowd = await Promise.all(ROLES.map(join))
  return {
    at: (index: number) => crowd[index % crowd.length]?.person ?? chat.owner,
    replace: async (gone: Person) => {
      const index = crowd.findIndex(({ person }) => person === gone)
      const role = crowd[index]?.role
      if (role !== undefined) crowd[index] = await join(role)
    },
  }
}

test(
  'no request made up at random is answered by a failure, or not at all',
  { timeout: Math.max(120_000, REQUESTS * 60) },
  async () => {
    const chat = await startOwnChat()
    const crowd = await crowdOf(chat)
    const id = await channel(chat.owner, 'general', [chat.owner, crowd.at(2), crowd.at(3)])
    await send(chat.owner, id, 'x', '/poll Who?\nme')
    const by = chance(SEED)
    const wrong = new Map<string, string>()
    const told = (request: RandomRequest, problem: string) => {
      const place = request.path.split('?')[0]?.replaceAll(/\/(?:\d|%|-)[^/]*/g, '/:x')
      const key = `${request.method} ${place} ${problem}`
      const text = JSON.stringify(request.body ?? request.path).slice(0, 400)
      if (wrong.size < MAX_TOLD && !wrong.has(key)) wrong.set(key, text)
    }
    const state = { left: REQUESTS }
    const callers = Array.from({ length: AT_ONCE }, async () => {
      while (state.left > 0) {
        state.left -= 1
        const person = crowd.at(by.below(ROLES.length))
        const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`
        const request = randomRequest(by, ENDPOINTS, authorization)
        try {
          const signal = AbortSignal.timeout(HANG_MS)
          const answer = await exchange(chat.baseUrl + request.path, request.method, {
            headers: request.headers,
            signal,
            ...(request.body === undefined ? {} : { body: request.body }),
          })
          const problem = problemOf(request, answer)
          if (problem !== undefined) told(request, problem)
          const isGone = answer.status === 401 && request.headers['authorization'] === authorization
          if (isGone) await crowd.replace(person)
        } catch (error) {
          told(request, String(error))
        }
      }
    })
    await Promise.all(callers)
    await chat.stop()
    assert.deepEqual(Object.fromEntries(wrong), {}, `FUZZ_SEED=${SEED}`)
  },
)
