import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'
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

test('when a file was uploaded and its messages were sent is told in milliseconds', async () => {
  const url = await uploaded(chat, hamlet, new File(['12345'], 'dated.txt'))
  const id = await send(hamlet, denmark, 'dates', `[dated](${url})`)
  const { attachments } = (await hamlet.get('/attachments')).json
  const own = attachments.find(({ name }: { name: string }) => name === 'dated.txt')
  const { message } = (await hamlet.get(`/messages/${id}`)).json
  assert.equal(own.messages[0].id, id)
  assert.equal(Math.floor(own.messages[0].date_sent / 1000), message.timestamp)
  assert.ok(Math.abs(own.create_time - own.messages[0].date_sent) < 60_000)
})

test("editing a message answers with the author's own files that it left without any message", async () => {
  const links = async (person: Person, ...names: string[]) =>
    await Promise.all(
      names.map(async (name) => {
        const url = await uploaded(chat, person, new File(['12345'], name))
        return { url, pathId: url.slice('/user_uploads/'.length), text: `[${name}](${url})` }
      }),
    )
  const [alone, shared, later] = await links(hamlet, 'alone.txt', 'shared.txt', 'later.txt')
  const [hers] = await links(cordelia, 'hers.txt')
  assert.ok(alone && shared && later && hers)
  const detached = async (id: number, fields: Record<string, string>) => {
    const { json, text } = await hamlet.patch(`/messages/${id}`, fields)
    assert.equal(json.result, 'success', text)
    return json.detached_uploads
  }
  await send(cordelia, denmark, 'files', hers.text)
  const other = await send(hamlet, denmark, 'files', shared.text)
  const planned = await hamlet.post('/scheduled_messages', {
    type: 'channel',
    to: denmark,
    topic: 'files',
    content: later.text,
    scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 3600,
  })
  assert.equal(planned.status, 200, planned.text)
  const all = [alone, shared, later, hers].map(({ text }) => text).join(' ')
  const id = await send(hamlet, denmark, 'files', all)
  const heard = await hamlet.listen({ event_types: ['attachment'] })
  const [gone, ...more] = await detached(id, { content: 'nothing' })
  assert.deepEqual(more, [])
  const { attachments } = (await hamlet.get('/attachments')).json
  const own = attachments.find((one: { path_id: string }) => one.path_id === alone.pathId)
  assert.deepEqual([gone, gone.messages], [own, []])
  const told = (await heard.events()).map(({ attachment }) => attachment)
  assert.deepEqual(
    told.find((one) => one.path_id === alone.pathId),
    gone,
  )
  assert.deepEqual(await detached(id, { content: alone.text }), [])
  assert.deepEqual(await detached(id, { topic: 'elsewhere' }), [])
  const moved = await detached(id, { topic: 'files', content: 'nothing again' })
  assert.deepEqual(
    moved.map((one: { path_id: string }) => one.path_id),
    [alone.pathId],
  )
  await hamlet.delete(`/messages/${other}`)
})
