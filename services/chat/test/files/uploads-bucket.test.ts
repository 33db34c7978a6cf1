import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { startBucketServer, type BucketServer } from '@oficina/testkit/bucket-server.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { sweepFiles } from '../../src/files/actions/keep-file.ts'
import type { FileTools } from '../../src/files/file-tools.ts'
import { openUploads } from '../../src/files/store/open-uploads.ts'
import { startOwnChat, type OwnChatTest, type Person } from '../chat-service.ts'
import { testAddress } from './bucket-address.ts'
import { authorization, fetchFile, sendPicture, upload, uploaded } from './files.ts'

// A service of its own: it sets a bucket.

let server: BucketServer
let chat: OwnChatTest
let hamlet: Person

before(async () => {
  server = await startBucketServer()
  chat = await startOwnChat({ bucket: testAddress(server.url) })
  hamlet = await chat.person('King Hamlet')
})
after(async () => {
  await chat.stop()
  await server.stop()
})

const text = (content: string, name = 'a.txt') => new File([content], name, { type: 'text/plain' })
const keys = (part: string) => [...server.objects.keys()].filter((key) => key.includes(part))

test('a file that is uploaded at one process is read at another, and lies in the bucket alone', async () => {
  const url = await uploaded(chat, hamlet, text('Doubt thou the stars are fire', 'Carta.txt'))
  const other = await chat.second()
  for (const baseUrl of [chat.baseUrl, other.baseUrl]) {
    const answer = await exchange(baseUrl + url, 'GET', { headers: authorization(hamlet) })
    assert.deepEqual([answer.status, answer.text], [200, 'Doubt thou the stars are fire'])
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(answer.headers.get('content-disposition') ?? '', /Carta\.txt/)
  }
  await other.stop()
  assert.deepEqual(keys('Carta.txt'), [`chat/uploads/${url.slice('/user_uploads/'.length)}`])
  assert.deepEqual(keys('chat/placing/'), [], 'no note is left')
  const incoming = join(chat.dataDir, 'uploads', 'incoming')
  const folders = await readdir(incoming, { recursive: true })
  assert.deepEqual(
    folders.filter((name) => name.includes('/')),
    [],
    'nothing is left on the disk',
  )
})

test('rights are checked before the bucket is asked', async () => {
  const url = await uploaded(chat, hamlet, text('mine', 'secreto.txt'))
  const other = await chat.person('Polonius')
  server.requests.length = 0
  assert.equal((await fetchFile(chat, url, other)).status, 403)
  assert.equal((await fetchFile(chat, url)).status, 401)
  assert.deepEqual(server.requests, [])
})

test('a part of a file is read alone, and HEAD tells its size without it', async () => {
  const url = await uploaded(chat, hamlet, text('0123456789', 'r.txt'))
  const ask = (range: string, method = 'GET') =>
    exchange(chat.baseUrl + url, method, { headers: { ...authorization(hamlet), range } })
  for (const [range, part, shown] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
  ] as const) {
    const answer = await ask(range)
    assert.deepEqual(
      [answer.status, answer.text, answer.headers.get('content-range')],
      [206, part, shown],
    )
  }
  const outside = await ask('bytes=10-')
  assert.deepEqual([outside.status, outside.headers.get('content-range')], [416, 'bytes */10'])
  assert.equal((await ask('bytes=4-2')).text, '0123456789')
  assert.equal((await ask('lines=1-2')).status, 200)
  const head = await ask('', 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length'), head.text], [200, '10', ''])
})

test('a picture gets its thumbnail and a person an avatar, both in the bucket', async () => {
  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = new File([Uint8Array.from(bytes)], 'rojo.png', { type: 'image/png' })
  const url = await uploaded(chat, hamlet, file)
  const thumbnail = url.replace('/user_uploads/', '/user_uploads/thumbnail/') + '/840x560.webp'
  const answer = await eventually('a thumbnail', async () => {
    const found = await fetchFile(chat, thumbnail, hamlet)
    return found.status === 200 && found
  })
  assert.equal(answer.contentType, 'image/webp')
  assert.equal(keys('chat/uploads/thumbnail/').length, 1)
  const avatar = await sendPicture(chat, hamlet, '/users/me/avatar')
  assert.equal(avatar.status, 200, avatar.text)
  const shown = await exchange(new URL(avatar.json.avatar_url, chat.baseUrl).href, 'GET')
  assert.deepEqual([shown.status, shown.contentType?.startsWith('image/')], [200, true])
  assert.equal(keys('chat/uploads/avatars/').length, 1)
  const attachments = await hamlet.get('/attachments')
  const { id } = attachments.json.attachments.find(
    ({ name }: { name: string }) => name === 'rojo.png',
  )
  assert.equal((await hamlet.delete(`/attachments/${id}`)).status, 200)
  await eventually('the file and its thumbnail to go', () => keys('rojo.png').length === 0)
})

