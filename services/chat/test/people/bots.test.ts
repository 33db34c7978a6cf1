import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import { ROLE } from '../../src/tenancy/roles.ts'
import {
  startChat,
  startOwnChat,
  type ChatTest,
  type Listening,
  type Loose,
  type Person,
} from '../chat-service.ts'

// A service of its own: one test has a bot in a process of its own, which finds no name that only browsers know.

let chat: ChatTest
let hamlet: Person
let cordelia: Person
let guest: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  guest = await chat.person('Polonius', ROLE.guest)
})
after(() => chat.stop())

type Event = Awaited<ReturnType<Listening['events']>>[number]
const without = (events: Event[]) => events.map(({ id: _id, ...event }) => event)

function whoIs(email: string, key: string) {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  return exchange(`${chat.baseUrl}/api/v1/users/me`, 'GET', { headers: { authorization } })
}

test('a bot works with its key; everybody hears of it, its owner and the administrators of its key', async () => {
  const [own, owner, other] = [
    await hamlet.listen(),
    await chat.owner.listen(),
    await cordelia.listen(),
  ]
  const made = await hamlet.post('/bots', { full_name: 'The Bot', short_name: 'hambot' })
  assert.equal(made.status, 200)
  const { user_id: id, api_key: key } = made.json
  const me = await whoIs(`hambot-bot@${chat.host}`, key)
  assert.deepEqual([me.json.user_id, me.json.is_bot], [id, true])
  const types = (events: Event[]) => events.map((event) => `${event['type']} ${event['op']}`)
  const public_ = ['realm_user add', 'user_group add_members', 'user_group add_members']
  assert.deepEqual(types(await other.events()), public_)
  const told = await own.events()
  assert.deepEqual(types(told), [...public_, 'realm_bot add'])
  assert.equal(told.at(-1)?.['bot'].api_key, key)
  assert.deepEqual(types(await owner.events()), [...public_, 'realm_bot add'])
  const { json } = await hamlet.get('/bots')
  assert.deepEqual(
    json.bots.map((bot: Record<string, unknown>) => [
      bot['username'],
      bot['full_name'],
      bot['api_key'],
    ]),
    [[`hambot-bot@${chat.host}`, 'The Bot', key]],
  )
  assert.deepEqual((await cordelia.get('/bots')).json.bots, [])
})

test('a client that starts knows what events would have told it of a bot: its key, if it is one’s own or one administers', async () => {
  const heard = await hamlet.listen()
  await hamlet.post('/bots', { full_name: 'Known', short_name: 'known' })
  const told = (await heard.events()).find((event) => event['type'] === 'realm_bot')?.['bot']
  const known = async (person: Person) => {
    const { state } = await person.listen({ fetch_event_types: ['realm_bot'] })
    return state['realm_bots'].find((bot: Loose) => bot['user_id'] === told.user_id)
  }
  assert.match(told.api_key, /^[A-Za-z0-9]{32}$/)
  assert.deepEqual(await known(hamlet), told)
  assert.deepEqual(await known(chat.owner), told)
  assert.equal(await known(cordelia), undefined)
})

test('a bot that is not like others of its kind is not made', async () => {
  await hamlet.post('/bots', { full_name: 'Unique', short_name: 'unique' })
  for (const [by, fields, msg] of [
    [guest, {}, 'Not allowed for guest users'],
    [hamlet, { short_name: 'unique' }, 'Username already in use'],
    [hamlet, { full_name: 'unique' }, 'Name is already in use!'],
    [hamlet, { full_name: 'x' }, 'Name too short!'],
    [hamlet, { short_name: '' }, 'Bad name or username'],
    [hamlet, { short_name: 'a b' }, 'Bad name or username'],
    [hamlet, { bot_type: 4 }, 'Embedded bots are not enabled.'],
    [hamlet, { bot_type: 5 }, 'Invalid bot type'],
    [hamlet, { bot_type: 3 }, 'payload_url is not a URL'],
    [hamlet, { bot_type: 3, payload_url: '"ftp://bot.example.com"' }, 'payload_url is not a URL'],
    [hamlet, { bot_type: 3, payload_url: 'http://u:p@example.com' }, 'payload_url is not a URL'],
    [
      hamlet,
      { bot_type: 3, payload_url: 'https://bot.example.com', interface_type: 3 },
      'Invalid interface type',
    ],
  ] as const) {
    const { status, json } = await by.post('/bots', {
      full_name: 'Fresh',
      short_name: 'fresh',
      ...fields,
    })
    assert.deepEqual([status, json.msg], [400, msg])
  }
})

