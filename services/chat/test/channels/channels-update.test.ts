import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE } from '../../src/tenancy/roles.ts'
import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let guest: Person
let admin: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
  admin = await chat.person('Iago', ROLE.administrator)
})
after(() => chat.stop())

const CHANNELS = { event_types: ['stream', 'subscription', 'default_streams'] }

/** What each person hears of channels while something is done: type, operation and property. */
async function heard(
  people: readonly Person[],
  act: () => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const queues = await Promise.all(people.map((person) => person.listen(CHANNELS)))
  await act()
  const events = await Promise.all(queues.map((queue) => queue.events()))
  return events.map((list) =>
    list.map(({ type, op, property }) => [type, op, property].filter(Boolean).join(' ')),
  )
}

async function field(person: Person, id: number, name: string): Promise<unknown> {
  return (await person.get(`/streams/${id}`)).json.stream[name]
}

async function lastNotice(person: Person, id: number): Promise<string> {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand: 'channel events' },
    ],
    apply_markdown: false,
  })
  return json.messages[0]?.content
}

test('a new name reaches everybody who knows the channel, with the old one beside it', async () => {
  const id = await channel(hamlet, 'Castle', [hamlet, guest])
  const queue = await cordelia.listen(CHANNELS)
  const outsider = await chat.person('Osric', ROLE.guest)
  const events = await heard([hamlet, guest, admin, outsider], () =>
    hamlet.patch(`/streams/${id}`, { new_name: ' CASTLE ' }),
  )
  assert.deepEqual(events, [
    ['stream update name'],
    ['stream update name'],
    ['stream update name'],
    [],
  ])
  const [event] = await queue.events()
  assert.deepEqual(
    [event?.['name'], event?.['value'], event?.['stream_id']],
    ['Castle', 'CASTLE', id],
  )
  assert.equal(
    await lastNotice(hamlet, id),
    `@_**King Hamlet|${hamlet.id}** renamed channel **Castle** to **CASTLE**.`,
  )
})

test('a description is one line of Markdown', async () => {
  const id = await channel(hamlet, 'Described', [hamlet])
  const queue = await hamlet.listen(CHANNELS)
  await hamlet.patch(`/streams/${id}`, { description: 'the **old**\nking' })
  const [event] = await queue.events()
  assert.equal(event?.['value'], 'the **old** king')
  assert.equal(event?.['rendered_description'], '<p>the <strong>old</strong> king</p>')
  assert.equal(await field(hamlet, id, 'description'), 'the **old** king')
  assert.match(await lastNotice(hamlet, id), /\*No description\.\*[^]*the \*\*old\*\* king/)
})

test('a private channel made public comes into being for members, with its subscribers', async () => {
  const id = await channel(hamlet, 'Opening', [hamlet], { invite_only: true })
  const queue = await cordelia.listen(CHANNELS)
  const events = await heard([hamlet, admin, cordelia, guest], () =>
    hamlet.patch(`/streams/${id}`, { is_private: false }),
  )
  assert.deepEqual(events, [
    ['stream update invite_only'],
    ['stream update invite_only'],
    ['stream create', 'subscription peer_add'],
    [],
  ])
  const [made, peers] = await queue.events()
  assert.equal(made?.['streams'][0].invite_only, false)
  assert.equal(made?.['streams'][0].history_public_to_subscribers, true)
  assert.deepEqual(peers?.['user_ids'], [hamlet.id])
  const back = await heard([hamlet, admin, cordelia, guest], () =>
    hamlet.patch(`/streams/${id}`, { is_private: true }),
  )
  assert.deepEqual(back, [
    ['stream update invite_only'],
    ['stream update invite_only'],
    ['stream delete'],
    [],
  ])
  assert.equal(await field(hamlet, id, 'history_public_to_subscribers'), false)
  assert.equal(
    await lastNotice(hamlet, id),
    `@_**King Hamlet|${hamlet.id}** changed the [access permissions](/help/channel-permissions) for this channel from **Public** to **Private, protected history**.`,
  )
})

