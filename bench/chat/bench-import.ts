/** `npm run bench chat/import [MESSAGES]`: an archive of so many messages (100,000 else) imported as an operator does. */

import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { createLog } from '../../packages/kit/src/log.ts'
import { startEmbeddedPostgres } from '../../packages/postgres/src/embedded-postgres.ts'
import { TableFile } from '../../services/chat/src/transfer/archive/table-file.ts'
import { environment } from '../documents/report.ts'

const MESSAGES = Number(process.argv[2] ?? 100_000)
const USERS = 200
const CHANNELS = 50
/** Of each channel. */
const SUBSCRIBERS = 8
const PER_FILE = 1_000
const WORDS =
  'the meeting moves to thursday because deploy of release waits for a fix in stock and somebody must look at the invoice first'.split(
    ' ',
  )

const log = createLog({ service: 'bench', level: 'warn', format: 'json' })

/** Words that depend on the number alone: every run measures the same archive. */
function content(id: number): string {
  const words = Array.from(
    { length: 6 + (id % 30) },
    (_, at) => WORDS[(id * 7 + at * 13) % WORDS.length],
  )
  if (id % 9 === 0) words.push(`@**Person ${id % USERS}**`)
  if (id % 11 === 0) words.push('**urgent** and `code`')
  if (id % 17 === 0) words.push('https://example.com/page')
  if (id % 23 === 0) words.push('\n\n* one\n* two :tada:')
  return words.join(' ')
}

async function* batches(count: number, row: (at: number) => unknown): AsyncGenerator<unknown[]> {
  for (let from = 0; from < count; from += PER_FILE) {
    yield Array.from({ length: Math.min(PER_FILE, count - from) }, (_, at) => row(from + at))
  }
}

async function table(
  path: string,
  tables: Record<string, AsyncIterable<unknown[]>>,
): Promise<void> {
  const file = await TableFile.create(path)
  for (const [name, rows] of Object.entries(tables)) await file.table(name, rows)
  await file.close()
}

const subscriber = (channel: number, at: number) => ((channel * 3 + at * 5) % USERS) + 1

async function writeArchive(folder: string): Promise<void> {
  const joined = 1_500_000_000
  await table(join(folder, 'realm.json'), {
    zerver_realm: batches(1, () => ({
      id: 2,
      name: 'Bench',
      description: '',
      date_created: joined,
    })),
    zerver_userprofile: batches(USERS, (at) => ({
      id: at + 1,
      delivery_email: `person${at}@example.com`,
      full_name: `Person ${at}`,
      role: at === 0 ? 100 : 400,
      is_active: true,
      is_bot: false,
      date_joined: joined,
    })),
    zerver_stream: batches(CHANNELS, (at) => ({
      id: at + 1,
      name: `channel ${at}`,
      date_created: joined,
    })),
    zerver_recipient: batches(CHANNELS, (at) => ({ id: at + 1, type: 2, type_id: at + 1 })),
    zerver_subscription: batches(CHANNELS * SUBSCRIBERS, (at) => ({
      id: at + 1,
      recipient: Math.floor(at / SUBSCRIBERS) + 1,
      user_profile: subscriber(Math.floor(at / SUBSCRIBERS), at % SUBSCRIBERS),
      active: true,
    })),
    zerver_client: batches(1, () => ({ id: 1, name: 'website' })),
    zerver_reaction: batches(Math.floor(MESSAGES / 20), (at) => ({
      id: at + 1,
      message: at * 20 + 1,
      user_profile: (at % USERS) + 1,
      emoji_name: 'tada',
      emoji_code: '1f389',
      reaction_type: 'unicode_emoji',
    })),
  })
  writeFileSync(join(folder, 'attachment.json'), '{"zerver_attachment":[]}')
  for (let from = 0; from < MESSAGES; from += PER_FILE) {
    const count = Math.min(PER_FILE, MESSAGES - from)
    const name = `messages-${String(from / PER_FILE + 1).padStart(6, '0')}.json`
    await table(join(folder, name), {
      zerver_message: batches(count, (at) => message(from + at)),
      zerver_usermessage: batches(count * SUBSCRIBERS, (at) => {
        const number = from + Math.floor(at / SUBSCRIBERS)
        const user = subscriber(number % CHANNELS, at % SUBSCRIBERS)
        const isStarred = number % 50 === 0 && at % SUBSCRIBERS === 0
        return { id: at, user_profile: user, message: number + 1, flags_mask: isStarred ? 3 : 1 }
      }),
    })
  }
}

function message(number: number) {
  const channel = number % CHANNELS
  return {
    id: number + 1,
    sender: subscriber(channel, number % SUBSCRIBERS),
    recipient: channel + 1,
    subject: `topic ${Math.floor(number / 500) % 40}`,
    content: content(number),
    rendered_content: '<p>as the other server showed it</p>',
    date_sent: 1_500_000_000 + number * 60,
    sending_client: 1,
  }
}

/** The peak of a process's memory, in MB. */
function peakMb(pid: number): number {
  try {
    const [, kilobytes] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    // It has ended.
    return 0
  }
}

async function importOnce(path: string, databaseUrl: string, dataDir: string) {
  const main = resolve(import.meta.dirname, '../../services/chat/src/main.ts')
  const begun = performance.now()
  const child = spawn(process.execPath, [main, 'import', path, '--realm', 'bench.example.com'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const steps: Record<string, number> = {}
  child.stderr.on('data', (chunk: Buffer) => {
    for (const [, step = ''] of chunk
      .toString()
      .matchAll(/^100 % ([a-z ]+?)(?: [\d,]+\/[\d,]+)?$/gm)) {
      steps[step] = Math.round((performance.now() - begun) / 100) / 10
    }
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMb(child.pid ?? 0))
  }, 100)
  const code = await new Promise((done) => {
    child.once('close', done)
  })
  clearInterval(watch)
  if (code !== 0) throw new Error(`the import ended with ${String(code)}`)
  const seconds = (performance.now() - begun) / 1000
  return {
    messages: MESSAGES,
    seconds: Math.round(seconds * 10) / 10,
    messages_per_second: Math.round(MESSAGES / seconds),
    peak_rss_mb: Math.round(peak),
    seconds_at_end_of_step: steps,
  }
}

const folder = await mkdtemp(join(tmpdir(), 'oficina-bench-import-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log })
try {
  const archive = join(folder, 'archive')
  mkdirSync(archive)
  await writeArchive(archive)
  const path = join(folder, 'archive.tar.gz')
  const { packTarSources } = await import('modern-tar/fs')
  const tar = packTarSources([{ type: 'directory', source: archive, target: '.' }])
  await pipeline(Readable.from(tar), createGzip({ level: 1 }), createWriteStream(path))
  await rm(archive, { recursive: true })
  const url = await postgres.ensureDatabase('bench_import')
  const result = {
    archive_mb: Math.round((await stat(path)).size / 1024 ** 2),
    ...(await importOnce(path, url, join(folder, 'data'))),
  }
  console.log(JSON.stringify(result, null, 2))
  const results = join(import.meta.dirname, '..', 'results')
  if (MESSAGES >= 1_000_000) {
    writeFileSync(
      join(results, 'chat-import.json'),
      `${JSON.stringify({ ...environment(), results: result }, null, 2)}\n`,
    )
  }
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