test('a bot is renamed, given away and given a new key by its owner or an administrator', async () => {
  const made = await hamlet.post('/bots', { full_name: 'Moving', short_name: 'moving' })
  const { user_id: id, api_key: key } = made.json
  const refused = await cordelia.patch(`/bots/${id}`, { full_name: 'Mine' })
  assert.equal(refused.json.msg, 'Insufficient permission')
  const regenerated = await hamlet.post(`/bots/${id}/api_key/regenerate`)
  const email = `moving-bot@${chat.host}`
  assert.equal((await whoIs(email, key)).json.msg, 'Invalid API key')
  assert.equal((await whoIs(email, regenerated.json.api_key)).status, 200)
  const [heard, other, given] = [
    await hamlet.listen(),
    await guest.listen(),
    await cordelia.listen(),
  ]
  const changed = await chat.owner.patch(`/bots/${id}`, {
    full_name: 'Moved',
    bot_owner_id: cordelia.id,
  })
  assert.equal(changed.json.full_name, 'Moved')
  const named = { user_id: id, full_name: 'Moved' }
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_user', op: 'update', person: named },
    { type: 'realm_bot', op: 'update', bot: named },
    // Who owns it no more does not know it any more; its new owner did not before.
    { type: 'realm_bot', op: 'delete', bot: { user_id: id } },
    { type: 'realm_user', op: 'update', person: { user_id: id, bot_owner_id: cordelia.id } },
  ])
  const [gained] = (await given.events()).filter(({ op }) => op === 'add')
  assert.deepEqual([gained?.['bot'].user_id, gained?.['bot'].owner_id], [id, cordelia.id])
  assert.equal((await other.events()).length, 2)
  for (const [by, fields, msg] of [
    [cordelia, { bot_owner_id: 999_999 }, 'Failed to change owner, no such user'],
    [cordelia, { bot_owner_id: id }, "Failed to change owner, bots can't own other bots"],
    [cordelia, { role: ROLE.administrator }, 'Must be an organization administrator'],
    [hamlet, { full_name: 'Back' }, 'Insufficient permission'],
  ] as const) {
    const answer = await by.patch(`/bots/${id}`, fields)
    assert.deepEqual([answer.status, answer.json.msg], [400, msg])
  }
  assert.equal((await cordelia.patch(`/bots/${hamlet.id}`, {})).json.msg, 'No such bot')
})

test('a bot is deactivated by its owner, and its key is dead', async () => {
  const made = await hamlet.post('/bots', { full_name: 'Ending', short_name: 'ending' })
  const { user_id: id, api_key: key } = made.json
  for (const [answer, msg] of [
    [await cordelia.delete(`/bots/${id}`), 'Insufficient permission'],
    [await chat.owner.delete(`/bots/${cordelia.id}`), 'No such bot'],
    [await chat.owner.delete('/bots/999999'), 'No such bot'],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.msg], [400, msg])
  }
  assert.equal((await hamlet.delete(`/bots/${id}`)).status, 200)
  const dead = await whoIs(`ending-bot@${chat.host}`, key)
  assert.equal(dead.json.msg, 'Account is deactivated')
})

