import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Person } from './chat-service.ts'
import { uploaded } from './files.ts'

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let denmark: number

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  denmark = await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(() => chat.stop())

test('the owner of a file hears when a message begins to use it, stops, or is deleted', async () => {
  const url = await uploaded(chat, hamlet, new File(['12345'], 'letter.txt'))
  const pathId = url.slice('/user_uploads/'.length)
  const heard = await hamlet.listen({ event_types: ['attachment'] })
  const others = await cordelia.listen({ event_types: ['attachment'] })
  const told = async () => {
    const events = await heard.events()
    return events.map(({ type, op, attachment, upload_space_used: used }) => {
      assert.deepEqual([type, op, used, attachment.path_id], ['attachment', 'update', 5, pathId])
      assert.deepEqual(Object.keys(attachment).toSorted(), [
        'create_time',
        'id',
        'messages',
        'name',
        'path_id',
        'size',
      ])
      return attachment.messages.map((message: { id: number }) => message.id)
    })
  }
  const first = await send(hamlet, denmark, 'files', `[letter](${url})`)
  assert.deepEqual(await told(), [[first]])
  const second = await send(cordelia, denmark, 'files', `again [letter](${url})`)
  assert.deepEqual(await told(), [[first, second]])
  await cordelia.patch(`/messages/${second}`, { content: `still [the letter](${url})` })
  assert.deepEqual(await told(), [])
  await cordelia.patch(`/messages/${second}`, { content: 'no letter' })
  assert.deepEqual(await told(), [[first]])
  await cordelia.patch(`/messages/${second}`, { content: `[letter](${url})` })
  assert.deepEqual(await told(), [[first, second]])
  await chat.owner.delete(`/messages/${first}`)
  assert.deepEqual(await told(), [[second]])
  await chat.owner.post(`/streams/${denmark}/delete_topic`, { topic_name: 'files' })
  assert.deepEqual(await told(), [[]])
  assert.deepEqual(await others.events(), [])
  const { attachments } = (await hamlet.get('/attachments')).json
  assert.deepEqual(attachments[0].messages, [])
})
