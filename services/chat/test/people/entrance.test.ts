import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import { OWNER_PASSWORD } from '../chat-server.ts'
import { channel, startOwnChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { linkIn, mailsTo, newestMail } from '../told/mails.ts'

// A service of its own: it moves the clock by half hours.

let chat: ChatTest
let owner: Person
let denmark: number

before(async () => {
  chat = await startOwnChat()
  ;({ owner } = chat)
  denmark = await channel(owner, 'Denmark', [owner])
  // Other mails are not about coming in.
  await owner.patch('/settings', { enable_offline_email_notifications: false })
})
after(() => chat.stop())

type Fields = Readonly<Record<string, string>>

async function page(
  path: string,
  fields?: Fields,
  language = 'en-US,en;q=0.5',
): Promise<TestAnswer> {
  const headers = { 'accept-language': language }
  return fields === undefined
    ? await exchange(chat.baseUrl + path, 'GET', { headers })
    : await exchange(chat.baseUrl + path, 'POST', { headers, body: new URLSearchParams(fields) })
}

function heading({ text }: TestAnswer): string {
  return /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? ''
}

function problem({ text }: TestAnswer): string | undefined {
  return /role="alert">([^<]*)</.exec(text)?.[1]
}

async function keyOf(username: string, password: string): Promise<TestAnswer> {
  const body = new URLSearchParams({ username, password })
  return await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', { body })
}

async function as(username: string, password: string) {
  const { json } = await keyOf(username, password)
  const authorization = `Basic ${Buffer.from(`${username}:${json.api_key}`).toString('base64')}`
  return async (path: string) =>
    (await exchange(`${chat.baseUrl}/api/v1${path}`, 'GET', { headers: { authorization } })).json
}

async function invite(address: string, fields: Loose = {}) {
  const answer = await owner.post('/invites', {
    invitee_emails: address,
    stream_ids: [denmark],
    ...fields,
  })
  assert.equal(answer.status, 200, answer.text)
  return linkIn(await newestMail(chat, address))
}

test('who is invited by mail makes an account by the link, once, with what the invitation says', async () => {
  const { json: group } = await owner.post('/user_groups/create', {
    name: 'officers',
    description: '',
    members: [owner.id],
  })
  const link = await invite('horatio@example.com', {
    invite_as: ROLE.moderator,
    group_ids: [group.group_id],
    welcome_message_custom_text: 'The watch begins at **twelve**.',
  })
  const queue = await owner.listen({
    event_types: ['realm_user', 'subscription', 'user_group', 'invites_changed', 'message'],
  })
  const form = await page(link)
  assert.deepEqual([form.status, heading(form)], [200, 'Make your account at Example'])
  assert.match(form.text, /value="horatio@example\.com"\s+readonly/)
  const made = await page(link, {
    full_name: 'Horatio',
    password: 'what-is-it-tonight',
    email: 'other@example.com',
  })
  assert.deepEqual([made.status, heading(made)], [200, 'Welcome to Example'])
  assert.match(made.text, /<pre>https:\/\/chat\.example\.com<\/pre>/)
  const ask = await as('horatio@example.com', 'what-is-it-tonight')
  const me = await ask('/users/me')
  assert.deepEqual([me.full_name, me.role], ['Horatio', ROLE.moderator])
  const { subscriptions } = await ask('/users/me/subscriptions')
  assert.deepEqual(
    subscriptions.map(({ name }: Loose) => name),
    ['Denmark'],
  )
  const { user_groups: groups } = await owner.get('/user_groups').then(({ json }) => json)
  const officers = groups.find(({ id }: Loose) => id === group.group_id)
  assert.ok(officers.members.includes(me.user_id))
  const { messages } = await ask(
    '/messages?anchor=oldest&num_before=0&num_after=9&narrow=[["is","dm"]]',
  )
  assert.deepEqual(
    messages.map(({ sender_full_name: name, flags }: Loose) => [name, flags]),
    [['Welcome Bot', []]],
  )
  assert.match(messages[0].content, /Hello, and welcome to <strong>Example<\/strong>!.*twelve/s)
  const events = await queue.events()
  const told = events.map((event) =>
    event['op'] === undefined ? event['type'] : `${event['type']} ${event['op']}`,
  )
  for (const one of [
    'realm_user add',
    'subscription peer_add',
    'user_group add_members',
    'invites_changed',
    'message',
  ])
    assert.ok(told.includes(one), one)
  const accepted = events.find(({ type }) => type === 'message')?.['message'].content
  assert.match(
    accepted,
    /@_\*\*Horatio(?:\|\d+)?\*\* accepted your invitation to join Zulip!|Horatio.*accepted your invitation to join Zulip!/,
  )
  for (const again of [
    await page(link),
    await page(link, { full_name: 'Twice', password: 'long-enough' }),
  ]) {
    assert.deepEqual([again.status, heading(again)], [404, 'This link leads nowhere'])
  }
  const { invites } = (await owner.get('/invites')).json
  assert.deepEqual(invites, [])
})

test('a form that is refused is shown again with what was wrong, and the link still works', async () => {
  const link = await invite('osric@example.com')
  const short = await page(link, { full_name: 'O', password: 'long-enough' })
  assert.deepEqual([short.status, problem(short)], [400, 'Name too short!'])
  const weak = await page(link, { full_name: '<b>Osric</b>', password: 'long-enough' }, 'es-MX,en')
  assert.equal(problem(weak), 'El nombre tiene caracteres que no se permiten.')
  assert.ok(!weak.text.includes('<b>Osric'), 'what was written comes back as text')
  const missing = await page(link, {}, 'es')
  assert.equal(problem(missing), 'El nombre es demasiado corto.')
  const easy = await page(link, { full_name: 'Osric', password: 'short' })
  assert.equal(problem(easy), 'The password is too weak.')
  assert.equal((await page(link, { full_name: 'Osric', password: 'long-enough' })).status, 200)
})

test('what is no address, whatever characters it is made of, is told as such', async () => {
  for (const email of [
    '',
    'nobody',
    'a\0b@example.com',
    'a@b@example.com',
    `${'x'.repeat(300)}@x.mx`,
  ]) {
    const answer = await page('/accounts/password/reset', { email })
    assert.deepEqual([answer.status, problem(answer)], [400, 'Invalid address.'])
  }
  assert.equal((await page('/accounts/do_confirm/%00')).status, 400)
  assert.equal((await page(`/join/${'x'.repeat(1_000)}`)).status, 404)
})

test('a revoked, an expired and an unknown link lead nowhere', async () => {
  const revoked = await invite('reynaldo@example.com')
  const [{ id }] = (await owner.get('/invites')).json.invites
  await owner.delete(`/invites/${id}`)
  const expired = await invite('cornelius@example.com', { invite_expires_in_minutes: 10 })
  chat.clock.advance(600_000)
  for (const link of [
    revoked,
    expired,
    '/accounts/do_confirm/x',
    '/join/x',
    '/accounts/password/reset/x',
    '/accounts/confirm_new_email/x',
  ]) {
    const { status } = await page(link)
    assert.equal(status, 404, link)
    const sent = await page(link, {
      email: 'a@example.com',
      full_name: 'A B',
      password: 'long-enough',
    })
    assert.equal(sent.status, 404, link)
  }
})

test('by a reusable link anybody who has it confirms an address and makes an account, also again', async () => {
  const { json } = await owner.post('/invites/multiuse', {
    stream_ids: [denmark],
    invite_as: ROLE.guest,
  })
  const { pathname } = new URL(json.invite_link)
  const shown = await page(pathname)
  assert.deepEqual([shown.status, heading(shown)], [200, 'You are invited to Example'])
  assert.match(shown.text, /owner shares this link/)
  const wrong = await page(pathname, { email: 'nonsense' })
  assert.deepEqual([wrong.status, problem(wrong)], [400, 'Invalid address.'])
  for (const name of ['francisco', 'marcellus']) {
    const email = `${name}@example.com`
    assert.equal(heading(await page(pathname, { email })), 'Look into your mail')
    const link = linkIn(await newestMail(chat, email))
    const made = await page(link, { full_name: name, password: 'long-enough' })
    assert.equal(made.status, 200)
    const me = await (await as(email, 'long-enough'))('/users/me')
    assert.equal(me.role, ROLE.guest)
  }
  assert.equal((await page(pathname, { email: 'late@example.com' })).status, 200)
  const late = linkIn(await newestMail(chat, 'late@example.com'))
  const { id } = (await owner.get('/invites')).json.invites.at(-1)
  await owner.delete(`/invites/multiuse/${id}`)
  assert.equal((await page(late)).status, 404)
})

test('without an invitation nobody joins an organization that wants one, and an open one takes everybody', async () => {
  const closed = await page('/register')
  assert.deepEqual([closed.status, heading(closed)], [403, 'You need an invitation'])
  assert.equal((await page('/register', { email: 'stranger@example.com' })).status, 403)
  await owner.patch('/realm', { invite_required: false })
  assert.equal(heading(await page('/register')), 'Join Example')
  await page('/register', { email: 'stranger@example.com' }, 'es-MX')
  const mail = await newestMail(chat, 'stranger@example.com')
  assert.equal(mail.subject, 'Crea tu cuenta en Example')
  const made = await page(linkIn(mail), { full_name: 'Stranger', password: 'long-enough' }, 'es-MX')
  assert.equal(heading(made), 'Te damos la bienvenida a Example')
  const stranger = await as('stranger@example.com', 'long-enough')
  const { user_settings: settings } = await exchange(`${chat.baseUrl}/api/v1/register`, 'POST', {
    headers: { authorization: await basic('stranger@example.com', 'long-enough') },
    body: new URLSearchParams({ fetch_event_types: '["user_settings"]' }),
  }).then(({ json }) => json)
  assert.equal(settings.default_language, 'es')
  const { messages } = await stranger('/messages?anchor=oldest&num_before=0&num_after=9')
  assert.match(messages[0].content, /Te damos la bienvenida a/)
  const welcome = await newestMail(chat, 'stranger@example.com', 2)
  assert.equal(welcome.subject, 'Te damos la bienvenida a Example')
  assert.match(welcome.text, /^ {2}Organización: https:\/\/chat\.example\.com$/m)
  assert.match(welcome.text, /^ {2}Correo: stranger@example\.com$/m)
  // An organization may leave that mail out.
  await owner.patch('/realm', { send_welcome_emails: false })
  await page('/register', { email: 'quiet@example.com' })
  await page(linkIn(await newestMail(chat, 'quiet@example.com')), {
    full_name: 'Quiet',
    password: 'long-enough',
  })
  await page('/accounts/password/reset', { email: 'quiet@example.com' })
  const subjects = (await mailsTo(chat, 'quiet@example.com', 2)).map(({ subject }) => subject)
  assert.deepEqual(subjects, ['Make your account at Example', 'Choose a new password for Example'])
  await owner.patch('/realm', { invite_required: true, send_welcome_emails: true })
})

async function basic(username: string, password: string): Promise<string> {
  const { json } = await keyOf(username, password)
  return `Basic ${Buffer.from(`${username}:${json.api_key}`).toString('base64')}`
}

test('nobody learns from the pages who has an account', async () => {
  await owner.patch('/realm', { invite_required: false })
  const gone = await chat.person('Yorick')
  await owner.delete(`/users/${gone.id}`)
  const neutral = async (path: string, email: string) => {
    const answer = await page(path, { email })
    return answer.text.replaceAll(email, 'ADDRESS')
  }
  const addresses = [owner.email, gone.email, 'nobody@example.com']
  const registering = await Promise.all(addresses.map((one) => neutral('/register', one)))
  const resetting = await Promise.all(
    addresses.map((one) => neutral('/accounts/password/reset', one)),
  )
  await owner.patch('/realm', { invite_required: true })
  assert.equal(new Set(registering).size, 1)
  assert.equal(new Set(resetting).size, 1)
  const mails = await mailsTo(chat, owner.email, 2)
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    'Choose a new password for Example',
    'You have an account at Example',
  ])
  assert.deepEqual(
    (await mailsTo(chat, gone.email, 2)).map(({ subject }) => subject),
    ['Your account at Example is deactivated', 'Your account at Example is deactivated'],
  )
  assert.equal((await mailsTo(chat, 'nobody@example.com', 1)).length, 1)
})

