import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { startOwnChat, type ChatTest, type Loose } from '../chat-service.ts'
import { packed, unpacked } from './archives.ts'
import { run, startCommand } from './command-line.ts'
import { comparable } from './comparable-archive.ts'
import { smallArchive } from './zulip-archive.ts'

// Deep: it kills imports again and again, at half of the places in each turn.
// A service of its own: it kills imports.

let chat: ChatTest

before(async () => {
  chat = await startOwnChat()
})
after(() => chat.stop())

const LOCK = 4_711
// Makes an import stand still in the transaction that notes that it came so far, while the test holds the lock.
const HOLD = `
  create table chat.held (step text, parts int);
  create function chat.hold_import() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from chat.held h where h.step = new.step and h.parts = new.parts_done) then
        perform pg_advisory_xact_lock(${LOCK});
      end if;
      return new;
    end $$;
  create trigger hold before update on chat.realm_import for each row execute function chat.hold_import()`

const FILES = 120
const PNG = { channels: 3, background: 'red' } as const

async function archive(): Promise<Buffer> {
  const files = smallArchive()
  const picture = await sharp({ create: { width: 40, height: 20, ...PNG } })
    .png()
    .toBuffer()
  const attachments = Array.from({ length: FILES }, (_, at) => ({
    id: at + 1,
    file_name: at % 2 === 0 ? `file ${at}.txt` : `picture ${at}.png`,
    path_id: `2/ab/${at}`,
    owner: 10,
    content_type: at % 2 === 0 ? 'text/plain' : 'image/png',
    create_time: 1_600_000_000,
    messages: [100],
  }))
  // The first and the last of those that say they are images are none.
  const isBroken = (at: number) => at === 1 || at === FILES - 1
  const uploads = attachments.map(({ path_id: path }, at) => [
    `uploads/${path}`,
    at % 2 === 0 || isBroken(at) ? Buffer.from(`content ${at}`) : picture,
  ])
  const emoji = ['one', 'two', 'three'].map((name, at) => ({
    id: at + 1,
    name,
    author: 10,
    file_name: `${at + 1}.png`,
  }))
  return await packed({
    ...files,
    'realm.json': {
      ...files['realm.json'],
      zerver_realmemoji: emoji,
      zerver_realmfilter: [
        { id: 1, pattern: '(?<=x)#(?P<id>[0-9]+)', url_template: 'https://x/{id}' },
      ],
    },
    'attachment.json': { zerver_attachment: attachments },
    'uploads/records.json': attachments.map(({ path_id: path }) => ({ path })),
    ...Object.fromEntries(uploads),
    'avatars/records.json': [
      { path: '2/a.original', user_profile_id: 10 },
      { path: '2/b.original', user_profile_id: 11 },
    ],
    // The first picture cannot be read.
    'avatars/2/a.original': Buffer.from('no picture'),
    'avatars/2/b.original': picture,
    'emoji/records.json': emoji.map(({ file_name: name }) => ({
      path: `2/emoji/images/${name}`,
      file_name: name,
    })),
    ...Object.fromEntries(
      emoji.map(({ file_name: name }) => [`emoji/2/emoji/images/${name}`, picture]),
    ),
    'realm_icons/records.json': [{ path: '2/icon.original' }],
    'realm_icons/2/icon.original': picture,
  })
}

async function importOf(host: string): Promise<Loose> {
  const [row] = await chat.database.query<Loose>({
    text: `select i.realm_id, i.step, i.parts_done, i.not_carried, r.is_deactivated from realm_import i
           join realm r on r.id = i.realm_id where r.host = $1`,
    values: [host],
  })
  return row ?? {}
}

