import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Dice, fuzzRequest, type FuzzRequest } from './fuzz-requests.ts'
import { codeOf, startDocuments } from './http-fixture.ts'

// Deep: it sends generated requests.

// FUZZ_REQUESTS=100000 npm test -- services/documents/test/fuzz.test.ts; FUZZ_SEED to have a failure again.
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 400)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const AT_ONCE = 8
// The longest that any of these requests may take on a machine with much else to do.
const PATIENCE_MS = 60_000
/** The conditions of the contract, and of decision 0102, for a status of 500 and above. */
const ALLOWED_FAILURES: ReadonlySet<string> = new Set([
  'RENDER_ERROR',
  'CONVERSION_ERROR',
  'IMAGE_FETCH_ERROR',
  'OFFICE_UNAVAILABLE',
])

test(
  'no request ends in a failure that the contract does not name, or never',
  { timeout: 3_600_000 },
  async (context) => {
    // With an office only when very many are asked for: each PDF takes as long as hundreds of documents.
    const hasOffice = REQUESTS >= 10_000
    const documents = await startDocuments({
      config: hasOffice
        ? { searchPath: process.env['PATH'] ?? '', officeSpares: 1, officeTimeoutMs: 10_000 }
        : {},
    })
    context.after(() => documents.stop())
    const counts = new Map<string, number>()
    const send = async (index: number) => {
      const request = fuzzRequest(new Dice(SEED * 1_000_003 + index), hasOffice)
      const status = await statusOf(request, index)
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    const statusOf = async (request: FuzzRequest, index: number): Promise<string> => {
      const { method, path, ...rest } = request
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const where = `FUZZ_SEED=${SEED}, request ${index}: ${method} ${path}`
      const answer = await documents.client
        .send(method, path, { ...rest, signal })
        .catch((error: unknown) => assert.fail(`${where}: ${String(error)}`))
      const code: string = answer.status < 400 ? '' : (codeOf(answer) ?? '')
      assert.ok(answer.headers.has('x-request-id'), where)
      assert.ok(answer.status < 400 || code !== '', `${where}: ${answer.status} without a code`)
      assert.ok(
        answer.status < 500 || ALLOWED_FAILURES.has(code),
        `${where}: ${answer.text.slice(0, 300)}`,
      )
      return `${answer.status} ${code}`
    }
    const state = { next: 0 }
    const worker = async () => {
      while (state.next < REQUESTS) await send(state.next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const seen = [...counts].toSorted(([, a], [, b]) => b - a)
    context.diagnostic(seen.map(([status, count]) => `${status}: ${count}`).join(', '))
    assert.equal((await documents.stranger.get('/health')).status, 200)
    assert.ok((counts.get('200 ') ?? 0) > REQUESTS / 20, 'many of them are honest')
    assert.ok(counts.size > 5, 'and many are not')
  },
)
