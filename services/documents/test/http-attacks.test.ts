import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { docx, p, table, textOf, partsOf } from './docx/docx-fixture.ts'
import { codeOf, form, KEY, startDocuments, type DocumentsTest } from './http-fixture.ts'

let documents: DocumentsTest
let open: DocumentsTest
let server: Server
let port = 0
const hits: string[] = []
const answers = new Map<string, (hit: number) => readonly [string, ...string[]]>()

before(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    hits.push(path)
    if (path === '/redirect-loop')
      return response.writeHead(302, { location: '/redirect-loop' }).end()
    if (path === '/to-file')
      return response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    if (path === '/to-private')
      return response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    if (path === '/html')
      return response.setHeader('content-type', 'image/png').end('<html></html>')
    if (path === '/cut') return response.end(PNG.subarray(0, 40))
    if (path === '/endless') return void endless(response)
    if (path === '/slow') return void response.write(PNG.subarray(0, 10))
    if (path === '/lie') return response.writeHead(200, { 'content-length': '10000000' }).end(PNG)
    return response.setHeader('content-type', 'text/html').end(PNG)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  const resolve = (name: string) => {
    const counted = answers.get(name)
    if (counted === undefined) return Promise.reject(new Error('no such name'))
    const count = asked.get(name) ?? 0
    asked.set(name, count + 1)
    return Promise.resolve(counted(count))
  }
  documents = await startDocuments({ resolve })
  open = await startDocuments({ resolve, config: { imageUrlAllow: '127.0.0.1' } })
  for (const service of [documents, open]) {
    await service.upload('logo', docx(table(['{%logo}'])))
    await service.upload('texto', docx(p('{valor}')))
  }
})

const asked = new Map<string, number>()

after(async () => {
  server.closeAllConnections()
  server.close()
  await documents.stop()
  await open.stop()
})

function endless(response: {
  write: (chunk: Buffer, done: (error?: Error | null) => void) => boolean
}): void {
  response.write(Buffer.alloc(64 * 1024, 1), (error) => {
    if (!error) endless(response)
  })
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length, 0)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data, Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(Math.min(height, 100) * (Math.min(width, 100) * 3 + 1)))
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const PNG = png(20, 10)

async function refused(logo: string, service = documents): Promise<string> {
  const startedMs = performance.now()
  const answer = await service.render('logo', { logo })
  assert.deepEqual(
    [logo.slice(0, 60), answer.status, codeOf(answer)],
    [logo.slice(0, 60), 502, 'IMAGE_FETCH_ERROR'],
  )
  assert.equal(answer.json.error.details.tag, '{%logo}')
  assert.ok(performance.now() - startedMs < 3_000, 'refused in bounded time')
  return answer.json.error.details.reason
}

test('an address of our own or of a private network is never dialled, however it is written', async () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[::127.0.0.1]',
    '[fe80::1]',
    '[fd00::1]',
    '169.254.169.254',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '100.64.0.1',
    '198.18.0.1',
    '240.0.0.1',
    '224.0.0.1',
  ]
  answers.set('localhost', () => ['127.0.0.1'])
  hits.length = 0
  for (const host of hosts) {
    await refused(`http://${host}/latest/meta-data`)
    await refused(`http://${host}:${port}/x.png`)
  }
  assert.deepEqual(hits, [])
})

test('a name is refused when any of its addresses is private, and is asked once a hop', async () => {
  answers.set('privado.example', () => ['10.1.2.3'])
  answers.set('mixto.example', () => ['93.184.216.34', '127.0.0.1'])
  answers.set('rebinding.example', (count) =>
    count === 0 ? ['127.0.0.2', '127.0.0.1'] : ['127.0.0.1'],
  )
  const reasons = new Set<string>()
  for (const name of ['privado', 'mixto', 'rebinding'])
    reasons.add(await refused(`http://${name}.example/x.png`))
  reasons.add(await refused('http://no-existe.example/'))
  assert.equal(reasons.size, 1, 'one text for all, so that it tells nothing')
  assert.equal(asked.get('rebinding.example'), 1)
})

test('redirects are checked anew and bounded', async () => {
  for (const path of ['/to-private', '/to-file', '/redirect-loop']) {
    await refused(`http://127.0.0.1:${port}${path}`, open)
  }
  assert.equal(hits.filter((path) => path === '/redirect-loop').length, 4)
})

test('other schemes, credentials and odd spellings are not fetched', async () => {
  hits.length = 0
  const urls = [
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://x',
    'javascript:alert(1)',
    `http:\\\\127.0.0.1:${port}\\x`,
    `http://user:pw@127.0.0.1:${port}/x`,
    `//127.0.0.1:${port}/x.png`,
  ]
  for (const url of urls) await refused(url, open)
  assert.deepEqual(hits, [])
})

