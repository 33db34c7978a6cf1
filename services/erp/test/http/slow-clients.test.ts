import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startErpProcess, type ErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'

// A service of its own: it has settings of its own.

// Deep: it waits for readers that take nothing, and kills a process.

const API = '/api/v1'
const EXPORT = `${API}/Departamento?format=csv`
// What the service lets run and wait; see service.ts and the fixture.
const AT_ONCE = 2
const WAITING = 32
const CONNECTIONS = 4

let erp: ErpTest

before(async () => {
  erp = await startOwnErp({ http: { corsOrigins: [], readerTimeoutMs: 1_000 } })
  // Far more than the buffers between a server and a reader who takes nothing.
  await erp.owner.execute(sql`
    insert into public.departamento (empresa_id, id, clave, nombre, activo, creado_en, modificado_en, version)
    select 1, n, 'D' || n, repeat('departamento ', 7), true, now(), now(), 1 from generate_series(1, 80000) n`)
  await erp.owner.execute(sql`
    insert into oficina.contador (empresa_id, tabla, ultimo) values (1, 'departamento', 80000)
    on conflict (empresa_id, tabla) do update set ultimo = excluded.ultimo`)
})

after(() => erp.stop())

/** Asks for an export and takes nothing of it. */
function stalledExport(): Socket {
  const { hostname, port } = new URL(erp.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  const headers = Object.entries(erp.admin.headers).map(([name, value]) => `${name}: ${value}`)
  socket.write(`GET ${EXPORT} HTTP/1.1\r\nhost: erp\r\n${headers.join('\r\n')}\r\n\r\n`)
  return socket
}

async function openTransactions(): Promise<number> {
  const rows = await erp.owner.query(sql`
    select from pg_stat_activity where application_name = 'oficina-erp'
      and datname = current_database() and xact_start is not null`)
  return rows.length
}

test('exports whose readers take nothing are cut off alone, and the next one is served', async (t) => {
  const stalled = Array.from({ length: AT_ONCE }, stalledExport)
  t.after(() => stalled.forEach((socket) => socket.destroy()))
  await eventually('both exports run', async () => (await openTransactions()) === AT_ONCE)
  // Both turns are taken: this one waits until the stalled ones have lost theirs.
  const next = erp.admin.get(EXPORT)
  const others = await Promise.all(
    Array.from({ length: 20 }, () => erp.admin.get(`${API}/Departamento?per_page=1`)),
  )
  assert.deepEqual(new Set(others.map(({ status }) => status)), new Set([200]))
  const whole = await next
  assert.equal(whole.status, 200)
  assert.equal(whole.text.split('\r\n').length, 80_000 + 2)
  await eventually('no export runs', async () => (await openTransactions()) === 0)
})

test('more exports than may wait are 503 at once, and one whose client leaves makes room', async (t) => {
  const sockets = Array.from({ length: AT_ONCE + WAITING + 3 }, stalledExport)
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  // Only an answer that is complete at once can be read in one piece: the refusals.
  const heads: string[] = []
  for (const socket of sockets) {
    socket.once('readable', () => {
      const head = String(socket.read())
      if (/^HTTP\/1.1 503/.test(head)) heads.push(head)
    })
  }
  await eventually('three are refused', () => heads.length === 3)
  for (const head of heads) {
    assert.match(head, /^retry-after: 5\r?$/im)
    assert.match(head, /"code":"UNAVAILABLE"/)
  }
  for (const socket of sockets) socket.destroy()
  await eventually('no export runs', async () => (await openTransactions()) === 0)
  const { status } = await erp.admin.get(`${API}/Departamento?format=csv&per_page=1&clave=D1`)
  assert.equal(status, 200)
})

test('twice as many imports as connections are all done, and others are answered meanwhile', async () => {
  const file = (prefix: string) =>
    `clave,nombre\n${Array.from({ length: 1_200 }, (_, n) => `${prefix}${n},Uno`).join('\n')}\n`
  const imports = Array.from({ length: 2 * CONNECTIONS }, (_, index) =>
    erp.admin.send('POST', `${API}/Departamento/import`, {
      headers: { 'content-type': 'text/csv' },
      body: file(`I${index}-`),
    }),
  )
  const lists = await Promise.all(
    Array.from({ length: 20 }, () => erp.admin.get(`${API}/Moneda?per_page=1`)),
  )
  const answers = await Promise.all(imports)
  assert.deepEqual(
    answers.map(({ status, text }) => (status === 200 ? 200 : text)),
    answers.map(() => 200),
  )
  assert.deepEqual(new Set(lists.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(await readdir(join(erp.dataDir, 'imports')), [])
})

test('a killed process leaves the files of its imports to the next start, which keeps those of others', async (t) => {
  const environment = { DATABASE_URL: erp.database.url, DATA_DIR: erp.dataDir }
  const folder = join(erp.dataDir, 'imports')
  const living = { url: erp.url, authorization: erp.admin.headers['authorization'] ?? '' }
  const killed = await startErpProcess(environment)
  const uploads = [beginUpload(living), beginUpload(killed)]
  t.after(() => uploads.forEach((socket) => socket.destroy()))
  await eventually('two files arrive', async () => (await readdir(folder)).length === 2)
  killed.child.kill('SIGKILL')
  await killed.stop()
  assert.equal((await readdir(folder)).length, 2)
  const next = await startErpProcess(environment)
  t.after(() => next.stop())
  const [left, ...more] = await readdir(folder)
  assert.match(left ?? '', new RegExp(`\\.${process.pid}\\.`))
  assert.deepEqual(more, [])
  uploads[0]?.destroy()
  await eventually('no file is left', async () => (await readdir(folder)).length === 0)
})

/** An import whose file is on its way. */
function beginUpload({ url, authorization }: Pick<ErpProcess, 'url' | 'authorization'>): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.write(
    [
      `POST ${API}/Departamento/import HTTP/1.1`,
      'host: erp',
      `authorization: ${authorization}`,
      'content-type: text/csv',
      'content-length: 1000000',
      '',
      'clave,nombre',
    ].join('\r\n'),
  )
  return socket
}
