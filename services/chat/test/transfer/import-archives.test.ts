import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'

import { openApiKey } from '../../src/people/api-key.ts'
import { SECRET } from '../chat-server.ts'
import {
  channel,
  send,
  startOwnChat,
  type OwnChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { fakeFfmpeg } from '../files/fake-ffmpeg.ts'
import { fetchFile, uploaded, until } from '../files/files.ts'
import { packed } from './archives.ts'
import { run, startCommand, type CommandResult } from './command-line.ts'
import { message, smallArchive } from './zulip-archive.ts'

// Deep: it kills an import.
// A service of its own: it sets ffmpeg, and kills the command line.

let chat: OwnChatTest
const hosts = { made: 0 }

let ffmpeg = ''
let programs = ''
let picture: Uint8Array<ArrayBuffer>

before(async () => {
  programs = await mkdtemp(join(tmpdir(), 'oficina-ffmpeg-'))
  ffmpeg = await fakeFfmpeg(programs)
  chat = await startOwnChat({ ffmpeg })
  const red = sharp({ create: { width: 1680, height: 560, channels: 3, background: 'red' } })
  picture = Uint8Array.from(await red.png().toBuffer())
})
after(async () => {
  await chat.stop()
  await rm(programs, { recursive: true })
})

/** What messages show that link to a file. */
async function linked(by: Person, pathOrName: string): Promise<string> {
  const { json } = await by.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 })
  const texts: string[] = json.messages.map(({ content }: Loose) => content)
  return texts.find((text) => text.includes(pathOrName)) ?? ''
}

test('an organization with a film moves, and shows its first picture there too', async () => {
  const { owner } = chat
  const film = await uploaded(chat, owner, new File([picture], 'play.mp4', { type: 'video/mp4' }))
  await channel(owner, 'films', [owner])
  await send(owner, 'films', 'plays', `[play](${film})`)
  await until(
    () => linked(owner, 'play.mp4'),
    (html) => html.includes('poster='),
  )
  const path = join(chat.dataDir, 'films.tar.gz')
  assert.equal((await run(chat, 'export', path, '--realm', 'chat.example.com')).code, 0)
  const host = newHost()
  const settings = { CHAT_FFMPEG: ffmpeg }
  const { code, stderr } = await run({ ...chat, settings }, 'import', path, '--realm', host)
  assert.equal(code, 0, stderr)
  // The import is of now, and the clock of this server is not.
  chat.clock.set(new Date().toISOString())
  await chat.restart()
  const there = await personAt(host, owner.email)
  const html = await until(
    () => linked(there, 'play.mp4'),
    (text) => text.includes('poster='),
  )
  const [, poster = ''] = /poster="([^"]+)"/.exec(html) ?? []
  assert.equal((await fetchFile(chat, poster, there)).status, 200)
})

const REALM = 'realm.json'
const MESSAGES = 'messages-000001.json'
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

async function personAt(host: string, email: string): Promise<Person> {
  const [row] = await chat.database.query<{ id: number; api_key_cipher: Buffer }>({
    text: 'select u.id, u.api_key_cipher from user_profile u join realm r on r.id = u.realm_id where r.host = $1 and u.delivery_email = $2',
    values: [host, email],
  })
  assert.ok(row)
  const key = openApiKey(row.api_key_cipher, Buffer.from(SECRET, 'hex'))
  return chat.as({ id: row.id, email, name: email, key })
}

/** As Zulip packs it. */
function inFolder(folder: string, files: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]),
  )
}

/** A message or reminder that is sent later, as Zulip keeps both. */
function later(id: number, fields: Loose): Loose {
  const text = { content: 'later', subject: '', scheduled_timestamp: 4_102_444_800 }
  return { id, sender: 10, stream: null, delivered: false, delivery_type: 1, ...text, ...fields }
}

const ALL = { anchor: 'oldest', num_before: 0, num_after: 100 }

