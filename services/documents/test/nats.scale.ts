import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'

import { connect } from '@nats-io/transport-node'
import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { startNatsServer, type NatsServer } from '@oficina/testkit/nats-server.ts'

import { PROCESS_KEY, startDocumentsProcess, type DocumentsProcess } from './documents-process.ts'
import { docx, p, table } from './docx/docx-fixture.ts'
import { textOf } from './office/office-fixture.ts'

const MEBIBYTE = 1024 * 1024
// 2.6 MB without its pixels compressed.
const NOISE = {
  width: 950,
  height: 950,
  channels: 3,
  background: 'black',
  noise: { type: 'gaussian', mean: 128, sigma: 60 },
} as const

let server: NatsServer

before(async () => {
  server = await startNatsServer()
})
after(() => server.stop())

interface Group {
  /** Has no office. */
  readonly gate: DocumentsProcess
  readonly workers: readonly DocumentsProcess[]
  readonly folder: string
}

/** Processes with one folder of templates, in which `carta` says hello. */
async function startGroup(
  t: TestContext,
  workers: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Group> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-documents-nats-'))
  await mkdir(join(folder, 'images'))
  const start = async (name: string, own: Readonly<Record<string, string>>) => {
    const started = await startDocumentsProcess(folder, {
      NATS_URL: server.url,
      TMP_DIR: join(folder, name),
      MAX_IMAGE_MB: '5',
      ...settings,
      ...own,
    })
    t.after(async () => {
      // Those that a killed service leaves are nobody's.
      const offices = await started.offices()
      await started.kill()
      for (const pid of offices) killIfThere(pid)
    })
    return started
  }
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const gate = await start('gate', { OFFICE_CONCURRENCY: '0' })
  const others = await Promise.all(
    Array.from({ length: workers }, (_, index) => start(`worker-${index}`, {})),
  )
  await eventually('each has its office', () =>
    others.every((worker) => worker.printed().includes('office process started')),
  )
  await upload(gate, 'carta', docx(p('Hola {nombre}')))
  if (workers > 0) await isAvailable(gate)
  return { gate, workers: others, folder }
}

