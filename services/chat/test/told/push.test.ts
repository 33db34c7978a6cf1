import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sodium from 'libsodium-wrappers'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { startChat, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'
import { fakeRelay, type FakeRelay } from './fake-relay.ts'

// A service of its own: it sets a relay.

let chat: ChatTest
let relay: FakeRelay
let hamlet: Person
let cordelia: Person
let keys: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }

before(async () => {
  await sodium.ready
  keys = sodium.crypto_box_keypair()
  relay = await fakeRelay()
  chat = await startOwnChat({
    pushBouncerUrl: relay.url,
    pushOrgId: 'org',
    pushOrgKey: 'secret',
  })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(async () => {
  await chat.stop()
  await relay.stop()
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

function registration(id: number, fields: object = {}) {
  return {
    token_kind: 'fcm',
    push_account_id: id,
    push_public_key: base64(keys.publicKey),
    bouncer_public_key: 'bouncer-key',
    encrypted_push_registration: 'sealed',
    ...fields,
  }
}

/** Registers a device and gives what is heard of it until the relay has answered. */
async function register(by: Person, id: number, fields: object = {}) {
  const { queueId } = await by.listen({ event_types: ['push_device'] })
  const answer = await by.post('/mobile_push/register', registration(id, fields))
  assert.equal(answer.status, 200)
  const authorization = `Basic ${Buffer.from(`${by.email}:${by.key}`).toString('base64')}`
  const heard: { status: string; error_code: string | null; push_account_id: string }[] = []
  for (let last = -1; heard.length < 2; last = heard.length - 1) {
    const query = new URLSearchParams({ queue_id: queueId, last_event_id: String(last) })
    const polled = await exchange(`${chat.baseUrl}/api/v1/events?${query.toString()}`, 'GET', {
      headers: { authorization },
    })
    heard.push(...polled.json.events)
  }
  return heard
}

test('a device is pending until the relay knows it, and the state of a client says so', async () => {
  relay.answer('e2ee/register', 200, { result: 'success', msg: '', device_id: 17 })
  const heard = await register(hamlet, 2408)
  assert.deepEqual(
    heard.map(({ push_account_id: id, status, error_code: code }) => [id, status, code]),
    [
      ['2408', 'pending', null],
      ['2408', 'active', null],
    ],
  )
  const asked = relay.requests.at(-1)
  assert.equal(asked?.authorization, `Basic ${Buffer.from('org:secret').toString('base64')}`)
  const form = new URLSearchParams(asked?.body)
  assert.match(form.get('realm_uuid') ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-/)
  assert.equal(form.get('push_account_id'), '2408')
  assert.equal(form.get('encrypted_push_registration'), 'sealed')
  const { state } = await hamlet.listen({ fetch_event_types: ['push_device'] })
  assert.deepEqual(state['push_devices'], { 2408: { status: 'active', error_code: null } })
  const before = relay.requests.length
  assert.equal((await hamlet.post('/mobile_push/register', registration(2408))).status, 200)
  assert.equal(relay.requests.length, before)
})

test('a device that the relay refuses has failed, with the relay’s code, and may be registered again', async () => {
  relay.answer('e2ee/register', 400, { result: 'error', code: 'REQUEST_EXPIRED', msg: 'Expired' })
  const refused = await register(cordelia, 5)
  assert.deepEqual([refused[1]?.status, refused[1]?.error_code], ['failed', 'REQUEST_EXPIRED'])
  relay.answer('e2ee/register', 200, { device_id: 18 })
  const again = await register(cordelia, 5)
  assert.equal(again[1]?.status, 'active')
})

test('a test notification is readable for the device alone', async () => {
  relay.answer('e2ee/register', 200, { device_id: 31 })
  relay.answer('e2ee/notify', 200, { delete_device_ids: [], realm_push_status: { can_push: true } })
  const person = await chat.person('Reader')
  await register(person, 7)
  assert.equal((await person.post('/mobile_push/e2ee/test_notification')).status, 200)
  const body = JSON.parse(relay.requests.at(-1)?.body ?? '')
  const [request] = body.push_requests
  assert.deepEqual([request.device_id, request.fcm_priority], [31, 'high'])
  const sealed = Uint8Array.from(Buffer.from(request.payload.encrypted_data, 'base64'))
  const opened = sodium.crypto_box_seal_open(sealed, keys.publicKey, keys.privateKey)
  const payload = JSON.parse(Buffer.from(opened).toString('utf8'))
  assert.deepEqual(payload, {
    type: 'test',
    realm_name: 'Example',
    realm_url: 'https://chat.example.com',
    time: Math.floor(chat.clock.now() / 1000),
    user_id: person.id,
  })
})

test('a symmetric key is taken as well, and an iPhone gets its own headers', async () => {
  relay.answer('e2ee/register', 200, { device_id: 32 })
  relay.answer('e2ee/notify', 200, { delete_device_ids: [] })
  const person = await chat.person('Symmetric')
  const key = sodium.crypto_secretbox_keygen()
  const marked = base64(Uint8Array.from([0x31, ...key]))
  await register(person, 8, { push_public_key: marked, token_kind: 'apns' })
  const sent = await person.post('/mobile_push/e2ee/test_notification', { push_account_id: 8 })
  assert.equal(sent.status, 200)
  const [request] = JSON.parse(relay.requests.at(-1)?.body ?? '').push_requests
  assert.deepEqual(request.http_headers, { apns_priority: 10, apns_push_type: 'alert' })
  const bytes = Uint8Array.from(Buffer.from(request.payload.encrypted_data, 'base64'))
  const opened = sodium.crypto_secretbox_open_easy(bytes.subarray(24), bytes.subarray(0, 24), key)
  assert.equal(JSON.parse(Buffer.from(opened).toString('utf8')).user_id, person.id)
})

test('what goes wrong at the relay has the contract’s codes', async () => {
  relay.answer('e2ee/register', 200, { device_id: 40 })
  const person = await chat.person('Unlucky')
  await register(person, 9)
  for (const [status, body, expected] of [
    [500, {}, [502, 'INTERNAL_SERVER_ERROR_ON_BOUNCER']],
    [400, { code: 'INVALID_ZULIP_SERVER', msg: 'No' }, [403, 'ADMIN_ACTION_REQUIRED']],
    [403, { code: 'PUSH_NOTIFICATIONS_DISALLOWED', msg: 'No' }, [403, 'ADMIN_ACTION_REQUIRED']],
    [400, { code: 'MISSING_REMOTE_REALM', msg: 'No' }, [403, 'ADMIN_ACTION_REQUIRED']],
    // Longer than any answer of a relay.
    [
      200,
      { delete_device_ids: [], more: 'x'.repeat(2_000_000) },
      [502, 'FAILED_TO_CONNECT_BOUNCER'],
    ],
    [200, { delete_device_ids: [40] }, [400, 'NO_ACTIVE_PUSH_DEVICE']],
    // The device is gone from here too now.
    [200, { delete_device_ids: [] }, [400, 'NO_ACTIVE_PUSH_DEVICE']],
  ] as const) {
    relay.answer('e2ee/notify', status, body)
    const answer = await person.post('/mobile_push/e2ee/test_notification')
    assert.deepEqual([answer.status, answer.json.code], expected)
  }
})

test('nobody’s device, or another’s, is no device of the caller', async () => {
  const person = await chat.person('Without')
  for (const fields of [{}, { push_account_id: 2408 }]) {
    const { status, json } = await person.post('/mobile_push/e2ee/test_notification', { ...fields })
    assert.equal(status, 400)
    assert.deepEqual(json, {
      result: 'error',
      msg: 'No active registered push device',
      code: 'NO_ACTIVE_PUSH_DEVICE',
    })
  }
})

test('a test notification goes to the phones whose tokens are registered, or to the one of a token', async () => {
  const person = await chat.person('Polonius')
  const send = async (fields: object = {}) =>
    await person.post('/mobile_push/test_notification', { ...fields })
  const unknown = await send({ token: 'abc' })
  assert.deepEqual(unknown.json, {
    result: 'error',
    msg: 'Device not recognized',
    code: 'INVALID_PUSH_DEVICE_TOKEN',
  })
  await person.post('/users/me/android_gcm_reg_id', { token: 'Google' })
  await person.post('/users/me/apns_device_token', { token: 'ABCD', appid: 'org.example' })
  relay.answer('test_notification', 200, { result: 'success' })
  const before = relay.requests.length
  assert.equal((await send()).status, 200)
  assert.equal((await send({ token: 'ABCD' })).status, 200)
  const sent = relay.requests.slice(before).map(({ path, body }) => {
    assert.equal(path, '/api/v1/remotes/push/test_notification')
    return JSON.parse(body)
  })
  assert.deepEqual(
    sent.map(({ token, token_kind: kind, user_id: user }) => [token, kind, user]),
    [
      ['Google', 2, person.id],
      ['abcd', 1, person.id],
      ['abcd', 1, person.id],
    ],
  )
  assert.equal(sent[0].base_payload.event, 'test')
  relay.answer('test_notification', 400, { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg: 'x' })
  const refused = await send({ token: 'abcd' })
  assert.deepEqual(
    [refused.status, refused.json.code, refused.json.msg],
    [400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'Device not recognized by the push bouncer'],
  )
  relay.answer('test_notification', 500, {})
  assert.equal((await send()).json.code, 'INTERNAL_SERVER_ERROR_ON_BOUNCER')
})

test('a relay that cannot be reached, and none at all', async () => {
  const lost = await fakeRelay()
  const other = await startOwnChat({ pushBouncerUrl: lost.url })
  try {
    const settings = await other.client.get('/api/v1/server_settings')
    assert.equal(settings.json.push_notifications_enabled, true)
    await other.database.execute({
      text: `insert into push_device (realm_id, user_id, push_account_id, token_kind, push_public_key, bouncer_public_key,
        encrypted_push_registration, bouncer_device_id) values ($1, $2, 1, 'fcm', $3, 'b', 'e', 1)`,
      values: [other.realmId, other.owner.id, base64(keys.publicKey)],
    })
    await lost.stop()
    const { status, json } = await other.owner.post('/mobile_push/e2ee/test_notification')
    assert.deepEqual([status, json.code], [502, 'FAILED_TO_CONNECT_BOUNCER'])
  } finally {
    await other.stop()
  }
  const unconfigured = await startChat()
  try {
    const { status, json } = await unconfigured.owner.post('/mobile_push/register', registration(1))
    assert.equal(status, 400)
    assert.deepEqual(json, {
      result: 'error',
      msg: 'Server is not configured to use push notification service.',
      code: 'PUSH_SERVICE_NOT_CONFIGURED',
    })
    const none = await unconfigured.owner.post('/mobile_push/e2ee/test_notification')
    assert.equal(none.json.code, 'NO_ACTIVE_PUSH_DEVICE')
  } finally {
    await unconfigured.stop()
  }
})

test('a registration with a wrong key, kind or missing part is refused', async () => {
  for (const [fields, msg] of [
    [{ push_public_key: 'short' }, 'Invalid `push_public_key`'],
    [{ push_public_key: base64(new Uint8Array(33)) }, 'Invalid `push_public_key`'],
    [{ token_kind: 'web' }, 'Invalid token_kind'],
    [{ bouncer_public_key: undefined }, "Missing 'bouncer_public_key' argument"],
  ] as const) {
    const refused = await hamlet.post('/mobile_push/register', registration(99, fields))
    assert.deepEqual([refused.status, refused.json.msg], [400, msg])
  }
})

test('tokens are kept for their user alone, once, APNs ones in any case', async () => {
  const apns = (token: string, appid: string | undefined = 'org.zulip.Zulip') => ({ token, appid })
  const path = '/users/me/apns_device_token'
  assert.equal((await hamlet.post(path, apns('C0FFEE'))).status, 200)
  assert.equal((await hamlet.post(path, apns('c0ffee'))).status, 200)
  const other = await cordelia.delete(path, { token: 'c0ffee' })
  assert.deepEqual([other.json.msg, other.json.code], ['Token does not exist', 'BAD_REQUEST'])
  assert.equal((await hamlet.delete(path, { token: 'C0ffee' })).status, 200)
  assert.equal((await hamlet.delete(path, { token: 'c0ffee' })).json.msg, 'Token does not exist')
  for (const [fields, msg] of [
    [apns(''), 'Empty or invalid length token'],
    [apns('a'.repeat(4097)), 'Empty or invalid length token'],
    [apns('abc'), 'Invalid APNS token'],
    [apns('xy'), 'Invalid APNS token'],
    [apns('aa', 'org zulip'), 'appid has invalid format'],
    [{ token: 'aa' }, "Missing 'appid' argument"],
  ] as const) {
    const refused = await hamlet.post(path, fields)
    assert.deepEqual([refused.status, refused.json.msg], [400, msg])
  }
  const fcm = '/users/me/android_gcm_reg_id'
  assert.equal((await hamlet.post(fcm, { token: 'Any text' })).status, 200)
  assert.equal((await hamlet.delete(fcm, { token: 'any text' })).json.msg, 'Token does not exist')
  assert.equal((await hamlet.delete(fcm, { token: 'Any text' })).status, 200)
  assert.equal((await hamlet.post(fcm, { token: '' })).json.msg, 'Empty or invalid length token')
  const bot = await chat.bot('Token bot', hamlet)
  const refused = await bot.post(fcm, { token: 'x' })
  assert.equal(refused.json.msg, 'This endpoint does not accept bot requests.')
})
