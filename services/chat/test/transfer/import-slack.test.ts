import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'

import { zipBytes } from '@oficina/zip/stream-zip.ts'

import { slackToMarkdown } from '../../src/markdown/slack-markdown.ts'
import { openApiKey } from '../../src/people/api-key.ts'
import { SECRET } from '../chat-server.ts'
import { startOwnChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { fetchFile } from '../files/files.ts'
import { run } from './command-line.ts'

// A service of its own: the command line imports into it.

let chat: ChatTest

before(async () => {
  chat = await startOwnChat()
})
after(() => chat.stop())

const NAMES = {
  user: (id: string) => ({ U1: 'Ana López' })[id],
  channel: (id: string) => ({ C1: 'general' })[id],
}

interface GivenCase {
  readonly name: string
  readonly input: string
  readonly conversion_output: string
}

test('texts of Slack become the Markdown that Zulip makes of them', async () => {
  const path = new URL('../data/slack-conversion.json', import.meta.url)
  const cases: readonly GivenCase[] = JSON.parse(await readFile(path, 'utf8'))
  for (const { name, input, conversion_output: expected } of cases) {
    assert.equal(slackToMarkdown(input, NAMES), expected, name)
  }
})

test('mentions, links, emphasis and code of Slack are told apart', () => {
  for (const [input, expected] of [
    [
      '<@U1> and <@U1|ana>, not <@U9|bob> or <@U9>',
      '@**Ana López** and @**Ana López**, not @bob or @U9',
    ],
    ['see <#C1|old-name> or <#C9|gone>', 'see #**general** or #**gone**'],
    ['<!here> <!channel> <!everyone> <!subteam^S1|@team>', '@**all** @**all** @**all** @team'],
    ['<https://a.example/x_y_z|a *bold* label>', '[a **bold** label](https://a.example/x_y_z)'],
    ['<https://a.example/x_y_z?a=1&amp;b=2>', 'https://a.example/x_y_z?a=1&b=2'],
    ['mid*word*bold and snake_case_name stay', 'mid*word*bold and snake_case_name stay'],
    ['*one* *two*, _it_ and ~no~', '**one** **two**, *it* and ~~no~~'],
    [
      '`*code* &lt;b&gt;` and ```_more_ <https://x.example>```',
      '`*code* <b>` and ```_more_ https://x.example```',
    ],
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['<mailto:a@b.example|write>', '[write](mailto:a@b.example)'],
    ['* no list*', '** no list**'],
  ] as const) {
    assert.equal(slackToMarkdown(input, NAMES), expected)
  }
})

const USERS = [
  {
    id: 'U1',
    name: 'ana',
    is_owner: true,
    tz: 'America/Mexico_City',
    profile: { real_name: 'Ana López', email: 'ana@example.com' },
  },
  {
    id: 'U2',
    name: 'bob',
    is_restricted: true,
    profile: { real_name: 'Bob', email: 'bob@example.com', image_original: 'https://x/y.png' },
  },
  { id: 'U3', name: 'old', deleted: true, profile: { real_name: 'Bob', email: '' } },
]

const at = (seconds: number) => `${1_700_000_000 + seconds}.000100`

const FILES: Record<string, unknown> = {
  'users.json': USERS,
  'channels.json': [
    {
      id: 'C1',
      name: 'general',
      created: 1_600_000_000,
      creator: 'U1',
      is_general: true,
      members: ['U1', 'U2'],
      purpose: { value: 'For all' },
    },
  ],
  'groups.json': [
    { id: 'G1', name: 'board', created: 1_600_000_000, members: ['U1', 'U3'], is_archived: true },
  ],
  'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
  'mpims.json': [{ id: 'G9', name: 'mpdm-ana--bob--old-1', members: ['U1', 'U2', 'U3'] }],
  'general/2023-11-14.json': [
    {
      type: 'message',
      user: 'U1',
      text: 'Lunch plans for <@U2>?',
      ts: at(10),
      thread_ts: at(10),
      reactions: [
        { name: '+1::skin-tone-3', users: ['U2', 'U3'], count: 2 },
        { name: 'our-own-logo', users: ['U2'], count: 1 },
      ],
    },
    { type: 'message', subtype: 'channel_join', user: 'U2', text: '<@U2> has joined', ts: at(1) },
    { type: 'message', user: 'U2', text: 'before', ts: at(5), edited: { user: 'U2', ts: at(6) } },
    { type: 'message', subtype: 'me_message', user: 'U2', text: 'waves', ts: at(12) },
  ],
  'general/2023-11-15.json': [
    { type: 'message', user: 'U2', text: 'Tacos', ts: at(90_000), thread_ts: at(10) },
    {
      type: 'message',
      subtype: 'bot_message',
      bot_id: 'B1',
      username: 'Deploys',
      text: '',
      ts: at(90_001),
      attachments: [
        { title: 'Build 7', title_link: 'https://ci.example/7', text: '*passed*', fallback: 'x' },
      ],
    },
    {
      type: 'message',
      user: 'U9',
      user_profile: { real_name: 'From Outside' },
      text: 'hello',
      ts: at(90_002),
    },
    {
      type: 'message',
      user: 'U1',
      text: 'the menu',
      ts: at(90_003),
      files: [
        {
          id: 'F1',
          name: 'menu.txt',
          mimetype: 'text/plain',
          url_private: 'https://files.slack.com/F1',
        },
        { id: 'F2', name: 'far.png', url_private: 'https://files.slack.com/F2' },
        { id: 'F3', mode: 'tombstone' },
      ],
    },
    {
      type: 'message',
      user: 'U1',
      text: '',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'News' } },
        { type: 'section', text: { type: 'mrkdwn', text: 'It is *here*' } },
      ],
      ts: at(90_004),
    },
  ],
  'board/2023-11-14.json': [{ type: 'message', user: 'U1', text: 'hidden', ts: at(20) }],
  'D1/2023-11-14.json': [{ type: 'message', user: 'U2', text: 'psst', ts: at(30) }],
  'mpdm-ana--bob--old-1/2023-11-14.json': [
    { type: 'message', user: 'U3', text: 'three', ts: at(40) },
  ],
  '__uploads/F1/menu.txt': Buffer.from('tacos'),
}

