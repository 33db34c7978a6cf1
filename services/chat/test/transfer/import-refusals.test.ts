import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

import { packTar } from 'modern-tar'

import { startOwnChat, type ChatTest, type Loose } from '../chat-service.ts'
import { packed } from './archives.ts'
import { run, type CommandResult } from './command-line.ts'
import { message, smallArchive } from './zulip-archive.ts'

// Deep: it packs archives of every kind of fault, and starts the command line for each.

// A service of its own: the command line works beside it, and refusals leave no organization at all.

let chat: ChatTest
const hosts = { made: 0 }

before(async () => {
  chat = await startOwnChat()
})
after(() => chat.stop())

const newHost = () => `realm${(hosts.made += 1)}.example.com`

async function file(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(chat.dataDir, name)
  await writeFile(path, bytes)
  return path
}

async function imported(host: string, files: Record<string, unknown>): Promise<CommandResult> {
  return await run(
    chat,
    'import',
    await file(`${host}.tar.gz`, await packed(files)),
    '--realm',
    host,
  )
}

async function counts(): Promise<unknown> {
  const [row] = await chat.database.query<unknown>({
    text: `select (select count(*) from realm) as realms, (select count(*) from user_profile) as users,
      (select count(*) from message) as messages, (select count(*) from realm_import) as imports`,
    values: [],
  })
  return row
}

/** The archive with one table's first row changed. */
function spoiled(name: string, table: string, change: Loose): Record<string, Loose> {
  const files = smallArchive()
  const [first, ...rest] = files[name]?.[table] ?? []
  return { ...files, [name]: { ...files[name], [table]: [{ ...first, ...change }, ...rest] } }
}

const without = (name: string) =>
  Object.fromEntries(Object.entries(smallArchive()).filter(([file]) => file !== name))

const REALM = 'realm.json'
const MESSAGES = 'messages-000001.json'

const DAMAGED: readonly (readonly [
  what: string,
  files: Record<string, unknown>,
  reason: RegExp,
])[] = [
  ['without realm.json', without(REALM), /neither an export of Zulip/],
  ['without attachment.json', without('attachment.json'), /has no attachment\.json/],
  [
    'with a gap in its messages',
    { ...smallArchive(), 'messages-000003.json': {} },
    /has no messages-000002\.json/,
  ],
  [
    'whose JSON ends early',
    { ...smallArchive(), [MESSAGES]: Buffer.from('{"zerver_message": [') },
    /messages-000001\.json ends too early/,
  ],
  [
    'whose JSON is none',
    { ...smallArchive(), [REALM]: Buffer.from('{"zerver_realm": [{"id": nonsense}]}') },
    /realm\.json is not JSON in zerver_realm/,
  ],
  [
    'whose JSON is of another form',
    { ...smallArchive(), [REALM]: Buffer.from('[1, 2]') },
    /is not JSON of the form/,
  ],
  [
    'with rows that are no objects',
    { ...smallArchive(), [REALM]: { zerver_realm: [1] } },
    /a row of zerver_realm that is no object/,
  ],
  [
    'with a row of twenty megabytes',
    { ...smallArchive(), [MESSAGES]: { zerver_message: [message(1, 'x'.repeat(20_000_000))] } },
    /a row of more than 16777216 bytes/,
  ],
  [
    'with an unknown sender',
    spoiled(MESSAGES, 'zerver_message', { sender: 99 }),
    /zerver_message 100: "sender" is 99, and must be an id in zerver_userprofile/,
  ],
  [
    'with an unknown recipient',
    spoiled(MESSAGES, 'zerver_message', { recipient: 99 }),
    /"recipient" is 99, and must be an id in zerver_recipient/,
  ],
  [
    'with a time that is none',
    spoiled(MESSAGES, 'zerver_message', { date_sent: 'noon' }),
    /"date_sent" is "noon", and must be a time in UNIX seconds/,
  ],
  [
    'with a text that is none',
    spoiled(MESSAGES, 'zerver_message', { content: null }),
    /"content" is null, and must be a text/,
  ],
  [
    'with flags of an unknown message',
    spoiled(MESSAGES, 'zerver_usermessage', { message: 5 }),
    /"message" is 5, and must be an id in zerver_message/,
  ],
  [
    'with an id twice',
    { ...smallArchive(), 'messages-000002.json': { zerver_message: [message(100, 'again')] } },
    /has the id 100 twice/,
  ],
  [
    'with a role that is none',
    spoiled(REALM, 'zerver_userprofile', { role: 1 }),
    /"role" is 1, and must be one of 100, 200, 300, 400, 600/,
  ],
  [
    'with an id that is none',
    spoiled(REALM, 'zerver_userprofile', { id: '10' }),
    /"id" is "10", and must be an id/,
  ],
  [
    'with an address that is none',
    spoiled(REALM, 'zerver_userprofile', { delivery_email: 'nobody' }),
    /must be an email address/,
  ],
  [
    'with one address twice',
    spoiled(REALM, 'zerver_userprofile', { delivery_email: 'ZOE@example.com' }),
    /has the address .* twice/,
  ],
  [
    'with a recipient of an unknown channel',
    spoiled(REALM, 'zerver_recipient', { type_id: 8 }),
    /"type_id" is 8, and must be an id in zerver_stream/,
  ],
  [
    'without people',
    { ...smallArchive(), [REALM]: { ...smallArchive()[REALM], zerver_userprofile: [] } },
    /no active person/,
  ],
  [
    'with an attachment without its file',
    {
      ...smallArchive(),
      'attachment.json': {
        zerver_attachment: [
          {
            id: 1,
            path_id: '2/a/b/c.txt',
            owner: 10,
            file_name: 'c.txt',
            create_time: 1,
            messages: [100],
          },
        ],
      },
      'uploads/records.json': [{ path: '2/a/b/c.txt', user_profile_id: 10 }],
    },
    /has no uploads\/2\/a\/b\/c\.txt, which its records name/,
  ],
  [
    'with a record outside of it',
    {
      ...smallArchive(),
      'avatars/records.json': [{ path: '../../../etc/passwd', user_profile_id: 10 }],
    },
    /must be a path inside the archive/,
  ],
  [
    'with records that are none',
    { ...smallArchive(), 'uploads/records.json': { a: 1 } },
    /is not a JSON list of objects/,
  ],
]

