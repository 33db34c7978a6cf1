import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let admin: Person
let hamlet: Person
let guest: Person

before(async () => {
  chat = await startChat()
  admin = await chat.person('Iago', ROLE.administrator)
  hamlet = await chat.person('King Hamlet')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

async function folder(name: string, description = ''): Promise<number> {
  const { json } = await admin.post('/channel_folders/create', { name, description })
  return json.channel_folder_id
}

async function order(person: Person): Promise<number[]> {
  const { json } = await person.get('/channel_folders', { include_archived: true })
  return json.channel_folders.map(({ id }: { id: number }) => id)
}

const FOLDERS = { event_types: ['channel_folder'], fetch_event_types: ['channel_folders'] }

test('everybody hears of a new folder as they then see it', async () => {
  const queues = await Promise.all([admin, hamlet, guest].map((one) => one.listen(FOLDERS)))
  const id = await folder('Backend', 'for **engineers**')
  const { json } = await guest.get('/channel_folders')
  assert.deepEqual(json.channel_folders, [
    {
      id,
      name: 'Backend',
      description: 'for **engineers**',
      rendered_description: '<p>for <strong>engineers</strong></p>',
      order: id,
      creator_id: admin.id,
      date_created: Math.floor(chat.clock.now() / 1000),
      is_archived: false,
    },
  ])
  for (const queue of queues) {
    const events = await queue.events()
    assert.deepEqual(events, [
      { id: 0, type: 'channel_folder', op: 'add', channel_folder: json.channel_folders[0] },
    ])
  }
})

test('each change of a folder is told of by itself, and no change of none', async () => {
  const id = await folder('Design')
  const queue = await hamlet.listen(FOLDERS)
  await admin.patch(`/channel_folders/${id}`, { name: 'DESIGN', description: '*new*' })
  await admin.patch(`/channel_folders/${id}`, { name: 'DESIGN', description: '*new*' })
  const data = (await queue.events()).map((event) => [event['channel_folder_id'], event['data']])
  assert.deepEqual(data, [
    [id, { name: 'DESIGN' }],
    [id, { description: '*new*', rendered_description: '<p><em>new</em></p>' }],
  ])
})

test('a folder that channels are in, archived ones too, cannot be archived', async () => {
  const id = await folder('Full')
  const inside = await channel(admin, 'Inside', [admin], { folder_id: id })
  await admin.delete(`/streams/${inside}`)
  const refused = await admin.patch(`/channel_folders/${id}`, { is_archived: true })
  assert.equal(
    refused.json.msg,
    'You need to remove all the channels from this folder to archive it.',
  )
  const stream = await hamlet.listen({
    event_types: ['stream'],
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  })
  await admin.patch(`/streams/${inside}`, { folder_id: null })
  assert.deepEqual(
    (await stream.events()).map(({ property, value }) => [property, value]),
    [['folder_id', null]],
  )
  const queue = await hamlet.listen(FOLDERS)
  await admin.patch(`/channel_folders/${id}`, { is_archived: true })
  assert.deepEqual((await queue.events())[0]?.['data'], { is_archived: true })
  const shown = (await hamlet.get('/channel_folders')).json.channel_folders
  assert.equal(
    shown.some((one: { id: number }) => one.id === id),
    false,
  )
  const back = await admin.patch(`/streams/${inside}`, { folder_id: id })
  assert.equal(back.json.msg, 'Invalid channel folder ID')
})

test('the name of an archived folder is free until the folder comes back', async () => {
  const id = await folder('Twice')
  await admin.patch(`/channel_folders/${id}`, { is_archived: true })
  const second = await folder('twice')
  const refused = await admin.patch(`/channel_folders/${id}`, { is_archived: false })
  assert.equal(refused.json.msg, 'Channel folder name already in use')
  await admin.patch(`/channel_folders/${second}`, { name: 'Once' })
  assert.equal((await admin.patch(`/channel_folders/${id}`, { is_archived: false })).status, 200)
})

test('a new order is all channel folder ids of the organization, archived ones too, each once and nothing else', async () => {
  const ids = await order(admin)
  const wanted = ids.toReversed()
  const queue = await guest.listen(FOLDERS)
  const [first = 0] = wanted
  for (const invalid of [
    wanted.slice(1),
    [...wanted, 999_999],
    [...wanted.slice(1), 999_999],
    [...wanted, first],
    [...wanted.slice(1), wanted[1] ?? 0],
    [],
  ]) {
    const { status, json } = await admin.patch('/channel_folders', { order: invalid })
    assert.deepEqual(
      [status, json],
      [400, { result: 'error', msg: 'Invalid order mapping.', code: 'BAD_REQUEST' }],
      JSON.stringify(invalid),
    )
  }
  const refused = await hamlet.patch('/channel_folders', { order: wanted })
  assert.deepEqual(
    [refused.json.code, refused.json.msg],
    ['UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
  )
  assert.deepEqual(await order(admin), ids)
  assert.deepEqual(await queue.events(), [])
  await admin.patch('/channel_folders', { order: wanted })
  assert.deepEqual(await order(hamlet), wanted)
  assert.deepEqual(
    (await queue.events()).map((event) => [event['op'], event['order']]),
    [['reorder', wanted]],
  )
  const last = await folder('Last')
  assert.equal((await order(hamlet)).at(-1), last)
})

const REFUSED: readonly (readonly [Record<string, unknown>, string])[] = [
  [{ name: ' ' }, "Channel folder name can't be empty."],
  [{ name: 'a\u0007b' }, 'Invalid character in channel folder name, at position 2.'],
  [{ name: 'a'.repeat(61) }, 'name is too long (limit: 60 characters)'],
  [{ name: 'BACKEND' }, 'Channel folder name already in use'],
  [
    { name: 'long', description: 'a'.repeat(1025) },
    'description is too long (limit: 1024 characters)',
  ],
]

for (const [fields, message] of REFUSED) {
  test(`no folder is made or renamed against the rule: ${message}`, async () => {
    const before = await order(admin)
    const made = await admin.post('/channel_folders/create', fields)
    assert.deepEqual([made.status, made.json.msg], [400, message])
    const [id] = before
    const other = before.at(-1) === id ? id : before.at(-1)
    const renamed = await admin.patch(`/channel_folders/${other}`, fields)
    assert.deepEqual([renamed.status, renamed.json.msg], [400, message])
    assert.deepEqual(await order(admin), before)
  })
}

test('only administrators make and change folders', async () => {
  const [id] = await order(admin)
  for (const answer of [
    await hamlet.post('/channel_folders/create', { name: 'Mine' }),
    await hamlet.patch(`/channel_folders/${id}`, { name: 'Mine' }),
  ]) {
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.msg],
      [400, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator'],
    )
  }
  const unknown = await admin.patch('/channel_folders/999999', { name: 'Mine' })
  assert.equal(unknown.json.msg, 'Invalid channel folder ID')
})
