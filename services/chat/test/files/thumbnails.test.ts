import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { sql } from '@oficina/kit/sql.ts'

import {
  channel,
  send,
  startOwnChat,
  type OwnChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { fakeFfmpeg } from './fake-ffmpeg.ts'
import { fetchFile, until, uploaded } from './files.ts'

// A service of its own: it sets the limit of uploads and ffmpeg.

let chat: OwnChatTest
let programs: string
let hamlet: Person
let cordelia: Person
let outsider: Person
let denmark: number

before(async () => {
  programs = await mkdtemp(join(tmpdir(), 'oficina-ffmpeg-'))
  const ffmpeg = await fakeFfmpeg(programs)
  chat = await startOwnChat({ maxUploadMib: 10, ffmpeg })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  outsider = await chat.person('Polonius', 600)
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(async () => {
  await chat.stop()
  await rm(programs, { recursive: true })
})

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })

function file(bytes: Uint8Array, name: string, type = ''): File {
  return new File([Uint8Array.from(bytes)], name, { type })
}

async function movingGif(): Promise<Buffer> {
  const frames = await Promise.all(
    [10, 120, 240].map((r) =>
      sharp({ create: { width: 64, height: 48, channels: 3, background: { r, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    ),
  )
  return await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

function thumbnailOf(url: string, name = '840x560.webp'): string {
  return url.replace('/user_uploads/', '/user_uploads/thumbnail/') + `/${name}`
}

async function whenReady(url: string): Promise<void> {
  await until(
    () => fetchFile(chat, thumbnailOf(url), hamlet),
    ({ status }) => status === 200,
  )
}

/** The image as it was while nobody had made its thumbnails. */
async function asIfUnmade(url: string): Promise<void> {
  const place = url.slice('/user_uploads/'.length)
  // The file stands a moment before its process has noted that all is done.
  await until(
    () =>
      chat.database.execute(
        sql`update image_attachment i set state = 'pending', is_told = false, attempts = 0, due_at = 'epoch'
            from attachment a where a.realm_id = i.realm_id and a.id = i.attachment_id and a.path_id = ${place} and i.is_told`,
      ),
    (changed) => changed === 1,
  )
}

async function htmlOf(id: number, by = hamlet): Promise<string> {
  return (await by.get(`/messages/${id}`)).json.message.content
}

const preview = (url: string, title: string, picture: string) =>
  `<div class="message_inline_image"><a href="${url}" title="${title}">${picture}</a></div>`

test('an uploaded image is shown under the link by its thumbnail', async () => {
  const bytes = await red(1200, 300).png().toBuffer()
  const url = await uploaded(chat, hamlet, file(bytes, 'banner.png', 'image/png'))
  await whenReady(url)
  const id = await send(hamlet, denmark, 'pictures', `[banner.png](${url})`)
  assert.equal(
    await htmlOf(id, cordelia),
    `<p><a href="${url}">banner.png</a></p>\n${preview(
      url,
      'banner.png',
      `<img data-original-content-type="image/png" data-original-dimensions="1200x300" src="${thumbnailOf(url)}">`,
    )}`,
  )
  const found = await cordelia.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['has', 'image']],
  })
  assert.deepEqual(
    found.json.messages.map((message: { id: number }) => message.id),
    [id],
  )
})

test('every format that registering promises is served, to readers of the image alone', async () => {
  const url = await uploaded(chat, hamlet, file(await movingGif(), 'moving.gif', 'image/gif'))
  await whenReady(url)
  const { state } = await hamlet.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual(
    state['server_thumbnail_formats'].map((one: { name: string }) => one.name),
    ['840x560-anim.webp', '840x560.webp'],
  )
  for (const format of state['server_thumbnail_formats']) {
    const served = await fetchFile(chat, thumbnailOf(url, format.name), hamlet)
    assert.equal(served.status, 200)
    assert.equal(served.headers.get('content-type'), `image/${format.format}`)
    assert.match(served.headers.get('cache-control') ?? '', /private/)
    assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
    const { pages = 1, width } = await sharp(served.bytes).metadata()
    assert.deepEqual([width, pages], [64, format.animated ? 3 : 1])
  }
  assert.equal((await fetchFile(chat, thumbnailOf(url))).status, 401)
  assert.equal((await fetchFile(chat, thumbnailOf(url), cordelia)).status, 403)
  assert.equal((await fetchFile(chat, thumbnailOf(`${url}x`), hamlet)).status, 404)
  const id = await send(hamlet, denmark, 'pictures', `[it moves](${url})`)
  assert.match(
    await htmlOf(id),
    /<img data-animated="true" data-original-content-type="image\/gif" data-original-dimensions="64x48" src="[^"]*\/840x560-anim\.webp">/,
  )
  assert.equal((await fetchFile(chat, thumbnailOf(url), cordelia)).status, 200)
  assert.equal((await fetchFile(chat, thumbnailOf(url), outsider)).status, 403)
})

test('a thumbnail fits into its format, is never larger than the image, and stands upright', async () => {
  for (const [width, height, orientation, original, shown] of [
    [3000, 1000, 1, '3000x1000', [840, 280]],
    [40, 30, 1, '40x30', [40, 30]],
    [900, 300, 6, '300x900', [187, 560]],
  ] as const) {
    const bytes = await red(width, height).jpeg().withMetadata({ orientation }).toBuffer()
    const url = await uploaded(chat, hamlet, file(bytes, 'photo.jpg'))
    await whenReady(url)
    const rendered = await hamlet.post('/messages/render', { content: `[x](${url})` })
    assert.match(rendered.json.rendered, new RegExp(`data-original-dimensions="${original}"`))
    const thumbnail = await fetchFile(chat, thumbnailOf(url), hamlet)
    const facts = await sharp(thumbnail.bytes).metadata()
    assert.deepEqual([facts.width, facts.height, facts.format], [...shown, 'webp'])
  }
})

test('a client with an old list of formats gets the closest, and what is no format is not there', async () => {
  const still = await uploaded(chat, hamlet, file(await red(9, 9).webp().toBuffer(), 'a.webp'))
  await whenReady(still)
  for (const name of ['500x850.jpg', '840x560-anim.webp', '100x100-anim.png']) {
    const { status, bytes } = await fetchFile(chat, thumbnailOf(still, name), hamlet)
    assert.deepEqual([status, (await sharp(bytes).metadata()).format], [200, 'webp'], name)
  }
  for (const name of ['..', 'x', '840x560', '%2e%2e%2fa.webp', '840x560.webp%00']) {
    assert.equal((await fetchFile(chat, thumbnailOf(still, name), hamlet)).status, 404, name)
  }
})

test('a message that was sent too early shows a placeholder, and its readers hear of the thumbnail', async () => {
  const bytes = await red(50, 20).png().toBuffer()
  const url = await uploaded(chat, hamlet, file(bytes, 'early.png'))
  await whenReady(url)
  await asIfUnmade(url)
  const id = await send(hamlet, denmark, 'pictures', `[early](${url}) **bold**`)
  const text = `<p><a href="${url}">early</a> <strong>bold</strong></p>\n`
  const facts = 'data-original-content-type="image/png" data-original-dimensions="50x20"'
  const loading = '/static/images/loading/loader-black.svg'
  assert.equal(
    await htmlOf(id),
    text +
      preview(url, 'early', `<img class="image-loading-placeholder" ${facts} src="${loading}">`),
  )
  assert.equal((await fetchFile(chat, loading)).headers.get('content-type'), 'image/svg+xml')
  for (const flag of ['read', 'starred']) {
    await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag })
  }
  const heard = await cordelia.listen({ event_types: ['update_message'] })
  // What its process did not finish, the next start does.
  await chat.restart()
  const done = text + preview(url, 'early', `<img ${facts} src="${thumbnailOf(url)}">`)
  await until(
    () => htmlOf(id),
    (html) => html === done,
  )
  const [event, ...others] = await until(
    () => heard.events(),
    (events) => events.length > 0,
  )
  assert.deepEqual(others, [])
  const { id: _id, edit_timestamp: _time, ...told } = event ?? {}
  assert.deepEqual(told, {
    type: 'update_message',
    user_id: null,
    message_id: id,
    message_ids: [id],
    flags: ['read', 'starred'],
    rendering_only: true,
    content: `[early](${url}) **bold**`,
    rendered_content: done,
    is_me_message: false,
    stream_id: denmark,
  })
  const { message } = (await hamlet.get(`/messages/${id}`)).json
  assert.deepEqual([message.last_edit_timestamp, message.edit_history], [undefined, undefined])
})

