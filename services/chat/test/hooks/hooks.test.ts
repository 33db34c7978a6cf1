import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { channel, startChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { GITHUB, ISSUE, PR } from './hook-payloads.ts'

let chat: ChatTest
let hamlet: Person
let bot: Person

before(async () => {
  chat = await startChat()
  hamlet = await chat.person('King Hamlet')
  bot = await chat.bot('Robot', hamlet, 2)
  await channel(hamlet, 'builds', [hamlet])
})
after(() => chat.stop())

type Fields = Readonly<Record<string, string>>

async function call(
  name: string,
  payload: unknown,
  { fields = {}, headers = {} }: { readonly fields?: Fields; readonly headers?: Fields } = {},
): Promise<TestAnswer> {
  const query = new URLSearchParams({ api_key: bot.key, stream: 'builds', ...fields })
  return await exchange(`${chat.baseUrl}/api/v1/external/${name}?${query.toString()}`, 'POST', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  })
}

/** The messages that a call sent, the newest last. */
async function sent(answer: Promise<TestAnswer>, count: number): Promise<[string, string][]> {
  const { status, text } = await answer
  assert.equal(status, 200, text)
  const query = { anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false }
  const { json } = await hamlet.get('/messages', query)
  return json.messages.map((message: Loose) => {
    assert.equal(message['sender_id'], bot.id)
    return [message['subject'], message['content']]
  })
}

const commit = (id: string, message: string, username: string) => ({
  id: id.repeat(40),
  message,
  url: `https://github.com/acme/shop/commit/${id}`,
  author: { username },
})

const GITHUB_CASES: readonly (readonly [
  event: string,
  payload: Loose,
  topic: string,
  content: string,
])[] = [
  ['ping', {}, 'shop', 'GitHub webhook has been successfully configured by ana.'],
  [
    'push',
    {
      ref: 'refs/heads/main',
      compare: 'https://github.com/acme/shop/compare/1',
      commits: [
        commit('a', 'One\n\nmore', 'ana'),
        commit('b', 'Two', 'bob'),
        commit('c', 'Three', 'bob'),
      ],
    },
    'shop / main',
    'ana [pushed](https://github.com/acme/shop/compare/1) 3 commits to branch main. Commits by bob (2) and ana (1).\n\n* One ([aaaaaaaaaaa](https://github.com/acme/shop/commit/a))\n* Two ([bbbbbbbbbbb](https://github.com/acme/shop/commit/b))\n* Three ([ccccccccccc](https://github.com/acme/shop/commit/c))',
  ],
  [
    'push',
    { ref: 'refs/heads/old', deleted: true, compare: 'https://c', commits: [] },
    'shop / old',
    'ana [deleted](https://c) the branch old.',
  ],
  [
    'issues',
    { action: 'opened', issue: ISSUE },
    'shop / issue #7 It breaks',
    'ana opened [issue #7](https://github.com/acme/shop/issues/7):\n\n~~~ quote\nEach day.\n~~~',
  ],
  [
    'issues',
    { action: 'closed', issue: ISSUE },
    'shop / issue #7 It breaks',
    'ana closed [issue #7](https://github.com/acme/shop/issues/7).',
  ],
  [
    'issue_comment',
    { action: 'created', issue: ISSUE, comment: { html_url: 'https://x/1', body: 'Same here' } },
    'shop / issue #7 It breaks',
    'ana [commented](https://x/1) on [issue #7](https://github.com/acme/shop/issues/7):\n\n~~~ quote\nSame here\n~~~',
  ],
  [
    'pull_request',
    { action: 'opened', pull_request: PR },
    'shop / PR #8 Mend it',
    'ana opened [PR #8](https://github.com/acme/shop/pull/8) from `mend` to `main`.',
  ],
  [
    'pull_request',
    { action: 'closed', pull_request: { ...PR, merged: true } },
    'shop / PR #8 Mend it',
    'ana merged [PR #8](https://github.com/acme/shop/pull/8).',
  ],
  [
    'pull_request_review',
    {
      action: 'submitted',
      pull_request: PR,
      review: { state: 'approved', html_url: 'https://r', body: '' },
    },
    'shop / PR #8 Mend it',
    'ana [approved](https://r) [PR #8](https://github.com/acme/shop/pull/8).',
  ],
  [
    'release',
    { action: 'published', release: { name: 'First', tag_name: 'v1', html_url: 'https://rel' } },
    'shop',
    'ana published release [First](https://rel) for tag v1.',
  ],
  [
    'star',
    { action: 'created' },
    'shop',
    'ana starred the repository [acme/shop](https://github.com/acme/shop).',
  ],
]

