import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { steadily } from '@oficina/testkit/steadily.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import {
  ended,
  OWNER_AUTHORIZATION as authorization,
  startProcess,
  type Running,
} from '../chat-process.ts'
import {
  balanced,
  clientOf,
  readingClient,
  registerAt,
  sendBy,
  untilAnswered,
  type Client,
} from '../cluster/balanced-client.ts'
import { botServer } from '../hooks/bot-server.ts'

// Deep: it kills processes under load.

test('after kill -9 every acknowledged message is there, once', { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
  const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  const first = await startProcess({ databaseUrl: database.url, dataDir })
  const acknowledged = new Map<number, string>()
  const attempted = new Set<string>()
  const senders = Array.from({ length: 8 }, async (_, sender) => {
    for (let number = 0; number < 1_000; number += 1) {
      const content = `message ${sender}.${number}`
      attempted.add(content)
      try {
        const { json } = await exchange(`${first.url}/api/v1/messages`, 'POST', {
          headers: { authorization },
          body: new URLSearchParams({ type: 'direct', to: '["owner@example.com"]', content }),
        })
        acknowledged.set(json.id, content)
      } catch {
        return
      }
      if (acknowledged.size >= 200) first.child.kill('SIGKILL')
    }
  })
  await Promise.all(senders)
  await ended(first.child)
  const second = await startProcess({ databaseUrl: database.url, dataDir })
  const { json } = await exchange(
    `${second.url}/api/v1/messages?anchor=oldest&num_before=0&num_after=5000&apply_markdown=false`,
    'GET',
    { headers: { authorization } },
  )
  const stored: { id: number; content: string }[] = json.messages
  const byId = new Map(stored.map(({ id, content }) => [id, content]))
  assert.ok(acknowledged.size >= 200)
  for (const [id, content] of acknowledged) assert.equal(byId.get(id), content)
  const contents = stored.map(({ content }) => content)
  assert.equal(new Set(contents).size, contents.length, 'nothing is there twice')
  assert.ok(contents.every((content) => attempted.has(content)))
  second.child.kill('SIGTERM')
  await ended(second.child)
  assert.equal(second.child.exitCode, 0)
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

// By which processes know each other.
const ONE_SECRET = { CHAT_SECRET: 'ab'.repeat(32) }
// A process is in doubt for three seconds; what is not asked for at all is forgotten after sixty.
const MAX_DOUBT_MS = 30_000

test(
  'after kill -9 of one process the other serves on, hears all that was acknowledged, and knows the queues of the dead as bad',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
    const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
    const start = (name: string) =>
      startProcess({ databaseUrl: database.url, dataDir: join(folder, name), settings: ONE_SECRET })
    const [doomed, other] = [await start('doomed'), await start('other')]
    const [first, second] = [clientOf(doomed), clientOf(other)]
    const [lost, kept] = [await registerAt(first), await registerAt(second)]
    const ask = (queue: string, last = -1) =>
      second.call('GET', '/events', { queue_id: queue, last_event_id: String(last) })
    const asked = await second.call('GET', '/events', {
      queue_id: lost,
      last_event_id: '-1',
      dont_block: 'true',
    })
    assert.equal(asked.status, 200, asked.text)
    const acknowledged = new Set<number>()
    const state = { isOver: false }
    const load = (client: Client) =>
      steadily(
        () => state.isOver,
        async () => acknowledged.add(await sendBy(client, 'hello')),
      )
    const dying = [1, 2].map(() => load(first).catch(() => undefined))
    const living = [1, 2].map(() => load(second))
    await eventually('some are sent', () => acknowledged.size > 50)
    doomed.child.kill('SIGKILL')
    await Promise.all([ended(doomed.child), ...dying])
    // It may have been cut off for a moment only, so a client is told to ask again; but not for long.
    const killedMs = performance.now()
    const answer = await eventually('the queue is bad', async () => {
      const said = await ask(lost)
      assert.equal(said.json.code, 'BAD_EVENT_QUEUE_ID')
      return said
    })
    assert.equal(answer.status, 400)
    assert.ok(performance.now() - killedMs < MAX_DOUBT_MS)
    state.isOver = true
    await Promise.all(living)
    const heard = new Set<number>()
    for (let last = -1; heard.size < acknowledged.size;) {
      const { status, json } = await ask(kept, last)
      assert.equal(status, 200)
      for (const { id, message } of json.events) {
        last = id
        if (message !== undefined) heard.add(message.id)
      }
      // One that the dead had committed but not answered is heard, too.
      if ([...acknowledged].every((id) => heard.has(id))) break
    }
    for (const id of acknowledged) assert.ok(heard.has(id), String(id))
    const again = await start('doomed')
    assert.ok((await sendBy(clientOf(again), 'back')) > 0)
    for (const { child } of [again, other]) {
      child.kill('SIGTERM')
      await ended(child)
      assert.equal(child.exitCode, 0)
    }
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  },
)

test(
  'a client whose calls go round all processes loses and doubles nothing while one is killed and all are restarted',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
    const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
    const start = (name: string) =>
      startProcess({ databaseUrl: database.url, dataDir: join(folder, name), settings: ONE_SECRET })
    const names = ['a', 'b', 'c']
    const running: Running[] = []
    for (const name of names) running.push(await start(name))
    const restart = async (index: number, signal: 'SIGKILL' | 'SIGTERM') => {
      running[index]?.child.kill(signal)
      await ended(running[index]?.child ?? assert.fail('it runs'))
      running[index] = await start(names[index] ?? '')
    }
    const round = balanced(running)
    const reader = readingClient(round)
    await reader.register()
    const sent = new Set<number>()
    const state = { isOver: false }
    const sending = [1, 2].map(() =>
      steadily(
        () => state.isOver,
        async () => sent.add(await untilAnswered(() => sendBy(round, 'round'))),
      ),
    )
    const reading = reader.read(() => state.isOver && [...sent].every((id) => reader.heard.has(id)))
    const more = async () => {
      const now = sent.size
      await eventually('more is sent', () => sent.size > now + 20)
    }
    await more()
    // Each in turn takes its queues back: nobody registers anew.
    for (const index of names.keys()) {
      await restart(index, 'SIGTERM')
      await more()
    }
    assert.equal(reader.registrations(), 1)
    const owner = reader.ownerIn(await Promise.all(names.map((name) => numberOf(folder, name))))
    await restart(owner, 'SIGKILL')
    await more()
    state.isOver = true
    await Promise.all([...sending, reading])
    assert.ok(reader.registrations() <= 2)
    assert.deepEqual(reader.doubled, [])
    for (const { child } of running) {
      child.kill('SIGTERM')
      await ended(child)
      assert.equal(child.exitCode, 0)
    }
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  },
)

