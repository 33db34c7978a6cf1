import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { CALL_LINK_MS, callLink, type CallTicket } from '../../src/entrance/call-link.ts'
import { bigBlueButton } from '../../src/entrance/store/big-blue-button.ts'
import { SECRET } from '../chat-server.ts'
import { channel, send, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { callServer, type CallServer } from './call-server.ts'

// A service of its own: it sets a server of video calls.

const JOIN = '/calls/bigbluebutton/join'
const CREATE = '/calls/bigbluebutton/create'
// Another server: another secret, and no calls.
const OTHER_SECRET = 'cd'.repeat(32)

let chat: ChatTest
let other: ChatTest
let calls: CallServer
let hamlet: Person
let cordelia: Person

before(async () => {
  calls = await callServer()
  const configured = { bigBlueButtonUrl: calls.url, bigBlueButtonSecret: calls.secret }
  chat = await startOwnChat(configured)
  other = await startOwnChat({ secret: OTHER_SECRET })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(async () => {
  await chat.stop()
  await other.stop()
  await calls.stop()
})

/** The address of a new call. */
async function newCall(by: Person, fields: { voice_only?: boolean } = {}): Promise<string> {
  const { status, json } = await by.get(CREATE, { meeting_name: 'Battlements & ghosts', ...fields })
  assert.equal(status, 200)
  return json.url
}

function basic({ email, key }: Person) {
  return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
}

async function open(path: string, headers: Readonly<Record<string, string>> = {}) {
  return await exchange(chat.baseUrl + path, 'GET', {
    headers: { 'accept-language': 'en', ...headers },
  })
}

async function sendName(path: string, fullName: string, language = 'en'): Promise<TestAnswer> {
  return await exchange(chat.baseUrl + path, 'POST', {
    headers: { 'accept-language': language },
    body: new URLSearchParams({ full_name: fullName }),
  })
}

function problem({ text }: TestAnswer): string | undefined {
  return /role="alert">([^<]*)</.exec(text)?.[1]
}

/** Follows a redirect to the server of the calls. */
async function follow(answer: TestAnswer): Promise<string> {
  assert.equal(answer.status, 303)
  const location = answer.headers.get('location') ?? ''
  assert.ok(location.startsWith(`${calls.url}api/join?`), location)
  return (await exchange(location, 'GET')).text
}

test('clients learn of BigBlueButton where it is configured, and only there', async () => {
  const none = { disabled: { name: 'None', id: 0 }, jitsi_meet: { name: 'Jitsi Meet', id: 1 } }
  const here = await hamlet.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual(here.state['realm_available_video_chat_providers'], {
    ...none,
    big_blue_button: { name: 'BigBlueButton', id: 4 },
  })
  assert.equal((await chat.owner.patch('/realm', { video_chat_provider: 4 })).status, 200)
  const there = await other.owner.listen({ fetch_event_types: ['realm'] })
  assert.deepEqual(there.state['realm_available_video_chat_providers'], none)
})

test('an organization may hold its calls on a Jitsi server of its own', async () => {
  const { owner } = other
  const mine = await owner.listen({ event_types: ['realm'], fetch_event_types: ['realm'] })
  assert.equal(mine.state['realm_jitsi_server_url'], null)
  const set = (url: string) => owner.patch('/realm', { jitsi_server_url: JSON.stringify(url) })
  for (const url of ['javascript:alert(1)', 'meet', `https://${'a'.repeat(200)}.example.com`]) {
    const { status, json } = await set(url)
    assert.equal(status, 400)
    assert.equal(
      json.msg,
      'jitsi_server_url is not a web address of at most 200 characters, nor "default"',
    )
  }
  assert.equal((await set('https://meet.example.com')).status, 200)
  assert.equal((await owner.patch('/realm', { video_chat_provider: 1 })).status, 200)
  assert.equal((await owner.patch('/realm', { video_chat_provider: 3 })).status, 400)
  const { state } = await owner.listen({ fetch_event_types: ['realm'] })
  assert.equal(state['realm_jitsi_server_url'], 'https://meet.example.com')
  assert.equal(state['realm_video_chat_provider'], 1)
  assert.equal((await set('default')).status, 200)
  const told = await mine.events()
  assert.deepEqual(
    told.map(({ property, value }) => [property, value]),
    [
      ['jitsi_server_url', 'https://meet.example.com'],
      ['video_chat_provider', 1],
      ['jitsi_server_url', null],
    ],
  )
})

test('without a configuration there are no calls', async () => {
  const { status, json } = await other.owner.get(CREATE, { meeting_name: 'Elsinore' })
  assert.equal(status, 400)
  assert.deepEqual(json, {
    result: 'error',
    msg: 'BigBlueButton is not configured.',
    code: 'BAD_REQUEST',
  })
  const url = other.baseUrl + (await newCall(hamlet))
  assert.equal((await exchange(url, 'GET')).status, 400)
})

test('a call is a link that a message shows, and no meeting until somebody joins', async () => {
  const before = calls.asked
  const url = await newCall(hamlet)
  assert.ok(url.startsWith(`${JOIN}?bigbluebutton=`))
  assert.notEqual(url, await newCall(hamlet))
  await channel(hamlet, 'Elsinore', [hamlet])
  const id = await send(hamlet, 'Elsinore', 'ghosts', `[Join video call.](${url})`)
  const { json } = await hamlet.get(`/messages/${id}`)
  assert.equal(json.message.content, `<p><a href="${url}">Join video call.</a></p>`)
  assert.equal((await open(url)).status, 200)
  assert.equal(calls.asked, before)
})

test('a call has a name of 1 to 256 characters', async () => {
  const messages = async (fields: { meeting_name?: string; voice_only?: string }) =>
    (await hamlet.get(CREATE, fields)).json.msg
  assert.equal(await messages({}), "Missing 'meeting_name' argument")
  assert.equal(await messages({ meeting_name: '' }), 'meeting_name cannot be blank')
  assert.equal(
    await messages({ meeting_name: 'x'.repeat(257) }),
    'meeting_name is too long (limit: 256 characters)',
  )
  assert.equal(
    await messages({ meeting_name: 'x', voice_only: '5' }),
    'voice_only is not a boolean',
  )
  assert.equal(await messages({ meeting_name: 'x'.repeat(256) }), '')
})

test('whoever has the link joins by a name, as an attendee, and all of them the same meeting', async () => {
  const url = await newCall(hamlet)
  const page = await open(url)
  assert.match(page.text, /<h1>Join the call: Battlements &amp; ghosts<\/h1>/)
  assert.match(page.text, /<form method="post">/)
  const policy = page.headers.get('content-security-policy') ?? ''
  // Browsers apply it to where the form leads, which is another server.
  assert.ok(policy.endsWith(`form-action 'self' ${new URL(calls.url).origin} https:`), policy)
  assert.doesNotMatch(policy, /script-src/)
  assert.match(policy, /^default-src 'none'/)
  const before = calls.meetings.size
  for (const name of ['Francisco', 'Bernardo & Söhne']) {
    assert.equal(
      await follow(await sendName(url, name)),
      `${name} is VIEWER of Battlements & ghosts`,
    )
  }
  assert.equal(calls.meetings.size, before + 1)
})

test('a client joins by the account’s own name, and whoever made the call moderates it', async () => {
  const url = await newCall(hamlet)
  assert.equal(
    await follow(await open(url, basic(hamlet))),
    'King Hamlet is MODERATOR of Battlements & ghosts',
  )
  assert.equal(
    await follow(await open(url, basic(cordelia))),
    'Cordelia is VIEWER of Battlements & ghosts',
  )
  const wrong = await open(url, basic({ ...hamlet, key: cordelia.key }))
  assert.equal(wrong.status, 401)
  assert.equal(wrong.headers.get('location'), null)
})

test('a call by voice only is one without cameras', async () => {
  const url = await newCall(hamlet, { voice_only: true })
  assert.match((await open(url)).text, /by voice: cameras stay off/)
  const cameras = async (path: string) => {
    await follow(await sendName(path, 'Francisco'))
    return [...calls.meetings.values()].at(-1)?.parameters['lockSettingsDisableCam']
  }
  assert.equal(await cameras(url), 'true')
  assert.equal(await cameras(await newCall(hamlet)), 'false')
})

test('a name that no account could have is refused, and the form keeps it', async () => {
  const url = await newCall(hamlet)
  const before = calls.asked
  const refused = await sendName(url, '"><b>')
  assert.equal(refused.status, 400)
  assert.equal(problem(refused), 'Invalid characters in name!')
  assert.match(refused.text, /value="&quot;&gt;&lt;b&gt;"/)
  assert.equal(problem(await sendName(url, ' ')), 'Name too short!')
  assert.equal(problem(await sendName(url, ' ', 'es-MX')), 'El nombre es demasiado corto.')
  assert.equal(problem(await sendName(url, 'x'.repeat(101))), 'Name too long!')
  assert.equal(calls.asked, before)
})

test('a link that was changed, or made by another server or for another organization, leads nowhere', async () => {
  const url = await newCall(hamlet)
  const [body = '', signature = ''] = url.slice(`${JOIN}?bigbluebutton=`.length).split('.')
  const said: CallTicket = JSON.parse(Buffer.from(body, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...said, creatorId: cordelia.id }))
  const secret = Buffer.from(SECRET, 'hex')
  assert.equal(callLink(said, secret), url)
  const before = calls.asked
  for (const path of [
    `${JOIN}?bigbluebutton=${changed.toString('base64url')}.${signature}`,
    `${JOIN}?bigbluebutton=${body}.${signature.slice(1)}`,
    `${JOIN}?bigbluebutton=${body}.${signature}.`,
    `${JOIN}?bigbluebutton=${body}`,
    `${JOIN}?bigbluebutton=.`,
    JOIN,
    callLink(said, Buffer.from(OTHER_SECRET, 'hex')),
    callLink({ ...said, realmId: (said.realmId + 1) as CallTicket['realmId'] }, secret),
  ]) {
    for (const answer of [
      await open(path),
      await open(path, basic(cordelia)),
      await sendName(path, 'Francisco'),
    ]) {
      assert.equal(answer.status, 400)
      assert.match(problem(answer) ?? '', /^This address leads to no call/)
    }
  }
  assert.equal(calls.asked, before)
})

test('what the server of the calls does wrong is said, and can be tried again', async () => {
  const url = await newCall(hamlet)
  const connecting = 'Error connecting to the BigBlueButton server.'
  const authenticating = 'Error authenticating to the BigBlueButton server.'
  const unexpected = 'BigBlueButton server returned an unexpected error.'
  const failure = (key: string) =>
    `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey></response>`
  const cases = [
    [500, 'out of order', connecting],
    [302, '', connecting],
    [200, failure('checksumError'), authenticating],
    [200, failure('idNotUnique'), unexpected],
    [200, '<response><returncode>SUCCESS</returncode></response>', unexpected],
    [200, '<other><returncode>SUCCESS</returncode><createTime>1</createTime></other>', unexpected],
    [200, '<!DOCTYPE r [<!ENTITY a "b">]><response>&a;</response>', unexpected],
    [200, 'It works!', unexpected],
    [200, 'x'.repeat(64 * 1024 + 1), connecting],
  ] as const
  try {
    for (const [status, body, expected] of cases) {
      calls.answer(status, body)
      const answer = await sendName(url, 'Francisco')
      assert.equal(answer.status, 400)
      assert.equal(problem(answer), expected)
      assert.match(answer.text, /value="Francisco"/)
      assert.equal(problem(await open(url, basic(hamlet))), expected)
    }
  } finally {
    calls.recover()
  }
  assert.match(await follow(await sendName(url, 'Francisco')), /^Francisco is VIEWER/)
})

test('a server of calls that is away, or shares another secret, is told from one that fails', async () => {
  const meeting = { meetingId: 'zulip-1', name: 'Elsinore', isVoiceOnly: false }
  const problemOf = async (bigBlueButtonUrl: string, bigBlueButtonSecret: string) => {
    const server = bigBlueButton({ bigBlueButtonUrl, bigBlueButtonSecret })
    const joined = await server?.join(meeting, { name: 'Francisco', isModerator: false })
    return joined?.ok === false ? joined.error : undefined
  }
  assert.deepEqual(await problemOf(calls.url, 'another secret'), {
    text: 'Error authenticating to the BigBlueButton server.',
    reason: 'checksumError',
  })
  const gone = await callServer()
  await gone.stop()
  assert.deepEqual(await problemOf(gone.url, gone.secret), {
    text: 'Error connecting to the BigBlueButton server.',
    reason: 'ECONNREFUSED',
  })
  assert.equal(await problemOf(calls.url, calls.secret), undefined)
})

test('half of the configuration, or an address with credentials, stops the start', () => {
  const together = /BIG_BLUE_BUTTON_URL and BIG_BLUE_BUTTON_SECRET belong together/
  const make = (bigBlueButtonUrl: string | undefined, bigBlueButtonSecret: string | undefined) =>
    bigBlueButton({ bigBlueButtonUrl, bigBlueButtonSecret })
  assert.throws(() => make(calls.url, undefined), together)
  assert.throws(() => make(undefined, calls.secret), together)
  assert.throws(() => make('https://a:b@bbb.example.com/', calls.secret), /without credentials/)
  assert.equal(make(undefined, undefined), undefined)
})

test('a link leads into its call for 30 days', async () => {
  const url = await newCall(hamlet)
  chat.clock.advance(CALL_LINK_MS)
  assert.equal((await open(url)).status, 200)
  chat.clock.advance(1)
  const answer = await open(url)
  assert.equal(answer.status, 400)
  assert.equal(problem(answer), 'This address has expired. Ask whoever sent it for a new one.')
  assert.equal((await sendName(url, 'Francisco')).status, 400)
})
