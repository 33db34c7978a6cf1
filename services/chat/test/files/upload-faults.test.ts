import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import { ended, OWNER_AUTHORIZATION, startProcess, type Running } from '../chat-process.ts'
import { startOwnChat, type OwnChatTest, type Person } from '../chat-service.ts'
import { authorization, until, upload } from './files.ts'

// Deep: it kills processes and fills disks.
// A service of its own: it sets the limit of uploads, and fills disks.

let chat: OwnChatTest
let hamlet: Person

before(async () => {
  chat = await startOwnChat({ maxUploadMib: 10 })
  hamlet = await chat.person('King Hamlet')
})
after(() => chat.stop())

/** Every file below the folder of uploads. */
async function filesIn(dataDir: string): Promise<readonly string[]> {
  const folder = join(dataDir, 'uploads')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}

interface Begun {
  readonly socket: Socket
  /** What the server has said so far. */
  readonly heard: () => string
}

/** Sends the head of an upload and `bytes` of a file of `size`, and no more. */
async function beginUpload(
  baseUrl: string,
  credentials: string,
  { bytes, size }: { readonly bytes: number; readonly size: number },
): Promise<Begun> {
  const { hostname: host, port } = new URL(baseUrl)
  const socket = connect(Number(port), host)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  // The server may close the connection before all has arrived.
  socket.on('error', () => undefined)
  const part = '--x\r\ncontent-disposition: form-data; name="f"; filename="a.bin"\r\n\r\n'
  const end = '\r\n--x--\r\n'
  socket.write(
    [
      'POST /api/v1/user_uploads HTTP/1.1',
      `host: ${host}`,
      `authorization: ${credentials}`,
      'content-type: multipart/form-data; boundary=x',
      `content-length: ${part.length + size + end.length}`,
      '',
      part,
    ].join('\r\n'),
  )
  socket.write(Buffer.alloc(bytes, 'a'))
  return { socket, heard: () => Buffer.concat(chunks).toString() }
}

const MIB = 1024 * 1024

test('an upload that its client cuts off leaves nothing', async () => {
  const credentials = authorization(hamlet)['authorization'] ?? ''
  const { socket } = await beginUpload(chat.baseUrl, credentials, { bytes: MIB, size: 5 * MIB })
  const path = await until(
    async () => (await filesIn(chat.dataDir))[0],
    (found) => found !== undefined,
  )
  await until(
    async () => (await stat(path ?? '')).size,
    (size) => size > 0,
  )
  socket.destroy()
  await until(
    () => filesIn(chat.dataDir),
    (files) => files.length === 0,
  )
  assert.deepEqual((await hamlet.get('/attachments')).json.attachments, [])
})

test('nothing of a file is written down before its sender is known', async () => {
  const stranger = `Basic ${Buffer.from(`${hamlet.email}:${'x'.repeat(32)}`).toString('base64')}`
  const begun = await beginUpload(chat.baseUrl, stranger, { bytes: MIB, size: 5 * MIB })
  await until(
    () => new Promise<string>((resolve) => void setImmediate(() => resolve(begun.heard()))),
    (text) => text.startsWith('HTTP/1.1 401'),
  )
  assert.deepEqual(await filesIn(chat.dataDir), [])
  begun.socket.destroy()
})

test('what is refused or fails is not kept', async () => {
  const file = (size: number) => new File([Buffer.alloc(size)], 'big.bin')
  assert.equal((await upload(chat, hamlet, [file(10 * MIB + 1)])).status, 400)
  assert.equal((await upload(chat, hamlet, [file(9), file(9)])).status, 400)
  await chat.database.execute(sql`alter table attachment rename to elsewhere`)
  try {
    assert.equal((await upload(chat, hamlet, [file(9)])).status, 500)
  } finally {
    await chat.database.execute(sql`alter table elsewhere rename to attachment`)
  }
  // Whether a row refers to the last one could not be asked; the next start can.
  await chat.restart()
  assert.deepEqual(await filesIn(chat.dataDir), [])
  const avatar = await hamlet.post('/users/me/avatar')
  assert.equal(avatar.status, 400)
  assert.equal((await upload(chat, hamlet, [file(9)])).status, 200)
  assert.equal((await filesIn(chat.dataDir)).length, 1)
})

test('a name that no database takes is cleaned, not an error of the server', async () => {
  for (const name of [
    'a\u0000b.txt',
    '\u0000',
    'x'.repeat(5_000),
    '../../etc/passwd',
    '\ud800.txt',
  ]) {
    const answer = await upload(chat, hamlet, [new File(['x'], name)])
    assert.equal(answer.status, 200, JSON.stringify(name))
    assert.match(answer.json.url, /^\/user_uploads\/\d+\/[\w-]{2}\/[\w-]{22}\/[\p{L}\p{N}_.-]+$/u)
  }
})

test('fields beside a file are bounded together', async () => {
  const form = new FormData()
  for (let index = 0; index < 20; index += 1) form.append(`f${index}`, 'x'.repeat(300_000))
  const answer = await exchange(`${chat.baseUrl}/api/v1/messages`, 'POST', {
    headers: authorization(hamlet),
    body: form,
  })
  assert.deepEqual([answer.status, answer.json.code], [413, 'BAD_REQUEST'])
})

