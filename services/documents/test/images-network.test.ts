import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'

import sharp from 'sharp'

import { docx, table } from './docx/docx-fixture.ts'
import { codeOf, startDocuments, type DocumentsTest } from './http-fixture.ts'

const TIMEOUT_MS = 500
const PATIENT_MS = 600_000

/** With more time for a picture than any test takes: what is refused is not timed out. */
let documents: DocumentsTest
/** The same, with little patience. */
let hurried: DocumentsTest
let server: Server
let port = 0
let png: Buffer
const requests: IncomingMessage[] = []
const dialled: (string | undefined)[] = []
const names = new Map<string, (ask: number) => readonly string[] | Promise<never>>()
const asked: string[] = []

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const ANSWERS: Readonly<Record<string, Answer>> = {
  '/ok': (response) => response.end(png),
  '/typed-as-text': (response) => response.setHeader('content-type', 'text/html').end(png),
  '/empty': (response) => response.end(),
  '/missing': (response) => response.writeHead(404).end(png),
  '/no-content': (response) => response.writeHead(204).end(),
  '/part': (response) => response.writeHead(206).end(png),
  '/error': (response) => response.writeHead(500).end('secreto interno'),
  '/silent': () => undefined,
  '/drip': (response) => drip(response),
  '/gzip': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(png)),
  '/reset': (response) => void response.socket?.destroy(),
  '/short': (response) => {
    response.writeHead(200, { 'content-length': `${png.length + 100}` })
    response.write(png, () => response.socket?.destroy())
  },
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 50)
  response.on('close', () => clearInterval(timer))
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  requests.push(request)
  dialled.push(request.socket.localAddress)
  const path = request.url ?? ''
  const hops = /^\/hops\/(\d+)$/.exec(path)?.[1]
  if (hops !== undefined) {
    const location = hops === '0' ? '/ok' : `/hops/${Number(hops) - 1}`
    response.writeHead(302, { location }).end()
  } else if (path.startsWith('/to?')) {
    response.writeHead(307, { location: decodeURIComponent(path.slice(4)) }).end()
  } else ANSWERS[path]?.(response, request)
}

before(async () => {
  png = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
  server = createServer(answer)
  // All addresses of the loopback network, so that the one that was dialled can be told.
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  // A server that listens on a port has an address of this form.
  ;({ port } = server.address() as AddressInfo)
  documents = await serviceWith(PATIENT_MS)
  hurried = await serviceWith(TIMEOUT_MS)
})

async function serviceWith(httpFetchTimeoutMs: number): Promise<DocumentsTest> {
  const service = await startDocuments({
    // 127.0.0.1 stands for the public internet here; the rest of 127/8 is private as ever.
    config: { imageUrlAllow: '127.0.0.1', httpFetchTimeoutMs },
    resolve: async (name) => {
      const known = names.get(name)
      asked.push(name)
      if (known === undefined) throw new Error('no such name')
      return await known(asked.filter((other) => other === name).length)
    },
  })
  await service.upload('logo', docx(table(['{%logo}'])))
  return service
}

after(async () => {
  await documents.stop()
  await hurried.stop()
  server.closeAllConnections()
  server.close()
})

async function render(
  logo: string,
  service = documents,
): Promise<{ status: number; reason: string }> {
  const found = await service.render('logo', { logo })
  if (found.status === 200) return { status: 200, reason: '' }
  assert.deepEqual([logo, found.status, codeOf(found)], [logo, 502, 'IMAGE_FETCH_ERROR'])
  assert.doesNotMatch(
    found.text,
    /127\.0|10\.\d|ECONN|secreto|:\d{4,5}/,
    'tells nothing of the network',
  )
  return { status: 502, reason: found.json.error.details.reason }
}

const UNREACHABLE = 'the address could not be fetched'
const base = () => `http://127.0.0.1:${port}`