test('what GitHub tells is written as Zulip writes it', async () => {
  for (const [event, payload, topic, content] of GITHUB_CASES) {
    const answer = call(
      'github',
      { ...GITHUB, ...payload },
      { headers: { 'x-github-event': event } },
    )
    assert.deepEqual(await sent(answer, 1), [[topic, content]], event)
  }
  const quiet = await call(
    'github',
    { ...GITHUB, action: 'labeled', issue: ISSUE },
    { headers: { 'x-github-event': 'issues' } },
  )
  assert.deepEqual([quiet.status, quiet.json.msg], [200, ''])
  const form = new URLSearchParams({
    payload: JSON.stringify({ ...GITHUB, action: 'reopened', issue: ISSUE }),
  })
  const query = new URLSearchParams({ api_key: bot.key, stream: 'builds', topic: 'chosen' })
  const asForm = exchange(`${chat.baseUrl}/api/v1/external/github?${query.toString()}`, 'POST', {
    headers: { 'x-github-event': 'issues' },
    body: form,
  })
  assert.deepEqual(await sent(asForm, 1), [
    ['chosen', 'ana reopened [issue #7](https://github.com/acme/shop/issues/7).'],
  ])
})

const PROJECT = { project: { name: 'shop', web_url: 'https://gl/shop' }, user: { name: 'Ana' } }

test('what GitLab tells is written as Zulip writes it', async () => {
  const attributes = (more: Loose) => ({ iid: 3, title: 'T', url: 'https://gl/3', ...more })
  for (const [payload, topic, content] of [
    [
      {
        object_kind: 'push',
        user_name: 'Ana',
        ref: 'refs/heads/main',
        before: '1',
        after: '2',
        commits: [
          { id: 'd'.repeat(40), message: 'One', url: 'https://gl/c', author: { name: 'Ana' } },
        ],
        project: PROJECT.project,
      },
      'shop / main',
      'Ana [pushed](https://gl/shop/-/compare/1...2) 1 commit to branch main.\n\n* One ([ddddddddddd](https://gl/c))',
    ],
    [
      {
        ...PROJECT,
        object_kind: 'issue',
        object_attributes: attributes({ action: 'open', description: 'D' }),
      },
      'shop / issue #3 T',
      'Ana created [issue #3](https://gl/3):\n\n~~~ quote\nD\n~~~',
    ],
    [
      {
        ...PROJECT,
        object_kind: 'merge_request',
        object_attributes: attributes({
          action: 'open',
          source_branch: 'a',
          target_branch: 'b',
          description: '',
        }),
      },
      'shop / MR #3 T',
      'Ana created [MR #3](https://gl/3) from `a` to `b`.',
    ],
    [
      {
        ...PROJECT,
        object_kind: 'note',
        object_attributes: { url: 'https://gl/3#note', note: 'Hm' },
        merge_request: { iid: 3, title: 'T' },
      },
      'shop / MR #3 T',
      'Ana [commented](https://gl/3#note) on [MR #3](https://gl/3):\n\n~~~ quote\nHm\n~~~',
    ],
    [
      {
        ...PROJECT,
        object_kind: 'pipeline',
        object_attributes: { id: 9, ref: 'main', status: 'success' },
        builds: [{ name: 'test', status: 'success' }],
      },
      'shop / main',
      '[Pipeline (9)](https://gl/shop/-/pipelines/9) changed status to success with build(s):\n* test - success.',
    ],
  ] as const) {
    assert.deepEqual(await sent(call('gitlab', payload), 1), [[topic, content]])
  }
})

