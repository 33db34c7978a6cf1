import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { checkAgainstZulip } from '../contract/zulip-document.ts'
import { botServer, type BotRequest, type BotServer } from './bot-server.ts'

// A service of its own: it sets where it may call.

let chat: OwnChatTest
let server: BotServer
let hamlet: Person
let cordelia: Person
let stream: number

before(async () => {
  server = await botServer()
  chat = await startOwnChat({ outboundAllow: '127.0.0.1' })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  stream = await channel(hamlet, 'denmark', [hamlet, cordelia])
})
after(async () => {
  await chat.stop()
  await server.stop()
})

interface CalledBot {
  readonly id: number
  readonly name: string
  readonly asPerson: Person
}

/** A bot of Hamlet's that is called at a path of its own. */
async function calledBot(name: string, fields: Loose = {}): Promise<CalledBot> {
  const made = await hamlet.post('/bots', {
    full_name: name,
    short_name: name.toLowerCase(),
    bot_type: 3,
    payload_url: JSON.stringify(`${server.url}/${name}`),
    ...fields,
  })
  assert.equal(made.status, 200, made.text)
  const { user_id: id, api_key: key } = made.json
  const email = `${name.toLowerCase()}-bot@chat.example.com`
  return { id, name, asPerson: chat.as({ id, email, name, key }) }
}

const callsOf = (bot: Pick<CalledBot, 'name'>): readonly BotRequest[] =>
  server.requests.filter(({ path }) => path === `/${bot.name}`)

/** The newest messages that a person sees in a narrow, as sender and text. */
async function seen(person: Person, narrow: unknown, count = 10): Promise<[number, string][]> {
  const query = { narrow, anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false }
  const { json } = await person.get('/messages', query)
  assert.equal(json.msg, '')
  return json.messages.map((one: Loose) => [one['sender_id'], one['content']])
}

const topic = (name: string) => [
  ['channel', 'denmark'],
  ['topic', name],
]

const dm = (ids: readonly number[]) => [{ operator: 'dm', operand: ids }]

/** What the owner of a bot was told of a message to it. */
async function toldOwner(messageId: number): Promise<string> {
  return await eventually('the owner is told', async () => {
    const { json } = await hamlet.get('/messages', {
      narrow: [['is', 'dm']],
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
    })
    return json.messages.findLast((one: Loose) => one['content'].includes(`/near/${messageId})`))
      ?.content
  })
}

test('a bot that is mentioned is called in Zulip’s form, and what it answers it says in the same topic', async () => {
  const bot = await calledBot('Echo')
  server.on('/Echo', ({ body }) => [
    200,
    JSON.stringify({
      content: `You said: ${JSON.parse(body).data}`,
      widget_content: { widget_type: 'poll' },
    }),
  ])
  const id = await send(hamlet, 'denmark', 'mention', '@**Echo** say *this*')
  const [call] = await eventually('it is called', () => callsOf(bot).length > 0 && callsOf(bot))
  const body = JSON.parse(call?.body ?? '')
  checkAgainstZulip('POST', '/zulip-outgoing-webhook', body)
  assert.equal(call?.headers['content-type'], 'application/json')
  const [shown] = (await hamlet.get('/realm/emoji').then(() => hamlet.get('/bots'))).json.bots
  assert.equal(shown.full_name, 'Echo')
  const { message, token, ...rest } = body
  assert.deepEqual(rest, {
    data: '@**Echo** say *this*',
    bot_email: 'echo-bot@chat.example.com',
    bot_full_name: 'Echo',
    trigger: 'mention',
  })
  assert.match(token, /^[A-Za-z0-9]{32}$/)
  assert.deepEqual(
    [message.id, message.content, message.subject, message.stream_id, message.display_recipient],
    [id, '@**Echo** say *this*', 'mention', stream, 'denmark'],
  )
  assert.match(message.rendered_content, /<em>this<\/em>/)
  await eventually('it answers', async () => {
    assert.deepEqual(await seen(cordelia, topic('mention')), [
      [hamlet.id, '@**Echo** say *this*'],
      [bot.id, 'You said: @**Echo** say *this*'],
    ])
    return true
  })
  // What bots say calls nobody: its own answer mentions it.
  assert.equal(callsOf(bot).length, 1)
})

