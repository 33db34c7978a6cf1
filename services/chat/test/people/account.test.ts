import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { startChat, startOwnChat, type ChatTest } from '../chat-service.ts'
import { checkAgainstZulip } from '../contract/zulip-document.ts'

// A service of its own: one test takes an organization away.

let chat: ChatTest

before(async () => {
  chat = await startChat()
})
after(() => chat.stop())

function signIn(username: string, password: string) {
  return chat.client.send('POST', '/api/v1/fetch_api_key', {
    body: new URLSearchParams({ username, password }),
  })
}

test('GET /server_settings answers without credentials and says what Zulip’s clients ask', async () => {
  const { status, json } = await chat.client.get('/api/v1/server_settings')
  assert.equal(status, 200)
  checkAgainstZulip('GET', '/server_settings', json)
  assert.equal(json.zulip_version, '11.0')
  assert.equal(json.zulip_feature_level, 421)
  assert.equal(json.realm_name, 'Example')
  assert.equal(json.realm_url, json.realm_uri)
  assert.equal(json.authentication_methods.password, true)
  assert.equal(json.push_notifications_enabled, false)
})

test('GET /server_settings also takes credentials', async () => {
  assert.equal((await chat.owner.get('/server_settings')).status, 200)
})

test('the right password gives the API key, the address and the id', async () => {
  const { status, json } = await signIn('OWNER@example.com', OWNER_PASSWORD)
  assert.equal(status, 200)
  checkAgainstZulip('POST', '/fetch_api_key', json)
  assert.equal(json.api_key, chat.owner.key)
  assert.equal(json.email, 'owner@example.com')
  assert.equal(json.user_id, chat.owner.id)
})

test('a wrong password and an unknown name are refused alike', async () => {
  const bot = await chat.bot('Gravedigger', chat.owner)
  for (const [name, password] of [
    ['owner@example.com', 'wrong'],
    ['owner@example.com', ''],
    ['nobody@example.com', OWNER_PASSWORD],
    [bot.email, OWNER_PASSWORD],
  ] as const) {
    const { status, json, headers } = await signIn(name, password)
    assert.equal(status, 401)
    assert.deepEqual(json, {
      result: 'error',
      msg: 'Your username or password is incorrect',
      code: 'AUTHENTICATION_FAILED',
    })
    assert.equal(headers.get('www-authenticate'), null)
  }
})

test('a missing name or password is named', async () => {
  const answer = await exchange(`${chat.baseUrl}/api/v1/fetch_api_key`, 'POST', {
    body: new URLSearchParams({ username: 'owner@example.com' }),
  })
  assert.equal(answer.status, 400)
  assert.equal(answer.json.code, 'REQUEST_VARIABLE_MISSING')
  assert.equal(answer.json.msg, "Missing 'password' argument")
})

test('the sixth attempt within half an hour is refused, for that name alone, also with the right password', async () => {
  const other = await startOwnChat()
  try {
    const attempt = (username: string, password: string) =>
      other.client.send('POST', '/api/v1/fetch_api_key', {
        body: new URLSearchParams({ username, password }),
      })
    for (let count = 0; count < 4; count += 1) await attempt('owner@example.com', 'wrong')
    // A right password begins the count anew.
    assert.equal((await attempt('owner@example.com', OWNER_PASSWORD)).status, 200)
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await attempt('owner@example.com', 'wrong')).status, 401)
    }
    const refused = await attempt(' Owner@Example.com ', OWNER_PASSWORD)
    assert.equal(refused.status, 429)
    assert.equal(refused.json.code, 'RATE_LIMIT_HIT')
    assert.ok(refused.json['retry-after'] > 1799)
    assert.equal((await attempt('somebody@example.com', 'wrong')).status, 401)
    other.clock.advance(1_800_000)
    assert.equal((await attempt('owner@example.com', OWNER_PASSWORD)).status, 200)
  } finally {
    await other.stop()
  }
})

test('a deactivated account is told so only to whoever knows its password', async () => {
  const other = await startChat()
  try {
    await other.database.execute({
      text: 'update user_profile set is_active = false where realm_id = $1',
      values: [other.realmId],
    })
    const attempt = (password: string) =>
      other.client.send('POST', '/api/v1/fetch_api_key', {
        body: new URLSearchParams({ username: 'owner@example.com', password }),
      })
    const known = await attempt(OWNER_PASSWORD)
    assert.deepEqual([known.status, known.json.code], [401, 'USER_DEACTIVATED'])
    assert.equal(known.json.msg, 'Account is deactivated')
    assert.equal((await attempt('wrong')).json.code, 'AUTHENTICATION_FAILED')
    await other.database.execute({
      text: 'update realm set is_deactivated = true where id = $1',
      values: [other.realmId],
    })
    const closed = await attempt(OWNER_PASSWORD)
    assert.deepEqual([closed.status, closed.json.code], [401, 'REALM_DEACTIVATED'])
    assert.equal(closed.json.msg, 'This organization has been deactivated')
  } finally {
    await other.stop()
  }
})