test('a forgotten password is chosen anew by a link of a mail, which works once and ends the old key', async () => {
  const link = await invite('laertes@example.com')
  await page(link, { full_name: 'Laertes', password: 'long-enough' })
  const before = await as('laertes@example.com', 'long-enough')
  assert.equal(heading(await page('/accounts/password/reset')), 'Reset your password')
  await page('/accounts/password/reset', { email: 'LAERTES@example.com' })
  const first = linkIn(await newestMail(chat, 'laertes@example.com', 3))
  await page('/accounts/password/reset', { email: 'laertes@example.com' })
  const second = linkIn(await newestMail(chat, 'laertes@example.com', 4))
  assert.equal((await page(first)).status, 404, 'a newer link ends the older one')
  assert.equal(heading(await page(second)), 'Choose a new password')
  assert.equal(problem(await page(second, { password: 'short' })), 'The password is too weak.')
  assert.equal(heading(await page(second, { password: 'another-one' })), 'Your password is set')
  assert.equal((await page(second, { password: 'third-one' })).status, 404)
  assert.equal((await keyOf('laertes@example.com', 'long-enough')).status, 401)
  assert.equal((await keyOf('laertes@example.com', 'another-one')).status, 200)
  assert.equal((await before('/users/me')).code, 'UNAUTHORIZED')
})