async function upload(to: DocumentsProcess, slug: string, template: Buffer): Promise<void> {
  const form = new FormData()
  form.append('slug', slug)
  form.append('file', new Blob([new Uint8Array(template)]), `${slug}.docx`)
  const headers = { 'x-api-key': PROCESS_KEY }
  const uploaded = await exchange(`${to.url}/templates`, 'POST', { headers, body: form })
  assert.equal(uploaded.status, 201, uploaded.text)
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

async function isAvailable(of: DocumentsProcess): Promise<void> {
  await eventually('there is an office', async () => (await of.health()).json.office.available)
}

async function isConnected(of: DocumentsProcess, connected: boolean): Promise<void> {
  await eventually(
    `NATS is ${connected ? 'there' : 'away'}`,
    async () => (await of.health()).json.nats.connected === connected,
  )
}

/** Stops the offices of a process, so that what it converts is under way. */
async function standStill(of: DocumentsProcess): Promise<void> {
  for (const pid of await of.offices()) process.kill(pid, 'SIGSTOP')
}

async function goOn(of: DocumentsProcess): Promise<void> {
  for (const pid of await of.offices()) process.kill(pid, 'SIGCONT')
}

async function isPdf(answer: Promise<{ status: number; bytes: Buffer; text: string }>) {
  const { status, bytes, text } = await answer
  assert.equal(status, 200, text)
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  return bytes
}

test('a process without an office gives PDFs by the offices of others, whatever their size', async (t) => {
  const { gate, folder } = await startGroup(t, 1)
  const health = await gate.health()
  assert.deepEqual(
    [health.json.status, health.json.office, health.json.nats],
    ['ok', { available: true }, { connected: true }],
  )
  const pdf = await isPdf(gate.render('carta', { nombre: 'Ana' }))
  assert.match(await textOf(pdf), /Hola Ana/)
  // More than NATS takes in one message, both ways: noise that nothing makes smaller.
  const noise = { create: NOISE, limitInputPixels: false } as const
  await sharp(noise)
    .png()
    .toFile(join(folder, 'images', 'ruido.png'))
  await upload(gate, 'foto', docx(`${p('Foto')}${table(['{%ruido}'])}`))
  const large = await isPdf(gate.render('foto', { ruido: 'ruido.png' }))
  assert.ok(large.length > 2 * MEBIBYTE, `${large.length}`)
  assert.match(await textOf(large), /Foto/)
})

test('what waits goes to the office that is free, and nothing is done twice', async (t) => {
  const { gate, workers } = await startGroup(t, 2)
  const [first, second] = workers
  assert.ok(first !== undefined && second !== undefined)
  await standStill(first)
  const names = Array.from({ length: 12 }, (_, index) => `persona${index}`)
  const made = names.map((nombre) => isPdf(gate.render('carta', { nombre })))
  // All but the one that the other holds.
  const done: number[] = []
  for (const [index, one] of made.entries()) void one.then(() => done.push(index))
  await eventually('the others are made', () => done.length >= names.length - 1)
  assert.equal(done.length, names.length - 1)
  await goOn(first)
  for (const [index, pdf] of (await Promise.all(made)).entries())
    assert.match(await textOf(pdf), new RegExp(`Hola persona${index}\\b`))
})

test('what a process with an office has waiting goes to another, too', async (t) => {
  const { workers } = await startGroup(t, 2)
  const [first] = workers
  assert.ok(first !== undefined)
  await standStill(first)
  const made = Array.from({ length: 4 }, (_, index) =>
    isPdf(first.render('carta', { nombre: `${index}` })),
  )
  const done: number[] = []
  for (const [index, one] of made.entries()) void one.then(() => done.push(index))
  await eventually('the others are made', () => done.length === 3)
  await goOn(first)
  await Promise.all(made)
})

test('a process that is killed in the middle of a conversion: another does it, and it is answered once', async (t) => {
  const { gate, workers } = await startGroup(t, 2)
  await Promise.all(workers.map(standStill))
  const made = gate.render('carta', { nombre: 'Eva' })
  // Only who has the conversion is killed; the others' processes are left to do it.
  const busy = await eventually('one of them converts', async () => {
    const queued = await Promise.all(
      workers.map(async (worker) => ({ worker, isBusy: await isConverting(worker) })),
    )
    return queued.find(({ isBusy }) => isBusy)?.worker
  })
  const offices = await busy.offices()
  await busy.kill()
  for (const pid of offices) killIfThere(pid)
  for (const worker of workers) if (worker !== busy) await goOn(worker)
  assert.match(await textOf(await isPdf(made)), /Hola Eva/)
})

/** Whether a document lies in the scratch folder of an office of it. */
async function isConverting(worker: DocumentsProcess): Promise<boolean> {
  return await worker.hasJob()
}

test('a document whose processes all die is tried twice, then refused', async (t) => {
  const { gate, workers } = await startGroup(t, 3)
  await Promise.all(workers.map(standStill))
  const made = gate.render('carta', { nombre: 'Eva' })
  const killed = new Set<DocumentsProcess>()
  for (let turn = 1; turn <= 2; turn += 1) {
    const busy = await eventually('one of them converts', async () => {
      for (const worker of workers)
        if (!killed.has(worker) && (await isConverting(worker))) return worker
      return undefined
    })
    killed.add(busy)
    const offices = await busy.offices()
    await busy.kill()
    for (const pid of offices) killIfThere(pid)
  }
  const { status, json } = await made
  assert.deepEqual([status, json.error.code], [500, 'CONVERSION_ERROR'])
  const [left] = workers.filter((worker) => !killed.has(worker))
  assert.ok(left !== undefined)
  assert.equal(await isConverting(left), false)
  await goOn(left)
  await isPdf(gate.render('carta', { nombre: 'Ana' }))
})

test('a process that stops hands over what it converts for others before it ends', async (t) => {
  const { gate, workers } = await startGroup(t, 1)
  const [only] = workers
  assert.ok(only !== undefined)
  await standStill(only)
  const made = gate.render('carta', { nombre: 'Eva' })
  await eventually('it converts', () => isConverting(only))
  const stopped = only.stop()
  await goOn(only)
  await isPdf(made)
  assert.equal(await stopped, 0)
})

test('without NATS who has an office goes on alone, and who has none says that PDF is off until it is back', async (t) => {
  const { gate, workers } = await startGroup(t, 1)
  const [only] = workers
  assert.ok(only !== undefined)
  await server.kill()
  await isConnected(gate, false)
  await isConnected(only, false)
  assert.equal((await only.health()).json.status, 'degraded')
  await isPdf(only.render('carta', { nombre: 'Ana' }))
  const refused = await gate.render('carta', { nombre: 'Ana' })
  assert.deepEqual([refused.status, refused.json.error.code], [503, 'OFFICE_UNAVAILABLE'])
  assert.deepEqual((await gate.health()).json.office, { available: false })
  const started = gate.render('carta', { nombre: 'Eva' })
  await server.start()
  await started
  await isAvailable(gate)
  await isPdf(gate.render('carta', { nombre: 'Ana' }))
  assert.equal((await gate.health()).json.status, 'ok')
})

test('NATS that goes in the middle of a conversion costs nobody a wrong answer', async (t) => {
  const { gate, workers } = await startGroup(t, 1)
  const [only] = workers
  assert.ok(only !== undefined)
  await standStill(only)
  const made = gate.render('carta', { nombre: 'Eva' })
  await eventually('it converts', () => isConverting(only))
  await server.kill()
  await server.start()
  await goOn(only)
  assert.match(await textOf(await isPdf(made)), /Hola Eva/)
})

test('more than OFFICE_QUEUE_LIMIT do not wait for others either', async (t) => {
  const { gate, workers } = await startGroup(t, 1, { OFFICE_QUEUE_LIMIT: '2' })
  const [only] = workers
  assert.ok(only !== undefined)
  await standStill(only)
  const first = gate.render('carta', { nombre: '1' })
  await eventually('it converts', () => isConverting(only))
  const more = Array.from({ length: 6 }, () => gate.render('carta', { nombre: 'más' }))
  const refused: number[] = []
  for (const one of more)
    void one.then(({ status, json, headers }) => {
      if (status !== 503) return undefined
      assert.equal(json.error.details.reason, 'busy')
      assert.equal(headers.get('retry-after'), '2')
      return refused.push(status)
    })
  await eventually('four are refused', () => refused.length >= 4)
  await goOn(only)
  await isPdf(first)
  const statuses = (await Promise.all(more)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 200, 503, 503, 503, 503],
  )
})