test('a Zulip archive with odd content is carried, and what has no place here is told', async () => {
  const files = smallArchive()
  const realm = files[REALM] ?? {}
  const host = newHost()
  const { code, stdout, stderr } = await imported(host, {
    ...inFolder('zulip-export-x', {
      ...files,
      [REALM]: {
        ...realm,
        zerver_userprofile: [
          ...realm['zerver_userprofile'].map((user: Loose) => ({ ...user, color_scheme: 99 })),
          {
            id: 12,
            delivery_email: 'r@example.com',
            full_name: '*Robert* "Bob" |7',
            role: 400,
            is_bot: false,
            is_active: false,
            date_joined: 1,
          },
        ],
        zerver_realmplayground: [
          {
            id: 1,
            name: 'Old',
            pygments_language: 'Python',
            url_template: 'https://x.example.com/',
          },
        ],
        zerver_scheduledmessage: [
          later(1, { recipient: 73 }),
          later(2, { recipient: 72, delivered: true }),
          later(3, { delivery_type: 2, reminder_target_message_id: 103 }),
          later(4, { delivery_type: 2, reminder_target_message_id: 999 }),
          later(5, { delivery_type: 2 }),
        ],
        zerver_multiuseinvite: [{ id: 1 }, { id: 2 }],
        zerver_service: [
          { id: 1, user_profile: 10, name: 'x', base_url: 'ftp://x', interface: 1, token: 't' },
        ],
        zerver_userpresence: [{ id: 1, user_profile: 10, client: 1, status: 1, timestamp: 1 }],
        zerver_huddle: [{ id: 5 }],
        zerver_recipient: [...realm['zerver_recipient'], { id: 73, type: 3, type_id: 5 }],
        zerver_subscription: [
          ...realm['zerver_subscription'],
          ...[10, 11, 12].map((user, at) => ({
            id: 10 + at,
            user_profile: user,
            recipient: 73,
            active: true,
          })),
        ],
        zerver_reaction: [
          {
            id: 1,
            user_profile: 11,
            message: 103,
            emoji_name: 'tada',
            emoji_code: '1f389',
            reaction_type: 'unicode_emoji',
          },
        ],
      },
      [MESSAGES]: {
        // Not in the order of ids, with characters no database takes, and with other people’s HTML.
        zerver_message: [
          message(105, 'last', { recipient: 73, sender: 11 }),
          message(
            103,
            'nul \u0000 and \ud800 half, @**Zoë|11** and @**Nobody|99**, #**Verona>lunch@105**',
          ),
          message(104, 'to Zoë', { recipient: 72 }),
          message(101, 'by a bot', { sender: 1, subject: 'x'.repeat(80) }),
          message(102, '/me writes', {
            edit_history:
              '[{"timestamp": 5, "user_id": 10, "prev_content": "old", "prev_rendered_content": "<script>"}]',
          }),
        ],
        zerver_usermessage: [
          { user_profile: 11, message: 103, flags_mask: 8 },
          { user_profile: 11, message: 101, flags_mask: 1 },
          { user_profile: 11, message: 102, flags_mask: 3 },
          { user_profile: 11, message: 104, flags_mask: 2048 },
          { user_profile: 10, message: 104, flags_mask: 2049 },
        ],
      },
    }),
  })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Not carried:\n/)
  for (const line of [
    '2 rows of zerver_multiuseinvite',
    '1 scheduled messages of another form, or sent already',
    '1 reminders of messages that are not there',
    '1 reminders of no message, or sent already',
    '1 playgrounds of a form that is not supported',
    '1 addresses of bots that cannot be called',
    '1 ends of topics that are too long',
    '2 settings color_scheme with a value that is not allowed',
  ]) {
    assert.ok(stdout.includes(line), stdout)
  }
  const zoe = await personAt(host, 'zoe@example.com')
  const { json } = await zoe.get('/messages', { ...ALL, apply_markdown: false })
  const seen = json.messages.map(({ subject, content, flags, type }: Loose) => [
    type,
    subject,
    content,
    flags,
  ])
  const last = json.messages.at(-1).id
  assert.deepEqual(seen, [
    ['stream', 'x'.repeat(60), 'by a bot', ['read']],
    ['stream', 'lunch', '/me writes', ['read', 'starred']],
    [
      'stream',
      'lunch',
      `nul  and \ufffd half, @**Zoë|${zoe.id}** and @**Nobody**, #**Verona>lunch@${last}**`,
      ['mentioned'],
    ],
    ['private', '', 'to Zoë', []],
    ['private', '', 'last', ['read']],
  ])
  const { json: shown } = await zoe.get('/messages', ALL)
  assert.ok(shown.messages.every(({ content }: Loose) => !content.includes('<script>')))
  const { json: history } = await zoe.get(`/messages/${json.messages[1].id}/history`)
  assert.equal(history.message_history[0].rendered_content, '<p>old</p>')
  const iago = await personAt(host, 'iago@example.com')
  const { json: scheduled } = await iago.get('/scheduled_messages')
  const [message1] = scheduled.scheduled_messages
  assert.deepEqual([message1.type, message1.to.length], ['private', 2])
  const { json: remembered } = await iago.get('/reminders')
  assert.deepEqual(
    remembered.reminders.map((one: Loose) => one['reminder_target_message_id']),
    [json.messages[2].id],
  )
  const { json: people } = await zoe.get('/users')
  assert.ok(people.members.some(({ full_name: name }: Loose) => name === 'Robert Bob'))
})

