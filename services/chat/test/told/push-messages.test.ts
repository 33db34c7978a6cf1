import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sodium from 'libsodium-wrappers'
import { eventually } from '@oficina/testkit/eventually.ts'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { fakeRelay, type FakeRelay } from './fake-relay.ts'

// A service of its own: it sets a relay.

let chat: ChatTest
let relay: FakeRelay
let hamlet: Person
let cordelia: Person
let keys: { readonly publicKey: Uint8Array; readonly privateKey: Uint8Array }

const OK = { result: 'success', msg: '' }

before(async () => {
  await sodium.ready
  keys = sodium.crypto_box_keypair()
  relay = await fakeRelay()
  relay.answer('e2ee/register', 200, { ...OK, device_id: 17 })
  relay.answer('e2ee/notify', 200, { ...OK, delete_device_ids: [] })
  relay.answer('notify', 200, OK)
  chat = await startOwnChat({ pushBouncerUrl: relay.url, pushOrgId: 'org', pushOrgKey: 'secret' })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await cordelia.post('/mobile_push/register', {
    token_kind: 'fcm',
    push_account_id: 2408,
    push_public_key: Buffer.from(keys.publicKey).toString('base64'),
    bouncer_public_key: 'bouncer-key',
    encrypted_push_registration: 'sealed',
  })
  await cordelia.post('/users/me/android_gcm_reg_id', { token: 'old-phone' })
  await eventually('the device is known', async () => {
    const { state } = await cordelia.listen({ fetch_event_types: ['push_device'] })
    return state['push_devices'][2408]?.status === 'active'
  })
})
after(async () => {
  await chat.stop()
  await relay.stop()
})

/** What the device reads of the relay’s calls. */
function secrets(): Loose[] {
  return relay.requests
    .filter(({ path }) => path.endsWith('/e2ee/notify'))
    .flatMap(({ body }) => JSON.parse(body).push_requests)
    .map(({ payload, fcm_priority: priority }: Loose) => {
      const sealed = Buffer.from(payload.encrypted_data, 'base64')
      const text = sodium.crypto_box_seal_open(sealed, keys.publicKey, keys.privateKey)
      return { priority, ...JSON.parse(Buffer.from(text).toString('utf8')) }
    })
}

function plain(): Loose[] {
  return relay.requests
    .filter(({ path }) => path.endsWith('/push/notify'))
    .map(({ body }) => JSON.parse(body))
}

const toldOf = (id: number) => secrets().filter(({ message_id: told }) => told === id)

/** A direct message marks that everything before it was sent, or was not to be. */
async function told(): Promise<void> {
  const last = await sendDirect(hamlet, [cordelia], 'and last')
  await eventually('the last is told', () => toldOf(last).length > 0)
}

test('a direct message goes to the devices, encrypted and plain, and leaves them when it is read', async () => {
  const id = await sendDirect(hamlet, [cordelia], 'It is **late** &c.')
  const [secret] = await eventually('the device is told', () => {
    const found = toldOf(id)
    return (
      found.length > 0 &&
      plain().some(({ gcm_payload: one }) => one.zulip_message_id === id) &&
      found
    )
  })
  assert.deepEqual(secret, {
    priority: 'high',
    type: 'message',
    realm_url: 'https://chat.example.com',
    realm_name: 'Example',
    user_id: cordelia.id,
    message_id: id,
    sender_id: hamlet.id,
    sender_full_name: 'King Hamlet',
    time: Math.floor(chat.clock.now() / 1000),
    content: 'It is late &c.',
    recipient_type: 'direct',
    recipient_user_ids: [hamlet.id, cordelia.id],
  })
  const old = plain().find(({ gcm_payload: one }) => one.zulip_message_id === id)
  assert.deepEqual(
    [old?.['user_id'], old?.['android_devices'], old?.['apple_devices']],
    [cordelia.id, ['old-phone'], []],
  )
  assert.equal(old?.['gcm_payload'].event, 'message')
  assert.equal(old?.['apns_payload'].alert.body, 'It is late &c.')
  await cordelia.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const removal = await eventually('the device forgets', () =>
    secrets().find(({ type, message_ids: ids }) => type === 'remove' && ids.includes(id)),
  )
  assert.deepEqual(removal, {
    priority: 'normal',
    type: 'remove',
    realm_url: 'https://chat.example.com',
    realm_name: 'Example',
    user_id: cordelia.id,
    message_ids: [id],
  })
  await eventually('the old phone forgets', () =>
    plain().some(
      ({ gcm_payload: one }) => one.event === 'remove' && one.zulip_message_ids === String(id),
    ),
  )
})

test('where texts must be encrypted to the device, older clients learn only that there is a message', async () => {
  await chat.owner.patch('/realm', { require_e2ee_push_notifications: true })
  const id = await sendDirect(hamlet, [cordelia], 'The secret of the mousetrap')
  const old = await eventually('the old phone is told', () =>
    plain().find(({ gcm_payload: one }) => one.zulip_message_id === id),
  )
  assert.equal(old['gcm_payload'].content, 'New message')
  assert.equal(old['apns_payload'].alert.body, 'New message')
  assert.doesNotMatch(JSON.stringify(old), /mousetrap/)
  const [secret] = await eventually('the device is told', () => {
    const found = toldOf(id)
    return found.length > 0 && found
  })
  assert.equal(secret?.['content'], 'The secret of the mousetrap')
  await chat.owner.patch('/realm', { require_e2ee_push_notifications: false })
})

