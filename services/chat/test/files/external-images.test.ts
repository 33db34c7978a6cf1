import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startOwnChat, type ChatTest, type Person } from '../chat-service.ts'

// A service of its own: it sets where it may call.

const MIB = 1024 * 1024
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

let chat: ChatTest
let hamlet: Person
/** Another host, as far as the service can tell. */
let elsewhere: Server
let there: string
const asked: string[] = []

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

const answer =
  (status: number, headers: Record<string, string | number>, body: Buffer | string = ''): Answer =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)
const moved = (location: string) => answer(302, { location })

/** What the other host has. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/a.png': ({ headers }, response) => {
    // Nothing of a reader reaches it.
    const told = headers.cookie ?? headers.authorization ?? headers.referer
    response.writeHead(told === undefined ? 200 : 400, { 'content-type': 'image/png' }).end(PNG)
  },
  '/film.mp4': ({ headers }, response) =>
    response
      .writeHead(headers.range === 'bytes=2-4' ? 206 : 200, {
        'content-type': 'video/mp4',
        'content-range': 'bytes 2-4/5',
      })
      .end('llo'),
  '/page.png': answer(200, { 'content-type': 'text/html' }, '<script>alert(1)</script>'),
  '/drawing.png': answer(200, { 'content-type': 'image/svg+xml' }, '<svg/>'),
  '/packed.png': answer(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }, PNG),
  '/moved.png': moved('/a.png'),
  '/round.png': moved('/round.png'),
  '/inside.png': (request, response) => {
    const { port } = new URL(`http://${request.headers.host}`)
    return moved(`http://127.0.0.2:${port}/secret.png`)(request, response)
  },
  '/large.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': 26 * MIB }).write(PNG)
  },
  '/endless.png': (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(MIB)));
      response.once('drain', pour)
    }
    pour()
  },
}

before(async () => {
  elsewhere = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const given = ANSWERS[path] ?? answer(404, {})
    given(request, response)
  })
  await new Promise<void>((resolve) => {
    elsewhere.listen(0, '0.0.0.0', resolve)
  })
  there = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  chat = await startOwnChat({ outboundAllow: '127.0.0.1' })
  hamlet = await chat.person('King Hamlet')
})
after(async () => {
  await chat.stop()
  elsewhere.closeAllConnections()
  await new Promise((resolve) => {
    elsewhere.close(resolve)
  })
})

async function rendered(content: string, by = hamlet): Promise<string> {
  return (await by.post('/messages/render', { content })).json.rendered
}

/** Where a message fetches what it shows of an address. */
async function shownAt(url: string): Promise<string> {
  const src = /<(?:img|video)\b[^>]* src="([^"]*)"/.exec(await rendered(`[x](${url})`))?.[1]
  assert.ok(src, url)
  return src
}

const get = (path: string, headers = {}) => exchange(chat.baseUrl + path, 'GET', { headers })

test('an image of another host is shown by this server, without telling that host who reads', async () => {
  const url = `${there}/a.png`
  assert.match(
    await rendered(url),
    new RegExp(
      `^<div class="message_inline_image"><a href="${url}"><img src="/external_content/[0-9a-f]{40}/${Buffer.from(url).toString('hex')}"></a></div>$`,
    ),
  )
  const served = await get(await shownAt(url), { cookie: 'a=b', referer: 'http://secret/' })
  assert.deepEqual([served.status, served.bytes], [200, PNG])
  assert.equal(served.headers.get('content-type'), 'image/png')
  assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
  assert.match(served.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/)
  assert.deepEqual((await get(await shownAt(`${there}/moved.png`))).bytes, PNG)
})

test('a film is served in the parts that a player asks for', async () => {
  const part = await get(await shownAt(`${there}/film.mp4`), { range: 'bytes=2-4' })
  assert.deepEqual(
    [part.status, part.headers.get('content-range'), part.text],
    [206, 'bytes 2-4/5', 'llo'],
  )
})

test('what is no image, is packed, too large or not there is not served', async () => {
  for (const name of ['page', 'drawing', 'packed', 'large', 'missing', 'round']) {
    const { status, json } = await get(await shownAt(`${there}/${name}.png`))
    assert.deepEqual([status, json.code], [404, 'BAD_REQUEST'], name)
  }
  await assert.rejects(get(await shownAt(`${there}/endless.png`)))
})

test('an address that is not public is not asked, not even by way of another', async () => {
  asked.length = 0
  const { port } = new URL(there)
  for (const host of ['127.0.0.2', '[::1]', '0.0.0.0', '169.254.169.254', '2130706434']) {
    const src = await shownAt(`http://${host}:${port}/secret.png`)
    assert.equal((await get(src)).status, 404, host)
  }
  assert.equal((await get(await shownAt(`${there}/inside.png`))).status, 404)
  assert.deepEqual(asked, ['/inside.png'])
})

test('only what this server has signed is fetched', async () => {
  asked.length = 0
  const src = await shownAt(`${there}/a.png`)
  const other = Buffer.from(`${there}/b.png`).toString('hex')
  for (const path of [
    src.replace(/[0-9a-f]{40}/, 'a'.repeat(40)),
    src.replace(/[^/]*$/, other),
    '/external_content/x/y',
    `/external_content//${other}`,
  ]) {
    assert.equal((await get(path)).status, 404, path)
  }
  assert.deepEqual(asked, [])
})

test('a server that fetches no images of others shows none, and serves none', async () => {
  const alone = await startOwnChat({ externalImages: false })
  try {
    const person = await alone.person('Hermit')
    const content = `${there}/a.png https://youtu.be/x1 ${there}/film.mp4`
    assert.doesNotMatch(await rendered(content, person), /<img|<video/)
    assert.match(await rendered('[x](/static/a.png)', person), /<img src="\/static\/a\.png">/)
    const path = await shownAt(`${there}/a.png`)
    assert.equal((await exchange(alone.baseUrl + path, 'GET', {})).status, 404)
  } finally {
    await alone.stop()
  }
})

test('an organization that wants no images shown sees links', async () => {
  await chat.owner.patch('/realm', { inline_image_preview: false })
  assert.doesNotMatch(await rendered(`${there}/a.png`), /<img/)
  await chat.owner.patch('/realm', { inline_image_preview: true })
})
