import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startOwnChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'
import { checkAgainstZulip } from '../contract/zulip-document.ts'

// A service of its own: it sets the limit of uploads.

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let png: Buffer

before(async () => {
  chat = await startOwnChat({ maxUploadMib: 10 })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  png = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

async function post(by: Person, path: string, files: readonly Buffer[]) {
  const form = new FormData()
  for (const file of files) form.append('file', new File([Uint8Array.from(file)], 'picture.png'))
  const authorization = `Basic ${Buffer.from(`${by.email}:${by.key}`).toString('base64')}`
  const answer = await exchange(`${chat.baseUrl}/api/v1${path}`, 'POST', {
    headers: { authorization },
    body: form,
  })
  if (answer.status === 200) checkAgainstZulip('POST', path, answer.json)
  return answer
}

test('a picture is made square, served to everybody, and told to all', async () => {
  const heard = await cordelia.listen()
  const { status, json } = await post(hamlet, '/users/me/avatar', [png])
  assert.equal(status, 200)
  const [event] = without(await heard.events())
  assert.deepEqual(event, {
    type: 'realm_user',
    op: 'update',
    person: {
      user_id: hamlet.id,
      avatar_source: 'U',
      avatar_url: json.avatar_url,
      avatar_url_medium: json.avatar_url,
      avatar_version: 2,
    },
  })
  const served = await exchange(chat.baseUrl + json.avatar_url, 'GET', {})
  assert.equal(served.headers.get('content-type'), 'image/png')
  const { width, height } = await sharp(served.bytes).metadata()
  assert.deepEqual([width, height], [500, 500])
  const user = await cordelia.get(`/users/${hamlet.id}`)
  assert.equal(user.json.user.avatar_url, json.avatar_url)
  const removed = await hamlet.delete('/users/me/avatar')
  assert.match(removed.json.avatar_url, /gravatar/)
  assert.equal((await exchange(chat.baseUrl + json.avatar_url, 'GET', {})).status, 404)
  assert.equal(without(await heard.events())[0]?.['person'].avatar_source, 'G')
})

test('what is no picture, too large, or more than one is no avatar', async () => {
  for (const [files, code, msg] of [
    [[], 'BAD_REQUEST', 'You must upload exactly one avatar.'],
    [[png, png], 'BAD_REQUEST', 'You must upload exactly one avatar.'],
    [
      [Buffer.alloc(5 * 1024 * 1024 + 1)],
      'BAD_REQUEST',
      'Uploaded file is larger than the allowed limit of 5 MiB',
    ],
    [
      [Buffer.from('no picture')],
      'BAD_IMAGE',
      'Could not decode image; did you upload an image file?',
    ],
    [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      'BAD_IMAGE',
      'Could not decode image; did you upload an image file?',
    ],
  ] as const) {
    const { status, json } = await post(hamlet, '/users/me/avatar', files)
    assert.deepEqual([status, json.code, json.msg], [400, code, msg])
  }
})

test('an emoji of the organization is added, used, told to all, and deactivated by its author', async () => {
  const heard = await cordelia.listen()
  assert.equal((await post(hamlet, '/realm/emoji/my_skull', [png])).status, 200)
  const { json } = await cordelia.get('/realm/emoji')
  const emoji = Object.values<Record<string, unknown>>(json.emoji).find(
    (one) => one['name'] === 'my_skull',
  )
  assert.deepEqual([emoji?.['author_id'], emoji?.['deactivated']], [hamlet.id, false])
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_emoji', op: 'update', realm_emoji: json.emoji },
  ])
  const served = await exchange(`${chat.baseUrl}${String(emoji?.['source_url'])}`, 'GET', {})
  assert.equal((await sharp(served.bytes).metadata()).width, 64)
  const again = await post(cordelia, '/realm/emoji/my_skull', [png])
  assert.equal(again.json.msg, 'A custom emoji with this name already exists.')
  const other = await cordelia.delete('/realm/emoji/my_skull')
  assert.equal(other.json.msg, 'Must be an organization administrator or emoji author')
  assert.equal((await hamlet.delete('/realm/emoji/my_skull')).status, 200)
  const gone = await hamlet.delete('/realm/emoji/my_skull')
  assert.deepEqual([gone.status, gone.json.msg], [404, "Emoji 'my_skull' does not exist"])
  assert.equal((await post(cordelia, '/realm/emoji/my_skull', [png])).status, 200)
})

test('an emoji has a plain name of its own, and who may not add any adds none', async () => {
  const guest = await chat.person('Guest', 600)
  const name =
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores, and must end with a letter or digit'
  for (const [by, path, files, msg] of [
    [hamlet, 'UPPER', [png], name],
    [hamlet, 'ends_', [png], name],
    [hamlet, 'car', [png], 'Only administrators can override default emoji.'],
    [guest, 'guests', [png], 'Insufficient permission'],
    [hamlet, 'none', [], 'You must upload exactly one file.'],
  ] as const) {
    const { status, json } = await post(by, `/realm/emoji/${path}`, files)
    assert.deepEqual([status, json.msg], [400, msg])
  }
  assert.equal((await post(chat.owner, '/realm/emoji/car', [png])).status, 200)
})

test('views in the navigation are the caller’s own, from creation to removal', async () => {
  const [own, other] = [await hamlet.listen(), await cordelia.listen()]
  const view = { fragment: 'narrow/is/starred', is_pinned: true, name: null }
  const custom = { fragment: 'narrow/channel/5/topic/x', is_pinned: false, name: 'Mine' }
  assert.equal((await hamlet.post('/navigation_views', view)).status, 200)
  assert.equal((await hamlet.post('/navigation_views', custom)).status, 200)
  const path = `/navigation_views/${encodeURIComponent(custom.fragment)}`
  assert.equal((await hamlet.patch(path, { is_pinned: true, name: 'Ours' })).status, 200)
  assert.deepEqual(
    (await hamlet.get('/navigation_views')).json.navigation_views,
    [{ ...custom, is_pinned: true, name: 'Ours' }, view].toSorted((a, b) =>
      a.fragment < b.fragment ? -1 : 1,
    ),
  )
  for (const [answer, status, msg] of [
    [await hamlet.post('/navigation_views', view), 400, 'Navigation view already exists.'],
    [
      await hamlet.post('/navigation_views', { ...view, fragment: 'inbox', name: 'x' }),
      400,
      'Built-in views cannot have a custom name.',
    ],
    [
      await hamlet.post('/navigation_views', { fragment: 'narrow/x', is_pinned: true }),
      400,
      'Custom views must have a valid name.',
    ],
    [await cordelia.patch(path, { is_pinned: true }), 404, 'Navigation view does not exist.'],
    [await cordelia.delete(path), 404, 'Navigation view does not exist.'],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.msg], [status, msg])
  }
  assert.equal((await hamlet.delete(path)).status, 200)
  assert.deepEqual(without(await own.events()), [
    { type: 'navigation_view', op: 'add', navigation_view: view },
    { type: 'navigation_view', op: 'add', navigation_view: custom },
    {
      type: 'navigation_view',
      op: 'update',
      fragment: custom.fragment,
      data: { is_pinned: true, name: 'Ours' },
    },
    { type: 'navigation_view', op: 'remove', fragment: custom.fragment },
  ])
  assert.deepEqual(await other.events(), [])
})