const bytesOf = (content: unknown) =>
  Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))

async function archive(name: string, files: Record<string, unknown>): Promise<string> {
  const path = join(chat.dataDir, name)
  const entries = Object.entries(files).map(([file, content]) => ({
    name: file,
    text: Readable.from([bytesOf(content).toString('utf8')]),
  }))
  await writeFile(path, zipBytes(Readable.from(entries)))
  return path
}

async function personAt(host: string, email: string): Promise<Person> {
  const [row] = await chat.database.query<{ id: number; api_key_cipher: Buffer }>({
    text: 'select u.id, u.api_key_cipher from user_profile u join realm r on r.id = u.realm_id where r.host = $1 and u.delivery_email = $2',
    values: [host, email],
  })
  assert.ok(row)
  const key = openApiKey(row.api_key_cipher, Buffer.from(SECRET, 'hex'))
  return chat.as({ id: row.id, email, name: email, key })
}

test('an export of Slack becomes an organization with its channels, threads and people', async () => {
  const path = await archive('slack.zip', FILES)
  const { code, stdout, stderr } = await run(chat, 'import', path, '--realm', 'slack.example.com')
  assert.equal(code, 0, stderr)
  for (const line of [
    'slack.example.com: 5 accounts, 2 channels, 11 messages, 1 files.',
    '1 reactions :our-own-logo:',
    '1 notices of Slack (channel_join)',
    '1 pictures of people, which are only linked',
    '1 files, which are only linked',
    '1 files that were deleted or hidden in Slack',
  ]) {
    assert.ok(stdout.includes(line), stdout)
  }
  const ana = await personAt('slack.example.com', 'ana@example.com')
  const { json } = await ana.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    apply_markdown: false,
  })
  const seen = json.messages.map((message: Loose) => [
    typeof message['display_recipient'] === 'string'
      ? message['display_recipient']
      : message['display_recipient'].length,
    message['subject'],
    message['sender_full_name'],
    message['content'].replace(/\/user_uploads\/\S+\)/, '/user_uploads/…)'),
  ])
  assert.deepEqual(seen, [
    ['general', 'imported from Slack', 'Bob', 'before'],
    [
      'general',
      '2023-11-14 Lunch plans for @Bob?',
      'Ana López',
      `Lunch plans for @**Bob|${json.messages[0].sender_id}**?`,
    ],
    ['general', 'imported from Slack', 'Bob', '/me waves'],
    ['board', 'imported from Slack', 'Ana López', 'hidden'],
    [2, '', 'Bob', 'psst'],
    [3, '', 'Bob', 'three'],
    ['general', '2023-11-14 Lunch plans for @Bob?', 'Bob', 'Tacos'],
    [
      'general',
      'imported from Slack',
      'Deploys',
      '## [Build 7](https://ci.example/7)\n\n**passed**',
    ],
    ['general', 'imported from Slack', 'From Outside', 'hello'],
    [
      'general',
      'imported from Slack',
      'Ana López',
      'the menu\n[menu.txt](/user_uploads/…)\n[far.png](https://files.slack.com/F2)',
    ],
    ['general', 'imported from Slack', 'Ana López', '## News\n\nIt is **here**'],
  ])
  assert.deepEqual(
    json.messages[1].reactions.map(({ emoji_name: name }: Loose) => name),
    ['+1', '+1'],
  )
  assert.equal(json.messages[0].last_edit_timestamp, 1_700_000_006)
  const [, address = ''] = /\((\/user_uploads\/[^)]+)\)/.exec(json.messages[9].content) ?? []
  assert.equal((await fetchFile(chat, address, ana)).text, 'tacos')
  const bob = await personAt('slack.example.com', 'bob@example.com')
  const { json: state } = await bob.post('/register', {
    fetch_event_types: ['message', 'update_message_flags', 'realm_user', 'subscription'],
  })
  assert.equal(state.unread_msgs.count, 0)
  assert.deepEqual(
    state.subscriptions.map(({ name }: Loose) => name),
    ['general'],
  )
  const { json: mine } = await bob.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
  })
  assert.ok(mine.messages.every(({ display_recipient: to }: Loose) => to !== 'board'))
  assert.deepEqual(mine.messages[1].flags, ['read', 'mentioned'])
})