test('a direct message calls every bot that it is for, and all its people read the answer', async () => {
  const bot = await calledBot('Private')
  const quiet = await calledBot('Quiet')
  server.on('/Private', ({ body }) => [200, JSON.stringify({ content: JSON.parse(body).trigger })])
  server.on('/Quiet', () => [200, '{"response_not_required": true, "content": "no"}'])
  await sendDirect(hamlet, [cordelia, bot.asPerson, quiet.asPerson], 'hello all')
  const narrow = dm([hamlet.id, bot.id, quiet.id])
  await eventually('it answers', async () => {
    assert.deepEqual(await seen(cordelia, narrow), [
      [hamlet.id, 'hello all'],
      [bot.id, 'direct_message'],
    ])
    return true
  })
  await eventually('the other is called', () => callsOf(quiet).length === 1)
})

test('a bot hears of a private channel only what it is subscribed to, and nothing without a mention', async () => {
  const bot = await calledBot('Nosy')
  server.on('/Nosy', () => [200, '{}'])
  await channel(hamlet, 'secret', [hamlet], { invite_only: true })
  await channel(hamlet, 'shared', [hamlet, bot.asPerson], { invite_only: true })
  await send(hamlet, 'secret', 'plans', '@**Nosy** do not listen')
  await send(hamlet, 'shared', 'plans', 'nothing for it')
  await send(hamlet, 'denmark', 'plans', '`@**Nosy**` and @_**Nosy**')
  await send(hamlet, 'shared', 'plans', 'this is, @**Nosy**')
  await eventually('it is called', () => callsOf(bot).length > 0)
  // Calls of one bot begin in order, so the earlier ones would have come.
  assert.deepEqual(
    callsOf(bot).map(({ body }) => JSON.parse(body).data),
    ['this is, @**Nosy**'],
  )
})

test('Slack’s form is a form of Slack’s fields, for channels only', async () => {
  const bot = await calledBot('Slacker', { interface_type: 2 })
  server.on('/Slacker', () => [200, '{"text": "from Slack"}'])
  const id = await send(hamlet, 'denmark', 'slack', 'say, @**Slacker**')
  await eventually('it answers', async () => {
    assert.deepEqual(await seen(hamlet, topic('slack')), [
      [hamlet.id, 'say, @**Slacker**'],
      [bot.id, 'from Slack'],
    ])
    return true
  })
  const [call] = callsOf(bot)
  assert.equal(call?.headers['content-type'], 'application/x-www-form-urlencoded')
  const { token, ...fields } = Object.fromEntries(new URLSearchParams(call?.body))
  assert.match(token ?? '', /^[A-Za-z0-9]{32}$/)
  const sentAt = String(Math.floor(chat.clock.now() / 1000))
  assert.deepEqual(fields, {
    team_id: `T${chat.realmId}`,
    team_domain: 'chat.example.com',
    channel_id: `C${stream}`,
    channel_name: 'denmark',
    thread_ts: sentAt,
    timestamp: sentAt,
    user_id: `U${hamlet.id}`,
    user_name: 'King Hamlet',
    text: 'say, @**Slacker**',
    trigger_word: 'mention',
    service_id: String(bot.id),
  })
  assert.ok(id > 0)
  await sendDirect(hamlet, [bot.asPerson], 'in private')
  await eventually('it says that it cannot', async () => {
    assert.deepEqual((await seen(hamlet, dm([bot.id]))).at(-1), [
      bot.id,
      "Failure! Slack outgoing webhooks don't support direct messages.",
    ])
    return true
  })
})