test('alerts of Alertmanager, Grafana and Sentry get topics of their own', async () => {
  const alert = (status: string, alertname: string, description: string) => ({
    status,
    labels: { alertname },
    annotations: { description },
    generatorURL: 'https://p/graph?tab=1',
  })
  const alerts = [
    alert('firing', 'Disk', 'a is full'),
    alert('firing', 'Disk', 'b is full'),
    alert('resolved', 'Memory', 'fine'),
  ]
  assert.deepEqual(await sent(call('alertmanager', { alerts }), 2), [
    [
      'Disk',
      ':alert: **FIRING**\n* a is full ([graph](https://p/graph?tab=0))\n* b is full ([graph](https://p/graph?tab=0))',
    ],
    ['Memory', ':squared_ok: **Resolved** fine ([graph](https://p/graph?tab=0))'],
  ])
  const legacy = {
    title: '[Alerting] Load',
    ruleName: 'Load',
    ruleUrl: 'https://g',
    state: 'alerting',
    message: 'High',
    evalMatches: [{ metric: 'a', value: 3 }],
  }
  assert.deepEqual(await sent(call('grafana', legacy), 1), [
    ['[Alerting] Load', ':alert: [Load](https://g)\n\nHigh\n\n**a:** 3'],
  ])
  const [[topic, content] = ['', '']] = await sent(
    call('grafana', {
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'Load', host: 'a' },
          startsAt: '2026-01-01T00:00:00Z',
          generatorURL: 'https://g',
        },
      ],
    }),
    1,
  )
  assert.equal(topic, 'Load')
  assert.match(
    content,
    /^:alert: \*\*FIRING\*\* \[Load\]\(https:\/\/g\)\n\nThis alert was fired at <time:2026-01-01T00:00:00Z>\.\n\nLabels:\n- alertname: Load\n- host: a/,
  )
  const error = {
    title: 'KeyError',
    exception: {},
    web_url: 'https://s',
    level: 'error',
    datetime: '2026-01-01T00:00:00Z',
    metadata: { filename: 'a.py' },
  }
  assert.deepEqual(await sent(call('sentry', { data: { error } }), 1), [
    [
      'KeyError',
      '**New exception:** [KeyError](https://s)\n```quote\n**level:** error\n**timestamp:** <time:2026-01-01T00:00:00Z>\n**filename:** a.py\n```',
    ],
  ])
  const resolved = {
    action: 'resolved',
    actor: { name: 'Ana' },
    data: { issue: { title: 'KeyError' } },
  }
  assert.deepEqual(await sent(call('sentry', resolved), 1), [
    ['KeyError', 'Issue **KeyError** was marked as resolved by **Ana**.'],
  ])
})

test('any JSON is shown, and what is written for Slack reads as it would there', async () => {
  assert.deepEqual(await sent(call('json', { a: [1] }), 1), [
    ['JSON', '```json\n{\n  "a": [\n    1\n  ]\n}\n```'],
  ])
  const slack = {
    text: '*Done*: <https://x|it> &amp; more',
    attachments: [{ title: 'T', title_link: 'https://t', text: '_fine_' }],
  }
  assert.deepEqual(await sent(call('slack_incoming', slack), 1), [
    ['general chat', '**Done**: [it](https://x) & more\n\n## [T](https://t)\n\n*fine*'],
  ])
  const named = call(
    'slack_incoming',
    { text: 'x', channel: '#builds' },
    { fields: { stream: '' } },
  )
  assert.deepEqual(await sent(named, 1), [['general chat', 'x']])
})

test('without a channel the bot’s owner is written to', async () => {
  const query = new URLSearchParams({ api_key: bot.key })
  const { status } = await exchange(
    `${chat.baseUrl}/api/v1/external/json?${query.toString()}`,
    'POST',
    { body: '{"a":1}', headers: { 'content-type': 'application/json' } },
  )
  assert.equal(status, 200)
  const { json } = await hamlet.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  assert.equal(json.messages[0].type, 'private')
})

test('a call of another form, with a wrong key or to no channel is refused, and sends nothing', async () => {
  const { json: known } = await hamlet.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  })
  for (const [answer, status, message] of [
    [await call('json', {}, { fields: { api_key: 'x'.repeat(32) } }), 401, 'Invalid API key'],
    [await call('json', {}, { fields: { api_key: 'short' } }), 401, 'Malformed API key'],
    [
      await call('json', {}, { fields: { stream: 'nowhere' } }),
      400,
      "Channel 'nowhere' does not exist",
    ],
    [
      await call('github', {}, { headers: { 'x-github-event': 'push' } }),
      400,
      'The payload has no ref, which this integration needs.',
    ],
    [await call('json', 7), 400, 'Malformed JSON'],
    [await call('slack_incoming', {}), 400, 'Missing text, blocks and attachments'],
    [
      await exchange(`${chat.baseUrl}/api/v1/external/json`, 'POST', { body: '{}' }),
      400,
      "Missing 'api_key' argument",
    ],
  ] as const) {
    assert.deepEqual([answer.status, answer.json.msg], [status, message])
  }
  const { json } = await hamlet.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  assert.equal(json.messages[0].id, known.messages[0].id)
})
