import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'
import { invalidSchemas } from '@oficina/testkit/openapi-schemas.ts'

import { ENDPOINTS, OTHER_ROUTES, PAGES } from '../../src/routes.ts'
import { startChat, startOwnChat, type ChatTest, type Person } from '../chat-service.ts'

// A service of its own: one of its two has a limit of calls.

const NEWEST = { anchor: 'newest', num_before: 1, num_after: 0 }

let chat: ChatTest
let hamlet: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
})
after(() => chat.stop())

async function raw(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
) {
  return await exchange(`${chat.baseUrl}/api/v1${path}`, method, {
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

function basic(email: string, key: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}` }
}

test('every operation but the public ones asks for credentials', async () => {
  for (const { method, path, auth } of ENDPOINTS) {
    if (auth === 'public' || auth === 'key') continue
    const { status, json, headers } = await raw(method, path.replaceAll(/:\w+/g, '1'))
    assert.equal(status, 401, `${method} ${path}`)
    assert.deepEqual(json, {
      result: 'error',
      msg: 'Not logged in: API authentication or user session required',
      code: 'UNAUTHORIZED',
    })
    assert.equal(headers.get('www-authenticate'), 'Basic realm="zulip"')
  }
})

test('a script of a page is asked for credentials in a way that opens no dialog of the browser', async () => {
  const { status, headers } = await raw('GET', '/messages', {
    'x-requested-with': 'XMLHttpRequest',
  })
  assert.equal(status, 401)
  assert.equal(headers.get('www-authenticate'), 'Session realm="zulip"')
})

test('what is wrong with credentials is told', async () => {
  const ask = async (headers: Record<string, string>) => {
    const { status, json } = await raw('GET', '/messages', headers)
    return [status, json.code, json.msg]
  }
  assert.deepEqual(await ask({ authorization: 'Bearer abc' }), [
    400,
    'BAD_REQUEST',
    'This endpoint requires HTTP basic authentication.',
  ])
  const noColon = `Basic ${Buffer.from('nonsense').toString('base64')}`
  assert.deepEqual(await ask({ authorization: noColon }), [
    401,
    'UNAUTHORIZED',
    'Invalid authorization header for basic auth',
  ])
  assert.deepEqual(await ask(basic(hamlet.email, 'short')), [
    401,
    'UNAUTHORIZED',
    'Malformed API key',
  ])
  assert.deepEqual(await ask(basic(hamlet.email, 'x'.repeat(32))), [
    401,
    'UNAUTHORIZED',
    'Invalid API key',
  ])
  assert.deepEqual(await ask(basic('owner@example.com', hamlet.key)), [
    401,
    'UNAUTHORIZED',
    'Invalid API key',
  ])
  const { status } = await raw(
    'GET',
    '/messages?anchor=newest&num_before=1&num_after=0',
    basic(hamlet.email.toUpperCase(), hamlet.key),
  )
  assert.equal(status, 200)
})

test('what anybody may ask is answered whatever credentials are sent', async () => {
  for (const headers of [basic(hamlet.email, 'x'.repeat(32)), { authorization: 'Bearer x' }, {}]) {
    const { status, json } = await raw('GET', '/server_settings', headers)
    assert.deepEqual([status, json.result], [200, 'success'])
  }
})

test('a method that a path has not is 405 with those that it has', async () => {
  const { status, json, headers } = await raw('PUT', '/messages')
  assert.equal(status, 405)
  assert.deepEqual(json, {
    result: 'error',
    msg: 'Method Not Allowed',
    code: 'BAD_REQUEST',
    allowed_methods: ['GET', 'POST'],
  })
  assert.equal(headers.get('allow'), 'GET, POST')
})

test('an unknown path is 404 in JSON', async () => {
  const { status, json } = await raw('GET', '/nothing/here', basic(hamlet.email, hamlet.key))
  assert.equal(status, 404)
  assert.equal(json.result, 'error')
})

/** Sends bytes as they are; the answer's status and body. */
async function speak(request: string): Promise<{ status: number; json: unknown }> {
  const socket = connect(Number(new URL(chat.baseUrl).port), '127.0.0.1')
  socket.end(request)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  const answer = Buffer.concat(chunks).toString()
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return { status: Number(answer.split(' ')[1]), json: JSON.parse(body) }
}

test('what fits no route or is no HTTP is answered in the form of every error', async () => {
  const refused = async (request: string) => {
    const { status, json } = await speak(request)
    // Of the service's own making.
    const { result, msg, code } = json as Record<string, string>
    assert.equal(result, 'error')
    return `${status} ${code} ${msg}`
  }
  const get = (path: string, headers = '') =>
    `GET ${path} HTTP/1.1\r\nhost: ${chat.host}\r\n${headers}connection: close\r\n\r\n`
  assert.equal(
    await refused(get('/api/v1/users/%')),
    '400 BAD_REQUEST The path is not properly encoded',
  )
  assert.equal(
    await refused(get(`/api/v1/users/${'x'.repeat(1_025)}`)),
    '400 BAD_REQUEST A part of the path has more than 1,024 characters',
  )
  assert.equal(
    await refused(get(`/api/v1/messages?x=${'x'.repeat(140_000)}`)),
    '431 BAD_REQUEST The path and the headers may have 128 KiB together',
  )
  assert.equal(
    await refused('HELO there\r\n\r\n'),
    '400 BAD_REQUEST The request is not proper HTTP',
  )
  assert.equal(
    await refused('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n'),
    '400 BAD_REQUEST The server is no proxy: it takes no CONNECT',
  )
  assert.equal(await refused(get('/nothing')), '404 BAD_REQUEST There is no GET /nothing')
})

test('parameters that an operation does not know are told, sorted', async () => {
  const { json } = await hamlet.get('/messages', { ...NEWEST, zebra: '1', apple: '2' })
  assert.deepEqual(json.ignored_parameters_unsupported, ['apple', 'zebra'])
  const none = await hamlet.get('/messages', NEWEST)
  assert.ok(!('ignored_parameters_unsupported' in none.json))
  const failed = await hamlet.get('/messages', { zebra: '1' })
  assert.ok(!('ignored_parameters_unsupported' in failed.json))
})

test('query and body count together, and the body wins', async () => {
  const headers = {
    ...basic(hamlet.email, hamlet.key),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const { json } = await raw('POST', '/messages/render?content=query', headers, 'content=body')
  assert.equal(json.rendered, '<p>body</p>')
  const query = await raw('POST', '/messages/render?content=query', headers, '')
  assert.equal(query.json.rendered, '<p>query</p>')
})

test('multipart forms are forms too', async () => {
  const form = new FormData()
  form.set('content', 'from a form 🎉')
  const { json } = await raw('POST', '/messages/render', basic(hamlet.email, hamlet.key), form)
  assert.equal(json.result, 'success')
  assert.match(json.rendered, /from a form/)
})

test('a multipart form that breaks off is refused', async () => {
  const headers = {
    ...basic(hamlet.email, hamlet.key),
    'content-type': 'multipart/form-data; boundary=x',
  }
  for (const body of [
    'content=no+parts',
    '--x\r\ncontent-disposition: form-data; name="content"\r\n\r\nab',
  ]) {
    const { status, json } = await raw('POST', '/messages/render', headers, body)
    assert.deepEqual(
      [status, json.code, json.msg],
      [400, 'BAD_REQUEST', 'The multipart form cannot be read to its end'],
    )
  }
})

test('a form may name the method', async () => {
  const headers = {
    ...basic(hamlet.email, hamlet.key),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const { status, json } = await raw('POST', '/messages/1', headers, 'method=PATCH&content=x')
  assert.deepEqual([status, json.msg], [400, 'Invalid message(s)'])
})

test('wrong values are told by kind and place', async () => {
  const ask = async (fields: Record<string, unknown>) =>
    (await hamlet.get('/messages', { anchor: 'newest', ...fields })).json.msg
  assert.equal(await ask({ num_before: 'x' }), 'num_before is not valid JSON')
  assert.equal(await ask({ num_before: '"1"' }), 'num_before is not an integer')
  assert.equal(await ask({ include_anchor: 1 }), 'include_anchor is not a boolean')
  assert.equal(await ask({ narrow: {} }), 'narrow is not a list')
  assert.equal(await ask({ message_ids: ['a'] }), 'message_ids[0] is not an integer')
})

test('a parameter under two of its names is refused', async () => {
  const { json } = await hamlet.post('/messages', {
    type: 'stream',
    to: 'x',
    topic: 'a',
    subject: 'b',
    content: 'x',
  })
  assert.deepEqual(
    [json.code, json.var_name1, json.var_name2],
    ['REQUEST_CONFUSING_VAR', 'topic', 'subject'],
  )
  assert.equal(json.msg, "Can't decide between 'topic' and 'subject' arguments")
})

test('null bytes and lone surrogates are refused, all other characters are kept', async () => {
  const content = 'مرحبا 👩‍👩‍👧‍👦 e\u0301 \u{20BB7} \u202Eabc'
  const sent = await hamlet.post('/messages', { type: 'direct', to: [hamlet.id], content })
  const { json } = await hamlet.get(`/messages/${sent.json.id}`, { apply_markdown: false })
  assert.equal(json.message.content, content)
  const nul = await hamlet.post('/messages', { type: 'direct', to: [hamlet.id], content: 'a\0b' })
  assert.deepEqual([nul.status, nul.json.msg], [400, 'Message must not contain null bytes'])
  const nulled = await Promise.all([
    hamlet.post('/saved_snippets', { title: 'a', content: 'a\0b' }),
    hamlet.post('/users/me/alert_words', { alert_words: ['a\0b'] }),
    hamlet.delete('/users/me/subscriptions', { subscriptions: ['a\0b'] }),
    hamlet.get('/users/a%00b'),
    hamlet.delete('/navigation_views/%00'),
    hamlet.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 1,
      narrow: [['sender', '\0']],
    }),
    hamlet.get('/messages/matches_narrow', {
      msg_ids: [1],
      narrow: [{ operator: 'dm', operand: ['a\0'] }],
    }),
    hamlet.patch('/users/me/profile_data', { data: [{ id: 1, value: 'a\0b' }] }),
  ])
  assert.deepEqual(
    nulled.map(({ status, json }) => [status, json.code, json.msg]),
    [
      'content',
      'alert_words[0]',
      'subscriptions[0]',
      'user_id_or_email',
      'fragment',
      'narrow[0]',
      'narrow[0]',
      'data[0]["value"]',
    ].map((name) => [400, 'BAD_REQUEST', `${name} must not contain null bytes`]),
  )
})

test('what can be no number in a path is a path that does not exist, and no message that one may read', async () => {
  const asked = [
    hamlet.get('/streams/denmark'),
    hamlet.delete('/drafts/1e3'),
    hamlet.delete('/users/-1'),
    hamlet.post('/users/9999999999999999/reactivate', {}),
    hamlet.get('/messages/one'),
    hamlet.delete('/drafts/%00'),
  ]
  assert.deepEqual(
    (await Promise.all(asked)).map(({ status, json }) => [status, json.code, json.msg]),
    [
      [404, 'BAD_REQUEST', "There is no stream_id 'denmark'"],
      [404, 'BAD_REQUEST', "There is no draft_id '1e3'"],
      [404, 'BAD_REQUEST', "There is no user_id_or_email '-1'"],
      [404, 'BAD_REQUEST', "There is no user_id '9999999999999999'"],
      [400, 'BAD_REQUEST', 'Invalid message(s)'],
      [400, 'BAD_REQUEST', 'draft_id must not contain null bytes'],
    ],
  )
})

test('a code point that is no character is in no name', async () => {
  for (const bad of ['\u{FDD0}', '\u{FFFE}', '\u{1FFFF}']) {
    const { status, json } = await hamlet.post('/channels/create', {
      name: `a${bad}`,
      subscribers: [],
    })
    assert.deepEqual([status, json.msg], [400, 'Invalid character in channel name, at position 2.'])
  }
})

test('times and spans that no calendar holds are refused or cut', async () => {
  const late = await hamlet.post('/scheduled_messages', {
    type: 'direct',
    to: [hamlet.id],
    content: 'late',
    scheduled_delivery_timestamp: 253_402_300_800,
  })
  assert.deepEqual([late.status, late.json.msg], [400, 'scheduled_delivery_timestamp is too large'])
  const days = { fetch_event_types: ['presence'], presence_history_limit_days: 2 ** 31 }
  assert.equal((await hamlet.listen(days)).state['result'], 'success')
})

test('too many calls are 429 with the time to wait, and every answer counts down', async () => {
  const limited = await startOwnChat({ rateLimit: 5 })
  const other = await limited.person('Othello')
  for (let left = 4; left >= 0; left -= 1) {
    const { headers, status } = await other.get('/messages', NEWEST)
    assert.equal(status, 200)
    assert.equal(headers.get('x-ratelimit-limit'), '5')
    assert.equal(headers.get('x-ratelimit-remaining'), String(left))
  }
  const { status, json, headers } = await other.get('/messages', NEWEST)
  assert.deepEqual(
    [status, json.code, json.msg],
    [429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit'],
  )
  assert.ok(json['retry-after'] > 0 && json['retry-after'] <= 60)
  assert.ok(Number(headers.get('retry-after')) <= 60)
  limited.clock.advance(60_000)
  assert.equal((await other.get('/messages', NEWEST)).status, 200)
  await limited.stop()
})

test('the schemas of the API’s description are JSON Schemas', async () => {
  assert.deepEqual(await invalidSchemas(`${chat.baseUrl}/openapi.json`), [])
})

test('the list of routes says of each what its declaration says', async () => {
  const text = await readFile(new URL('../../src/routes.ts', import.meta.url), 'utf8')
  assert.deepEqual(
    [...text.matchAll(/^ {2}[\w.]+, \/\/ (.*)$/gm)].map(([, said]) => said),
    [
      ...ENDPOINTS.map(({ method, path }) => `${method} ${path}`),
      ...OTHER_ROUTES.map(({ path }) => `GET ${path}`),
      ...PAGES.map(({ method, path }) => `${method} ${path}`),
    ],
  )
})