test('an allowed server’s picture is taken by its bytes, and what is no picture, too large or endless is refused', async () => {
  const base = `http://127.0.0.1:${port}`
  assert.equal((await open.render('logo', { logo: `${base}/ok.png` })).status, 200)
  for (const path of ['/html', '/cut'])
    assert.match(await refused(base + path, open), /not an image/)
  for (const path of ['/endless', '/lie']) assert.match(await refused(base + path, open), /limit/)
  await refused(`${base}/slow`, open)
})

test('a data URI or file larger than MAX_IMAGE_MB, broken, or of too many pixels is refused', async () => {
  const uri = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  assert.equal((await documents.render('logo', { logo: uri(PNG) })).status, 200)
  const big = Buffer.concat([PNG.subarray(0, -12), Buffer.alloc(512 * 1024), PNG.subarray(-12)])
  assert.match(await refused(uri(big)), /limit/)
  await writeFile(join(documents.folder, 'images', 'big.png'), big)
  assert.match(await refused('big.png'), /limit/)
  assert.match(await refused(uri(png(65_535, 65_535))), /pixels/)
  for (const bad of ['data:image/png;base64,', 'data:image/png,abc', 'data:;base64,@@@@'])
    await refused(bad)
})

test('a relative path cannot leave the images directory, by whatever way', async () => {
  const images = join(documents.folder, 'images')
  await writeFile(join(documents.folder, 'secret.png'), PNG)
  await writeFile(join(images, 'ok.png'), PNG)
  await mkdir(join(images, 'folder'))
  await symlink('/etc', join(images, 'etc'))
  await symlink(join(documents.folder, 'secret.png'), join(images, 'link.png'))
  execFileSync('mkfifo', [join(images, 'pipe')])
  assert.equal((await documents.render('logo', { logo: 'ok.png' })).status, 200)
  const paths = [
    '../secret.png',
    '../../etc/passwd',
    '/etc/passwd',
    'folder/../../secret.png',
    '..%2fsecret.png',
    'C:\\x.png',
    'ok.png\0',
    'etc/passwd',
    'link.png',
    'folder',
    'pipe',
    'none.png',
  ]
  for (const path of paths)
    assert.match(await refused(path), /no such file|below the images directory/, path)
})

test('a tag outside a 1x1 table cell is 500 RENDER_ERROR that names it', async () => {
  await documents.upload('fuera', docx(p('{%logo}')))
  const answer = await documents.render('fuera', { logo: 'ok.png' })
  assert.deepEqual([answer.status, codeOf(answer)], [500, 'RENDER_ERROR'])
  assert.match(answer.json.error.message, /\{%logo\}/)
})

test('data named like a prototype is data, and expressions reach nothing else', async () => {
  await documents.upload(
    'proto',
    docx(p('[{__proto__}{constructor}{toString}{a.__proto__.polluted}{a.constructor}]{valor}')),
  )
  const body =
    '{"slug":"proto","data":{"__proto__":{"polluted":"si","valor":"no"},"a":{},"valor":"bien"}}'
  const answer = await documents.client.post('/render', body, {
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(answer.status, 200)
  const text = textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim()
  assert.match(text, /^\[.*\]bien$/)
  assert.equal(text.includes('native code'), false)
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
})

test('a value is text: markup, control characters and tags in it are not looked at again', async () => {
  const valor = '</w:t>&]]>\u0001\u001f{valor}{#x}\ud800'
  const answer = await documents.render('texto', { valor })
  const xml = partsOf(answer.bytes).get('word/document.xml') ?? ''
  assert.equal(textOf(xml).trim(), '</w:t>&]]>{valor}{#x}')
})

test('odd multipart bodies are refused and leave nothing behind', async () => {
  const asText = form({ slug: 'dos' })
  asText.append('file', 'x')
  const answer = await documents.client.post('/templates', asText)
  assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=']) {
    const headers = { 'content-type': type, 'x-api-key': KEY }
    const answer = await exchange(`${documents.client.baseUrl}/templates`, 'POST', {
      body: 'x',
      headers,
    })
    assert.equal(answer.status, 400)
  }
  const named = form({ slug: 'nombre' })
  named.append('file', new Blob([new Uint8Array(docx(p('x')))]), '../../etc/passwd')
  assert.equal((await documents.client.post('/templates', named)).status, 201)
  const stored = await readdir(join(documents.folder, 'templates'))
  assert.equal(stored.includes('dos'), false)
})

test('no error tells a path, a stack or the key', async () => {
  await rm(join(documents.folder, 'templates', 'texto'), { recursive: true })
  const failures = [
    await documents.render('texto', {}),
    await documents.render('logo', { logo: 'none.png' }),
    await documents.client.post('/templates', 'x', {
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    }),
  ]
  for (const { text } of failures) {
    assert.doesNotMatch(text, new RegExp(`${documents.folder}|node_modules|at .*\\.ts|${KEY}`))
  }
})