test('permission to subscribe lets users know of a private channel, and its loss takes it away', async () => {
  const id = await channel(hamlet, 'Granted', [hamlet], { invite_only: true })
  const given = { new: { direct_members: [cordelia.id], direct_subgroups: [] } }
  const events = await heard([cordelia, hamlet, guest], () =>
    hamlet.patch(`/streams/${id}`, { can_subscribe_group: given }),
  )
  assert.deepEqual(events, [
    ['stream create', 'subscription peer_add'],
    ['stream update can_subscribe_group'],
    [],
  ])
  assert.deepEqual(await field(cordelia, id, 'can_subscribe_group'), given.new)
  const taken = await heard([cordelia, hamlet], () =>
    hamlet.patch(`/streams/${id}`, {
      can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] }, old: given.new },
    }),
  )
  assert.deepEqual(taken, [['stream delete'], ['stream update can_subscribe_group']])
  assert.equal((await cordelia.get(`/streams/${id}`)).json.msg, 'Invalid channel ID')
  const groups = await chat.database.query<{ count: number }>({
    text: `select count(*) from user_group g where realm_id = $1 and name is null and not exists (
             select 1 from stream where realm_id = $1 and can_administer_channel_group = g.id)`,
    values: [chat.realmId],
  })
  assert.equal(groups[0]?.count, 0, 'the nameless group of the old value is gone')
})

test('who may post is told to old clients in their own words', async () => {
  const id = await channel(hamlet, 'Posting', [hamlet])
  const [group] = await chat.database.query<{ id: number }>({
    text: `select id from user_group where realm_id = $1 and name = 'role:administrators'`,
    values: [chat.realmId],
  })
  const events = await heard([cordelia], () =>
    hamlet.patch(`/streams/${id}`, { can_send_message_group: { new: group?.id } }),
  )
  assert.deepEqual(events, [
    [
      'stream update can_send_message_group',
      'stream update stream_post_policy',
      'stream update is_announcement_only',
    ],
  ])
  assert.equal(await field(cordelia, id, 'stream_post_policy'), 2)
  const refused = await hamlet.post('/messages', {
    type: 'stream',
    to: id,
    topic: 'a',
    content: 'b',
  })
  assert.equal(refused.json.msg, 'You do not have permission to post in this channel.')
})

test('an archived channel is deleted for old clients, updated for new ones, and can come back', async () => {
  const id = await channel(hamlet, 'Ruin', [hamlet, guest])
  await chat.owner.patch(`/streams/${id}`, { is_default_stream: true })
  const modern = await hamlet.listen({
    ...CHANNELS,
    client_capabilities: { notification_settings_null: true, archived_channels: true },
  })
  const events = await heard([hamlet, guest], () => hamlet.delete(`/streams/${id}`))
  assert.deepEqual(events, [['default_streams', 'stream delete'], ['stream delete']])
  assert.deepEqual(
    (await modern.events()).map(({ type, property }) => [type, property]),
    [
      ['default_streams', undefined],
      ['stream', 'is_archived'],
    ],
  )
  assert.equal((await hamlet.delete(`/streams/${id}`)).json.msg, 'Channel is already deactivated')
  const refused = await hamlet.post('/messages', {
    type: 'stream',
    to: id,
    topic: 'a',
    content: 'b',
  })
  assert.equal(refused.json.msg, "Not authorized to send to channel 'Ruin'")
  const back = await heard([hamlet, guest], () =>
    hamlet.patch(`/streams/${id}`, { is_archived: false }),
  )
  const anew = ['stream create', 'subscription add']
  assert.deepEqual(back, [anew, anew])
  const again = await hamlet.patch(`/streams/${id}`, { is_archived: false })
  assert.equal(again.json.msg, 'Channel is not currently deactivated')
  await send(hamlet, id, 'topic', 'we are back')
})

test('a refused step undoes the steps before it', async () => {
  const id = await channel(hamlet, 'Whole', [hamlet])
  const events = await heard([hamlet], () =>
    hamlet.patch(`/streams/${id}`, { description: 'changed', new_name: ' ' }),
  )
  assert.deepEqual(events, [[]])
  assert.equal(await field(hamlet, id, 'description'), '')
})