test('who came after a message of a hidden history hears nothing of its thumbnail', async () => {
  const secret = await channel(chat.owner, 'secret', [chat.owner, hamlet], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const url = await uploaded(chat, hamlet, file(await red(20, 20).png().toBuffer(), 'secret.png'))
  await whenReady(url)
  await asIfUnmade(url)
  const id = await send(hamlet, secret, 'plot', `[x](${url})`)
  const subscriptions = [{ name: 'secret' }]
  await chat.owner.post('/users/me/subscriptions', { subscriptions, principals: [cordelia.id] })
  const [own, late] = [await hamlet.listen(), await cordelia.listen()]
  await chat.restart()
  const isOurs = (event: Loose) => event['type'] === 'update_message' && event['message_id'] === id
  await until(
    () => own.events(),
    (events) => events.some(isOurs),
  )
  // Whatever the change told has been told by now: it is all in one transaction.
  assert.deepEqual((await late.events()).filter(isOurs), [])
})

test('an image that cannot be decoded to its end is a link, also where a placeholder stood', async () => {
  const whole = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer()
  const url = await uploaded(chat, hamlet, file(whole.subarray(0, whole.length / 2), 'half.png'))
  const named = await send(hamlet, denmark, 'pictures', `[half](${url})`)
  const bare = await send(hamlet, denmark, 'pictures', `https://chat.example.com${url}`)
  const link = (text: string) => `<p><a href="${url}">${text}</a></p>`
  await until(
    () => htmlOf(named),
    (html) => html.trim() === link('half'),
  )
  const left = await until(
    () => htmlOf(bare),
    (html) => !html.includes('placeholder'),
  )
  assert.match(left.trim(), /^<p><a href="[^"]*half\.png">[^<]*half\.png<\/a><\/p>$/)
  assert.equal((await fetchFile(chat, thumbnailOf(url), hamlet)).status, 404)
  assert.deepEqual((await fetchFile(chat, url, hamlet)).bytes, whole.subarray(0, whole.length / 2))
})

/** A PNG that says it is this large, and holds next to nothing. */
async function bomb(width: number, height: number): Promise<Buffer> {
  const png = await red(1, 1).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

test('what only claims to be an image, or is a bomb, is kept as a file and shown as a link', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
  for (const [name, type, bytes] of [
    ['a.png', 'image/png', Buffer.from('no image at all')],
    ['b.png', 'image/png', Buffer.from(svg)],
    ['c.svg', 'image/svg+xml', Buffer.from(svg)],
    ['d.gif', 'image/gif', Buffer.from('GIF89a')],
    ['e.webp', 'image/webp', Buffer.alloc(0)],
    ['f.png', 'image/png', await bomb(60_000, 60_000)],
    ['g.avif', 'image/avif', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0mif1avifmiaf')],
    ['h.tiff', 'image/tiff', await red(9, 9).tiff().toBuffer()],
  ] as const) {
    const url = await uploaded(chat, hamlet, file(bytes, name, type))
    const { json } = await hamlet.post('/messages/render', { content: `[x](${url})` })
    assert.equal(json.rendered, `<p><a href="${url}">x</a></p>`, name)
    assert.equal((await fetchFile(chat, thumbnailOf(url), hamlet)).status, 404, name)
    assert.deepEqual((await fetchFile(chat, url, hamlet)).bytes, bytes, name)
  }
})

test('an image that is deleted takes its thumbnails along', async () => {
  const url = await uploaded(chat, hamlet, file(await red(9, 9).png().toBuffer(), 'gone.png'))
  await whenReady(url)
  const folder = join(chat.dataDir, 'uploads', thumbnailOf(url, '').slice('/user_uploads/'.length))
  assert.ok(existsSync(folder))
  const { attachments } = (await hamlet.get('/attachments')).json
  const { id } = attachments.find((one: { name: string }) => one.name === 'gone.png')
  await hamlet.delete(`/attachments/${id}`)
  assert.equal((await fetchFile(chat, thumbnailOf(url), hamlet)).status, 404)
  assert.ok(!existsSync(folder))
})

test('an edit shows and hides images; a description shows none', async () => {
  const url = await uploaded(chat, hamlet, file(await red(9, 9).png().toBuffer(), 'edit.png'))
  await whenReady(url)
  const id = await send(hamlet, denmark, 'pictures', 'nothing yet')
  await hamlet.patch(`/messages/${id}`, { content: `now [it](${url})` })
  assert.match(await htmlOf(id), /message_inline_image.*840x560\.webp/)
  await hamlet.patch(`/messages/${id}`, { content: 'nothing again' })
  assert.equal(await htmlOf(id), '<p>nothing again</p>')
  await chat.owner.patch(`/streams/${denmark}`, { description: `[x](${url}) http://a.com/x.png` })
  const { json } = await chat.owner.get(`/streams/${denmark}`)
  assert.doesNotMatch(json.stream.rendered_description, /<img/)
})

test('nobody shows an image that they may not read', async () => {
  const url = await uploaded(chat, hamlet, file(await red(9, 9).png().toBuffer(), 'mine.png'))
  await whenReady(url)
  const { json } = await cordelia.post('/messages/render', { content: `[x](${url})` })
  assert.equal(json.rendered, `<p><a href="${url}">x</a></p>`)
})

test('a linked film has a player for each form, a recording one by the syntax of media', async () => {
  const film = await uploaded(chat, hamlet, new File(['x'], 'film.mp4', { type: 'video/mp4' }))
  const song = await uploaded(chat, hamlet, new File(['x'], 'song.mp3', { type: 'audio/mpeg' }))
  const filmId = await send(hamlet, denmark, 'media', `[film](${film})`)
  assert.equal(
    await htmlOf(filmId),
    `<p><a href="${film}">film</a></p>\n<div class="message_inline_image message_inline_video">` +
      `<a href="${film}" title="film"><video preload="metadata" src="${film}"></video></a></div>`,
  )
  const songId = await send(hamlet, denmark, 'media', `Hear ![a *song*](${song})!`)
  assert.equal(
    await htmlOf(songId),
    `<p>Hear <audio controls preload="metadata" src="${song}" title="a *song*"></audio>!</p>`,
  )
  assert.equal((await fetchFile(chat, song, cordelia)).status, 200)
  const { json } = await hamlet.post('/messages/render', { content: `![film](${film})` })
  assert.doesNotMatch(json.rendered, /<audio/)
})

test('an uploaded film is shown with its first picture, also where it was linked to before that existed', async () => {
  const bytes = await red(1680, 560).png().toBuffer()
  const film = await uploaded(chat, hamlet, file(bytes, 'the play.mp4', 'video/mp4'))
  await whenReady(film)
  const poster = thumbnailOf(film)
  const shown = (attributes: string) =>
    `<div class="message_inline_image message_inline_video"><a href="${film}" title="play">` +
    `<video ${attributes}preload="metadata" src="${film}"></video></a></div>`
  const id = await send(hamlet, denmark, 'films', `[play](${film})`)
  assert.ok((await htmlOf(id, cordelia)).endsWith(shown(`poster="${poster}" `)))
  const picture = await fetchFile(chat, poster, cordelia)
  const { width, height, format } = await sharp(picture.bytes).metadata()
  assert.deepEqual([picture.status, width, height, format], [200, 840, 280, 'webp'])
  assert.equal((await fetchFile(chat, poster, outsider)).status, 403)
  const other = await uploaded(chat, hamlet, file(bytes, 'early.webm', 'video/webm'))
  await whenReady(other)
  await asIfUnmade(other)
  const early = await send(hamlet, denmark, 'films', `[early](${other})`)
  assert.match(await htmlOf(early), /<video preload="metadata" src="[^"]*early\.webm"><\/video>/)
  const heard = await cordelia.listen({ event_types: ['update_message'] })
  await chat.restart()
  const [event] = await until(
    () => heard.events(),
    (events) => events.length > 0,
  )
  assert.deepEqual([event?.['message_id'], event?.['rendering_only']], [early, true])
  assert.match(event?.['rendered_content'], /<video poster="[^"]*840x560\.webp" preload="metadata"/)
  assert.equal(await htmlOf(early), event?.['rendered_content'])
})
