import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, test } from 'node:test'

import { addressGuard } from '../src/address-guard.ts'
import { requestChecked, type RequestOptions } from '../src/checked-request.ts'

const server = createServer((request, response) => {
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end()
  else if (request.url === '/silent') request.socket.resume()
  else request.pipe(response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => server.close())
after(() => server.closeAllConnections())
const address = server.address()
if (typeof address !== 'object' || address === null) throw new Error('the server has no address')
const base = `http://127.0.0.1:${address.port}`

const OPTIONS = { guard: addressGuard('127.0.0.1', ''), timeoutMs: 5_000, maxBytes: 10 }

async function ask(path: string, change: Partial<RequestOptions> = {}, body = '') {
  const request = { method: 'POST', url: base + path, headers: {}, body } as const
  const answer = await requestChecked(request, { ...OPTIONS, ...change })
  return answer.ok ? `${answer.value.status} ${answer.value.body.toString()}` : answer.error
}

test('an answer is given whole up to its bound, as it is, and only from an address that may be asked', async () => {
  assert.equal(await ask('/', {}, '0123456789'), '200 0123456789')
  assert.equal(await ask('/', {}, '0123456789x'), 'the answer is longer than 10 bytes')
  assert.equal(await ask('/moved'), '302 ')
  assert.equal(await ask('/silent', { timeoutMs: 50 }), 'timed out')
  assert.equal(await ask('/', { guard: addressGuard('', '') }), 'the address is not a public one')
  const stop = AbortSignal.timeout(50)
  assert.equal(await ask('/silent', { stop }), 'stopped')
  assert.equal(await ask('/', { stop }), 'stopped')
  const bad = { method: 'GET', url: 'file:///etc/passwd', headers: {} } as const
  assert.deepEqual(await requestChecked(bad, OPTIONS), {
    ok: false,
    error: 'the URL is not one of http or https without credentials',
  })
})
