import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { channel, startChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { GITHUB, ISSUE, PR, REPOSITORY } from './hook-payloads.ts'

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
  { fields, headers = {} }: { readonly fields: Fields; readonly headers?: Fields },
): Promise<TestAnswer> {
  const query = new URLSearchParams({ api_key: bot.key, stream: 'builds', ...fields })
  return await exchange(`${chat.baseUrl}/api/v1/external/${name}?${query.toString()}`, 'POST', {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  })
}

/** The newest messages, the last one at the end. */
async function newest(count: number): Promise<readonly Loose[]> {
  const query = { anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false }
  return (await hamlet.get('/messages', query)).json.messages
}

async function lastId(): Promise<unknown> {
  return (await newest(1))[0]?.['id']
}

const PROJECT = { project: { name: 'shop', web_url: 'https://gl/shop' }, user: { name: 'Ana' } }

type Hook = readonly [fields: Fields, payload: Loose, headers?: Fields]

test('what an address says of repositories, branches and events decides what is told', async () => {
  const told = async (name: string, [fields, payload, headers = {}]: Hook) => {
    const known = await lastId()
    const { status, text, json } = await call(name, payload, { fields, headers })
    assert.equal(status, 200, text)
    assert.equal(json['ignored_parameters_unsupported'], undefined)
    return (await lastId()) !== known
  }
  const closed = { ...GITHUB, action: 'closed', issue: ISSUE }
  const hidden = { ...closed, repository: { ...REPOSITORY, private: true } }
  const issues = { 'x-github-event': 'issues' }
  const pushed = { ...GITHUB, ref: 'refs/heads/main', compare: 'https://c', commits: [] }
  const push = { 'x-github-event': 'push' }
  const open = { ...GITHUB, action: 'opened', pull_request: PR }
  const pull = { 'x-github-event': 'pull_request' }
  for (const [isTold, ...hook] of [
    [false, { ignore_private_repositories: 'true' }, hidden, issues],
    [true, { ignore_private_repositories: 'false' }, hidden, issues],
    [true, {}, hidden, issues],
    [true, { ignore_private_repositories: 'true' }, closed, issues],
    [true, { branches: 'next, main' }, pushed, push],
    [false, { branches: 'next,mai' }, pushed, push],
    [true, { branches: 'next' }, closed, issues],
    [true, { only_events: '["issues"]' }, closed, issues],
    [false, { only_events: '["push_*"]' }, closed, issues],
    [true, { only_events: '["push_*"]' }, pushed, push],
    [false, { only_events: '[]' }, pushed, push],
    [false, { exclude_events: '["*pull_request*"]' }, open, pull],
    [true, { exclude_events: '["closed_?ull_request"]' }, open, pull],
    [
      false,
      { only_events: '["*"]', exclude_events: '["opene[a-d]_pull_[!a-q]equest"]' },
      open,
      pull,
    ],
  ] as const) {
    assert.equal(await told('github', hook), isTold, JSON.stringify(hook.slice(0, 1)))
  }
  const merge = {
    ...PROJECT,
    object_kind: 'merge_request',
    object_attributes: { iid: 3, title: 'Titled', url: 'https://gl/3', action: 'merge' },
  }
  const secret = { ...merge, project: { ...PROJECT.project, visibility_level: 0 } }
  for (const [isTold, ...hook] of [
    [false, { ignore_private_repositories: 'true' }, secret],
    [true, { ignore_private_repositories: 'true' }, merge],
    [false, { exclude_events: '["Merge Request Hook merge"]' }, merge],
    [true, { only_events: '["Merge Request*"]' }, merge],
    [
      false,
      { branches: 'next' },
      { ...merge, object_kind: 'push', ref: 'refs/heads/main', commits: [] },
    ],
  ] as const) {
    assert.equal(await told('gitlab', hook), isTold, JSON.stringify(hook.slice(0, 1)))
  }
  assert.equal(await told('gitlab', [{ use_merge_request_title: 'false' }, merge]), true)
  assert.equal((await newest(1))[0]?.['subject'], 'shop / MR #3')
  const firing = { title: 'T', ruleName: 'R', ruleUrl: 'https://g', state: 'ok' }
  assert.equal(await told('grafana', [{ only_events: '["alerting"]' }, firing]), false)
  assert.equal(await told('grafana', [{ only_events: '["ok"]' }, firing]), true)
})

test('an address names the label that an alert’s topic is, and the one that its text is', async () => {
  const alerts = [
    { status: 'firing', labels: { instance: 'andromeda' }, annotations: { 'a.b': 'Hot' } },
    { status: 'resolved', labels: {}, annotations: {} },
  ]
  await call('alertmanager', { alerts }, { fields: { name: 'instance', desc: 'a.b' } })
  assert.deepEqual(
    (await newest(2)).map((message) => [message['subject'], message['content']]),
    [
      ['andromeda', ':alert: **FIRING** Hot'],
      ['(unknown)', ':squared_ok: **Resolved** <missing field: a.b>'],
    ],
  )
})

test('a parameter that Zulip’s integrations know and this one does not is refused by its name', async () => {
  for (const [name, field, value] of [
    ['github', 'include_repository_name', 'true'],
    ['github', 'use_merge_request_title', 'false'],
    ['alertmanager', 'only_events', '["x"]'],
    ['json', 'ignore_private_repositories', 'true'],
    ['slack_incoming', 'mapping', 'topics'],
    ['sentry', 'branches', 'main'],
  ] as const) {
    const { status, json } = await call(name, {}, { fields: { [field]: value } })
    assert.deepEqual(
      [status, json.result, json.code, json.msg],
      [400, 'error', 'BAD_REQUEST', `This integration does not support the parameter '${field}'`],
    )
  }
  const { status, json } = await call(
    'github',
    {},
    { fields: { ignore_private_repositories: 'yes' } },
  )
  assert.deepEqual([status, json.msg], [400, 'ignore_private_repositories is not valid JSON'])
})
