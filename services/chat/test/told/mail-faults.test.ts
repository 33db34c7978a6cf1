import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnChat, type OwnChatTest } from '../chat-service.ts'

// Deep: it waits for mail servers that hang.
// A service of its own: it sets a mail server.

/** A mail server that treats a mail as the name of who shall get it says, until it is well again. */
const server = {
  url: '',
  isWell: false,
  /** Who was named, as often as they were. */
  asked: [] as string[],
  /** The mails that it has whole, also those that it did not say so of. */
  mails: [] as { readonly to: string; readonly id: string }[],
  listening: undefined as Server | undefined,
}

async function listen(): Promise<void> {
  server.listening = createServer((socket) => {
    let to = ''
    let mail: string[] | undefined
    let rest = ''
    socket.on('error', () => socket.destroy())
    socket.write('220 test\r\n')
    const is = (kind: string) => !server.isWell && to.startsWith(kind)
    const takeText = (lines: string[], line: string): string | undefined => {
      if (line !== '.') {
        lines.push(line)
        if (is('drop-text')) socket.destroy()
        return undefined
      }
      server.mails.push({ to, id: lines.find((one) => one.startsWith('Message-ID:')) ?? '' })
      mail = undefined
      if (is('drop-end')) socket.destroy()
      return is('drop-end') || is('hang-end') ? undefined : '250 taken'
    }
    const take = (line: string): string | undefined => {
      if (mail !== undefined) return takeText(mail, line)
      if (line.startsWith('RCPT')) {
        to = /<([^@>]*)/.exec(line)?.[1] ?? ''
        server.asked.push(to)
        return is('hang-name') ? undefined : '250 fine'
      }
      if (line !== 'DATA') return '250 fine'
      if (is('hang-data')) return undefined
      mail = []
      return '354 go on'
    }
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (socket.destroyed) return
        const said = take(line)
        if (said !== undefined && !socket.destroyed) socket.write(`${said}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listening?.listen(0, '127.0.0.1', resolve))
  const address = server.listening.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server listens')
  server.url = `smtp://127.0.0.1:${address.port}`
}

let chat: OwnChatTest

before(async () => {
  await listen()
  chat = await startOwnChat({ smtpUrl: server.url })
})
after(async () => {
  await chat.stop()
  server.listening?.close()
})

async function invite(name: string): Promise<void> {
  const fields = { invitee_emails: `${name}@example.com`, stream_ids: [] }
  assert.equal((await chat.owner.post('/invites', fields)).status, 200)
}

async function stateOf(name: string) {
  const [row] = await chat.database.query<{
    attempts: number
    isSent: boolean
    failure: string | null
  }>({
    text: `select attempts, sent_at is not null as "isSent", failure from mail where recipient = $1`,
    values: [`${name}@example.com`],
  })
  return row
}

const isSent = (name: string) =>
  eventually(`the mail to ${name}`, async () => (await stateOf(name))?.isSent)

const mailsTo = (name: string) => server.mails.filter(({ to }) => to === name)

test('a server that hangs with some mails holds up neither the others, nor a connection to the database, nor a stop of the service; nothing is sent twice', async () => {
  server.isWell = false
  const hanging = ['hang-name', 'hang-data', 'hang-end']
  for (const name of hanging) await invite(name)
  await eventually('all three hang', () => hanging.every((name) => server.asked.includes(name)))
  await eventually('the end', () => mailsTo('hang-end').length === 1)
  await invite('ophelia')
  await isSent('ophelia')
  const open = await chat.database.query({
    text: `select query from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`,
    values: [],
  })
  assert.deepEqual(open, [])
  const since = performance.now()
  server.isWell = true
  await chat.restart()
  const elapsed = performance.now() - since
  // Less than half of what the server has for a mail.
  assert.ok(elapsed < 60_000, `stopping and starting took ${elapsed} ms`)
  // What did not end is sent by the next start, at once: it was given back.
  for (const name of hanging) await isSent(name)
  assert.equal((await stateOf('hang-name'))?.attempts, 0)
  assert.equal(mailsTo('hang-name').length, 1)
  assert.equal(mailsTo('hang-data').length, 1)
  assert.equal(mailsTo('ophelia').length, 1)
  // The server had it and never said so: SMTP lets nobody know. Mail programs see that it is the same.
  const [first, again, ...more] = mailsTo('hang-end')
  assert.deepEqual([first?.id, more], [again?.id, []])
})

test('a server that drops the connection gets the mail again after half a minute, and others are sent meanwhile', async () => {
  server.isWell = false
  await invite('drop-text')
  await invite('drop-end')
  await invite('yorick')
  await isSent('yorick')
  for (const name of ['drop-text', 'drop-end']) {
    await eventually(`a failure of ${name}`, async () => (await stateOf(name))?.attempts === 1)
  }
  server.isWell = true
  const asked = server.asked.length
  chat.clock.advance(29_000)
  await invite('osric')
  await isSent('osric')
  assert.deepEqual(server.asked.slice(asked), ['osric'])
  chat.clock.advance(1_000)
  for (const name of ['drop-text', 'drop-end']) await isSent(name)
  assert.equal(mailsTo('drop-text').length, 1)
  const [first, again, ...more] = mailsTo('drop-end')
  assert.deepEqual([first?.id, more], [again?.id, []])
})

test('what a process has claimed nobody else sends, until it must have ended one way or the other', async () => {
  server.isWell = false
  const name = 'hang-name-longer'
  await invite(name)
  const asked = () => server.asked.filter((one) => one === name).length
  await eventually('it hangs', () => asked() === 1)
  server.isWell = true
  chat.clock.advance(149_000)
  await invite('fortinbras')
  await isSent('fortinbras')
  assert.equal(asked(), 1)
  chat.clock.advance(1_000)
  await isSent(name)
  assert.equal(asked(), 2)
})