test('what a bot answers wrongly is said in the conversation, and its owner is told why', async () => {
  const bot = await calledBot('Wrong')
  const answers: [number, string][] = [
    [500, 'a ``` stack'],
    [200, 'not JSON'],
    [200, '[1]'],
    [302, `${server.url}/Echo`],
    [200, JSON.stringify({ content: 'x'.repeat(300_000) })],
  ]
  const texts: string[] = []
  for (const answer of answers) {
    server.on('/Wrong', () => answer)
    const id = await send(cordelia, 'denmark', 'wrong', '@**Wrong** go')
    const told = await toldOwner(id)
    const [first, ...rest] = told.split('\n')
    assert.equal(
      first,
      `[A message](https://chat.example.com/#narrow/channel/${stream}/topic/wrong/near/${id}) to your bot @_**Wrong** triggered an outgoing webhook.`,
    )
    texts.push(rest.join('\n'))
  }
  const problem =
    'The outgoing webhook server attempted to send a message in Zulip, but that request resulted in the following error:\n> '
  const payload = 'The response contains the following payload:\n'
  assert.deepEqual(texts, [
    `The webhook got a response with status code *500*.\n${payload}\`\`\`\`\na \`\`\` stack\n\`\`\`\``,
    `${problem}Invalid JSON in response\n${payload}\`\`\`\nnot JSON\n\`\`\``,
    `${problem}Invalid response format\n${payload}\`\`\`\n[1]\n\`\`\``,
    `The webhook got a response with status code *302*.\n${payload}\`\`\`\n${server.url}/Echo\n\`\`\``,
    'The webhook failed: the answer is longer than 262144 bytes.',
  ])
  await eventually('the conversation says so', async () => {
    const said = await seen(hamlet, topic('wrong'), 20)
    assert.deepEqual(
      said.filter(([sender]) => sender === bot.id).map(([, text]) => text),
      [
        'Failure! Third party responded with 500',
        'Failure! Invalid JSON in response',
        'Failure! Invalid response format',
        'Failure! Third party responded with 302',
        'Failure! Bot is unavailable',
      ],
    )
    return true
  })
})

/** The owner is told before the conversation. */
async function saidUnavailable(person: Person, bot: CalledBot): Promise<void> {
  await eventually('the bot says that it fails', async () => {
    const last = (await seen(person, dm([bot.id]))).at(-1)
    assert.deepEqual(last, [bot.id, 'Failure! Bot is unavailable'])
    return true
  })
}

test('a bot at an address that is not public is not called', async () => {
  const bot = await calledBot('Inside', { payload_url: 'http://127.0.0.2:1/' })
  const id = await sendDirect(hamlet, [bot.asPerson], 'hello')
  assert.match(
    await toldOwner(id),
    /\nThe URL configured for the webhook is for a private or disallowed network\.$/,
  )
  await saidUnavailable(hamlet, bot)
})

const WAITS_MS = [5_000, 30_000, 120_000]

/** Whether a call is to be made again at this time, and how often it was made. */
async function attemptsOf(bot: CalledBot, dueMs: number): Promise<number | undefined> {
  const [row] = await chat.database.query<{ attempts: number }>({
    text: `select attempts from bot_call where bot_id = $1 and due_at = $2`,
    values: [bot.id, new Date(dueMs)],
  })
  return row?.attempts
}

test('a bot whose server is down is called again after a while, four times in all', async () => {
  const gone = await botServer()
  const bot = await calledBot('Absent', { payload_url: `${gone.url}/` })
  await gone.stop()
  const id = await sendDirect(cordelia, [bot.asPerson], 'are you there?')
  for (const [index, wait] of WAITS_MS.entries()) {
    const dueMs = chat.clock.now() + wait
    await eventually('it was tried', async () => (await attemptsOf(bot, dueMs)) === index + 1)
    chat.clock.advance(wait)
  }
  assert.match(await toldOwner(id), /\nA connection error occurred\. Is my bot server down\?$/)
  await saidUnavailable(cordelia, bot)
})

