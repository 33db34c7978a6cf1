import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Person,
} from '../chat-service.ts'
import { sendPicture, until, uploaded } from '../files/files.ts'
import { unpacked } from '../transfer/archives.ts'
import { run } from '../transfer/command-line.ts'
import { comparable } from '../transfer/comparable-archive.ts'
import { OF_ALL_REALMS, OneShard, type MustAskAll } from './one-shard.ts'
import { shardWatch, type ShardWatch } from './shard-watch.ts'

const DAY_MS = 86_400_000
const MUST_ASK_ALL: readonly MustAskAll[] = [
  ...OF_ALL_REALMS,
  {
    what: 'how the tables that an import filled are planned from now on',
    sent: /^ANALYZE chat\./,
  },
  {
    what: 'whether an export of any realm is being made: one at a time',
    sent: /FROM chat\.realm_export_\d+ realm_export WHERE \(\(state OPERATOR/i,
  },
]

let watch: ShardWatch
let shard: OneShard
let chat: OwnChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  watch = shardWatch()
  shard = new OneShard(watch, MUST_ASK_ALL)
  chat = await startOwnChat()
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(chat.owner, 'denmark', [chat.owner, hamlet, cordelia])
  await channel(hamlet, 'secret', [hamlet, cordelia], { invite_only: true })
  const first = await send(hamlet, 'denmark', 'castle', 'Who is there, @**Cordelia**?')
  assert.equal(
    (await cordelia.post(`/messages/${first}/reactions`, { emoji_name: 'tada' })).status,
    200,
  )
  await sendDirect(hamlet, [cordelia], 'only for you')
  const note = new File(['x'], 'note.txt', { type: 'text/plain' })
  await sendDirect(hamlet, [cordelia], `[note](${await uploaded(chat, hamlet, note)})`)
  assert.equal((await sendPicture(chat, chat.owner, '/realm/emoji/danish')).status, 200)
  await hamlet.post('/users/me/alert_words', { alert_words: ['ghost'] })
})
after(async () => {
  await chat.stop()
  watch.stop()
})

const contents = async (): Promise<readonly string[]> => {
  const { json } = await hamlet.get('/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  })
  return json.messages.map(({ content }: { content: string }) => content)
}

for (const [type, what] of [
  [1, 'everybody could read'],
  [2, 'those saw who agreed'],
] as const) {
  test(`an export of what ${what} is ordered, made and deleted in the part of the realm`, async () => {
    await hamlet.patch('/settings', { allow_private_data_export: true })
    await chat.owner.patch('/settings', { allow_private_data_export: true })
    watch.take()
    const { status, json, text } = await chat.owner.post('/export/realm', { export_type: type })
    assert.equal(status, 200, text)
    const url = await eventually('the export is made', async () => {
      const answer = await chat.owner.get('/export/realm')
      const [made] = answer.json.exports.filter((one: { id: number }) => one.id === json.id)
      assert.equal(made.failed_timestamp, null)
      return made.export_url ?? undefined
    })
    assert.match(url, /^http/)
    assert.equal((await chat.owner.delete(`/export/realm/${json.id}`)).status, 200)
    shard.assert()
  })
}

test('an organization is exported and imported in the part of its realm, and is the same there', async () => {
  const path = join(chat.dataDir, 'whole.tar.gz')
  watch.take()
  const out = await run(chat, 'export', path, '--realm', 'chat.example.com')
  assert.equal(out.code, 0, out.stderr)
  shard.assert()
  const into = await run(chat, 'import', path, '--realm', 'new.example.com')
  assert.equal(into.code, 0, into.stderr)
  shard.assert()
  const again = join(chat.dataDir, 'again.tar.gz')
  const other = await run(chat, 'export', again, '--realm', 'new.example.com')
  assert.equal(other.code, 0, other.stderr)
  const [one, two] = await Promise.all(
    [path, again].map(async (file) => comparable(await unpacked(await readFile(file)))),
  )
  for (const table of ['zerver_message', 'zerver_stream', 'zerver_reaction']) {
    assert.deepEqual(two?.[table], one?.[table], table)
    assert.notEqual(one?.[table], undefined, table)
  }
  await writeFile(path, '')
})

test('old messages are forgotten in the part of their realm', async () => {
  const id = await channel(chat.owner, 'brief', [chat.owner, hamlet], { message_retention_days: 1 })
  assert.ok(id > 0)
  await send(hamlet, 'brief', 'a', 'soon forgotten')
  chat.clock.advance(2 * DAY_MS)
  watch.take()
  await chat.restart()
  await until(contents, (found) => !found.includes('soon forgotten'))
  assert.ok((await contents()).includes('only for you'))
  shard.assert()
})

test('what must ask all realms still does', () => {
  shard.assertStillAsked()
})