test('a client that goes leaves nothing behind at the other process', async (t) => {
  const { gate, workers } = await startGroup(t, 1)
  const [only] = workers
  assert.ok(only !== undefined)
  await standStill(only)
  const gone = new AbortController()
  const made = gate.render('carta', { nombre: 'Eva' }, gone.signal)
  await eventually('it converts', () => isConverting(only))
  gone.abort()
  await assert.rejects(made)
  await goOn(only)
  await isPdf(gate.render('carta', { nombre: 'Ana' }))
})

test('processes with another API_KEY share nothing, and a stranger learns and disturbs nothing', async (t) => {
  const { gate } = await startGroup(t, 1)
  const stranger = await connect({ servers: server.url })
  t.after(() => stranger.close())
  const heard: { readonly subject: string; readonly data: Uint8Array }[] = []
  stranger.subscribe('>', {
    callback: (_error, { subject, data }) => void heard.push({ subject, data }),
  })
  await stranger.flush()
  await isPdf(gate.render('carta', { nombre: 'Confidencial' }))
  const all = Buffer.concat(heard.map(({ data }) => data)).toString('latin1')
  assert.ok(heard.length > 3)
  assert.doesNotMatch(all, /Confidencial|word\/document|%PDF/)
  for (const { subject, data } of heard.slice(0, 50)) {
    // What was said before, what is nothing, and what is damaged.
    const damaged = Buffer.from(data)
    if (damaged.length > 0) damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
    for (const said of [data, damaged, new Uint8Array(3), Buffer.from('{"job":"x"}')])
      stranger.publish(subject, said, { reply: 'stranger.inbox' })
  }
  await stranger.flush()
  await isPdf(gate.render('carta', { nombre: 'Ana' }))
  const other = await startGroup(t, 0, { API_KEY: PROCESS_KEY.toUpperCase() }).catch(
    () => undefined,
  )
  assert.equal(other, undefined, 'the group uploads with the other key')
})

test('OFFICE_CONCURRENCY may be 0 only where others are asked', async () => {
  const folder = join(tmpdir(), 'oficina-documents-none')
  await assert.rejects(
    startDocumentsProcess(folder, { OFFICE_CONCURRENCY: '0' }),
    /OFFICE_CONCURRENCY is 0, which needs NATS_URL/,
  )
  await rm(folder, { recursive: true, force: true })
})
