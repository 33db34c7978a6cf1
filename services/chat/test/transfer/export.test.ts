import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { sendPicture, until, uploaded } from '../files/files.ts'
import { tablesOf, unpacked, type Archive } from './archives.ts'

// A service of its own: it moves the clock by a week.

let chat: ChatTest
let owner: Person
let hamlet: Person
let cordelia: Person
let guildenstern: Person

before(async () => {
  chat = await startOwnChat()
  owner = chat.owner
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guildenstern = await chat.person('Guildenstern')
  await fill()
})
after(() => chat.stop())

/** Something of everything that an archive holds. */
async function fill(): Promise<void> {
  await channel(owner, 'denmark', [owner, hamlet, cordelia])
  await channel(hamlet, 'secret', [hamlet, cordelia], { invite_only: true })
  const first = await send(hamlet, 'denmark', 'castle', 'Who is there, @**Cordelia**?')
  await cordelia.post(`/messages/${first}/reactions`, { emoji_name: 'tada' })
  await cordelia.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' })
  await send(hamlet, 'secret', 'plans', 'between us')
  await sendDirect(hamlet, [cordelia], 'only for you')
  await sendDirect(cordelia, [hamlet, guildenstern], 'for the three of us')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const url = await uploaded(
    chat,
    hamlet,
    new File([Uint8Array.from(png)], 'red.png', { type: 'image/png' }),
  )
  await send(hamlet, 'denmark', 'castle', `[red.png](${url})`)
  const hidden = await uploaded(chat, hamlet, new File(['x'], 'hidden.txt', { type: 'text/plain' }))
  await sendDirect(hamlet, [cordelia], `[hidden](${hidden})`)
  assert.equal((await sendPicture(chat, hamlet, '/users/me/avatar')).status, 200)
  assert.equal((await sendPicture(chat, owner, '/realm/emoji/danish')).status, 200)
  await hamlet.post('/users/me/alert_words', { alert_words: ['ghost'] })
  await cordelia.post('/users/me/alert_words', { alert_words: ['poison'] })
}

async function listed(id: number): Promise<Loose> {
  const { json } = await owner.get('/export/realm')
  return json.exports.find((one: Loose) => one['id'] === id)
}

async function download(url: string) {
  return await exchange(chat.baseUrl + new URL(url).pathname, 'GET')
}

async function exported(type: number): Promise<{ id: number; archive: Archive; url: string }> {
  const { json } = await owner.post('/export/realm', { export_type: type })
  const done = await until(
    () => listed(json.id),
    (one) => one['pending'] === false,
  )
  const url: string = done['export_url']
  const { status, bytes } = await download(url)
  assert.equal(status, 200)
  return { id: json.id, archive: await unpacked(bytes), url }
}

const contents = (tables: Record<string, Loose[]>) =>
  tables['zerver_message']
    ?.map((message) => message['content'])
    .filter((text) => !text.includes('**Description'))

test('an export with agreement holds what everybody sees and what those saw who agreed', async () => {
  const refused = await owner.post('/export/realm', { export_type: 2 })
  assert.deepEqual(
    [refused.status, refused.json.msg],
    [400, 'Make sure at least one Organization Owner is consenting to the export.'],
  )
  for (const person of [owner, guildenstern]) {
    await person.patch('/settings', { allow_private_data_export: true })
  }
  const { json } = await owner.get('/export/realm/consents')
  assert.deepEqual(json.export_consents, [
    { user_id: owner.id, consented: true },
    { user_id: hamlet.id, consented: false },
    { user_id: cordelia.id, consented: false },
    { user_id: guildenstern.id, consented: true },
  ])
  const { archive } = await exported(2)
  const tables = tablesOf(archive)
  const texts = contents(tables) ?? []
  assert.ok(texts.includes('for the three of us'))
  assert.ok(texts.includes('Who is there, @**Cordelia**?'))
  assert.ok(!texts.includes('only for you') && !texts.includes('between us'))
  const readers = new Set(tables['zerver_usermessage']?.map((row) => row['user_profile']))
  assert.deepEqual(
    [...readers].toSorted((a, b) => a - b),
    [owner.id, guildenstern.id],
  )
  assert.deepEqual(tables['zerver_alertword'], [])
})

test('a public export holds public channels, their messages and files, and nobody’s own data', async () => {
  const { archive } = await exported(1)
  const tables = tablesOf(archive)
  assert.deepEqual(
    tables['zerver_stream']?.map(({ name }) => name),
    ['denmark'],
  )
  const texts = contents(tables) ?? []
  assert.equal(texts[0], 'Who is there, @**Cordelia**?')
  assert.match(texts[1], /^\[red\.png\]/)
  assert.equal(texts.length, 2)
  const files = [...archive.keys()].filter((name) => /^(?:uploads|avatars|emoji)\//.test(name))
  assert.equal(
    files.filter((name) => name.endsWith('.png') && name.startsWith('uploads/')).length,
    1,
  )
  assert.equal(files.filter((name) => name.startsWith('avatars/')).length, 2)
  assert.equal(files.filter((name) => name.startsWith('emoji/')).length, 2)
  assert.ok(!files.some((name) => name.includes('hidden')))
  assert.deepEqual(
    [tables['zerver_alertword'], tables['zerver_usermessage'], tables['zerver_huddle']],
    [[], [], []],
  )
  assert.equal(tables['zerver_reaction']?.length, 1)
})

test('an archive has no password, key or token', async () => {
  const { archive } = await exported(1)
  const text = Buffer.concat([...archive.values()]).toString('latin1')
  for (const { key } of [owner, hamlet, cordelia]) assert.ok(!text.includes(key))
  assert.ok(!/api_key|password_hash/.test(text))
})

test('administrators hear how an export stands, and a deleted one is gone', async () => {
  const heard = await owner.listen({ event_types: ['realm_export'] })
  const { id, url } = await exported(1)
  const [ordered, finished] = await until(
    async () => await heard.events(),
    (events) => events.length > 0,
  ).then((events) => events.map((event) => event['exports'].at(-1)))
  assert.equal(ordered.pending, true)
  assert.equal(ordered.export_url, null)
  assert.deepEqual(finished, {
    id,
    acting_user_id: owner.id,
    export_time: chat.clock.now() / 1000,
    export_type: 1,
    export_url: url,
    deleted_timestamp: null,
    failed_timestamp: null,
    pending: false,
  })
  assert.equal((await owner.delete(`/export/realm/${id}`)).status, 200)
  assert.equal((await download(url)).status, 404)
  const again = await owner.delete(`/export/realm/${id}`)
  assert.equal(again.json.msg, 'Export already deleted')
  const unknown = await owner.delete('/export/realm/999999')
  assert.equal(unknown.json.msg, 'Invalid data export ID')
  const [gone] = await heard.events()
  assert.equal(gone?.['exports'].at(-1).deleted_timestamp, chat.clock.now() / 1000)
})

test('an organization is exported at most five times a week', async () => {
  const answers = [await owner.post('/export/realm'), await owner.post('/export/realm')]
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.msg]),
    [
      [200, ''],
      [400, 'Exceeded export rate limit.'],
    ],
  )
  chat.clock.advance(7 * 24 * 3_600_000 + 1)
  assert.equal((await owner.post('/export/realm')).status, 200)
})
