import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import { botServer } from './bot-server.ts'
import {
  ended,
  OWNER_AUTHORIZATION as authorization,
  startProcess,
  type Running,
} from './chat-process.ts'

test('after kill -9 every acknowledged message is there, once', { timeout: 60_000 }, async () => {
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

// A process is in doubt for three seconds; what is not asked for at all is forgotten after sixty.
const MAX_DOUBT_MS = 30_000

interface Client {
  readonly call: (method: 'GET' | 'POST', path: string, fields: Fields) => Promise<TestAnswer>
}

type Fields = Readonly<Record<string, string>>

function clientOf({ url }: Running): Client {
  return {
    call: async (method, path, fields) => {
      const form = new URLSearchParams(fields)
      return method === 'GET'
        ? await exchange(`${url}/api/v1${path}?${form.toString()}`, method, {
            headers: { authorization },
          })
        : await exchange(`${url}/api/v1${path}`, method, { headers: { authorization }, body: form })
    },
  }
}

async function sendBy(client: Client, content: string): Promise<number> {
  const fields = { type: 'direct', to: '["owner@example.com"]', content }
  const { status, json } = await client.call('POST', '/messages', fields)
  assert.equal(status, 200, json.msg)
  return json.id
}

async function registerAt(client: Client): Promise<string> {
  const fields = { event_types: '["message"]', fetch_event_types: '[]' }
  return (await client.call('POST', '/register', fields)).json.queue_id
}

test(
  'after kill -9 of one process the other serves on, hears all that was acknowledged, and knows the queues of the dead as bad',
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
    const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
    const start = (name: string) =>
      startProcess({ databaseUrl: database.url, dataDir: join(folder, name) })
    const [doomed, other] = [await start('doomed'), await start('other')]
    const [first, second] = [clientOf(doomed), clientOf(other)]
    const [lost, kept] = [await registerAt(first), await registerAt(second)]
    const ask = (queue: string, last = -1) =>
      second.call('GET', '/events', { queue_id: queue, last_event_id: String(last) })
    assert.equal((await ask(lost)).json.code, 'EVENT_QUEUE_ELSEWHERE')
    const acknowledged = new Set<number>()
    const state = { isOver: false }
    const load = async (client: Client) => {
      while (!state.isOver) acknowledged.add(await sendBy(client, 'hello'))
    }
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
  'after kill -9 a bot is told of what was acknowledged, and its answer is said once',
  { timeout: 120_000 },
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
