import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

const ROOT = resolve(import.meta.dirname, '../..')
let dataDir = ''

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-launcher-'))
})

after(() => rm(dataDir, { recursive: true, force: true }))

interface Launch {
  readonly output: () => string
  readonly stop: (signal: NodeJS.Signals) => Promise<number | null>
  readonly ended: Promise<number | null>
}

function launch(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): Launch {
  const child = spawn(process.execPath, ['tools/start.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ERP_DEMO: '0', ...environment },
  })
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null))
  return {
    output: () => chunks.join(''),
    ended,
    stop: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

const FREE_PORTS = { DOCUMENTS_PORT: '0', ERP_PORT: '0', CHAT_PORT: '0' }

async function bannerOf(started: Launch): Promise<string> {
  for (let waited = 0; waited < 120_000; waited += 50) {
    if (started.output().includes('Oficina runs.')) return started.output()
    await delay(50)
  }
  throw new Error(`no banner: ${started.output()}`)
}

test('one command brings up all services and SIGTERM stops them with code 0', async () => {
  const started = launch([], FREE_PORTS)
  const text = await bannerOf(started)
  for (const name of ['documents', 'erp', 'chat']) {
    const url = new RegExp(`${name}\\s+(http://127\\.0\\.0\\.1:\\d+)`).exec(text)?.[1] ?? ''
    const health = await fetch(`${url}/health`)
    assert.equal(health.status, 200, name)
    assert.equal((await fetch(`${url}/docs/`)).status, 200, name)
    assert.equal((await fetch(`${url}/openapi.json`)).status, 200, name)
  }
  assert.equal(await started.stop('SIGTERM'), 0)
})

test('the banner shows a first curl for each service', async () => {
  const started = launch([], FREE_PORTS)
  const text = await bannerOf(started)
  assert.equal(text.match(/^\s+curl /gm)?.length, 3)
  assert.equal(await started.stop('SIGINT'), 0)
})

test('the demo secrets are for their owner’s eyes and stay the same', async () => {
  const { mode } = await stat(join(dataDir, 'demo-secrets.json'))
  assert.equal(mode & 0o077, 0)
})

test('a port that is taken is named with the variable that changes it, without a stack', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const started = launch(['erp'], { ERP_PORT: port })
  assert.equal(await started.ended, 1)
  holder.close()
  assert.equal(
    started.output(),
    `Oficina cannot start:\n  erp wants 127.0.0.1:${port}, which is in use; set ERP_PORT to a free port\n`,
  )
})

test('--help tells the usage, and an unknown service is refused with it', async () => {
  const help = launch(['--help'])
  assert.equal(await help.ended, 0)
  assert.match(help.output(), /npm start/)
  const unknown = launch(['crm'])
  assert.equal(await unknown.ended, 1)
  assert.match(unknown.output(), /^unknown service: crm/)
})

test('a service alone reports every problem of its environment at once', async () => {
  const child = spawn(process.execPath, ['services/documents/src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: 'x', LOG_LEVEL: 'loud' },
  })
  const chunks: string[] = []
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const [code] = await once(child, 'close')
  assert.equal(code, 1)
  for (const name of ['API_KEY', 'PORT', 'LOG_LEVEL'])
    assert.match(chunks.join(''), new RegExp(name))
})
