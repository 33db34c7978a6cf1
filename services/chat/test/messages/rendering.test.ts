import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, startChat, type ChatTest, type Person } from '../chat-service.ts'

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

async function rendered(by: Person, content: string): Promise<string> {
  const { json } = await by.post('/messages/render', { content })
  return json.rendered
}

async function sent(by: Person, content: string): Promise<string> {
  const id = await send(by, denmark, 'texts', content)
  return (await by.get(`/messages/${id}`)).json.message.content
}

test('emoticons become emoji for an author who wants it, and in no description', async () => {
  assert.equal(await sent(hamlet, 'hm :)'), '<p>hm :)</p>')
  await hamlet.patch('/settings', { translate_emoticons: true })
  assert.match(await sent(hamlet, 'hm :)'), /emoji-1f642/)
  assert.match(await rendered(hamlet, ':D'), /emoji-1f600/)
  assert.equal(await sent(cordelia, 'hm :)'), '<p>hm :)</p>')
  const id = await channel(chat.owner, 'smiling', [])
  await chat.owner.patch('/settings', { translate_emoticons: true })
  await chat.owner.patch(`/streams/${id}`, { description: 'well :)' })
  const { json } = await chat.owner.get(`/streams/${id}`)
  assert.equal(json.stream.rendered_description, '<p>well :)</p>')
})

test('a mention of a deactivated user is silent', async () => {
  const gone = await chat.person('Ophelia')
  assert.match(await sent(hamlet, '@**Ophelia**'), /class="user-mention" data-user-id/)
  await chat.owner.delete(`/users/${gone.id}`)
  assert.equal(
    await sent(hamlet, '@**Ophelia**'),
    `<p><span class="user-mention silent" data-user-id="${gone.id}">Ophelia</span></p>`,
  )
})

test('a mention of a deactivated group is silent', async () => {
  const { json } = await chat.owner.post('/user_groups/create', {
    name: 'players',
    description: '',
    members: [cordelia.id],
  })
  assert.match(await sent(hamlet, '@*players*'), /class="user-group-mention" /)
  await chat.owner.post(`/user_groups/${json.group_id}/deactivate`)
  assert.equal(
    await sent(hamlet, '@*players*'),
    `<p><span class="user-group-mention silent" data-user-group-id="${json.group_id}">players</span></p>`,
  )
})

test('a link to a topic names its newest message that the author may read', async () => {
  const href = (html: string) => /href="([^"]*)"/.exec(html)?.[1]
  const bare = `/#narrow/channel/${denmark}-Denmark/topic/ghosts`
  assert.equal(href(await rendered(hamlet, '#**Denmark>ghosts**')), bare)
  await send(hamlet, denmark, 'ghosts', 'one')
  const newest = await send(cordelia, denmark, 'Ghosts', 'two')
  assert.equal(href(await rendered(hamlet, '#**Denmark>ghosts**')), `${bare}/with/${newest}`)
  const secret = await channel(chat.owner, 'secret', [chat.owner, hamlet], {
    invite_only: true,
    history_public_to_subscribers: false,
  })
  const first = await send(hamlet, secret, 'plot', 'before')
  await chat.owner.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'secret' }],
    principals: [cordelia.id],
  })
  const plot = `/#narrow/channel/${secret}-secret/topic/plot`
  assert.equal(href(await rendered(hamlet, '#**secret>plot**')), `${plot}/with/${first}`)
  assert.equal(href(await rendered(cordelia, '#**secret>plot**')), plot)
})

test('a time without a day is on the day on which it was written', async () => {
  const today = new Date(chat.clock.now()).toISOString().slice(0, 10)
  assert.match(await rendered(hamlet, '<time:17:00>'), new RegExp(`datetime="${today}T17:00:00Z"`))
})

test('an offset of a day or more is no time', async () => {
  for (const offset of ['+24:00', '-24:00', '+2400', '+99:59']) {
    assert.match(await rendered(hamlet, `<time:2020-05-28T04:30:00${offset}>`), /timestamp-error/)
  }
  assert.match(
    await rendered(hamlet, '<time:2020-05-28T04:30:00+23:59>'),
    /datetime="2020-05-27T04:31:00Z"/,
  )
})

test('what a formula prints does not reach the log of the server', async () => {
  const heard: unknown[] = []
  const { log, warn, error } = console
  const listen = (...words: unknown[]) => void heard.push(words)
  Object.assign(console, { log: listen, warn: listen, error: listen })
  try {
    await rendered(hamlet, '$$\\message{a line of my own} x$$ $$\\errmessage{b} 日$$')
  } finally {
    Object.assign(console, { log, warn, error })
  }
  assert.deepEqual(heard, [])
})

test('a reaction takes every name of an emoji and only Zulip’s', async () => {
  const id = await send(hamlet, denmark, 'reactions', 'hi')
  for (const [name, code] of [
    ['octopus', '1f419'],
    ['umbrella_with_rain', '2614'],
    ['winter', '1fabe'],
    ['slice', '1f967'],
    ['burger', undefined],
    ['no_such_emoji', undefined],
  ] as const) {
    const { json } = await cordelia.post(`/messages/${id}/reactions`, { emoji_name: name })
    const map = await cordelia.get(`/messages/${id}`)
    const found = map.json.message.reactions.find(
      (one: { emoji_name: string }) => one.emoji_name === name,
    )
    assert.equal(found?.emoji_code, code, name)
    if (code === undefined) assert.equal(json.msg, `Emoji '${name}' does not exist`)
  }
})