test('an import that is killed goes on where it stopped, and carries everything once', async () => {
  const host = newHost()
  const files = smallArchive()
  const many = Array.from({ length: 12 }, (_, at) => {
    const ids = Array.from({ length: 1_000 }, (__, index) => 1_000 + at * 1_000 + index)
    return [
      `messages-${String(at + 1).padStart(6, '0')}.json`,
      {
        zerver_message: ids.map((id) => message(id, `number ${id} **bold**`)),
        zerver_usermessage: ids.map((id) => ({
          user_profile: 11,
          message: id,
          flags_mask: id % 2 === 0 ? 3 : 0,
        })),
      },
    ] as const
  })
  const [last] = many.at(-1)?.[1].zerver_message.slice(-1) ?? []
  assert.ok(last)
  last['content'] = '[castle](/user_uploads/2/ab/castle.png)'
  const path = await file(
    `${host}.tar.gz`,
    await packed({
      ...files,
      ...Object.fromEntries(many),
      'attachment.json': {
        zerver_attachment: [
          {
            id: 1,
            file_name: 'castle.png',
            path_id: '2/ab/castle.png',
            owner: 10,
            content_type: 'image/png',
            create_time: 1_600_000_000,
            messages: [last['id']],
          },
        ],
      },
      'uploads/records.json': [{ path: '2/ab/castle.png' }],
      'uploads/2/ab/castle.png': Buffer.from(picture),
    }),
  )
  const progressOf = async () => {
    const [row] = await chat.database.query<{ step: string; parts_done: number }>({
      text: 'select i.step, i.parts_done from realm_import i join realm r on r.id = i.realm_id where r.host = $1',
      values: [host],
    })
    return row
  }
  const reached = async (step: string, parts: number) =>
    await eventually(`${parts} ${step} are written`, async () => {
      const row = await progressOf()
      return row?.step === step && row.parts_done >= parts
    })
  for (const [step, parts] of [
    ['messages', 2_000],
    ['marks', 1_000],
  ] as const) {
    const { child, ended } = startCommand(chat, ['import', path, '--realm', host])
    if (step === 'marks') {
      // Stands still, as on a busy machine, while the server looks for what is to be made.
      await reached('messages', 4_000)
      child.kill('SIGSTOP')
      await makeDueThumbnails()
      child.kill('SIGCONT')
    }
    await reached(step, parts)
    child.kill('SIGKILL')
    await ended
    const closed = await chat.client.send('GET', '/api/v1/server_settings', { headers: { host } })
    assert.notEqual(closed.json.realm_name, undefined)
  }
  const { code, stderr } = await run(chat, 'import', path, '--realm', host)
  assert.equal(code, 0, stderr)
  const [row] = await chat.database.query<Loose>({
    text: `select count(*)::int as messages, count(distinct content)::int as texts,
      (select count(*)::int from user_message um where um.realm_id = m.realm_id and flags = 1) as starred
      from message m join realm r on r.id = m.realm_id where r.host = $1 group by m.realm_id`,
    values: [host],
  })
  assert.deepEqual(row, { messages: 12_000, texts: 12_000, starred: 6_000 })
  const zoe = await personAt(host, 'zoe@example.com')
  const { json } = await zoe.post('/register', {
    fetch_event_types: ['message', 'update_message_flags'],
  })
  assert.equal(json.unread_msgs.count, 6_000)
  // It was shown before the server knew which message to tell of it.
  chat.clock.set(new Date().toISOString())
  await chat.restart()
  await until(
    () => linked(zoe, 'castle.png'),
    (html) => html.includes('/user_uploads/thumbnail/'),
  )
})

/** Waits until a server that runs meanwhile has made what it finds to make. */
async function makeDueThumbnails(): Promise<void> {
  const url = await uploaded(chat, chat.owner, new File([picture], 'own.png'))
  const place = url.slice('/user_uploads/'.length)
  const told = async () => {
    const rows = await chat.database.query({
      text: `select 1 from image_attachment i join attachment a on a.realm_id = i.realm_id and a.id = i.attachment_id
        where a.path_id = $1 and i.is_told`,
      values: [place],
    })
    return rows.length === 1
  }
  await eventually('the picture is made', told)
  chat.clock.set(new Date().toISOString())
  // The one that is due last.
  await chat.database.execute({
    text: `update image_attachment set state = 'pending', is_told = false, attempts = 0, due_at = $2
      from attachment a where a.path_id = $1 and a.realm_id = image_attachment.realm_id and a.id = attachment_id`,
    values: [place, new Date(chat.clock.now())],
  })
  await chat.restart()
  await eventually('the picture is made again', told)
}
