import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'

import { mailTransport, type OutgoingMail } from '../src/mail-transport.ts'

// Deep: it waits for servers that hang.

const MAIL: OutgoingMail = {
  to: ['ana@example.com'],
  subject: 'Fine',
  text: 'Hello\n.\nand more\n',
  createdAt: new Date(0),
  messageId: '<1@example.com>',
  fileName: 'x.eml',
}

const LIMIT_MS = 400
// Far below the limits of the mail library itself, which are half a minute and more.
const SOON_MS = 5_000

interface Server {
  readonly url: string
  /** What clients sent, in all connections. */
  readonly lines: readonly string[]
  /** When the connections that there were are closed. */
  readonly closed: Promise<unknown>[]
}

/** A mail server that answers each line as it is told; undefined: not at all. */
async function server(
  greet: (socket: Socket) => void,
  answer: (line: string, socket: Socket) => string | undefined,
): Promise<Server> {
  const lines: string[] = []
  const closed: Promise<unknown>[] = []
  const listening = createServer((socket) => {
    closed.push(new Promise((resolve) => socket.once('close', resolve)))
    socket.on('error', () => socket.destroy())
    let rest = ''
    socket.on('data', (chunk) => {
      const received = (rest + chunk.toString('utf8')).split('\r\n')
      rest = received.pop() ?? ''
      for (const line of received) {
        lines.push(line)
        const said = answer(line, socket)
        if (said !== undefined) socket.write(`${said}\r\n`)
      }
    })
    greet(socket)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  after(() => listening.close())
  const address = listening.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens')
  return { url: `smtp://127.0.0.1:${address.port}`, lines, closed }
}

const hello = (socket: Socket) => socket.write('220 test\r\n')
/** What a server answers that is well; lines of the mail itself get no answer. */
const fine = (line: string) => {
  if (line === 'DATA') return '354 go on'
  if (line === '.') return '250 taken'
  return /^(?:EHLO|MAIL|RCPT|QUIT)/.test(line) ? '250 fine' : undefined
}

const transportTo = (smtpUrl: string) =>
  mailTransport({ smtpUrl, from: 'no-reply@example.com', folder: '', limitMs: LIMIT_MS })

const TOO_LONG = /^Error: the mail server took longer than 0\.4 s$/

test('a server that hangs, wherever it does, is given up when the time of a mail is over', async () => {
  const trickling = (socket: Socket) => {
    const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  }
  const hanging: readonly (readonly [string, Server])[] = [
    ['never greets', await server(() => undefined, fine)],
    ['greets without end', await server(trickling, fine)],
    ...(await Promise.all(
      ['EHLO', 'MAIL', 'RCPT', 'DATA', '.'].map(
        async (word) =>
          [
            `never answers ${word}`,
            await server(hello, (line) => (line.startsWith(word) ? undefined : fine(line))),
          ] as const,
      ),
    )),
  ]
  for (const [what, { url, closed }] of hanging) {
    const since = performance.now()
    await assert.rejects(transportTo(url)(MAIL), TOO_LONG, what)
    const elapsed = performance.now() - since
    assert.ok(elapsed >= LIMIT_MS - 50 && elapsed < SOON_MS, `${what}: ${elapsed} ms`)
    // No connection is left behind.
    await Promise.all(closed)
  }
})

test('who stops waiting gives up at once', async () => {
  const { url } = await server(() => undefined, fine)
  const stop = new AbortController()
  const sending = mailTransport({ smtpUrl: url, from: 'no-reply@example.com', folder: '' })(
    MAIL,
    stop.signal,
  )
  stop.abort()
  await assert.rejects(sending, /abort/i)
})

test('a server that drops the connection in the middle fails the mail, which is not sent again by itself', async () => {
  for (const word of ['MAIL', 'DATA', 'Hello', '.']) {
    const { url, lines } = await server(hello, (line, socket) => {
      if (!line.startsWith(word)) return fine(line)
      socket.destroy()
      return undefined
    })
    await assert.rejects(transportTo(url)(MAIL), (error: Error) => !TOO_LONG.test(String(error)))
    assert.equal(lines.filter((line) => line.startsWith('MAIL')).length, 1, word)
  }
})
