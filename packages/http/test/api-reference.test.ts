import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'

import type { FastifyInstance } from 'fastify'
import { createLog } from '@oficina/kit/log.ts'

import { registerApiReference } from '../src/api-reference.ts'
import { createHttpServer } from '../src/http-server.ts'

let app: FastifyInstance
let url = ''

before(async () => {
  const log = createLog({ service: 'test', level: 'silent', format: 'json' })
  app = createHttpServer({ log, bodyLimitBytes: 100 })
  const texts = { title: 'probe', version: '1', description: '' }
  await registerApiReference(app, { ...texts, securitySchemes: {} })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})

after(async () => {
  await app.close()
})

test('the page of the API reference loads and asks nothing elsewhere, runs only scripts of its own, and is framed by nobody', async () => {
  for (const accepted of ['identity', 'gzip', 'br']) {
    const answer = await fetch(`${url}/docs/`, { headers: { 'accept-encoding': accepted } })
    const policy = new Map(
      (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
        const [name = '', ...allowed] = directive.split(' ')
        return [name, allowed.join(' ')]
      }),
    )
    for (const name of ['default-src', 'frame-ancestors', 'form-action', 'base-uri']) {
      assert.equal(policy.get(name), "'none'", name)
    }
    for (const name of ['script-src', 'connect-src']) assert.equal(policy.get(name), "'self'", name)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('referrer-policy'), 'same-origin')
    const page = await answer.text()
    const scripts = [...page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
    assert.equal(scripts.length, 2)
    for (const [, attributes = '', inline = ''] of scripts) {
      assert.equal(inline.trim(), '')
      const address = new URL(/src="([^"]+)"/.exec(attributes)?.[1] ?? '', `${url}/docs/`)
      const script = await fetch(address)
      assert.deepEqual([address.origin, script.status], [url, 200], address.href)
      assert.match(script.headers.get('content-type') ?? '', /javascript/)
      assert.match(await script.text(), /createApiReference/)
    }
  }
})

test('a Host that is no name of a host does not break the API reference', async () => {
  const { port } = new URL(url)
  for (const [path, status] of [
    ['/docs', 301],
    ['/docs/', 200],
  ] as const) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), new RegExp(`^HTTP/1.1 ${status} `), path)
    socket.destroy()
  }
  const moved = await fetch(`${url}/docs`, { redirect: 'manual' })
  assert.equal(moved.headers.get('location'), '/docs/')
})
