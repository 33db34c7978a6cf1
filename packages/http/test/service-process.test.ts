import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

interface Running {
  readonly child: ChildProcess
  readonly url: string
  readonly output: () => string
  /** Waits until the process has written this. */
  readonly says: (text: string) => Promise<unknown>
}

/**
 * A small service as a process of its own: `/slow` answers when a line was sent to its input, `/never` not at all.
 * `rest` is what it closes after its requests.
 */
async function start(
  config: Readonly<Record<string, unknown>> = {},
  environment: Readonly<Record<string, string>> = {},
  rest = "log.info('closed the rest')",
): Promise<Running> {
  const script = `
    const { runService } = await import('../src/service-process.ts')
    const { createHttpServer } = await import('@oficina/http/http-server.ts')
    const { registerApiReference } = await import('@oficina/http/api-reference.ts')
    const config = { host: '127.0.0.1', port: 0, logLevel: 'info', logFormat: 'json', metricsPort: undefined,
      shutdownTimeoutMs: 120000, ...${JSON.stringify(config)} }
    await runService('probe', config, async ({ log, metrics, http }) => {
      const app = createHttpServer({ log, metrics, http, bodyLimitBytes: 100 })
      await registerApiReference(app, { title: 'probe', version: '1', description: '', securitySchemes: {} })
      app.register((scope, _, done) => {
        scope.get('/quick', () => ({ done: true }))
        scope.get('/slow', async () => {
          log.info('slow began')
          await new Promise((go) => process.stdin.once('data', go))
          process.stdin.destroy()
          log.info('slow ended')
          return { done: true }
        })
        scope.get('/never', () => { log.info('never began'); return new Promise(() => {}) })
        scope.post('/echo', async (request) => request.body)
        done()
      })
      return { app, close: async () => { ${rest} } }
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const output = () => chunks.join('')
  const says = (text: string) => eventually(`it says ${text}`, () => output().includes(text))
  const url = await eventually('it listens or ends', () =>
    child.exitCode === null ? /listens on (http:\/\/[\d.:]+)/.exec(output())?.[1] : '',
  )
  return { child, url, output, says }
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return child.exitCode
}

/** The line of the log with this message. */
function logged(output: string, message: string) {
  const line = output.split('\n').find((text) => text.includes(message))
  assert.ok(line !== undefined, output)
  return JSON.parse(line)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} stops accepting, finishes the request under way, closes the rest and exits 0`, async () => {
    const { child, url, output, says } = await start()
    const slow = fetch(`${url}/slow`)
    await says('slow began')
    child.kill(signal)
    await says('stopping')
    await eventually('new connections are refused', () =>
      fetch(`${url}/openapi.json`).then(
        () => false,
        () => true,
      ),
    )
    child.stdin?.write('go\n')
    assert.deepEqual(await (await slow).json(), { done: true })
    assert.equal(await exitCode(child), 0)
    assert.match(output(), /closed the rest/)
  })
}

test('a second signal ends the process at once', async () => {
  const { child, url, says } = await start()
  const never = fetch(`${url}/never`).catch(() => 'broken off')
  await says('never began')
  child.kill('SIGTERM')
  await says('stopping')
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 1)
  assert.equal(await never, 'broken off')
})

test('a stop that takes longer than its bound ends with code 1 and says which requests it waited for', async () => {
  const { child, url, output, says } = await start({ shutdownTimeoutMs: 1_000 })
  const headers = { 'x-request-id': 'the-one-that-stays' }
  const never = fetch(`${url}/never`, { headers }).catch(() => 'broken off')
  await says('never began')
  await (await fetch(`${url}/quick`)).text()
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 1)
  assert.equal(await never, 'broken off')
  const said = logged(output(), 'the stop still waits for these requests')
  const [{ elapsedMs, ...request }] = said.requests
  assert.deepEqual(
    [said.count, request],
    [1, { reqId: 'the-one-that-stays', method: 'GET', route: '/never', waitsFor: 'the answer' }],
  )
  assert.equal(typeof elapsedMs, 'number')
  const last = logged(output(), 'stopping took too long')
  assert.deepEqual([last.timeoutMs, last.waitedFor], [1_000, 'requests'])
})