for (const [what, files, reason] of DAMAGED) {
  test(`an archive ${what} is refused, and nothing is written`, async () => {
    const known = await counts()
    const { code, stderr } = await imported(newHost(), files)
    assert.equal(code, 1)
    assert.match(stderr, reason)
    assert.deepEqual(await counts(), known)
    assert.deepEqual(await readdir(join(chat.dataDir, 'imports')), [])
  })
}

type Header = Parameters<typeof packTar>[0][number]['header']

async function archiveOf(header: Header, body = ''): Promise<Buffer> {
  const entry = body === '' ? { header } : { header, body: Buffer.from(body) }
  return gzipSync(await packTar([entry]))
}

test('an archive that would write elsewhere, or that is no archive, is refused', async () => {
  const size = { size: 1, type: 'file' } as const
  const bomb = gzipSync(
    await packTar([
      {
        header: { name: 'realm.json', size: 300_000_000, type: 'file' },
        body: Buffer.alloc(300_000_000, 32),
      },
    ]),
  )
  const whole = await packed(smallArchive())
  for (const [bytes, reason] of [
    [
      await archiveOf({ name: '../outside', ...size }, 'x'),
      /an entry outside of it: "\.\.\/outside"/,
    ],
    [
      await archiveOf({ name: '/etc/outside', ...size }, 'x'),
      /an entry outside of it: "\/etc\/outside"/,
    ],
    [await archiveOf({ name: 'a/../../outside', ...size }, 'x'), /an entry outside of it/],
    [
      await archiveOf({ name: 'link', size: 0, type: 'symlink', linkname: '/etc/passwd' }),
      /neither file nor folder: "link"/,
    ],
    [
      await archiveOf({ name: 'link', size: 0, type: 'link', linkname: '/etc/passwd' }),
      /neither file nor folder: "link"/,
    ],
    [
      gzipSync(
        await packTar([
          { header: { name: 'a', ...size }, body: 'x' },
          { header: { name: 'a', ...size }, body: 'y' },
        ]),
      ),
      /has "a" twice/,
    ],
    [bomb, /unpacks to more than 150 times its size/],
    [whole.subarray(0, whole.length - 20), /the archive is damaged: unexpected end of file/],
    [
      gzipSync('no tar at all, but long enough to be read as a header '.repeat(20)),
      /the archive is damaged/,
    ],
    [Buffer.from('PK\u0003\u0004 no zip'), /the archive is damaged: no-archive/],
  ] as const) {
    const host = newHost()
    const { code, stderr } = await run(
      chat,
      'import',
      await file(`${host}.tar.gz`, bytes),
      '--realm',
      host,
    )
    assert.equal(code, 1, stderr)
    assert.match(stderr, reason)
  }
  assert.ok(!(await readdir(chat.dataDir)).includes('outside'))
  assert.deepEqual(await readdir(join(chat.dataDir, 'imports')), [])
})