test('a mail that is asked for again and again is refused for half an hour, whoever has the address', async () => {
  for (const email of ['gertrude@example.com', owner.email]) {
    const ask = () => page('/accounts/password/reset', { email })
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await ask()).status)
    const allowed = statuses.filter((status) => status === 200).length
    assert.ok(allowed >= 3 && allowed <= 5, String(statuses))
    const last = await ask()
    assert.deepEqual(
      [last.status, problem(last)],
      [429, 'There were too many attempts. Try again in half an hour.'],
    )
    assert.ok(Number(last.headers.get('retry-after')) <= 1_800)
    chat.clock.advance(1_800_000)
    assert.equal((await ask()).status, 200)
    chat.clock.advance(1_800_000)
  }
})

test('no key of a link stands in the database', async () => {
  await owner.patch('/realm', { invite_required: false })
  await page('/register', { email: 'secretive@example.com' })
  await owner.patch('/realm', { invite_required: true })
  const key = linkIn(await newestMail(chat, 'secretive@example.com'))
    .split('/')
    .at(-1)
  const found = await chat.database.query({
    text: `select 1 from confirmation c where position($1 in row_to_json(c)::text) > 0
           union all select 1 from mail m where position($1 in row_to_json(m)::text) > 0`,
    values: [key],
  })
  assert.deepEqual(found, [])
})

