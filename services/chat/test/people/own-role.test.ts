import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { ROLE, type Role } from '../../src/tenancy/roles.ts'
import {
  channel,
  send,
  startChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let bot: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  bot = await chat.bot('Fortinbras', hamlet)
})
after(() => chat.stop())

async function giveRole(person: Person, role: Role): Promise<void> {
  const { status, text } = await chat.owner.patch(`/users/${person.id}`, { role })
  assert.equal(status, 200, text)
}

/** What was told besides the role itself and the groups that follow from it. */
function besides(events: readonly Loose[]): readonly Loose[] {
  return events
    .filter((event) => event['type'] !== 'user_group' && event['person']?.role === undefined)
    .map(({ id: _id, ...event }) => event)
}

test('whoever becomes an administrator is told of bots, archived folders and addresses, and that they go', async () => {
  const rising = await chat.person('Rising')
  const shy = await chat.person('Shy')
  await shy.patch('/settings', { email_address_visibility: 3 })
  const { json } = await chat.owner.post('/channel_folders/create', { name: 'old plays' })
  const folder = json.channel_folder_id
  await chat.owner.patch(`/channel_folders/${folder}`, { is_archived: true })
  const queue = await rising.listen()

  await giveRole(rising, ROLE.administrator)
  const [added, bots, address, ...more] = besides(await queue.events())
  assert.deepEqual([added?.['op'], added?.['channel_folder'].id], ['add', folder])
  assert.deepEqual([bots?.['type'], bots?.['op']], ['realm_bot', 'add'])
  assert.deepEqual([bots?.['bot'].user_id, bots?.['bot'].owner_id], [bot.id, hamlet.id])
  const person = { user_id: shy.id, delivery_email: shy.email }
  assert.deepEqual(address, { type: 'realm_user', op: 'update', person })
  assert.deepEqual(more, [])

  await giveRole(rising, ROLE.member)
  assert.deepEqual(besides(await queue.events()), [
    {
      type: 'channel_folder',
      op: 'update',
      channel_folder_id: folder,
      data: { is_archived: true },
    },
    { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } },
    { type: 'realm_user', op: 'update', person: { ...person, delivery_email: null } },
  ])
})

test('whoever becomes a guest loses the default channels and archived ones, and gets them back', async () => {
  const falling = await chat.person('Falling')
  const stage = await channel(chat.owner, 'stage', [hamlet])
  const closed = await channel(chat.owner, 'closed', [hamlet])
  await chat.owner.post('/default_streams', { stream_id: stage })
  await chat.owner.delete(`/streams/${closed}`)
  const knowing = await falling.listen({ client_capabilities: { archived_channels: true } })
  const old = await falling.listen()
  const channelsTold = (events: readonly Loose[]) =>
    events
      .filter(({ type, op }) => type === 'default_streams' || op === 'create' || op === 'delete')
      .map((event) => {
        const ids = (event['streams'] ?? []).map((one: Loose) => one['stream_id'])
        return event['default_streams'] ?? [event['op'], ...ids]
      })

  await giveRole(falling, ROLE.guest)
  assert.deepEqual(channelsTold(await old.events()), [[], ['delete', stage]])
  assert.deepEqual(channelsTold(await knowing.events()), [
    [],
    ['delete', stage],
    ['delete', closed],
  ])
  await giveRole(falling, ROLE.member)
  assert.deepEqual(channelsTold(await old.events()), [[stage], ['create', stage]])
  assert.deepEqual(channelsTold(await knowing.events()), [
    [stage],
    ['create', stage],
    ['create', closed],
  ])
})

test('a starred message that is deleted where one may not read any more is starred no more', async () => {
  const falling = await chat.person('Fading')
  await channel(chat.owner, 'open stage', [hamlet])
  const id = await send(hamlet, 'open stage', 'act one', 'Words, words, words.')
  await falling.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await giveRole(falling, ROLE.guest)
  const queue = await falling.listen()
  await chat.owner.delete(`/messages/${id}`)
  const [{ id: _id, ...told } = {}, ...more] = await queue.events()
  assert.deepEqual(told, {
    type: 'update_message_flags',
    op: 'remove',
    operation: 'remove',
    flag: 'starred',
    messages: [id],
    all: false,
  })
  assert.deepEqual(more, [])
})

test('who may know other people than before by a new role registers anew', async () => {
  const guest = await chat.person('Guest', ROLE.guest)
  const groups = await chat.owner.get('/user_groups')
  const members = groups.json.user_groups.find((one: Loose) => one['name'] === 'role:members')
  const group = { new: members.id }
  await chat.owner.patch('/realm', { can_access_all_users_group: group })
  const { queueId } = await guest.listen()
  await giveRole(guest, ROLE.member)
  const polled = await guest.get('/events', { queue_id: queueId, last_event_id: -1 })
  assert.deepEqual([polled.status, polled.json.code], [400, 'BAD_EVENT_QUEUE_ID'])
})
