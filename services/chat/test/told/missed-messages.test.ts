import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { allMails, mailsTo, newestMail, type ReadMail } from './mails.ts'

// A service of its own: its mails wait for a clock that it moves.

let chat: ChatTest
let hamlet: Person
let denmark: number
let nunnery: number

before(async () => {
  chat = await startOwnChat()
  hamlet = await chat.person('Hamlet')
  denmark = await channel(chat.owner, 'Denmark', [chat.owner, hamlet])
  nunnery = await channel(chat.owner, 'Nunnery', [chat.owner, hamlet])
})
after(() => chat.stop())

/** Somebody who reads both channels. */
async function reader(name: string): Promise<Person> {
  const person = await chat.person(name)
  await person.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'Denmark' }, { name: 'Nunnery' }],
  })
  return person
}

const write = async (to: readonly Person[], content: string, by = hamlet) => {
  const answer = await by.post('/messages', {
    type: 'direct',
    to: to.map(({ id }) => id),
    content,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.id
}

/** Lets the messages so far be looked at, and then the time pass in which they may be read. */
async function passTime(seconds = 120): Promise<void> {
  chat.clock.advance(11_000)
  await eventually('all messages to be looked at', async () => {
    const [row] = await chat.database.query<{ left: number }>({
      text: `select count(*)::int as left from message m join missed_progress p on p.realm_id = m.realm_id where m.id > p.message_id`,
      values: [],
    })
    return row?.left === 0
  })
  chat.clock.advance(seconds * 1_000)
  await eventually('everybody to be told', async () => {
    const [row] = await chat.database.query<{ left: number }>({
      text: 'select count(*)::int as left from missed_message where due_at <= $1',
      values: [new Date(chat.clock.now())],
    })
    return row?.left === 0
  })
}

/** The mails to somebody, of whom a last one to a witness says that nothing else is under way. */
async function mailsOf(person: Person): Promise<readonly ReadMail[]> {
  const witness = await chat.person(`Witness of ${person.name}`)
  await write([witness], 'the end')
  await passTime()
  const mails = await mailsTo(chat, witness.email, 1)
  assert.equal(mails.length, 1)
  return (await allMails(chat)).filter(({ to }) => to === person.email)
}

test('who is away gets one mail of all direct messages and mentions, by conversation', async () => {
  const ophelia = await reader('Ophelia')
  await write([ophelia], 'I *did* love you once.')
  await send(hamlet, 'Nunnery', 'advice', 'Get thee here, @**Ophelia**!')
  // Another topic: where she was mentioned she follows, and is told of all.
  await send(hamlet, 'Nunnery', 'weather', 'Nobody in particular.')
  await write([ophelia], 'I loved you not.')
  await passTime()
  const mail = await newestMail(chat, ophelia.email)
  assert.equal(mail.subject, '[Example] 3 new messages')
  assert.match(
    mail.text,
    /^While you were away there were 3 messages for you at Example \(https:\/\/chat\.example\.com\)\.\n\n== Hamlet ==\n\nHamlet:\nI \*did\* love you once\.\n\nHamlet:\nI loved you not\.\n\n== #Nunnery > advice ==\n\nHamlet:\nGet thee here, @\*\*Ophelia\*\*!\n\n/,
  )
  assert.match(mail.text, /nobody reads answers to it/)
  assert.equal((await mailsTo(chat, ophelia.email, 1)).length, 1)
})

test('of one conversation the subject tells which, in the person’s language', async () => {
  const laertes = await reader('Laertes')
  await laertes.patch('/settings', { default_language: 'es' })
  await write([laertes], 'Adieu')
  await passTime()
  const mail = await newestMail(chat, laertes.email)
  assert.equal(mail.subject, '[Example] Hamlet')
  assert.match(mail.text, /^Mientras no estabas hubo un mensaje para ti en Example/)
})

test('nothing is mailed of what was read, deleted, muted, or not wanted', async () => {
  const horatio = await reader('Horatio')
  const yorick = await reader('Yorick')
  const read = await write([horatio], 'read in time')
  const gone = await write([horatio], 'deleted in time')
  await horatio.post(`/users/me/muted_users/${yorick.id}`)
  await write([horatio], 'from a muted person', yorick)
  await horatio.post('/user_topics', { stream_id: denmark, topic: 'noise', visibility_policy: 1 })
  await chat.owner.post('/messages', {
    type: 'stream',
    to: denmark,
    topic: 'noise',
    content: '@**all** in a muted topic',
  })
  await horatio.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' })
  assert.equal((await hamlet.delete(`/messages/${gone}`)).status, 200)
  assert.deepEqual(await mailsOf(horatio), [])
  await horatio.patch('/settings', { enable_offline_email_notifications: false })
  await write([horatio], 'not wanted')
  assert.deepEqual(await mailsOf({ ...horatio, name: 'Horatio again' }), [])
})

test('who was there shortly before a message, or came back after it, is not told', async () => {
  const gertrude = await reader('Gertrude')
  const active = () =>
    gertrude.post('/users/me/presence', { status: 'active', ping_only: true, new_user_input: true })
  await active()
  chat.clock.advance(100_000)
  await write([gertrude], 'just away')
  assert.deepEqual(await mailsOf(gertrude), [])
  chat.clock.advance(600_000)
  await write([gertrude], 'came back')
  await active()
  assert.deepEqual(await mailsOf({ ...gertrude, name: 'Gertrude again' }), [])
  chat.clock.advance(600_000)
  await write([gertrude], 'long away')
  const mails = await mailsOf({ ...gertrude, name: 'Gertrude at last' })
  assert.deepEqual(
    mails.map(({ text }) => text.includes('long away') && !text.includes('came back')),
    [true],
  )
})

test('channels and followed topics tell those by mail who want it, as late as they want it', async () => {
  const osric = await reader('Osric')
  await osric.post('/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: denmark, property: 'email_notifications', value: true }],
  })
  await osric.post('/user_topics', { stream_id: nunnery, topic: 'Hats', visibility_policy: 3 })
  await osric.patch('/settings', { email_notifications_batching_period_seconds: 600 })
  await send(hamlet, 'Denmark', 'weather', 'It is very cold.')
  await send(hamlet, 'Nunnery', 'hats', 'Put your bonnet to his right use.')
  await send(hamlet, 'Nunnery', 'other', 'Not followed.')
  await passTime(300)
  const waiting = await chat.database.query({
    text: 'select message_id from missed_message where user_id = $1',
    values: [osric.id],
  })
  assert.equal(waiting.length, 2)
  await passTime(600)
  const mail = await newestMail(chat, osric.email)
  assert.match(mail.text, /It is very cold/)
  assert.match(mail.text, /Put your bonnet/)
  assert.doesNotMatch(mail.text, /Not followed/)
})

test('where mails must not tell what was written, they tell how much', async () => {
  const marcellus = await reader('Marcellus')
  await marcellus.patch('/settings', { message_content_in_email_notifications: false })
  await write([marcellus], 'Something is rotten')
  await passTime()
  const mail = await newestMail(chat, marcellus.email)
  assert.equal(mail.subject, '[Example] A new message')
  assert.doesNotMatch(mail.text, /rotten|Hamlet/)
})

test('a mail names 50 messages and the number of the others, each with 2,000 characters at most', async () => {
  const polonius = await reader('Polonius')
  await write([polonius], 'w'.repeat(5_000))
  for (let count = 1; count < 53; count += 1) await write([polonius], `words ${count}`)
  await passTime()
  const { text } = await newestMail(chat, polonius.email)
  assert.match(text, /\n\n… and 3 more\.\n\n/)
  assert.equal(text.replaceAll('\n', '').match(/w{1000,}…/)?.[0].length, 2_001)
})

test('a greeting of the welcome bot is nothing to be told of by mail', async () => {
  const claudius = await chat.person('Claudius', ROLE.administrator)
  const fields = { welcome_message_custom_text: 'Hello' }
  const { status } = await claudius.post('/realm/test_welcome_bot_custom_message', fields)
  assert.equal(status, 200)
  assert.deepEqual(await mailsOf(claudius), [])
})

test('messages that are older than a day when they are found, such as imported ones, are nobody’s news', async () => {
  const francisco = await reader('Francisco')
  const id = await write([francisco], 'from the archive')
  await chat.database.query({
    text: `update message set sent_at = $2 where id = $1`,
    values: [id, new Date(chat.clock.now() - 90_000_000)],
  })
  assert.deepEqual(await mailsOf(francisco), [])
})