test('health says when the disk of the files is nearly full', async () => {
  const health = await exchange(`${chat.baseUrl}/health`, 'GET', {})
  assert.deepEqual(
    [health.status, health.json.status, health.json.database],
    [200, 'ok', { available: true }],
  )
  assert.ok(health.json.disk.freeBytes > 0)
  const full = await startOwnChat({ diskMinFreeMb: 10_000_000 })
  try {
    const { json } = await exchange(`${full.baseUrl}/health`, 'GET', {})
    assert.deepEqual([json.status, json.disk.low], ['degraded', true])
  } finally {
    await full.stop()
  }
})

interface Own {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly start: (under?: readonly string[]) => Promise<Running>
}

/** Services in processes of their own, on a database and files of their own. */
async function withProcesses(work: (own: Own) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-files-'))
  const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  const started: Running[] = []
  const start = async (under: readonly string[] = []) => {
    const running = await startProcess({ databaseUrl: database.url, dataDir, under })
    started.push(running)
    return running
  }
  try {
    await work({ databaseUrl: database.url, dataDir, start })
  } finally {
    for (const { child } of started) {
      child.kill('SIGKILL')
      await ended(child)
    }
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('after kill -9 the next start removes what the dead were receiving or had not written down', async () => {
  await withProcesses(async ({ databaseUrl, dataDir, start }) => {
    const first = await start()
    const form = () => {
      const body = new FormData()
      body.append('f', new File(['12345'], 'kept.txt'))
      return body
    }
    const post = (url: string) =>
      exchange(`${url}/api/v1/user_uploads`, 'POST', {
        headers: { authorization: OWNER_AUTHORIZATION },
        body: form(),
      })
    assert.equal((await post(first.url)).status, 200)
    await beginUpload(first.url, OWNER_AUTHORIZATION, { bytes: MIB, size: 5 * MIB })
    // Whoever adds a row waits, with the file at its place already.
    const log = createLog({ service: 'test', level: 'silent', format: 'json' })
    const database = openDatabase({
      url: databaseUrl,
      poolSize: 1,
      log,
      applicationName: 'test',
      sessionSettings: { search_path: 'chat' },
    })
    await database.transaction(async (tx) => {
      await tx.execute(sql`lock table attachment in share mode`)
      post(first.url).catch(() => undefined)
      // The one that is kept, the one that arrives, and the one that waits with its note.
      await until(
        () => filesIn(dataDir),
        (files) => files.length === 4,
      )
      first.child.kill('SIGKILL')
      await ended(first.child)
    })
    await database.close()
    await start()
    const left = await filesIn(dataDir)
    assert.deepEqual(
      left.filter((path) => path.includes('/uploads/')).map((path) => path.split('/').at(-1)),
      ['kept.txt'],
    )
  })
})

test('what a living process of this or another machine receives is left alone', async () => {
  await withProcesses(async ({ dataDir, start }) => {
    const incoming = join(dataDir, 'uploads', 'incoming')
    const hour = 3_600_000
    const folders = {
      [`${hostname()}.${process.pid}.00aa`]: 0,
      'another.machine.7.00bb': 0,
      'another.machine.8.00cc': 2 * hour,
    }
    for (const [name, ageMs] of Object.entries(folders)) {
      await mkdir(join(incoming, name), { recursive: true })
      await writeFile(join(incoming, name, 'part'), 'x')
      const { mtimeMs } = await stat(join(incoming, name))
      const seconds = (mtimeMs - ageMs) / 1000
      await utimes(join(incoming, name), seconds, seconds)
    }
    const { child } = await start()
    child.kill('SIGTERM')
    await ended(child)
    assert.deepEqual(
      (await filesIn(dataDir)).map((path) => path.slice(incoming.length + 1)).toSorted(),
      [`${hostname()}.${process.pid}.00aa/part`, 'another.machine.7.00bb/part'].toSorted(),
    )
  })
})

test('a full disk is 507, and nothing of the upload is left', async () => {
  await withProcesses(async ({ dataDir, start }) => {
    // No file of the process may be larger than this many blocks of 1,024 bytes, which is how a full disk answers.
    const under = ['bash', '-c', 'ulimit -f 1024 && exec "$@"', 'bash']
    const { url } = await start(under)
    const post = (size: number) => {
      const body = new FormData()
      body.append('f', new File([Buffer.alloc(size)], 'a.bin'))
      const headers = { authorization: OWNER_AUTHORIZATION }
      return exchange(`${url}/api/v1/user_uploads`, 'POST', { headers, body })
    }
    const refused = await post(3 * MIB)
    assert.deepEqual(
      [refused.status, refused.json],
      [
        507,
        {
          result: 'error',
          msg: 'The disk of the server is full; nothing was kept.',
          code: 'DISK_FULL',
        },
      ],
    )
    assert.deepEqual(await filesIn(dataDir), [])
    assert.equal((await post(9)).status, 200)
  })
})

test('an upload is not held in memory', async () => {
  await withProcesses(async ({ start }) => {
    const { url, child } = await start()
    const peakKib = async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])
    }
    const post = async () => {
      const body = new FormData()
      body.append('f', new File([Buffer.alloc(24 * MIB)], 'large.bin'))
      const headers = { authorization: OWNER_AUTHORIZATION }
      return await exchange(`${url}/api/v1/user_uploads`, 'POST', { headers, body })
    }
    assert.equal((await post()).status, 200)
    const before = await peakKib()
    const answers = await Promise.all(Array.from({ length: 6 }, post))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const grownMib = ((await peakKib()) - before) / 1024
    // 144 MiB were sent at once.
    assert.ok(grownMib < 90, `${Math.round(grownMib)} MiB more`)
  })
})