async function numberOf(folder: string, name: string): Promise<number> {
  return Number(await readFile(join(folder, name, 'chat-process'), 'utf8'))
}

test(
  'after kill -9 a bot is told of what was acknowledged, and its answer is said once',
  { timeout: 240_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
    const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
    const bot = await botServer()
    bot.on('/', () => undefined)
    const settings = { CHAT_OUTBOUND_ALLOW: '127.0.0.1' }
    const start = () => startProcess({ databaseUrl: database.url, dataDir, settings })
    const doomed = await start()
    const client = clientOf(doomed)
    const made = await client.call('POST', '/bots', {
      full_name: 'Called',
      short_name: 'called',
      bot_type: '3',
      payload_url: `${bot.url}/`,
    })
    assert.equal(made.status, 200, made.text)
    const to = `[${made.json.user_id}]`
    const sent = await client.call('POST', '/messages', { type: 'direct', to, content: 'hello' })
    assert.equal(sent.status, 200)
    await eventually('the bot is called', () => bot.requests.length > 0)
    doomed.child.kill('SIGKILL')
    await ended(doomed.child)
    bot.on('/', () => [200, '{"content": "here I am"}'])
    const next = await start()
    // The call is the dead process's for fifteen seconds.
    const answers = await eventually('the bot answers', async () => {
      const query = { anchor: 'newest', num_before: '10', num_after: '0', apply_markdown: 'false' }
      const { json } = await clientOf(next).call('GET', '/messages', query)
      const found: { content: string }[] = json.messages.filter(
        ({ sender_id: sender }: { sender_id: number }) => sender === made.json.user_id,
      )
      return found.length > 0 && found
    })
    assert.deepEqual(
      answers.map(({ content }) => content),
      ['here I am'],
    )
    next.child.kill('SIGTERM')
    await ended(next.child)
    await bot.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  },
)