test('while the bucket refuses, uploads and files are 503 and health is degraded; nothing is left', async () => {
  const url = await uploaded(chat, hamlet, text('here', 'b.txt'))
  server.trouble = { kind: 'answer', status: 503, code: 'SlowDown' }
  chat.clock.advance(10_000)
  for (const answer of [
    await upload(chat, hamlet, [text('no', 'nunca.txt')]),
    await fetchFile(chat, url, hamlet),
  ]) {
    assert.deepEqual([answer.status, answer.json.code], [503, 'SERVER_BUSY'])
    assert.doesNotMatch(answer.text, /SlowDown|127\.0\.0\.1/)
  }
  const health = await exchange(`${chat.baseUrl}/health`, 'GET')
  assert.deepEqual(
    [health.status, health.json.status, health.json.files],
    [200, 'degraded', { reachable: false }],
  )
  server.trouble = undefined
  chat.clock.advance(10_000)
  assert.equal((await fetchFile(chat, url, hamlet)).text, 'here')
  assert.deepEqual((await exchange(`${chat.baseUrl}/health`, 'GET')).json.files, {
    reachable: true,
  })
  assert.deepEqual(keys('nunca.txt'), [])
})

test('what a killed process put in its place without writing it down goes an hour later, and nothing else', async () => {
  const url = await uploaded(chat, hamlet, text('kept', 'c.txt'))
  const kept = url.slice('/user_uploads/'.length)
  const lost = '1/ab/cdefghijklmnopqrstuvwx/perdido.txt'
  const at = (value: string) => ({ bytes: Buffer.from(value), etag: '"x"', updatedAt: new Date() })
  server.objects.set(`chat/uploads/${lost}`, at('lost'))
  server.objects.set('chat/placing/one', at(lost))
  server.objects.set('chat/placing/two', at(kept))
  const sweepAt = async (nowMs: number) => {
    const uploads = await openUploads(
      { dataDir: chat.dataDir, bucket: testAddress(server.url) },
      () => nowMs,
    )
    // What sweeping needs of the tools.
    await sweepFiles({ database: chat.database, uploads } as FileTools)
  }
  await sweepAt(Date.now())
  assert.equal(keys('chat/placing/').length, 2, 'they may be under way')
  await sweepAt(Date.now() + 3_700_000)
  assert.deepEqual([keys('chat/placing/'), keys('perdido.txt')], [[], []])
  assert.equal((await fetchFile(chat, url, hamlet)).text, 'kept')
})

test('an export is made of files in the bucket, and lies there', async () => {
  await uploaded(chat, hamlet, text('for the archive', 'd.txt'))
  const ordered = await chat.owner.post('/export/realm', { export_type: 1 })
  assert.equal(ordered.status, 200, ordered.text)
  const address = await eventually('the export', async () => {
    const { json } = await chat.owner.get('/export/realm')
    return (json.exports[0]?.export_url ?? undefined) as string | undefined
  })
  const archive = await exchange(new URL(new URL(address).pathname, chat.baseUrl).href, 'GET')
  assert.equal(archive.status, 200)
  assert.ok(archive.bytes.length > 500)
  assert.equal(keys('chat/uploads/exports/').length, 1)
})

test('with a public endpoint readers are sent to an address of a minute, after their rights were checked', async () => {
  const own = await startBucketServer()
  const sending = await startOwnChat({ bucket: testAddress(own.url, true) })
  const someone = await sending.person('Ophelia')
  const url = await uploaded(sending, someone, text('signed', 'firmado.txt'))
  assert.equal((await fetchFile(sending, url)).status, 401)
  assert.equal((await fetchFile(sending, url, sending.owner)).status, 403)
  const answer = await fetchFile(sending, url, someone)
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('cache-control'), 'private, no-store')
  const there = answer.headers.get('location') ?? ''
  assert.ok(there.startsWith(`${own.url}/oficina/chat/uploads/`))
  const file = await exchange(there, 'GET')
  assert.deepEqual([file.status, file.text], [200, 'signed'])
  assert.equal(file.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.match(file.headers.get('content-disposition') ?? '', /firmado\.txt/)
  assert.equal(new URL(there).searchParams.get('X-Amz-Expires'), '60')
  // Signed for GET, the address would be refused.
  const head = await exchange(sending.baseUrl + url, 'HEAD', { headers: authorization(someone) })
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, '6'])
  const page = await exchange(`${sending.baseUrl}/console`, 'GET')
  const policy = page.headers.get('content-security-policy') ?? ''
  assert.match(policy, new RegExp(`img-src 'self' blob: data: ${own.url}`))
  await sending.stop()
  await own.stop()
})

test('a bucket that cannot be used ends the start with what is missing', async () => {
  const own = await startBucketServer()
  own.trouble = { kind: 'answer', status: 403, code: 'AccessDenied' }
  const opening = openUploads({ dataDir: chat.dataDir, bucket: testAddress(own.url) }, Date.now)
  await assert.rejects(opening, { name: 'BucketUnavailable', message: /the keys lack a right/ })
  await own.stop()
})
