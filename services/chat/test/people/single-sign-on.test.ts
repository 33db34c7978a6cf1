import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { oidcProvider } from '../../src/entrance/store/oidc-provider.ts'
import { startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { CLIENT, oidcDouble, type OidcDouble } from './oidc-provider.ts'

// A service of its own: it sets a provider.

let chat: ChatTest
let provider: OidcDouble
let hamlet: Person

const CONFIG = {
  oidcClientId: CLIENT.id,
  oidcClientSecret: CLIENT.secret,
  oidcName: 'Elsinore',
}

before(async () => {
  provider = await oidcDouble()
  chat = await startOwnChat({ ...CONFIG, oidcIssuer: provider.issuer })
  hamlet = await chat.person('Hamlet')
})
after(async () => {
  await chat.stop()
  provider.close()
})

interface Left {
  readonly cookie: string
  /** Where the provider sent the browser back to. */
  readonly back: string
}

const LOGIN = '/accounts/login/social/oidc'

/** Goes to the provider and to where it sends back, without arriving. */
async function leave(path = LOGIN): Promise<Left> {
  const left = await exchange(chat.baseUrl + path, 'GET')
  assert.equal(left.status, 303, left.text)
  const cookie = left.headers.get('set-cookie') ?? ''
  assert.match(cookie, /; Path=\/complete\/oidc\/; HttpOnly; SameSite=Lax; Secure$/)
  const there = await exchange(left.headers.get('location') ?? '', 'GET')
  const { pathname, search, origin } = new URL(there.headers.get('location') ?? '')
  assert.equal(origin + pathname, 'https://chat.example.com/complete/oidc/')
  return { cookie: cookie.split(';')[0] ?? '', back: pathname + search }
}

async function arrive({ cookie, back }: Left, language = 'en'): Promise<TestAnswer> {
  const headers = { cookie, 'accept-language': language }
  return await exchange(chat.baseUrl + back, 'GET', { headers })
}

function says(person: { email: string; name?: string; email_verified?: boolean }): void {
  provider.claims = { email_verified: true, ...person }
  provider.forged = {}
  provider.isTerse = false
}

const heading = ({ text }: TestAnswer) => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
const problem = ({ text }: TestAnswer) => /role="alert">([^<]*)</.exec(text)?.[1]

test('clients and the sign-in page learn of the provider', async () => {
  const { json } = await chat.client.send('GET', '/api/v1/server_settings')
  assert.equal(json.authentication_methods['openid connect'], true)
  const { state } = await chat.owner.listen({ fetch_event_types: ['realm'] })
  const used = { enabled: true, available: true }
  assert.deepEqual(state['realm_authentication_methods'], { Email: used, 'OpenID Connect': used })
  assert.deepEqual(json.external_authentication_methods, [
    {
      name: 'oidc',
      display_name: 'Elsinore',
      display_icon: null,
      login_url: LOGIN,
      signup_url: '/accounts/register/social/oidc',
    },
  ])
  const { text } = await exchange(`${chat.baseUrl}/login`, 'GET')
  assert.match(text, /href="\/accounts\/login\/social\/oidc">\s*Continue with Elsinore/)
})

test('whom the provider vouches for is signed in to the account of the address', async () => {
  for (const isTerse of [false, true]) {
    says({ email: 'HAMLET@example.com', name: 'Someone Else' })
    provider.isTerse = isTerse
    const page = await arrive(await leave())
    assert.equal(heading(page), 'You are signed in, Hamlet')
    assert.match(page.text, new RegExp(`key=${hamlet.key}\\nsite=https://chat\\.example\\.com\\n`))
    assert.equal(page.headers.get('cache-control'), 'no-store')
  }
})

test('the app on a phone is given the key as only it can read it', async () => {
  says({ email: hamlet.email })
  const otp = 'a7'.repeat(32)
  const answer = await arrive(await leave(`${LOGIN}?mobile_flow_otp=${otp}`))
  const location = new URL(answer.headers.get('location') ?? '')
  assert.equal(location.protocol + location.host, 'zulip:login')
  const { otp_encrypted_api_key: sealed = '', ...others } = Object.fromEntries(
    location.searchParams,
  )
  assert.deepEqual(others, {
    email: hamlet.email,
    user_id: String(hamlet.id),
    realm: 'https://chat.example.com',
  })
  const key = Buffer.from(Buffer.from(sealed, 'hex').map((byte) => byte ^ 0xa7))
  assert.equal(key.toString('ascii'), hamlet.key)
  const wrong = await exchange(`${chat.baseUrl}${LOGIN}?mobile_flow_otp=short`, 'GET')
  assert.deepEqual([wrong.status, problem(wrong)], [400, 'Invalid OTP'])
})

test('an address that the provider does not confirm opens nothing', async () => {
  for (const person of [
    { email: hamlet.email, email_verified: false },
    { email: 'owner@example.com', email_verified: undefined as never },
    { email: 'owner\0@example.com' },
    { email: 'no address' },
  ]) {
    says(person)
    const page = await arrive(await leave())
    assert.deepEqual(
      [page.status, problem(page)],
      [403, 'The provider does not confirm that the address is yours.'],
    )
  }
})

test('who has no account gets one where they are invited or the organization is open, and else not', async () => {
  says({ email: 'ophelia@example.com', name: 'Ophelia *the* fair' })
  const closed = await arrive(await leave(), 'es-MX')
  assert.deepEqual(
    [closed.status, problem(closed)],
    [403, 'Necesitas una invitación para unirte a esta organización.'],
  )
  await chat.owner.post('/invites', {
    invitee_emails: 'ophelia@example.com',
    stream_ids: [],
    invite_as: 600,
  })
  const invited = await arrive(await leave('/accounts/register/social/oidc'), 'es-MX')
  assert.equal(heading(invited), 'Iniciaste sesión, Ophelia the fair')
  const { members } = (await chat.owner.get('/users')).json
  const ophelia = members.find(({ email }: { email: string }) => email === 'ophelia@example.com')
  assert.equal(ophelia.role, 600)
  assert.deepEqual((await chat.owner.get('/invites')).json.invites, [])
  says({ email: 'laertes@example.com', name: '?' })
  await chat.owner.patch('/realm', { invite_required: false })
  const open = await arrive(await leave())
  assert.equal(heading(open), 'You are signed in, laertes__')
  says({ email: 'x@mailinator.com', name: 'Throw Away' })
  const refused = await arrive(await leave())
  await chat.owner.patch('/realm', { invite_required: true })
  assert.deepEqual(
    [refused.status, problem(refused)],
    [400, 'Disposable email addresses are not allowed in this organization'],
  )
})

test('a deactivated account stays so', async () => {
  const gone = await chat.person('Yorick')
  await chat.owner.delete(`/users/${gone.id}`)
  says({ email: gone.email })
  const page = await arrive(await leave())
  assert.deepEqual([page.status, problem(page)], [401, 'Your account is deactivated.'])
})

test('only the browser that left may come back, once, in ten minutes, with what the provider signed for it', async () => {
  says({ email: hamlet.email })
  const refused = async (left: Left) => {
    const page = await arrive(left)
    assert.deepEqual(
      [page.status, problem(page)],
      [403, 'The provider did not let you in, or it took too long. Try again.'],
    )
  }
  const left = await leave()
  const other = await leave()
  await refused({ ...left, cookie: '' })
  await refused({ ...left, cookie: 'oidc_ticket=forged' })
  await refused({ ...left, cookie: other.cookie })
  await refused({ ...left, back: left.back.replace(/state=[^&]+/, 'state=other') })
  await refused({ ...left, back: left.back.replace(/code=[^&]+/, 'code=other') })
  await refused({ ...left, back: '/complete/oidc/?error=access_denied' })
  const used = await leave()
  assert.equal((await arrive(used)).status, 200)
  await refused(used)
  for (const forged of [
    { nonce: 'other' },
    { iss: 'https://elsewhere.example.com' },
    { aud: 'another-client' },
    { exp: 1 },
  ]) {
    const fresh = await leave()
    provider.forged = forged
    await refused(fresh)
  }
  provider.forged = {}
  const late = await leave()
  chat.clock.advance(600_000)
  await refused(late)
})

test('part of the configuration, or a provider without TLS elsewhere, stops the start', () => {
  const settings = { ...CONFIG, oidcIssuer: 'http://login.example.com' }
  assert.throws(() => oidcProvider(settings, chat.clock.now), /must be an https address/)
  assert.throws(
    () => oidcProvider({ ...settings, oidcClientSecret: undefined }, chat.clock.now),
    /CHAT_OIDC_ISSUER, CHAT_OIDC_CLIENT_ID and CHAT_OIDC_CLIENT_SECRET belong together/,
  )
})

test('the web client is given the key as only the tab can read it that asked for it', async () => {
  says({ email: hamlet.email })
  const otp = '5c'.repeat(32)
  const answer = await arrive(await leave(`${LOGIN}?web_flow_otp=${otp}`))
  const [path, given = ''] = (answer.headers.get('location') ?? '').split('#signed-in?')
  assert.equal(path, '/console')
  const { otp_encrypted_api_key: sealed = '', ...others } = Object.fromEntries(
    new URLSearchParams(given),
  )
  assert.deepEqual(others, { email: hamlet.email, user_id: String(hamlet.id) })
  const key = Buffer.from(Buffer.from(sealed, 'hex').map((byte) => byte ^ 0x5c))
  assert.equal(key.toString('ascii'), hamlet.key)
  const wrong = await exchange(`${chat.baseUrl}${LOGIN}?web_flow_otp=short`, 'GET')
  assert.deepEqual([wrong.status, problem(wrong)], [400, 'Invalid OTP'])
})