test('of a channel a person hears what mentions them, what they follow and what they asked for', async () => {
  const stream = await channel(hamlet, 'denmark', [hamlet, cordelia])
  await cordelia.post('/user_topics', {
    stream_id: stream,
    topic: 'followed',
    visibility_policy: 3,
  })
  await cordelia.post('/user_topics', { stream_id: stream, topic: 'muted', visibility_policy: 1 })
  const quiet = await send(hamlet, 'denmark', 'castle', 'nothing for you')
  const mention = await send(hamlet, 'denmark', 'muted', 'for @**Cordelia**')
  const wildcard = await send(hamlet, 'denmark', 'castle', '@**all** come')
  const mutedWildcard = await send(hamlet, 'denmark', 'muted', '@**all** come here')
  const followed = await send(hamlet, 'denmark', 'followed', 'on and on')
  await cordelia.patch(`/users/me/subscriptions/${stream}`, {
    property: 'push_notifications',
    value: true,
  })
  const asked = await send(hamlet, 'denmark', 'castle', 'you asked for it')
  const own = await send(cordelia, 'denmark', 'castle', 'my own @**Cordelia**')
  await told()
  const ids = new Set(secrets().map(({ message_id: id }) => id))
  assert.deepEqual(
    [quiet, mention, wildcard, mutedWildcard, followed, asked, own].map((id) => ids.has(id)),
    [false, true, true, false, true, true, false],
  )
  const [shown] = toldOf(mention)
  assert.deepEqual(
    [
      shown?.['recipient_type'],
      shown?.['channel_id'],
      shown?.['channel_name'],
      shown?.['topic'],
      shown?.['content'],
    ],
    ['channel', stream, 'denmark', 'muted', 'for @Cordelia'],
  )
})

test('who is there and wants no notifications then, who muted the sender, and who turned them off, hear nothing', async () => {
  await cordelia.patch('/settings', { enable_online_push_notifications: false })
  await cordelia.post('/users/me/presence', { status: 'active' })
  const here = await sendDirect(hamlet, [cordelia], 'while you are here')
  chat.clock.advance(201_000)
  const away = await sendDirect(hamlet, [cordelia], 'while you are away')
  // Whom one mutes, one has read: a device that is not told yet would not be.
  await eventually('the device is told', () => toldOf(away).length > 0)
  await cordelia.patch('/settings', { enable_offline_push_notifications: false })
  const off = await sendDirect(hamlet, [cordelia], 'turned off')
  await cordelia.patch('/settings', { enable_offline_push_notifications: true })
  await cordelia.post(`/users/me/muted_users/${hamlet.id}`)
  const muted = await sendDirect(hamlet, [cordelia], 'from somebody muted')
  await cordelia.delete(`/users/me/muted_users/${hamlet.id}`)
  await told()
  const ids = new Set(secrets().map(({ message_id: id }) => id))
  assert.deepEqual(
    [here, away, off, muted].map((id) => ids.has(id)),
    [false, true, false, false],
  )
})

test('what is read because its sender is muted or its channel left, the devices forget', async () => {
  const stream = await channel(hamlet, 'elsinore', [hamlet, cordelia])
  const left = await send(hamlet, stream, 'castle', 'for @**Cordelia**')
  const muted = await sendDirect(hamlet, [cordelia], 'before you mute me')
  await eventually('the device is told', () => toldOf(left).length * toldOf(muted).length > 0)
  const forgotten = (id: number) =>
    eventually('the device forgets', () =>
      secrets().some(({ type, message_ids: ids }) => type === 'remove' && ids.includes(id)),
    )
  await cordelia.delete('/users/me/subscriptions', { subscriptions: ['elsinore'] })
  await forgotten(left)
  await cordelia.post(`/users/me/muted_users/${hamlet.id}`)
  await forgotten(muted)
  await cordelia.delete(`/users/me/muted_users/${hamlet.id}`)
})

test('what the relay does not take is tried again, and a deleted message is never told', async () => {
  relay.answer('e2ee/notify', 503, {})
  const late = await sendDirect(hamlet, [cordelia], 'in a while')
  await eventually('the relay was asked', () => toldOf(late).length > 0)
  const deleted = await sendDirect(hamlet, [cordelia], 'never said')
  await eventually('the relay was asked', () => toldOf(deleted).length > 0)
  assert.equal(
    (await chat.owner.patch('/realm', { message_content_delete_limit_seconds: '"unlimited"' }))
      .status,
    200,
  )
  assert.equal((await hamlet.delete(`/messages/${deleted}`)).status, 200)
  relay.answer('e2ee/notify', 200, { ...OK, delete_device_ids: [] })
  const [before, gone] = [toldOf(late).length, toldOf(deleted).length]
  chat.clock.advance(61_000)
  await told()
  await eventually('it is told again', () => toldOf(late).length > before)
  assert.equal(toldOf(deleted).length, gone)
})

test('a device that the relay does not know any more is forgotten', async () => {
  relay.answer('e2ee/notify', 200, { ...OK, delete_device_ids: [17] })
  await sendDirect(hamlet, [cordelia], 'to nobody')
  await eventually('the device is gone', async () => {
    const { state } = await cordelia.listen({ fetch_event_types: ['push_device'] })
    return Object.keys(state['push_devices']).length === 0
  })
})