test('linkifiers are the administrators’, link in messages, and each change is told with all of them', async () => {
  const heard = await guest.listen()
  const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/issues/{id}' }
  const first = await chat.owner.post('/realm/filters', issue)
  assert.equal(first.status, 200)
  const shown = { id: first.json.id, ...issue }
  assert.deepEqual((await hamlet.get('/realm/linkifiers')).json.linkifiers, [shown])
  assert.deepEqual(without(await heard.events()), [
    { type: 'realm_linkifiers', realm_linkifiers: [shown] },
  ])
  const rendered = await hamlet.post('/messages/render', { content: 'See #42' })
  assert.match(rendered.json.rendered, /href="https:\/\/example\.com\/issues\/42"/)
  const other = { pattern: 'T(?P<id>[0-9]+)', url_template: 'https://example.com/t/{id}' }
  const second = await chat.owner.post('/realm/filters', other)
  const order = [second.json.id, first.json.id]
  await chat.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: order })
  const { json } = await hamlet.get('/realm/linkifiers')
  assert.deepEqual(
    json.linkifiers.map((one: { id: number }) => one.id),
    order,
  )
  const exactly = 'The ordered list must enumerate all existing linkifiers exactly once'
  for (const ids of [[first.json.id], [...order, 999_999], [order[0], order[0]]]) {
    const refused = await chat.owner.patch('/realm/linkifiers', { ordered_linkifier_ids: ids })
    assert.equal(refused.json.msg, exactly)
  }
  const changed = await chat.owner.patch(`/realm/filters/${second.json.id}`, {
    ...other,
    pattern: 'X(?P<id>[0-9]+)',
  })
  assert.equal(changed.status, 200)
  assert.equal((await chat.owner.delete(`/realm/filters/${second.json.id}`)).status, 200)
  const gone = await chat.owner.delete(`/realm/filters/${second.json.id}`)
  assert.deepEqual([gone.status, gone.json.msg], [404, 'Linkifier not found.'])
  for (const [by, fields, msg] of [
    [hamlet, other, 'Must be an organization administrator'],
    [chat.owner, issue, 'A linkifier with this pattern already exists.'],
    [chat.owner, { ...other, url_template: 'javascript:alert({id})' }, 'Invalid URL template.'],
    [chat.owner, { ...other, url_template: 'https://e.com/{id' }, 'Invalid URL template.'],
    [
      chat.owner,
      { ...other, url_template: 'https://e.com/{org}' },
      "Group 'org' in URL template is not present in linkifier pattern.",
    ],
    [
      chat.owner,
      { ...other, url_template: 'https://e.com/' },
      "Group 'id' in linkifier pattern is not present in URL template.",
    ],
  ] as const) {
    const { status, json: body } = await by.post('/realm/filters', fields)
    assert.deepEqual([status, body.msg], [400, msg])
  }
  const broken = await chat.owner.post('/realm/filters', { ...other, pattern: '(?P<id>[0-9]+' })
  assert.match(broken.json.msg, /^Bad regular expression: /)
})

test('the bot of the README answers', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const code = /### A bot in ten lines\n[\s\S]*?```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
  assert.ok(code.trim().split('\n').length <= 10)
  const file = join(chat.dataDir, 'bot.mjs')
  await writeFile(file, code)
  // Its process finds no name that only this one knows.
  const own = await startOwnChat()
  const player = await own.person('Player')
  const dice = await own.bot('Dice', player)
  const env = { CHAT: `${own.baseUrl}/api/v1`, BOT: `${dice.email}:${dice.key}` }
  const child = spawn(process.execPath, [file], { env, stdio: 'inherit' })
  try {
    const answer = await eventually('the bot answers', async () => {
      await player.post('/messages', { type: 'direct', to: [dice.id], content: '!roll' })
      const query = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false }
      const { json } = await player.get('/messages', query)
      return json.messages.find((message: Loose) => message['sender_id'] === dice.id)?.content
    })
    assert.match(answer, /^You rolled [1-6]\.$/)
  } finally {
    child.kill()
    await own.stop()
  }
})
