import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { startChat, type ChatTest, type Listening, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

test('a person’s key can be replaced: the old one is dead at once, and devices are forgotten', async () => {
  const lost = await chat.person('Laertes')
  await lost.post('/users/me/android_gcm_reg_id', { token: 'abc' })
  const { status, json } = await lost.post('/users/me/api_key/regenerate')
  assert.equal(status, 200)
  assert.match(json.api_key, /^[A-Za-z0-9]{32}$/)
  assert.notEqual(json.api_key, lost.key)
  assert.equal((await lost.get('/users/me')).status, 401)
  const authorization = `Basic ${Buffer.from(`${lost.email}:${json.api_key}`).toString('base64')}`
  const headers = { authorization }
  const me = await chat.client.send('GET', '/api/v1/users/me', { headers })
  assert.equal(me.json.user_id, lost.id)
  const body = new URLSearchParams({ token: 'abc' })
  const gone = await chat.client.send('DELETE', '/api/v1/users/me/android_gcm_reg_id', {
    headers,
    body,
  })
  assert.deepEqual([gone.status, gone.json.msg], [400, 'Token does not exist'])
  const bot = await chat.bot('Counter', chat.owner)
  const refused = await bot.post('/users/me/api_key/regenerate')
  assert.equal(refused.json.msg, 'This endpoint does not accept bot requests.')
})

test('a new address wants the password, so that a found key takes no account over', async () => {
  const email = 'new-owner@example.com'
  for (const fields of [{ email }, { email, old_password: 'guess' }]) {
    const { status, json } = await chat.owner.patch('/settings', fields)
    assert.deepEqual([status, json.msg], [400, 'Wrong password!'])
  }
  // Without a password of its own an account's address is for administrators to change.
  const { json: none } = await hamlet.patch('/settings', { email, old_password: '' })
  assert.equal(none.msg, 'Wrong password!')
  assert.equal((await chat.owner.get('/users/me')).json.delivery_email, 'owner@example.com')
  assert.equal((await chat.owner.patch('/settings', { email: 'owner@example.com' })).status, 200)
  const changed = await chat.owner.patch('/settings', { email, old_password: OWNER_PASSWORD })
  assert.equal(changed.status, 200)
})

test('slash commands change how the client looks and say so', async () => {
  const say = async (command: string) => {
    const { status, json } = await hamlet.post('/zcommand', { command })
    return [status, json.msg]
  }
  const heard = await hamlet.listen()
  assert.deepEqual(await say('/ping'), [200, ''])
  const dark = 'Changed to dark theme! To revert dark theme, type `/light`.'
  assert.deepEqual(await say('/dark'), [200, dark])
  assert.deepEqual(await say('/dark'), [200, 'You are still in dark theme.'])
  assert.deepEqual(without(await heard.events()), [
    { type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 },
  ])
  const light = 'Changed to light theme! To revert light theme, type `/dark`.'
  assert.deepEqual(await say('/light'), [200, light])
  const fluid = 'Changed to fluid-width mode! To revert fluid-width mode, type `/fixed-width`.'
  assert.deepEqual(await say('/fixed-width'), [200, 'You are still in fixed width mode.'])
  assert.deepEqual(await say('/fluid-width'), [200, fluid])
  assert.deepEqual(await say('/boil-ocean'), [400, 'No such command: boil-ocean'])
  assert.deepEqual(await say('/constructor'), [400, 'No such command: constructor'])
  assert.deepEqual(await say('dark'), [400, 'There should be a leading slash in the zcommand.'])
})

test('a hint that was seen is left out from then on, in every client of its user alone', async () => {
  const step = { type: 'one_time_notice', name: 'intro_inbox_view_modal' }
  const fetch = { fetch_event_types: ['onboarding_steps'] }
  const [own, other] = [await hamlet.listen(fetch), await cordelia.listen(fetch)]
  const before = own.state['onboarding_steps']
  assert.ok(before.some(({ name }: { name: string }) => name === step.name))
  const seen = { onboarding_step: step.name }
  assert.equal((await hamlet.post('/users/me/onboarding_steps', seen)).status, 200)
  const left = before.filter(({ name }: { name: string }) => name !== step.name)
  assert.deepEqual(without(await own.events()), [
    { type: 'onboarding_steps', onboarding_steps: left },
  ])
  assert.deepEqual((await hamlet.listen(fetch)).state['onboarding_steps'], left)
  assert.deepEqual((await other.events()).length, 0)
  assert.deepEqual((await cordelia.listen(fetch)).state['onboarding_steps'], before)
  const unknown = await hamlet.post('/users/me/onboarding_steps', { onboarding_step: 'x' })
  assert.deepEqual([unknown.status, unknown.json.msg], [400, 'Unknown onboarding_step: x'])
})

test('the view of alert words is no built-in one: it wants a name', async () => {
  const view = { fragment: 'narrow/is/alerted', is_pinned: true }
  const { status, json } = await hamlet.post('/navigation_views', view)
  assert.deepEqual([status, json.msg], [400, 'Custom views must have a valid name.'])
  const named = { ...view, name: 'Alerts' }
  assert.equal((await hamlet.post('/navigation_views', named)).status, 200)
})
