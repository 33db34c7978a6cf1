import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { startOwnChat, type ChatTest } from '../chat-service.ts'
import { linkIn, mailServer, readMail, type MailServer } from './mails.ts'

// A service of its own: it sets a mail server.

let chat: ChatTest
let server: MailServer

before(async () => {
  server = await mailServer()
  chat = await startOwnChat({ smtpUrl: server.url })
})
after(async () => {
  await chat.stop()
  server.close()
})

const invite = (chatTest: ChatTest, name: string) =>
  chatTest.owner.post('/invites', { invitee_emails: `${name}@example.com`, stream_ids: [] })

const rows = (chatTest: ChatTest, address: string) =>
  chatTest.database.query<{
    attempts: number
    isDue: boolean
    isSent: boolean
    hasText: boolean
    failure: string | null
    seconds: number
  }>({
    text: `select attempts, due_at is not null as "isDue", sent_at is not null as "isSent",
             text_cipher is not null as "hasText", failure,
             extract(epoch from due_at - created_at)::float8 as seconds
           from mail where recipient = $1 order by id`,
    values: [address],
  })

test('a mail goes out by SMTP, once, and its text is forgotten then', async () => {
  await chat.owner.patch('/settings', { full_name: 'Ana Bcc: x.example.com' })
  assert.equal((await invite(chat, 'horatio')).status, 200)
  const source = await eventually('a mail', () => server.mails[0])
  const mail = readMail(source)
  assert.deepEqual(
    [mail.from, mail.to, mail.subject],
    [
      'Example <no-reply@example.com>',
      'horatio@example.com',
      'Ana Bcc: x.example.com has invited you to join Example',
    ],
  )
  assert.match(source, /^Auto-Submitted: auto-generated$/m)
  assert.match(source, new RegExp(`^Message-ID: <chat-${chat.realmId}-\\d+@oficina>$`, 'm'))
  assert.ok(!/^Bcc/m.test(source), 'no name becomes a header')
  const [row] = await eventually('the mark', async () => {
    const found = await rows(chat, 'horatio@example.com')
    return found[0]?.isSent === true ? found : undefined
  })
  assert.deepEqual([row?.attempts, row?.isDue, row?.hasText], [0, false, false])
  assert.equal(server.mails.length, 1)
})

test('what waits to be sent is not readable in the database', async () => {
  server.refuse('451 later')
  await invite(chat, 'ophelia')
  await eventually('a failure', async () => {
    return (await rows(chat, 'ophelia@example.com'))[0]?.failure ?? undefined
  })
  const found = await chat.database.query({
    text: `select 1 from mail where recipient = 'ophelia@example.com'
             and (position('do_confirm' in encode(text_cipher, 'escape')) > 0 or text_cipher is null)`,
    values: [],
  })
  assert.equal(found.length, 0)
})

test('a server that refuses gets the mail again after half a minute, and then less and less often', async () => {
  const [first] = await rows(chat, 'ophelia@example.com')
  assert.deepEqual([first?.attempts, first?.seconds], [1, 30])
  chat.clock.advance(30_000)
  const [second] = await eventually('another failure', async () => {
    const found = await rows(chat, 'ophelia@example.com')
    return found[0]?.attempts === 2 ? found : undefined
  })
  assert.deepEqual([second?.seconds, second?.failure?.includes('451 later')], [90, true])
  server.refuse(undefined)
  chat.clock.advance(60_000)
  const source = await eventually('the mail', () =>
    server.mails.find((one) => one.includes('ophelia@example.com')),
  )
  assert.match(readMail(source).text, /accounts\/do_confirm/)
})

test('a new address of one’s own is confirmed by a mail to it, and the old address is told', async () => {
  const email = 'claudius@example.com'
  const fields = { email, old_password: OWNER_PASSWORD }
  assert.equal((await chat.owner.patch('/settings', fields)).status, 200)
  const me = async () => (await chat.owner.get('/users/me')).json.delivery_email
  assert.equal(await me(), 'owner@example.com')
  const newest = (to: string) =>
    eventually(`a mail to ${to}`, () => server.mails.map(readMail).findLast((one) => one.to === to))
  const link = linkIn(await newest(email))
  const open = async (method: string) => {
    const headers = { 'accept-language': 'es-MX' }
    return await exchange(chat.baseUrl + link, method, { headers })
  }
  assert.match((await open('GET')).text, /<h1>Confirma tu dirección nueva<\/h1>/)
  assert.equal(await me(), 'owner@example.com')
  const taken = await chat.person('Taken')
  const refused = await chat.owner.patch('/settings', { ...fields, email: taken.email })
  assert.equal(refused.json.msg, 'Already has an account.')
  assert.match((await open('POST')).text, /<h1>Tu dirección cambió<\/h1>/)
  const changed = await chat.client.send('GET', '/api/v1/users/me', {
    headers: {
      authorization: `Basic ${Buffer.from(`${email}:${chat.owner.key}`).toString('base64')}`,
    },
  })
  assert.equal(changed.json.delivery_email, email)
  const told = await newest('owner@example.com')
  assert.equal(told.subject, 'The address of your account at Example was changed')
  assert.match(told.text, /claudius@example\.com/)
  assert.equal((await open('GET')).status, 404)
  await chat.database.query({
    text: `update user_profile set delivery_email = 'owner@example.com' where id = $1`,
    values: [chat.owner.id],
  })
})

test('a mail that ten attempts could not send is given up, and its text forgotten', async () => {
  server.refuse('550 nobody')
  await invite(chat, 'yorick')
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await eventually(`attempt ${attempt}`, async () => {
      const [row] = await rows(chat, 'yorick@example.com')
      return row?.attempts === attempt
    })
    chat.clock.advance(6 * 3_600_000)
  }
  server.refuse(undefined)
  const [row] = await rows(chat, 'yorick@example.com')
  assert.deepEqual([row?.isDue, row?.isSent, row?.hasText], [false, false, false])
})

test('without a mail server a mail is a file that can be read as it is, or nothing where the disk is full', async () => {
  const files = await startOwnChat()
  try {
    const folder = join(files.dataDir, 'mail')
    await mkdir(folder)
    // Every write to this device fails as on a full disk.
    await symlink('/dev/full', join(folder, `chat-${files.realmId}-00000001.eml.part`))
    await invite(files, 'gertrude')
    const reason = await eventually('a failure', async () => {
      return (await rows(files, 'gertrude@example.com'))[0]?.failure ?? undefined
    })
    assert.match(reason, /ENOSPC/)
    assert.deepEqual(await readdir(folder), [])
    files.clock.advance(30_000)
    await eventually('the file', async () => (await readdir(folder)).length === 1)
    await files.owner.patch('/realm', { default_language: 'es' })
    await invite(files, 'polonius')
    const source = await eventually('the other file', () =>
      readFile(join(folder, `chat-${files.realmId}-00000002.eml`), 'utf8'),
    )
    assert.match(source, /^Content-Transfer-Encoding: 8bit$/m)
    assert.match(source, /^Content-Type: text\/plain; charset=utf-8$/m)
    assert.match(source, /^ {2}https:\/\/chat\.example\.com\/accounts\/do_confirm\/[a-z0-9]{24}$/m)
    assert.match(source, /te invita a la organización Example/)
  } finally {
    await files.stop()
  }
})
