import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { openApiCheck, type OpenApiCheck } from '@oficina/testkit/openapi-check.ts'

import { DICTIONARY_DIR, loadRegistry } from '../../src/dictionary-files.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { RequestFuzzer, type FuzzRequest } from './fuzz-requests.ts'
import { Dice } from './fuzz-values.ts'

// A service of its own: what it sends may change anything.

// Deep: it sends generated requests.

// A few hundred in every run; FUZZ_REQUESTS=100000 for a long one, with another FUZZ_SEED for other requests.
const COUNT = Number(process.env['FUZZ_REQUESTS'] ?? 400)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const CLIENTS = 8
const SHOWN_FAULTS = 10
// No request that is this small may take as long, however busy the machine.
const HANG_MS = 30_000

let erp: ErpTest
let check: OpenApiCheck
const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

before(async () => {
  erp = await startOwnErp()
  const { json } = await exchange(`${erp.url}/openapi.json`, 'GET')
  check = openApiCheck(json)
})

after(async () => {
  agent.destroy()
  await erp.stop()
})

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

async function send({ method, path, headers, body }: FuzzRequest): Promise<Answer> {
  const outgoing = httpRequest(erp.url + path, {
    agent,
    method,
    headers,
    path,
    signal: AbortSignal.timeout(HANG_MS),
  })
  outgoing.end(body)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  const bytes = await buffer(incoming)
  const type = incoming.headers['content-type'] ?? ''
  return { status: incoming.statusCode ?? 0, type, text: unpacked(incoming, bytes) }
}

function unpacked({ headers }: IncomingMessage, bytes: Buffer): string {
  if (headers['content-encoding'] === 'br' && bytes.length > 0)
    return String(brotliDecompressSync(bytes))
  if (headers['content-encoding'] === 'gzip' && bytes.length > 0) return String(gunzipSync(bytes))
  return String(bytes)
}

/** What is wrong with an answer; null: nothing. */
function faultOf(request: FuzzRequest, answer: Answer): string | null {
  const { status, type, text } = answer
  if (status >= 500) return `${status} ${text.slice(0, 300)}`
  if (request.method === 'HEAD' || status === 204 || status === 304) {
    return text === '' ? null : `${status} has a body`
  }
  if (/^\/(?:health|openapi|docs)/.test(request.path) && status === 200) return null
  const isFile = status === 200 && !type.startsWith('application/json')
  if (isFile) return undeclared(request, answer, undefined)
  const body = parsed(text)
  return isEnvelope(status, body)
    ? undeclared(request, answer, body)
    : `${status} ${type} is no envelope: ${text.slice(0, 200)}`
}

function isEnvelope(status: number, body: Envelope | undefined): boolean {
  if (body?.meta === undefined) return false
  if (status < 400) return body.data !== undefined
  return body.data === null && Array.isArray(body.errors) && body.errors.length > 0
}

interface Envelope {
  readonly data?: unknown
  readonly meta?: unknown
  readonly errors?: unknown
}

function parsed(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // The caller says what came instead.
    return undefined
  }
}

function undeclared({ method, path }: FuzzRequest, answer: Answer, body: unknown): string | null {
  try {
    // The service takes a slash at the end for nothing.
    const plain = path.replace(/\?.*$/, '').replace(/(?<=.)\/$/, '')
    check({ method, path: plain, status: answer.status, contentType: answer.type, body })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function described({ method, path, headers, body }: FuzzRequest, fault: string): string {
  const { authorization: _hidden, connection: _usual, 'content-length': _length, ...rest } = headers
  return `${method} ${path.slice(0, 400)} ${JSON.stringify(rest)} ${String(body ?? '').slice(0, 400)}\n  => ${fault}`
}

test(`${COUNT} requests of every kind are answered in time, in the envelope, as declared, and none by 500`, async (t) => {
  const registry = loadRegistry(DICTIONARY_DIR, `${erp.dataDir}/cache`)
  assert.ok(registry.ok)
  const fuzzer = new RequestFuzzer(registry.value, new Dice(SEED))
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const session = { authorization: erp.admin.headers['authorization'] ?? '' }
  const renew = onceAtATime(async () => {
    // A request may have blocked the very user who sends them, and a hundred wrong logins this address.
    await erp.owner.execute(sql`delete from oficina.intento`)
    const other = await erp.otherCompany()
    session.authorization = other.headers['authorization'] ?? ''
  })
  const state = { left: COUNT }
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (state.left > 0 && faults.length < SHOWN_FAULTS) {
        state.left -= 1
        const used = session.authorization
        const request = fuzzer.next(used)
        const answer = await send(request).catch((error: unknown) => String(error))
        const fault = typeof answer === 'string' ? answer : faultOf(request, answer)
        if (fault !== null) faults.push(described(request, fault))
        if (typeof answer === 'string') continue
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        const isOut =
          answer.status === 401 && request.headers['authorization'] === session.authorization
        if (isOut && !request.path.includes('/auth/log')) await renew()
      }
    }),
  )
  t.diagnostic(JSON.stringify([...statuses].toSorted(([a], [b]) => a - b)))
  assert.deepEqual(faults, [])
  // What is always refused would prove nothing.
  assert.ok((statuses.get(200) ?? 0) > COUNT / 10)
  assert.equal((await erp.client.get('/health')).status, 200)
})

/** Calls that come while one is under way wait for that one. */
function onceAtATime(work: () => Promise<void>): () => Promise<void> {
  const state: { running: Promise<void> | undefined } = { running: undefined }
  return async () => {
    state.running ??= work().finally(() => {
      state.running = undefined
    })
    await state.running
  }
}
