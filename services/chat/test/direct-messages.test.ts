import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sendDirect, startChat, type ChatTest, type Person } from './chat-service.ts'

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