test('a call that a process left unfinished is made again, and a message that is gone calls nobody', async () => {
  const bot = await calledBot('Slow')
  server.on('/Slow', () => undefined)
  await sendDirect(hamlet, [bot.asPerson], 'take your time')
  const deleted = await send(hamlet, 'denmark', 'gone', '@**Slow** never mind')
  await eventually('both are asked', () => callsOf(bot).length === 2)
  assert.equal((await chat.owner.delete(`/messages/${deleted}`)).status, 200)
  server.on('/Slow', () => [200, '{"content": "at last"}'])
  await chat.restart()
  await eventually('it answers', async () => {
    assert.deepEqual(await seen(hamlet, dm([bot.id])), [
      [hamlet.id, 'take your time'],
      [bot.id, 'at last'],
    ])
    return true
  })
  assert.equal(callsOf(bot).length, 3)
})

test('its owner sees and changes where a bot is called', async () => {
  const listening = await hamlet.listen({ event_types: ['realm_bot'] })
  const stranger = await cordelia.listen({ event_types: ['realm_bot'] })
  const bot = await calledBot('Moved')
  const [added] = await listening.events()
  const [service] = added?.['bot'].services ?? []
  assert.deepEqual(
    [service.base_url, service.interface, service.token.length],
    [`${server.url}/Moved`, 1, 32],
  )
  const changed = await hamlet.patch(`/bots/${bot.id}`, {
    service_payload_url: JSON.stringify(`${server.url}/New`),
    service_interface: 2,
  })
  assert.deepEqual(
    [changed.json.service_payload_url, changed.json.service_interface],
    [`${server.url}/New`, 2],
  )
  const now = [{ base_url: `${server.url}/New`, interface: 2, token: service.token }]
  const told = await listening.events()
  assert.deepEqual(
    told.map(({ id: _id, ...event }) => event),
    [{ type: 'realm_bot', op: 'update', bot: { user_id: bot.id, services: now } }],
  )
  assert.deepEqual(await stranger.events(), [])
  const { state } = await hamlet.listen({ fetch_event_types: ['realm_bot'] })
  const shown = state['realm_bots'].find((one: Loose) => one['user_id'] === bot.id)
  assert.deepEqual(shown.services, now)
  const generic = await hamlet.post('/bots', { full_name: 'Plain', short_name: 'plain' })
  for (const [id, fields, msg] of [
    [bot.id, { service_payload_url: 'nowhere' }, 'service_payload_url is not a URL'],
    [bot.id, { service_interface: 9 }, 'Invalid interface type'],
    [
      generic.json.user_id,
      { service_payload_url: 'https://example.com' },
      'service_payload_url and service_interface are for bots of type 3 only',
    ],
  ] as const) {
    const answer = await hamlet.patch(`/bots/${id}`, fields)
    assert.deepEqual([answer.status, answer.json.msg], [400, msg])
  }
})

test('of one bot at most a thousand calls wait', async () => {
  const bot = await calledBot('Crowded')
  server.on('/Crowded', () => undefined)
  const id = await sendDirect(hamlet, [bot.asPerson], 'first')
  await eventually('it is called', () => callsOf(bot).length === 1)
  await chat.database.execute({
    text: `insert into message (realm_id, recipient_id, topic, sender_id, content, rendered_content, client, sent_at, is_read_by_sender)
      select realm_id, recipient_id, topic, sender_id, content, rendered_content, client, sent_at, true from message
      cross join generate_series(1, 999) where id = $1`,
    values: [id],
  })
  await chat.database.execute({
    text: `insert into bot_call (realm_id, bot_id, message_id, trigger, due_at)
      select realm_id, $2, id, 'direct_message', 'infinity' from message where content = 'first' and id > $1`,
    values: [id, bot.id],
  })
  const late = await sendDirect(hamlet, [bot.asPerson], 'one too many')
  const [row] = await chat.database.query<{ count: number }>({
    text: `select count(*) from bot_call where bot_id = $1 and message_id = $2`,
    values: [bot.id, late],
  })
  assert.equal(row?.count, 0)
})
