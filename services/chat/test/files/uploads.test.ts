import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'
import { fetchFile as fetchFrom, upload as send, uploaded as sendOne } from './files.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let guest: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

const upload = (by: Person, files: readonly File[]) => send(chat, by, files)
const uploaded = (by: Person, name: string, text = 'Hello', type = 'text/plain') =>
  sendOne(chat, by, new File([text], name, { type }))
const fetchFile = (url: string, by?: Person) => fetchFrom(chat, url, by)

test('a file is its owner’s alone until they send a link to it', async () => {
  const own = await hamlet.listen()
  const url = await uploaded(hamlet, 'Carta de amor.txt', 'Doubt thou the stars are fire')
  assert.match(url, /^\/user_uploads\/\d+\/[\w-]{2}\/[\w-]{22}\/Carta-de-amor\.txt$/)
  const [event] = without(await own.events())
  assert.equal(event?.['type'], 'attachment')
  assert.equal(event?.['op'], 'add')
  const { attachment } = event as { attachment: Record<string, unknown> }
  assert.deepEqual(
    [attachment['name'], attachment['size'], attachment['messages']],
    ['Carta de amor.txt', 29, []],
  )
  const file = await fetchFile(url, hamlet)
  assert.equal(file.status, 200)
  assert.equal(file.bytes.toString(), 'Doubt thou the stars are fire')
  assert.equal((await fetchFile(url, cordelia)).status, 403)
  await hamlet.post('/messages', {
    type: 'direct',
    to: [cordelia.id],
    content: `See [this](${url})`,
  })
  assert.equal((await fetchFile(url, cordelia)).status, 200)
  assert.equal((await fetchFile(url, chat.owner)).status, 403)
})

test('a file linked in a public channel is for members, one in a private channel for subscribers', async () => {
  const open = await channel(chat.owner, 'open files', [hamlet])
  const secret = await channel(chat.owner, 'secret files', [hamlet, guest], { invite_only: true })
  const post = (to: number, url: string) =>
    hamlet.post('/messages', { type: 'stream', to, topic: 'files', content: `[file](${url})` })
  const [public_, private_] = [await uploaded(hamlet, 'a.txt'), await uploaded(hamlet, 'b.txt')]
  await post(open, public_)
  await post(secret, private_)
  const statuses = async (url: string) =>
    await Promise.all([cordelia, guest].map(async (by) => (await fetchFile(url, by)).status))
  assert.deepEqual(await statuses(public_), [200, 403])
  assert.deepEqual(await statuses(private_), [403, 200])
})

test('whoever may not read a file cannot open it by writing its address', async () => {
  const url = await uploaded(hamlet, 'e.txt')
  await cordelia.post('/messages', { type: 'direct', to: [cordelia.id], content: `[x](${url})` })
  assert.equal((await fetchFile(url, cordelia)).status, 403)
})

test('nobody reads a file without credentials, or one that is not there', async () => {
  const url = await uploaded(hamlet, 'c.txt')
  assert.equal((await fetchFile(url)).status, 401)
  assert.equal((await fetchFile(`${url}x`, hamlet)).status, 404)
  for (const path of [
    '/user_uploads/1/../../etc/passwd',
    '/user_uploads/1/%2e%2e/%2e%2e/secret',
    '/user_uploads/1/a%00',
  ]) {
    assert.equal((await fetchFile(path, hamlet)).status, 404)
  }
})

