import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sendDirect, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(() => chat.stop())

test('a direct message reaches both sides’ queues and only them', async () => {
  const [heard, own, others] = await Promise.all([
    cordelia.listen(),
    hamlet.listen(),
    chat.owner.listen(),
  ])
  const id = await sendDirect(hamlet, [cordelia], 'Hola **Cordelia**')
  const [event] = await heard.events()
  assert.equal(event?.['type'], 'message')
  assert.equal(event?.['message'].id, id)
  assert.equal((await own.events())[0]?.['message'].id, id)
  assert.deepEqual(await others.events(), [])
  const { json } = await cordelia.get('/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
  })
  assert.deepEqual(
    json.messages.map((message: { id: number }) => message.id),
    [id],
  )
  assert.deepEqual(json.messages[0].flags, [])
})

test('a group is mentioned by those who may mention it', async () => {
  const nobody = await chat.database.query<{ id: number }>({
    text: `select id from user_group where name = 'role:nobody' and realm_id = $1`,
    values: [chat.realmId],
  })
  const made = await hamlet.post('/user_groups/create', {
    name: 'lords',
    description: '',
    members: [cordelia.id],
    can_mention_group: nobody[0]?.id,
  })
  assert.equal(made.status, 200, made.json.msg)
  const loud = await hamlet.post('/messages', {
    type: 'direct',
    to: [cordelia.id],
    content: 'Hear, @*lords*',
  })
  assert.deepEqual(
    [loud.status, loud.json.msg],
    [400, "You are not allowed to mention user group 'lords'."],
  )
  const silent = await hamlet.post('/messages', {
    type: 'direct',
    to: [cordelia.id],
    content: 'Not you, @_*lords*',
  })
  assert.equal(silent.status, 200)
})
