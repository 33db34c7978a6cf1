import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, startOwnChat, type ChatTest } from '../chat-service.ts'
import { fakeRelay } from '../told/fake-relay.ts'
import type { World } from './documented-error-case.ts'
import { MESSAGE_ERRORS } from './documented-errors-messages.ts'
import { PEOPLE_ERRORS } from './documented-errors-people.ts'
import { documentedErrors } from './zulip-document.ts'

// A service of its own: one of its two has a relay.

const CASES = { ...MESSAGE_ERRORS, ...PEOPLE_ERRORS }
// More than are called by one mention without a right to it.
const CROWD = 16

let world: World

before(async () => {
  const chat = await startChat()
  const { owner } = chat
  const hamlet = await chat.person('King Hamlet')
  const cordelia = await chat.person('Cordelia')
  const guest = await chat.person('Guest', ROLE.guest)
  const crowd = await Promise.all(
    Array.from({ length: CROWD }, (_, index) => chat.person(`Player ${index}`)),
  )
  const crowded = await channel(owner, 'crowd', [hamlet, ...crowd])
  for (const player of crowd) await send(player, crowded, 'crowded', 'here')
  world = {
    chat,
    owner,
    hamlet,
    cordelia,
    guest,
    denmark: await channel(owner, 'Denmark', [owner, hamlet, cordelia, guest]),
    secret: await channel(owner, 'private', [owner], { invite_only: true }),
    crowd: crowded,
    pushing: await pushing(),
  }
})
after(async () => {
  await world.chat.stop()
  await world.pushing.chat.stop()
  await world.pushing.relay.stop()
})

/** A server with a relay, and a person with a device. */
async function pushing(): Promise<World['pushing']> {
  const relay = await fakeRelay()
  const chat = await startOwnChat({ pushBouncerUrl: relay.url })
  await addDevice(chat)
  return { chat, person: chat.owner, relay }
}

async function addDevice({ database, realmId, owner }: ChatTest): Promise<void> {
  await database.execute({
    text: `insert into push_device (realm_id, user_id, push_account_id, token_kind, push_public_key, bouncer_public_key,
      encrypted_push_registration, bouncer_device_id) values ($1, $2, 1, 'fcm', $3, 'b', 'e', 1)`,
    values: [realmId, owner.id, Buffer.alloc(32, 1).toString('base64')],
  })
}

test('every error that Zulip’s document shows is provoked, or has a reason why it cannot be', () => {
  const shown = documentedErrors().map(({ operation, body }) => `${operation}: ${body.msg}`)
  const cases = Object.entries(CASES).flatMap(([operation, errors]) =>
    Object.keys(errors).map((msg) => `${operation}: ${msg}`),
  )
  assert.ok(shown.length > 120)
  assert.deepEqual(cases.toSorted(), shown.toSorted())
})

for (const { operation, status, body } of documentedErrors()) {
  const ask = CASES[operation]?.[body.msg]
  if (ask === undefined || typeof ask === 'string') continue
  test(`${operation} refuses as Zulip’s document shows: ${body.msg}`, async () => {
    const asked = await ask(world)
    const { answer, named = {}, more = {} } = 'answer' in asked ? asked : { answer: asked }
    const shown = Object.entries(named).reduce(
      (text, [theirs, ours]) => text.replaceAll(theirs, String(ours)),
      JSON.stringify(body),
    )
    assert.deepEqual(
      { status: answer.status, body: answer.json },
      { status, body: { ...JSON.parse(shown), ...more } },
    )
  })
}

test('a topic of few people may be called by anybody, however large its channel is', async () => {
  const { hamlet, crowd } = world
  const id = await send(hamlet, crowd, 'for two', '@**topic** hear')
  assert.equal((await hamlet.patch(`/messages/${id}`, { content: '@**topic** go' })).status, 200)
})