test('pages run no script, load nothing from elsewhere, and are kept by nobody', async () => {
  for (const path of ['/login', '/register', '/accounts/password/reset', '/join/x']) {
    const { headers, text } = await page(path)
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'self'/,
    )
    assert.deepEqual(
      [
        headers.get('cache-control'),
        headers.get('referrer-policy'),
        headers.get('x-frame-options'),
      ],
      ['no-store', 'no-referrer', 'DENY'],
    )
    assert.ok(!/<script|<style| style=| on\w+=/i.test(text), path)
    assert.match(text, /^<!doctype html>\s+<html lang="en">/)
  }
  const { contentType, text } = await page('/static/entrance.css')
  assert.match(contentType ?? '', /^text\/css/)
  assert.match(text, /prefers-color-scheme:dark/)
})

test('every field of a page has a label, and what the browser should fill in', async () => {
  await owner.patch('/realm', { invite_required: false })
  const link = await invite('labelled@example.com')
  for (const path of ['/register', '/accounts/password/reset', link]) {
    const { text } = await page(path)
    const ids = [...text.matchAll(/<input\s+id="(\w+)"/g)].map(([, id]) => id)
    assert.ok(ids.length > 0)
    for (const id of ids) assert.match(text, new RegExp(`<label for="${id}">[^<]+</label>`))
    assert.equal(text.match(/autocomplete="/g)?.length, ids.length)
  }
  await owner.patch('/realm', { invite_required: true })
})

test('the name of an organization is text wherever it is shown', async () => {
  await owner.patch('/realm', { name: '<img src=x>"&' })
  const { text } = await page('/login')
  await owner.patch('/realm', { name: 'Example' })
  assert.ok(!text.includes('<img src=x>'))
  assert.match(text, /&lt;img src=x&gt;&quot;&amp;/)
})

test('of two who use one link at once, one gets the account', async () => {
  const link = await invite('twins@example.com')
  const answers = await Promise.all(
    ['Castor', 'Pollux'].map((name) => page(link, { full_name: name, password: 'long-enough' })),
  )
  assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '404'])
  // The invitation, and one welcome.
  assert.equal((await mailsTo(chat, 'twins@example.com', 2)).length, 2)
  assert.equal((await keyOf(owner.email, OWNER_PASSWORD)).status, 200)
})
