import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let messageId: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(hamlet, 'denmark', [hamlet, cordelia])
})
after(() => chat.stop())

async function fresh(): Promise<string> {
  messageId = await send(hamlet, 'denmark', 'x', 'hello')
  return `/messages/${messageId}/reactions`
}

async function names(): Promise<readonly string[]> {
  const { json } = await hamlet.get(`/messages/${messageId}`)
  const reactions: { emoji_name: string; user_id: number }[] = json.message.reactions
  return reactions.map(({ emoji_name: name, user_id: id }) => `${name} ${id}`)
}

test('a second name of an emoji that is there already joins the reaction that is there', async () => {
  const path = await fresh()
  const heard = await cordelia.listen()
  assert.equal((await hamlet.post(path, { emoji_name: '+1' })).status, 200)
  assert.equal((await cordelia.post(path, { emoji_name: 'thumbs_up' })).status, 200)
  assert.deepEqual(await names(), [`+1 ${hamlet.id}`, `+1 ${cordelia.id}`])
  assert.deepEqual(
    (await heard.events()).map((event) => event['emoji_name']),
    ['+1', '+1'],
  )
  const again = await cordelia.post(path, { emoji_name: '+1' })
  assert.deepEqual([again.status, again.json.code], [400, 'REACTION_ALREADY_EXISTS'])
})

test('voting for a reaction that is there does not check the name that comes with its code', async () => {
  const path = await fresh()
  const code = { emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  const unknown = { emoji_name: 'no_such_name', ...code }
  const first = await hamlet.post(path, unknown)
  assert.deepEqual([first.status, first.json.msg], [400, 'Invalid emoji name.'])
  assert.equal((await hamlet.post(path, { emoji_name: '+1', ...code })).status, 200)
  assert.equal((await cordelia.post(path, unknown)).status, 200)
  assert.deepEqual(await names(), [`+1 ${hamlet.id}`, `+1 ${cordelia.id}`])
})

test('a reaction is taken back by its code, whatever name is sent, or by any of its names', async () => {
  const path = await fresh()
  await hamlet.post(path, { emoji_name: '+1' })
  const byCode = await hamlet.delete(path, { emoji_name: 'no_such_name', emoji_code: '1f44d' })
  assert.equal(byCode.status, 200)
  assert.deepEqual(await names(), [])
  await hamlet.post(path, { emoji_name: '+1' })
  assert.equal((await hamlet.delete(path, { emoji_name: 'thumbs_up' })).status, 200)
  assert.deepEqual(await names(), [])
  const gone = await hamlet.delete(path, { emoji_name: 'thumbs_up' })
  assert.deepEqual([gone.status, gone.json.code], [400, 'REACTION_DOES_NOT_EXIST'])
})
