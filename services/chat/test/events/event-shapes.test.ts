import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, startOwnChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { checkAgainstZulip } from '../contract/zulip-document.ts'
import { CLIENTS, done, type EventCase, type World } from './event-case.ts'
import { CHANNEL_CASES } from './event-cases-channels.ts'
import { MESSAGE_CASES } from './event-cases-messages.ts'
import { ORGANIZATION_CASES } from './event-cases-organization.ts'
import { PERSONAL_CASES } from './event-cases-personal.ts'
import { EVENT_CLASSES, judged } from './zulip-event-shapes.ts'

// A service of its own: its cases move the clock again and again.

let chat: ChatTest
let world: World

before(async () => {
  chat = await startOwnChat()
  const hamlet = await chat.person('King Hamlet')
  const cordelia = await chat.person('Cordelia')
  const guest = await chat.person('Guest', ROLE.guest)
  const people = { owner: chat.owner, hamlet, cordelia }
  const denmark = await channel(chat.owner, 'Denmark', Object.values(people))
  await limitGuests(chat.owner)
  let names = 0
  world = { chat, ...people, guest, denmark, fresh: () => `new${(names += 1)}` }
})
after(() => chat.stop())

async function limitGuests(owner: Person): Promise<void> {
  const groups = await done(owner.get('/user_groups'))
  const members = groups['user_groups'].find((one: Loose) => one['name'] === 'role:members')
  await done(owner.patch('/realm', { can_access_all_users_group: { new: members.id } }))
}

const CASES: Readonly<Record<string, EventCase>> = {
  ...PERSONAL_CASES,
  ...MESSAGE_CASES,
  ...CHANNEL_CASES,
  ...ORGANIZATION_CASES,
}

/** Classes that no case provokes. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  EventDefaultStreamGroups: 'there are no groups of default channels',
  EventHasZoomToken: 'there are no video calls',
  EventHeartbeat: 'comes of 45 seconds without another event',
  EventPushDevice: 'needs a relay: push.test.ts',
  EventRealmDeactivated: 'no operation deactivates the organization',
  EventRestart: 'a restart keeps the queues',
  EventWebReloadClient: 'a restart keeps the queues',
}

test('every class of Zulip’s events is provoked here, or is told why it is not', () => {
  assert.deepEqual(
    [...Object.keys(CASES), ...Object.keys(ELSEWHERE)].toSorted(),
    EVENT_CLASSES.toSorted(),
  )
})

for (const [name, { provoke, client = 'new', seenBy = 'cordelia' }] of Object.entries(CASES)) {
  test(`every ${name} has the fields that Zulip’s have`, async () => {
    const heard = await world[seenBy].listen(CLIENTS[client])
    await provoke(world)
    const events = await heard.events()
    const found = events.map(judged)
    assert.ok(
      found.some((one) => one.name === name),
      `heard ${found.map((one) => one.name).join(' ')}`,
    )
    assert.deepEqual([...new Set(found.flatMap(({ misfits }) => misfits))], [])
    for (const event of events) {
      checkAgainstZulip('GET', '/events', { result: 'success', msg: '', events: [event] })
    }
  })
}
