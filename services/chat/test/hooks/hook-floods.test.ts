import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { channel, send, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'

// Deep: it floods the service with hooks.
// A service of its own: it sets the limit of calls.

const LIMIT = 20

let chat: ChatTest
let hamlet: Person
let github: Person
let grafana: Person

before(async () => {
  chat = await startOwnChat({ rateLimit: LIMIT })
  hamlet = await chat.person('King Hamlet')
  github = await chat.bot('GitHub', hamlet, 2)
  grafana = await chat.bot('Grafana', hamlet, 2)
  await channel(hamlet, 'builds', [hamlet])
})
after(() => chat.stop())

/** What another program calls; the text of the body as it is. */
async function call(
  key: string | undefined,
  text: string,
  form: string = 'json',
): Promise<TestAnswer> {
  const query = new URLSearchParams({
    stream: 'builds',
    ...(key === undefined ? {} : { api_key: key }),
  })
  return await exchange(`${chat.baseUrl}/api/v1/external/${form}?${query.toString()}`, 'POST', {
    headers: { 'content-type': 'application/json' },
    body: text,
  })
}

/** How many messages a bot has sent. */
async function countOf(bot: Person): Promise<number> {
  const [row] = await chat.database.query<{ count: number }>({
    text: 'select count(*) as count from message where sender_id = $1',
    values: [bot.id],
  })
  return Number(row?.count)
}

test('of a flood of calls as one bot the limit passes, the others are told when to come back, and another bot behind the same address is not held up', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 * LIMIT }, (_, index) => call(github.key, JSON.stringify({ index }))),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  assert.equal(refused.length, 2 * LIMIT)
  for (const { status, json, headers } of refused) {
    assert.equal(status, 429)
    assert.deepEqual(
      [json.result, json.code, json.msg],
      ['error', 'RATE_LIMIT_HIT', 'API usage exceeded rate limit'],
    )
    assert.ok(json['retry-after'] > 0 && json['retry-after'] <= 60)
    assert.ok(Number(headers.get('retry-after')) >= json['retry-after'])
    assert.equal(headers.get('x-ratelimit-limit'), String(LIMIT))
    assert.equal(headers.get('x-ratelimit-remaining'), '0')
  }
  assert.equal(await countOf(github), LIMIT)
  const other = await call(grafana.key, '{"fine":true}')
  assert.deepEqual(
    [other.status, other.headers.get('x-ratelimit-remaining')],
    [200, String(LIMIT - 1)],
  )
  await send(hamlet, 'builds', 'people', 'talk on')
  chat.clock.advance(60_000)
  assert.equal((await call(github.key, '{}')).status, 200)
})

test('guesses of keys, and calls without one, are limited by their address, and harm no bot behind it', async () => {
  const guess = (index: number) => (index % 2 === 0 ? undefined : String(index).padStart(32, 'x'))
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, index) => call(guess(index), '{}')),
  )
  const refused = answers.filter(({ json }) => json.code === 'RATE_LIMIT_HIT')
  assert.equal(refused.length, 50)
  assert.ok(answers.every(({ status }) => [400, 401, 429].includes(status)))
  assert.equal((await call(grafana.key, '{}')).status, 200)
})

test('a call of which one message cannot be sent sends none', async () => {
  const before = await countOf(grafana)
  const alerts = ['fine', 'not\0fine', 'fine too'].map((description, index) => ({
    status: 'firing',
    labels: { alertname: `Disk ${index}` },
    annotations: { description },
  }))
  const { status, json } = await call(grafana.key, JSON.stringify({ alerts }), 'alertmanager')
  assert.deepEqual([status, json.msg], [400, 'Message must not contain null bytes'])
  assert.equal(await countOf(grafana), before)
})

test('one call makes at most fifty messages, in one new topic as well', async () => {
  const before = await countOf(grafana)
  const alerts = Array.from({ length: 70 }, (_, index) => ({
    status: 'firing',
    labels: { alertname: 'Load', host: index },
  }))
  assert.equal((await call(grafana.key, JSON.stringify({ alerts }), 'grafana')).status, 200)
  assert.equal(await countOf(grafana), before + 50)
})

test('JSON that is nested without end is refused', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  for (const levels of [101, 4_000, 2_000_000]) {
    const { status, json } = await call(github.key, nested(levels))
    assert.deepEqual(
      [status, json.msg],
      [400, 'The payload is nested too deeply (limit: 100 levels)'],
      String(levels),
    )
  }
  assert.equal((await call(github.key, nested(100))).status, 200)
})