/** Kills the command with -9 while it notes that it came so far, which is then undone. */
async function killedAt(path: string, host: string, step: string, parts: number): Promise<void> {
  const holder = await chat.database.connect()
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  await chat.database.execute({ text: 'insert into held values ($1, $2)', values: [step, parts] })
  const { child, ended } = startCommand(chat, ['import', path, '--realm', host])
  const waiting = await eventually(`${parts} ${step}`, async () => {
    if (child.exitCode !== null) throw new Error((await ended).stderr)
    const { rows } = await holder.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted and objid = ${LOCK}`,
    )
    return rows[0]?.pid
  })
  child.kill('SIGKILL')
  await ended
  await holder.query('select pg_terminate_backend($1, 10000)', [waiting])
  await holder.query('delete from chat.held')
  await holder.end()
}

/** What lies on the disk of an organization, by the sizes: names hold what cannot be guessed. */
async function filesOf(realmId: number): Promise<Record<string, readonly string[]>> {
  const found: Record<string, readonly string[]> = {}
  for (const folder of ['uploads', 'uploads/avatars']) {
    const root = join(chat.dataDir, folder, String(realmId))
    const names = await readdir(root, { recursive: true, withFileTypes: true })
    const contents = names
      .filter((one) => one.isFile())
      .map(async (one) => {
        const bytes = await readFile(join(one.parentPath, one.name))
        return `${one.name} ${bytes.length}`
      })
    found[folder] = (await Promise.all(contents)).toSorted()
  }
  return found
}

async function exported(host: string): Promise<Record<string, unknown[]>> {
  const path = join(chat.dataDir, `${host}.out.tar.gz`)
  assert.equal((await run(chat, 'export', path, '--realm', host)).code, 0)
  const { zerver_realm: _realm, ...tables } = comparable(await unpacked(await readFile(path)))
  return tables
}

const KILLED_AT = [
  ['files', 50],
  ['files', 100],
  ['files', FILES],
  ['pictures', 0],
  ['pictures', 1],
  ['pictures', 4],
  ['pictures', 6],
] as const

test('an import that is killed again and again while it copies files and makes pictures ends like one that is not', async () => {
  await chat.database.execute({ text: HOLD, values: [] })
  const path = join(chat.dataDir, 'archive.tar.gz')
  await writeFile(path, await archive())
  const whole = await run(chat, 'import', path, '--realm', 'whole.example.com')
  assert.equal(whole.code, 0, whole.stderr)
  const host = 'killed.example.com'
  for (const [step, parts] of inTurn(KILLED_AT, 2)) {
    await killedAt(path, host, step, parts)
    const { step: now, parts_done: done, is_deactivated: isClosed } = await importOf(host)
    // What it was about to note is undone, and the organization is nobody's yet.
    assert.ok(now !== step || done < parts, `${now} ${done}`)
    assert.equal(isClosed, true)
  }
  const last = await run(chat, 'import', path, '--realm', host)
  assert.equal(last.code, 0, last.stderr)
  const [one, other] = [await importOf('whole.example.com'), await importOf(host)]
  assert.deepEqual(other['not_carried'], one['not_carried'])
  assert.deepEqual(one['not_carried'], {
    'linkifiers of a form that is not supported': 1,
    'pictures (avatar) that cannot be read': 1,
    'previews of files that say they are images': 2,
  })
  assert.deepEqual(await filesOf(other['realm_id']), await filesOf(one['realm_id']))
  assert.deepEqual(await exported(host), await exported('whole.example.com'))
  const again = await run(chat, 'import', path, '--realm', host)
  assert.match(again.stderr, /there is already an organization/)
})

test('files and pictures that two rows claim, or that are folders, are refused before anything is written', async () => {
  const row = {
    id: 1,
    file_name: 'a.txt',
    path_id: '2/ab/a.txt',
    owner: 10,
    content_type: 'text/plain',
    create_time: 1_600_000_000,
    messages: [],
  }
  const file = { 'uploads/2/ab/a.txt': Buffer.from('a') }
  const cases: readonly (readonly [string, Loose])[] = [
    [
      'one file twice',
      { 'attachment.json': { zerver_attachment: [row, { ...row, id: 2 }] }, ...file },
    ],
    [
      'one number twice',
      {
        'attachment.json': { zerver_attachment: [row, { ...row, path_id: '2/ab/b.txt' }] },
        ...file,
        'uploads/2/ab/b.txt': Buffer.from('b'),
      },
    ],
    [
      'a folder',
      { 'attachment.json': { zerver_attachment: [{ ...row, path_id: '2/ab' }] }, ...file },
    ],
  ]
  for (const [index, [what, more]] of cases.entries()) {
    const host = `hostile${index}.example.com`
    const rows: Loose[] = more['attachment.json'].zerver_attachment
    const records = rows.map(({ path_id: path }) => ({ path }))
    const path = join(chat.dataDir, `${host}.tar.gz`)
    await writeFile(
      path,
      await packed({ ...smallArchive(), ...more, 'uploads/records.json': records }),
    )
    const { code, stderr } = await run(chat, 'import', path, '--realm', host)
    assert.equal(code, 1, what)
    assert.match(stderr, /attachment|uploads/, what)
    assert.ok(!/ at .*\.ts:|duplicate key/.test(stderr), stderr)
    assert.deepEqual(await importOf(host), {}, what)
  }
})