test('what a browser could run is saved, not shown', async () => {
  const shown = await fetchFile(await uploaded(hamlet, 'a.png', 'x', 'image/png'), hamlet)
  assert.match(shown.headers.get('content-disposition') ?? '', /^inline;/)
  assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')
  assert.match(shown.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  assert.match(shown.headers.get('cache-control') ?? '', /private/)
  for (const [name, type] of [
    ['page.html', 'text/html'],
    ['image.svg', 'image/svg+xml'],
    ['script.js', 'text/javascript'],
    ['unknown', ''],
  ] as const) {
    const saved = await fetchFile(await uploaded(hamlet, name, 'x', type), hamlet)
    assert.match(saved.headers.get('content-disposition') ?? '', /^attachment;/, name)
  }
  const named = await fetchFile(await uploaded(hamlet, 'señal ñ.txt'), hamlet)
  assert.equal(
    named.headers.get('content-disposition'),
    `inline; filename="se_al _.txt"; filename*=UTF-8''se%C3%B1al%20%C3%B1.txt`,
  )
})

test('no page takes an upload for a script or a style', async () => {
  for (const [name, type] of [
    ['script.js', 'text/javascript'],
    ['script.mjs', 'application/x-javascript'],
    ['style.css', 'text/css'],
  ] as const) {
    const saved = await fetchFile(await uploaded(hamlet, name, 'x', type), hamlet)
    assert.equal(saved.headers.get('content-type'), 'text/plain; charset=utf-8', name)
    assert.equal(saved.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('a temporary address needs no credentials, for a minute, and is given only to readers', async () => {
  const url = await uploaded(hamlet, 'd.txt', 'Hello')
  const temporary = await hamlet.get(url)
  assert.equal(temporary.status, 200)
  assert.match(temporary.json.url, /^\/user_uploads\/temporary\/[\w.-]+\/d\.txt$/)
  assert.equal((await fetchFile(temporary.json.url)).bytes.toString(), 'Hello')
  assert.equal((await fetchFile(temporary.json.url.replace(/.\/d/, '/d'))).status, 403)
  const refused = await cordelia.get(url)
  assert.deepEqual(
    [refused.status, refused.json.msg],
    [403, 'You are not authorized to view this file.'],
  )
  assert.equal((await hamlet.get(`${url}x`)).status, 404)
  chat.clock.advance(61_000)
  assert.equal((await fetchFile(temporary.json.url)).status, 403)
})

test('exactly one file, of at most the server’s size', async () => {
  const file = (size: number) => new File([Buffer.alloc(size)], 'big.bin')
  for (const [files, msg] of [
    [[], 'You must specify a file to upload'],
    [[file(1), file(1)], 'You may only upload one file at a time'],
    [
      [file(1024 * 1024 + 1)],
      "File is larger than this server's configured maximum upload size (1 MiB).",
    ],
  ] as const) {
    const { status, json } = await upload(hamlet, files)
    assert.deepEqual([status, json.msg, json.code], [400, msg, 'BAD_REQUEST'])
  }
  assert.equal((await upload(hamlet, [file(1024 * 1024)])).status, 200)
})

test('the owner lists and deletes their files; nobody else does', async () => {
  const person = await chat.person('Owner of files')
  const url = await uploaded(person, 'mine.txt', '12345')
  const sent = await person.post('/messages', {
    type: 'direct',
    to: [cordelia.id],
    content: `[mine](${url})`,
  })
  const { json } = await person.get('/attachments')
  assert.equal(json.attachments.length, 1)
  const [attachment] = json.attachments
  assert.equal(attachment.path_id, url.slice('/user_uploads/'.length))
  assert.deepEqual(
    attachment.messages.map((message: { id: number }) => message.id),
    [sent.json.id],
  )
  assert.ok(json.upload_space_used >= 5)
  const refused = await cordelia.delete(`/attachments/${attachment.id}`)
  assert.deepEqual([refused.status, refused.json.msg], [400, 'Invalid attachment'])
  const own = await person.listen()
  assert.equal((await person.delete(`/attachments/${attachment.id}`)).status, 200)
  const [event] = without(await own.events())
  assert.deepEqual(
    [event?.['type'], event?.['op'], event?.['attachment']],
    ['attachment', 'remove', { id: attachment.id }],
  )
  assert.equal((await fetchFile(url, person)).status, 404)
})

test('the map of emoji and the organization’s icon are public', async () => {
  const map = await fetchFile('/static/generated/emoji/emoji_api.json')
  assert.equal(map.status, 200)
  assert.ok(map.json.code_to_names['1f697'].includes('car'))
  const icon = await fetchFile('/static/images/realm-icon.svg')
  assert.equal(icon.headers.get('content-type'), 'image/svg+xml')
})
