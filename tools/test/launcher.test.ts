import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { shareCaches } from '../../services/erp/test/own-data-dir.ts'
import { launch, ROOT, type Launch } from './launch.ts'

// Deep: it starts and kills whole installations, by half of the ways to end them in each turn.

let dataDir = ''
let firstSecrets = ''
let all: Launch

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-launcher-'))
  await shareCaches(dataDir)
  all = launch({ dataDir })
  await all.banner()
  firstSecrets = await readFile(join(dataDir, 'demo-secrets.json'), 'utf8')
})

after(async () => {
  await all.stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

test('one command brings up all services', async () => {
  for (const name of ['documents', 'erp', 'chat']) {
    assert.equal((await fetch(`${all.url(name)}/health`)).status, 200, name)
    assert.equal((await fetch(`${all.url(name)}/docs/`)).status, 200, name)
    assert.equal((await fetch(`${all.url(name)}/openapi.json`)).status, 200, name)
  }
})

test('the banner shows a first curl for each service', async () => {
  assert.equal((await all.banner()).match(/^\s+curl /gm)?.length, 3)
})

test('in a pipe each line before the banner is one record, with the progress of long steps', async () => {
  const [records = ''] = (await all.banner()).split('\n\n')
  const lines = records.split('\n').map((line) => JSON.parse(line))
  const steps = lines.flatMap(({ progress }) => (progress === undefined ? [] : [progress]))
  assert.equal(steps[0]?.step, 'creating tables')
  assert.ok(steps.length > 1)
  const last = steps.at(-1)
  assert.equal(last.done, last.total)
})

test('the demo secrets are for their owner’s eyes', async () => {
  const { mode } = await stat(join(dataDir, 'demo-secrets.json'))
  assert.equal(mode & 0o077, 0)
})

test('a service that is killed is started again where it was, and the launcher says so', async () => {
  const killed = all.pidOf('chat')
  assert.ok(killed > 0)
  process.kill(killed, 'SIGKILL')
  const said = await eventually('it is told', () => all.records('launcher').find(({ how }) => how))
  assert.deepEqual(
    [said['how'], said['msg']],
    ['SIGKILL', 'chat ended (SIGKILL) and is started again in 0.5 s'],
  )
  const health = await eventually('chat answers again', () => fetch(`${all.url('chat')}/health`))
  assert.equal(health.status, 200)
  assert.notEqual(all.pidOf('chat'), killed)
  await eventually('that is told too', () =>
    all.records('launcher').some(({ msg }) => msg === 'chat is back'),
  )
})

test('PostgreSQL that is killed is started again, and the services answer again', async () => {
  const killed = await all.postgresPid()
  process.kill(killed, 'SIGKILL')
  await eventually('another server runs', async () => (await all.postgresPid()) !== killed)
  for (const name of ['erp', 'chat']) {
    await eventually(`${name} answers again`, async () => {
      return (await fetch(`${all.url(name)}/health`)).status === 200
    })
  }
})

test('SIGTERM stops everything with code 0', async () => {
  const processes = await all.processes()
  assert.equal(await all.stop('SIGTERM'), 0)
  for (const { name, isAlive } of processes) assert.ok(!isAlive(), name)
})

const ENDINGS = [
  ['npm', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['launcher', 'SIGKILL'],
  ['launcher', 'SIGINT'],
] as const

for (const [who, signal] of inTurn(ENDINGS, 2)) {
  test(`${signal} of ${who === 'npm' ? 'npm start' : 'the launcher'} stops the launcher, its services and PostgreSQL`, async () => {
    const started = launch({ dataDir, names: ['chat'], through: who === 'npm' ? 'npm' : 'node' })
    await started.banner()
    const processes = await started.processes()
    assert.equal(processes.length, 3)
    void started.stop(signal)
    for (const { name, isAlive } of processes) {
      await eventually(`${name} has ended`, () => !isAlive())
    }
    await started.ended
  })
}

test('the demo secrets are the same at every start', async () => {
  assert.equal(await readFile(join(dataDir, 'demo-secrets.json'), 'utf8'), firstSecrets)
})

test('a port that is taken is named with the variable that changes it, without a stack', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const started = launch({ dataDir, names: ['erp'], environment: { ERP_PORT: port } })
  assert.equal(await started.ended, 1)
  holder.close()
  assert.equal(
    started.output(),
    `Oficina cannot start:\n  erp wants 127.0.0.1:${port}, which is in use; set ERP_PORT to a free port\n`,
  )
})

test('--help tells the usage, and an unknown service is refused with it', async () => {
  const help = launch({ dataDir, names: ['--help'] })
  assert.equal(await help.ended, 0)
  assert.match(help.output(), /npm start/)
  const unknown = launch({ dataDir, names: ['crm'] })
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