test('a stop whose requests are finished says that it waited for the rest', async () => {
  const { child, output } = await start(
    { shutdownTimeoutMs: 1_000 },
    {},
    'await new Promise(() => setInterval(() => {}, 1_000))',
  )
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 1)
  assert.doesNotMatch(output(), /these requests/)
  const { waitedFor } = logged(output(), 'stopping took too long')
  assert.equal(waitedFor, 'background work, pools and child processes')
})

test('what a request works with is closed only when its work has ended, also when its client is gone', async () => {
  const { child, url, output, says } = await start()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await says('slow began')
  socket.destroy()
  await once(socket, 'close')
  child.kill('SIGTERM')
  await says('stopping')
  await eventually('new connections are refused', () =>
    fetch(`${url}/quick`).then(
      () => false,
      () => true,
    ),
  )
  child.stdin?.write('go\n')
  assert.equal(await exitCode(child), 0)
  assert.match(output(), /slow ended[^]*closed the rest/)
})

test('a stop that runs out of time tells of work whose client is gone', async () => {
  const { child, url, output, says } = await start({ shutdownTimeoutMs: 1_000 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await says('slow began')
  socket.destroy()
  await once(socket, 'close')
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 1)
  const said = logged(output(), 'the stop still waits for these requests')
  assert.equal(said.requests[0].waitsFor, 'work that nobody waits for')
})

test('a port that is in use is a message with PORT in it and code 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { child, output } = await start({ port })
  assert.equal(await exitCode(child), 1)
  assert.match(output(), new RegExp(`127\\.0\\.0\\.1:${port} is in use; set PORT`))
  holder.close()
})

test('metrics are served on a listener of their own', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const address = free.address()
  const metricsPort = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => free.close(resolve))
  const { child, url } = await start({ metricsPort })
  await fetch(`${url}/quick`)
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  assert.match(
    text,
    /http_request_duration_seconds_count\{method="GET",route="\/quick",status="200"\} 1/,
  )
  assert.equal((await fetch(`${url}/metrics`)).status, 404)
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 0)
})

test('bodies, headers and their time are bounded, and the API reference is served', async () => {
  const { child, url } = await start()
  const large = await fetch(`${url}/echo`, {
    method: 'POST',
    body: JSON.stringify('x'.repeat(200)),
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(large.status, 413)
  const headers = await fetch(`${url}/quick`, { headers: { 'x-large': 'x'.repeat(17 * 1024) } })
  assert.equal(headers.status, 431)
  const document = await (await fetch(`${url}/openapi.json`)).text()
  for (const path of ['/echo', '/never', '/quick', '/slow'])
    assert.ok(document.includes(`"${path}"`))
  assert.match(await (await fetch(`${url}/docs/`)).text(), /<html>/)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('NONSENSE\r\n\r\n')
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 400/)
  socket.destroy()
  child.kill('SIGTERM')
  assert.equal(await exitCode(child), 0)
})

test('a service whose launcher ends while it is being built ends too', async () => {
  const script = `
    const { runService } = await import('../src/service-process.ts')
    const config = { host: '127.0.0.1', port: 0, logLevel: 'info', logFormat: 'json', metricsPort: undefined,
      shutdownTimeoutMs: 5000 }
    setInterval(() => {}, 1000)
    await runService('probe', config, () => {
      process.send('building')
      return new Promise(() => {})
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  const exited = once(child, 'exit')
  child.disconnect()
  assert.deepEqual(await exited, [1, null])
})

test('where compiled code is kept, a service keeps it as soon as it listens, since it may be killed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-compiled-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const { child } = await start({}, { NODE_COMPILE_CACHE: folder })
  await eventually('compiled code is there', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.some((entry) => entry.isFile())
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
})