test('a picture is fetched without cookies, referrer, key or request for compression', async () => {
  requests.length = 0
  assert.equal((await render(`${base()}/ok`)).status, 200)
  const [request] = requests
  assert.deepEqual(Object.keys(request?.headers ?? {}).toSorted(), [
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
  assert.equal(request?.headers['accept-encoding'], 'identity')
})

test('the bytes decide what a picture is, not its declared type', async () => {
  assert.equal((await render(`${base()}/typed-as-text`)).status, 200)
})

for (const path of ['/missing', '/no-content', '/part', '/error', '/reset', '/short']) {
  test(`an answer of the kind ${path} is 502 with one reason for all`, async () => {
    assert.equal((await render(base() + path)).reason, UNREACHABLE)
  })
}

for (const path of ['/silent', '/drip']) {
  test(`a server that keeps one waiting by ${path} is 502 at HTTP_FETCH_TIMEOUT_MS`, async () => {
    const startedMs = performance.now()
    const { reason } = await render(base() + path, hurried)
    assert.equal(reason, UNREACHABLE)
    // That it ends at all is what the limit does.
    const elapsedMs = performance.now() - startedMs
    assert.ok(elapsedMs >= TIMEOUT_MS - 50, `${elapsedMs} ms`)
  })
}

test('a server that accepts and says nothing at all is 502 at HTTP_FETCH_TIMEOUT_MS', async () => {
  const sockets: Socket[] = []
  const mute = createTcpServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  const { reason } = await render(
    `http://127.0.0.1:${(mute.address() as AddressInfo).port}/x`,
    hurried,
  )
  assert.equal(reason, UNREACHABLE)
  for (const socket of sockets) socket.destroy()
  mute.close()
})

test('a name that never resolves is 502 at HTTP_FETCH_TIMEOUT_MS', async () => {
  names.set('mudo.example', () => new Promise<never>(() => undefined))
  const { reason } = await render('http://mudo.example/', hurried)
  assert.equal(reason, UNREACHABLE)
})

test('a compressed answer is not unpacked, whatever it would become', async () => {
  // Unpacked it would be one.
  assert.match((await render(`${base()}/gzip`)).reason, /not an image/)
})

test('three redirects are followed, the fourth is not', async () => {
  assert.equal((await render(`${base()}/hops/2`)).status, 200)
  requests.length = 0
  assert.equal((await render(`${base()}/hops/20`)).reason, UNREACHABLE)
  assert.equal(requests.length, 4)
})

const TARGETS = [
  'http://127.0.0.2:PORT/ok',
  'http://10.0.0.1/',
  'http://[::ffff:127.0.0.2]:PORT/ok',
  'http://169.254.169.254/latest/meta-data',
  '//127.0.0.2:PORT/ok',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'ftp://127.0.0.1/x',
  'http://u:p@127.0.0.1:PORT/ok',
  'http://privado.example/',
  'gopher://127.0.0.1/',
]

for (const target of TARGETS) {
  test(`a redirect to ${target} is not followed`, async () => {
    names.set('privado.example', () => ['10.0.0.1'])
    requests.length = 0
    const { reason } = await render(
      `${base()}/to?${encodeURIComponent(target.replace('PORT', `${port}`))}`,
    )
    assert.equal(reason, UNREACHABLE)
    assert.equal(requests.length, 1)
  })
}

test('a name that changes its address after it was checked gains nothing: the checked one is dialled', async () => {
  names.set('cambia.example', (ask) => [ask === 1 ? '127.0.0.1' : '127.0.0.2'])
  requests.length = 0
  assert.equal((await render(`http://cambia.example:${port}/ok`)).status, 200)
  assert.equal(dialled.at(-1), '127.0.0.1')
  assert.equal(requests[0]?.headers.host, `cambia.example:${port}`)
  assert.equal(asked.filter((name) => name === 'cambia.example').length, 1)
  assert.equal((await render(`http://cambia.example:${port}/ok`)).reason, UNREACHABLE)
  assert.equal(requests.length, 1)
})

test('a name is asked anew at every redirect', async () => {
  names.set('gira.example', (ask) => [ask === 1 ? '127.0.0.1' : '10.0.0.1'])
  const target = encodeURIComponent(`http://gira.example:${port}/ok`)
  requests.length = 0
  assert.equal((await render(`http://gira.example:${port}/to?${target}`)).reason, UNREACHABLE)
  assert.equal(requests.length, 1)
})

test('a name with one public and one private address, or with none, is refused', async () => {
  const answers = [['127.0.0.1', '10.0.0.1'], ['10.0.0.1', '127.0.0.1'], ['127.0.0.1', '::1'], []]
  requests.length = 0
  for (const [index, addresses] of answers.entries()) {
    names.set(`mixto-${index}.example`, () => addresses)
    assert.equal((await render(`http://mixto-${index}.example:${port}/ok`)).reason, UNREACHABLE)
  }
  assert.equal(requests.length, 0)
})

test('without IMAGE_URL_ALLOW only the ports 80 and 443 are dialled', async () => {
  const closed = await startDocuments({
    config: { httpFetchTimeoutMs: PATIENT_MS },
    resolve: () => Promise.resolve(['93.184.216.34']),
  })
  await closed.upload('logo', docx(table(['{%logo}'])))
  for (const other of [22, 25, 6379, 8080, port]) {
    const found = await closed.render('logo', { logo: `http://publico.example:${other}/` })
    assert.deepEqual([found.status, found.json.error.details.reason], [502, UNREACHABLE])
  }
  await closed.stop()
})