test('an export of Slack that was unpacked is taken as a folder', async () => {
  const folder = join(chat.dataDir, 'unpacked-slack')
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytesOf(content))
  }
  const { code, stdout } = await run(chat, 'import', folder, '--realm', 'folder.example.com')
  assert.equal(code, 0)
  assert.match(stdout, /11 messages/)
})

test('a damaged export of Slack is refused with its reason', async () => {
  const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{ ...FILES, 'channels.json': undefined }, /but no channels\.json/],
    [{ ...FILES, 'users.json': { a: 1 } }, /users\.json is not a JSON list of objects/],
    [{ ...FILES, 'users.json': [{ name: 'x' }] }, /a user without an id/],
    [
      { ...FILES, 'general/2023-11-14.json': Buffer.from('[{"text": ') },
      /general\/2023-11-14\.json is not a JSON list/,
    ],
    [
      { ...FILES, 'channels.json': [{ id: 'C1', name: '../..', members: [] }] },
      /a channel named "\.\.\/\.\."/,
    ],
    [{ ...FILES, '../out.json': [] }, /an entry outside of it/],
  ]
  for (const [index, [files, reason]] of cases.entries()) {
    const kept = Object.fromEntries(
      Object.entries(files).filter(([, content]) => content !== undefined),
    )
    const path = await archive(`damaged${index}.zip`, kept)
    const { code, stderr } = await run(chat, 'import', path, '--realm', 'damaged.example.com')
    assert.equal(code, 1)
    assert.match(stderr, reason)
  }
})
