import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'

import { openApiKey } from '../../src/people/api-key.ts'
import { SECRET } from '../chat-server.ts'
import {
  channel,
  send,
  sendDirect,
  startOwnChat,
  type ChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'
import { authorization, fetchFile, sendPicture, uploaded } from '../files/files.ts'
import { unpacked } from './archives.ts'
import { run } from './command-line.ts'
import { comparable } from './comparable-archive.ts'

// A service of its own: the command line imports into it and exports from it.

let chat: ChatTest
let owner: Person
let hamlet: Person
let cordelia: Person

before(async () => {
  chat = await startOwnChat()
  owner = chat.owner
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await fill()
})
after(() => chat.stop())

async function done(
  answer: Promise<{ status: number; text: string; json: Loose }>,
): Promise<Loose> {
  const { status, text, json } = await answer
  assert.equal(status, 200, text)
  return json
}

/** An organization with something of everything. */
async function fill(): Promise<void> {
  const polonius = await chat.person('Polonius')
  const robot = await chat.bot('Robot', hamlet)
  const denmark = await channel(owner, 'denmark', [owner, hamlet, cordelia, robot], {
    description: 'A **state**',
  })
  await channel(hamlet, 'secret', [hamlet, cordelia], { invite_only: true })

  const gone = await channel(owner, 'gone', [owner])
  await done(owner.delete(`/streams/${gone}`))
  const { channel_folder_id: folder } = await done(
    owner.post('/channel_folders/create', { name: 'Castle', description: 'x' }),
  )
  await done(owner.patch(`/streams/${denmark}`, { folder_id: folder }))
  const { group_id: guards } = await done(
    owner.post('/user_groups/create', {
      name: 'guards',
      description: 'Of the castle',
      members: [hamlet.id, polonius.id],
    }),
  )
  await done(
    owner.patch(`/user_groups/${guards}`, {
      can_mention_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
    }),
  )
  await done(
    owner.post('/realm/filters', {
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://bugs.example.com/{id}',
    }),
  )
  assert.equal((await sendPicture(chat, owner, '/realm/emoji/danish')).status, 200)
  assert.equal((await sendPicture(chat, owner, '/realm/icon')).status, 200)
  assert.equal((await sendPicture(chat, owner, '/realm/logo?night=true')).status, 200)
  await done(
    owner.post('/realm/playgrounds', {
      name: 'Play',
      pygments_language: 'Python',
      url_template: 'https://play.example.com/?code={code}',
    }),
  )
  await done(
    hamlet.post('/bots', {
      full_name: 'Called',
      short_name: 'called',
      bot_type: 3,
      payload_url: 'https://bot.example.com/hook',
      interface_type: 2,
    }),
  )
  await done(hamlet.post('/users/me/presence', { status: 'active' }))
  assert.equal((await sendPicture(chat, hamlet, '/users/me/avatar')).status, 200)
  const { id: field } = await done(
    owner.post('/realm/profile_fields', { name: 'Realm', field_type: 1, hint: 'of yours' }),
  )
  await done(hamlet.patch('/users/me/profile_data', { data: [{ id: field, value: '*Denmark*' }] }))
  await done(
    hamlet.patch('/settings', {
      color_scheme: 2,
      web_home_view: 'recent',
      timezone: 'Europe/Copenhagen',
    }),
  )
  await done(
    owner.patch('/realm', {
      description: 'Rotten',
      message_content_edit_limit_seconds: '"unlimited"',

      new_stream_announcements_stream_id: denmark,
    }),
  )
  const first = await send(
    hamlet,
    'denmark',
    'castle',
    `Who is there, @**Cordelia|${cordelia.id}**? :danish: #7`,
  )
  const reply = await send(
    cordelia,
    'denmark',
    'castle',
    `Nay: #**denmark>castle@${first}** and [here](/#narrow/channel/${denmark}-denmark/topic/castle/near/${first})`,
  )
  await done(cordelia.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
  await done(hamlet.post(`/messages/${reply}/reactions`, { emoji_name: 'danish' }))
  await done(cordelia.post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' }))
  await done(cordelia.post('/messages/flags', { messages: [first], op: 'add', flag: 'read' }))
  await done(
    hamlet.patch(`/messages/${first}`, { content: `Who is **there**, @**Cordelia**? :danish: #7` }),
  )
  await send(hamlet, 'denmark', 'feast', '@**all** come, @*guards* too')
  await send(robot, 'denmark', 'feast', '/poll Wine?\nyes\nno')
  await done(hamlet.delete('/users/me/subscriptions', { subscriptions: ['denmark'] }))
  await send(cordelia, 'denmark', 'castle', 'he left')
  await done(hamlet.post('/users/me/subscriptions', { subscriptions: [{ name: 'denmark' }] }))
  await send(cordelia, 'denmark', 'castle', 'he is back')
  await send(hamlet, 'secret', 'plans', 'between us')
  await sendDirect(hamlet, [cordelia], 'only for you')
  await sendDirect(cordelia, [hamlet, polonius], 'for the three of us')
  await sendDirect(hamlet, [hamlet], 'a note')
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const url = await uploaded(
    chat,
    hamlet,
    new File([Uint8Array.from(png)], 'red.png', { type: 'image/png' }),
  )
  await send(hamlet, 'denmark', 'castle', `[red.png](${url})`)
  await done(hamlet.post('/users/me/alert_words', { alert_words: ['ghost'] }))
  await done(
    hamlet.post('/user_topics', { stream_id: denmark, topic: 'feast', visibility_policy: 1 }),
  )
  await done(hamlet.post(`/users/me/muted_users/${polonius.id}`))
  await done(hamlet.post('/saved_snippets', { title: 'a', content: 'b' }))
  await done(hamlet.post('/users/me/status', { status_text: 'thinking', emoji_name: 'car' }))
  await done(
    hamlet.post('/drafts', {
      drafts: [
        { type: 'stream', to: [denmark], topic: 't', content: 'c', timestamp: 1_700_000_000 },
      ],
    }),
  )
  await done(
    hamlet.post('/scheduled_messages', {
      type: 'direct',
      to: [cordelia.id],
      content: 'later',
      scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 900_000_000,
    }),
  )
  await done(
    cordelia.post('/reminders', {
      message_id: first,
      scheduled_delivery_timestamp: Math.floor(chat.clock.now() / 1000) + 900_000_000,
      note: 'who?',
    }),
  )
  await done(owner.delete(`/users/${polonius.id}`))
}

async function exported(name: string, host: string): Promise<Buffer> {
  const path = join(chat.dataDir, name)
  const { code, stderr } = await run(chat, 'export', path, '--realm', host)
  assert.equal(code, 0, stderr)
  return await readFile(path)
}

/** A person of an imported organization. */
async function personAt(host: string, email: string): Promise<Person> {
  const [row] = await chat.database.query<{ id: number; api_key_cipher: Buffer }>({
    text: 'select u.id, u.api_key_cipher from user_profile u join realm r on r.id = u.realm_id where r.host = $1 and u.delivery_email = $2',
    values: [host, email],
  })
  assert.ok(row)
  return chat.as({
    id: row.id,
    email,
    name: email,
    key: openApiKey(row.api_key_cipher, Buffer.from(SECRET, 'hex')),
  })
}

test('an organization that is exported, imported and exported again is the same', async () => {
  const first = await exported('first.tar.gz', chat.host)
  const imported = await run(
    chat,
    'import',
    join(chat.dataDir, 'first.tar.gz'),
    '--realm',
    'new.example.com',
  )
  assert.equal(imported.code, 0, imported.stderr)
  assert.match(
    imported.stdout,
    /^new\.example\.com: 6 accounts, 3 channels, \d+ messages, 1 files\.\nEverything was carried\.\n/,
  )
  assert.match(imported.stdout, /First owner: owner@example\.com, password: \S+/)
  const second = await exported('second.tar.gz', 'new.example.com')
  const [before, later] = [comparable(await unpacked(first)), comparable(await unpacked(second))]
  assert.ok((before['zerver_message']?.length ?? 0) > 12)
  assert.deepEqual(later, before)
})

test('messages that come with an organization are nobody’s news there, however new they are', async () => {
  chat.clock.advance(11_000)
  const left = async (of: string, host: string) => {
    const [row] = await chat.database.query<{ left: number }>({
      text: `select count(*)::int as left from ${of} join realm r on r.id = m.realm_id and r.host = $1`,
      values: [host],
    })
    return row?.left ?? 0
  }
  // Where nobody has looked yet, there is no progress.
  const unseen = `(select m.realm_id from message m left join missed_progress p using (realm_id)
    where m.id > coalesce(p.message_id, 0)) m`
  await eventually('all messages to be looked at', async () => {
    const counts = [await left(unseen, chat.host), await left(unseen, 'new.example.com')]
    return counts.every((count) => count === 0)
  })
  assert.ok((await left('missed_message m', chat.host)) > 0)
  assert.equal(await left('missed_message m', 'new.example.com'), 0)
})

test('in the new organization messages show what they showed, with what is there', async () => {
  const hamlet2 = await personAt('new.example.com', hamlet.email)
  const cordelia2 = await personAt('new.example.com', cordelia.email)
  const all = { anchor: 'oldest', num_before: 0, num_after: 100 }
  const { json: old } = await cordelia.get('/messages', all)
  const { json: now } = await cordelia2.get('/messages', all)
  const shown = (messages: Loose[]) =>
    messages.map(
      ({ subject, sender_full_name: sender, flags, reactions, display_recipient: to }) => ({
        subject,
        sender,
        flags,
        reactions: reactions.map(({ emoji_name: name }: Loose) => name),
        to: typeof to === 'string' ? to : to.map(({ email }: Loose) => email).toSorted(),
      }),
    )
  assert.deepEqual(shown(now.messages), shown(old.messages))
  const [first, reply] = now.messages.filter(({ subject }: Loose) => subject === 'castle')
  assert.match(
    first.content,
    new RegExp(`<span class="user-mention" data-user-id="${cordelia2.id}">@Cordelia</span>`),
  )
  assert.match(first.content, /<img alt=":danish:" class="emoji" src="\/user_avatars\/[^"]+"/)
  assert.match(first.content, /<a href="https:\/\/bugs\.example\.com\/7">#7<\/a>/)
  assert.ok(reply.content.includes(`/near/${first.id}`))
  const { json: history } = await hamlet2.get(`/messages/${first.id}/history`)
  assert.equal(history.message_history.length, 2)
  const { json: remembered } = await cordelia2.get('/reminders')
  const [reminder] = remembered.reminders
  assert.equal(reminder.reminder_target_message_id, first.id)
  assert.ok(reminder.content.includes(`>castle@${first.id}**. Note:\n> who?`))
  assert.ok(reminder.content.includes(`https://new.example.com/#narrow/`))
  assert.match(reminder.rendered_content, /<blockquote>/)
  const { json: files } = await hamlet2.get('/attachments')
  const [file] = files.attachments
  assert.equal((await fetchFile(chat, `/user_uploads/${file.path_id}`, hamlet2)).status, 200)
  assert.equal((await fetchFile(chat, `/user_uploads/${file.path_id}`, hamlet)).status, 404)
  const { state } = await hamlet2.listen({
    fetch_event_types: ['realm', 'realm_bot', 'realm_playgrounds', 'presence'],
  })
  assert.equal(state['realm_night_logo_source'], 'U')
  assert.deepEqual(
    state['realm_playgrounds'].map(({ name }: Loose) => name),
    ['Play'],
  )
  const [called] = state['realm_bots'].filter(({ bot_type: type }: Loose) => type === 3)
  const [service] = called.services
  assert.deepEqual([service.base_url, service.interface], ['https://bot.example.com/hook', 2])
  assert.match(service.token, /^[A-Za-z0-9]{32}$/)
  assert.ok(hamlet.email in state['presences'])
  const { json: me } = await hamlet2.get('/users/me')
  assert.match(me.avatar_url, /^\/user_avatars\//)
})

test('who was let in by the printed password is the owner', async () => {
  const again = await run(
    chat,
    'import',
    join(chat.dataDir, 'first.tar.gz'),
    '--realm',
    'third.example.com',
  )
  const password = /password: (\S+)/.exec(again.stdout)?.[1] ?? ''
  const answer = await chat.client.send('POST', '/api/v1/fetch_api_key', {
    headers: { host: 'third.example.com' },
    body: new URLSearchParams({ username: 'owner@example.com', password }),
  })
  assert.equal(answer.status, 200, answer.text)
  const realm = await chat.client.send('GET', '/api/v1/realm/emoji', {
    headers: authorization({ ...owner, key: answer.json.api_key }),
  })
  assert.equal(realm.status, 200)
})

test('a host that has an organization gets no other, and nothing is left on the disk', async () => {
  const { code, stderr } = await run(
    chat,
    'import',
    join(chat.dataDir, 'first.tar.gz'),
    '--realm',
    chat.host,
  )
  assert.deepEqual(
    [code, stderr.trim()],
    [1, `The import failed: there is already an organization at ${chat.host}`],
  )
  assert.deepEqual(await readdir(join(chat.dataDir, 'imports')), [])
})

test('commands say how they are called', async () => {
  const help = await run(chat, 'import', '--help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /--realm HOST/)
  for (const [args, expected] of [
    [['import'], /One FILE is needed/],
    [['import', 'x.tar.gz'], /--realm is needed/],
    [['import', 'x.tar.gz', '--realm', 'a', '--wrong'], /Unknown option '--wrong'/],
    [['nonsense'], /There is no command "nonsense"/],
  ] as const) {
    const { code, stderr } = await run(chat, ...args)
    assert.equal(code, 2)
    assert.match(stderr, expected)
  }
  await writeFile(join(chat.dataDir, 'plain.txt'), 'no archive')
  const plain = await run(
    chat,
    'import',
    join(chat.dataDir, 'plain.txt'),
    '--realm',
    'a.example.com',
  )
  assert.match(plain.stderr, /neither a \.tar\.gz nor a \.zip archive/)
})
