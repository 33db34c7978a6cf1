import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test, type TestContext } from 'node:test'

import { connect } from '@nats-io/transport-node'
import { natsServers, type NatsServers } from '@oficina/nats/nats-settings.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { startNatsServer, type NatsServer } from '@oficina/testkit/nats-server.ts'

import { ended, OWNER_AUTHORIZATION, startProcess } from '../chat-process.ts'
import { startOwnChat, type ChatTest, type OwnChatTest } from '../chat-service.ts'

let server: NatsServer

before(async () => {
  server = await startNatsServer()
})
after(() => server.stop())

function at(url: string): NatsServers {
  const parsed = natsServers(url)
  assert.ok(parsed.ok)
  return parsed.value
}

async function startTwo(t: TestContext, url = server.url) {
  const chat = await startOwnChat({ nats: at(url) })
  const second = await chat.second()
  t.after(async () => {
    await second.stop()
    await chat.stop()
  })
  return { chat, second }
}

type Second = Awaited<ReturnType<OwnChatTest['second']>>

const healthOf = async (baseUrl: string) =>
  (await exchange(`${baseUrl}/health`, 'GET', {})).json as {
    status: string
    nats?: { connected: boolean }
  }

async function isConnected(baseUrl: string, connected: boolean): Promise<void> {
  await eventually(`NATS is ${connected ? 'there' : 'away'}`, async () => {
    const { nats } = await healthOf(baseUrl)
    return nats?.connected === connected
  })
}

/** Sends at one process until it wakes the others in the way that is wanted; each message arrives at the other. */
async function sendUntil(
  { chat, second }: { readonly chat: ChatTest; readonly second: Second },
  isWanted: () => boolean,
): Promise<void> {
  const there = await second.as(chat.owner).listen({ event_types: ['message'] })
  await eventually('the others are woken so', async () => {
    const sent = { type: 'direct', to: [chat.owner.id], content: 'wake' }
    const { json } = await chat.owner.post('/messages', sent)
    const waiting = await second
      .as(chat.owner)
      .get('/events', { queue_id: there.queueId, last_event_id: -1 })
    const ids = waiting.json.events.map((event: { message?: { id: number } }) => event.message?.id)
    assert.ok(ids.length > 0)
    if (!ids.includes(json.id)) return false
    return isWanted()
  })
}

/** The subjects that are woken, in order. */
async function wakesOf(t: TestContext, url = server.url): Promise<string[]> {
  const connection = await connect({
    servers: url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
  })
  t.after(() => connection.close())
  const subjects: string[] = []
  connection.subscribe('oficina.chat.>', {
    callback: (_error, message) => {
      assert.equal(message.data.length, 0, 'nothing is said but that there is something')
      subjects.push(message.subject)
    },
  })
  await connection.flush()
  return subjects
}

/** What the database is asked to tell all processes. */
async function notificationsOf({ database }: ChatTest): Promise<string[]> {
  const client = await database.connect()
  // It ends with the database.
  client.on('error', () => undefined)
  const texts: string[] = []
  client.on('notification', ({ payload = '' }) => texts.push(payload))
  await client.query('listen oficina_chat_events')
  return texts
}

test('with NATS_URL processes wake each other by NATS, and by the database while it is away', async (t) => {
  const { chat, second } = await startTwo(t)
  const wakes = await wakesOf(t)
  const notified = await notificationsOf(chat)
  const isQuiet = () => {
    const isByNats = wakes.length > 0 && !notified.includes('')
    wakes.length = 0
    notified.length = 0
    return isByNats
  }
  await isConnected(chat.baseUrl, true)
  await isConnected(second.baseUrl, true)
  await sendUntil({ chat, second }, isQuiet)
  assert.deepEqual((await healthOf(chat.baseUrl)).status, 'ok')

  await server.kill()
  await isConnected(chat.baseUrl, false)
  await isConnected(second.baseUrl, false)
  assert.deepEqual((await healthOf(chat.baseUrl)).status, 'degraded')
  await sendUntil({ chat, second }, () => notified.includes(''))

  await server.start()
  await isConnected(chat.baseUrl, true)
  await isConnected(second.baseUrl, true)
  await sendUntil({ chat, second }, isQuiet)
})

test('a process that has no NATS is told by the database, whatever the others have', async (t) => {
  const chat = await startOwnChat({ nats: at(server.url) })
  const other = await startProcess({
    databaseUrl: chat.databaseUrl,
    dataDir: `${chat.dataDir}/other`,
  })
  t.after(async () => {
    other.child.kill('SIGKILL')
    await ended(other.child)
    await chat.stop()
  })
  const notified = await notificationsOf(chat)
  await isConnected(chat.baseUrl, true)
  const { nats } = await healthOf(other.url)
  assert.equal(nats, undefined)
  await eventually('the other is told', async () => {
    const sent = { type: 'direct', to: [chat.owner.id], content: 'told' }
    assert.equal((await chat.owner.post('/messages', sent)).status, 200)
    return notified.includes('')
  })
})

test('two installations of one NATS do not wake each other, though their secret is the same', async (t) => {
  const subjects = await wakesOf(t)
  await sendUntil(await startTwo(t), () => subjects.length > 0)
  const [first] = subjects
  subjects.length = 0
  await sendUntil(await startTwo(t), () => subjects.length > 0)
  assert.equal(new Set(subjects).size, 1)
  assert.notEqual(subjects[0], first)
  assert.match(subjects[0] ?? '', /^oficina\.chat\.[0-9a-f]{32}\.wake$/)
})

test('whatever a stranger says on the subject, every message arrives once', async (t) => {
  const { chat, second } = await startTwo(t)
  const stranger = await connect({ servers: server.url })
  t.after(() => stranger.close())
  const subjects = new Set<string>()
  stranger.subscribe('oficina.chat.>', {
    callback: (_error, { subject }) => void subjects.add(subject),
  })
  await stranger.flush()
  await sendUntil({ chat, second }, () => subjects.size > 0)
  const there = await second.as(chat.owner).listen({ event_types: ['message'] })
  const sentIds: number[] = []
  for (let index = 0; index < 20; index += 1) {
    for (const subject of subjects) {
      stranger.publish(subject, 'hello 7'.repeat(index + 1))
      stranger.publish(subject, new Uint8Array(500_000).fill(index))
    }
    const sent = { type: 'direct', to: [chat.owner.id], content: `number ${index}` }
    sentIds.push((await chat.owner.post('/messages', sent)).json.id)
  }
  const heard: number[] = []
  await eventually('all arrive', async () => {
    heard.push(...(await there.events()).map((event) => event['message'].id))
    return heard.length >= sentIds.length
  })
  assert.deepEqual(heard, sentIds)
})

test('a NATS that stands still delays events by about a second and loses none', async (t) => {
  const { chat, second } = await startTwo(t)
  const subjects = await wakesOf(t)
  await sendUntil({ chat, second }, () => subjects.length > 0)
  server.pause()
  t.after(() => server.resume())
  const there = await second.as(chat.owner).listen({ event_types: ['message'] })
  const sent = { type: 'direct', to: [chat.owner.id], content: 'still' }
  const { json } = await chat.owner.post('/messages', sent)
  const heard = await second
    .as(chat.owner)
    .get('/events', { queue_id: there.queueId, last_event_id: -1 })
  assert.equal(heard.json.events[0].message.id, json.id)
  // Nobody answers its pings.
  await isConnected(chat.baseUrl, false)
})

test('a chat whose NATS is away or refuses it starts, says so without the password, and finds it later', async (t) => {
  const locked = await startNatsServer({
    configuration: 'authorization { user: "chat", password: "right secret" }',
  })
  t.after(() => locked.stop())
  const chat = await startOwnChat()
  t.after(() => chat.stop())
  const wrong = locked.url.replace('//', '//chat:wrong-secret@')
  const right = locked.url.replace('//', '//chat:right%20secret@')
  for (const [url, isRight] of [
    [wrong, false],
    [right, true],
  ] as const) {
    const running = await startProcess({
      databaseUrl: chat.databaseUrl,
      dataDir: `${chat.dataDir}/${isRight}`,
      settings: { NATS_URL: url, LOG_LEVEL: 'info' },
      output: 'pipe',
    })
    const lines: string[] = []
    running.child.stdout?.on('data', (chunk) => lines.push(String(chunk)))
    if (isRight) {
      await isConnected(running.url, true)
      await locked.kill()
      await isConnected(running.url, false)
      await locked.start()
      await isConnected(running.url, true)
    } else {
      const health = await exchange(`${running.url}/health`, 'GET', {})
      assert.deepEqual([health.status, health.json.status], [200, 'degraded'])
      assert.deepEqual(health.json.nats, { connected: false, reason: 'account' })
      const me = await exchange(`${running.url}/api/v1/users/me`, 'GET', {
        headers: { authorization: OWNER_AUTHORIZATION },
      })
      assert.notEqual(me.status, 500)
    }
    running.child.kill('SIGTERM')
    const [code] = await once(running.child, 'exit')
    assert.equal(code, 0)
    const told = lines.join('')
    assert.match(
      told,
      isRight ? /connected to NATS/ : /refuses the user or the password in NATS_URL/,
    )
    assert.doesNotMatch(told, /wrong-secret|right.{1,3}secret/)
  }
})

test('two processes that share a NATS lose no message when one of them is killed', async (t) => {
  const chat = await startOwnChat({ nats: at(server.url) })
  const other = await startProcess({
    databaseUrl: chat.databaseUrl,
    dataDir: `${chat.dataDir}/other`,
    settings: { NATS_URL: server.url, CHAT_SECRET: 'ab'.repeat(32) },
  })
  t.after(() => chat.stop())
  const here = await chat.owner.listen({ event_types: ['message'] })
  const headers = {
    authorization: `Basic ${Buffer.from(`${chat.owner.email}:${chat.owner.key}`).toString('base64')}`,
  }
  const acknowledged: number[] = []
  const send = async (index: number): Promise<boolean> => {
    const body = new URLSearchParams({
      type: 'direct',
      to: `[${chat.owner.id}]`,
      content: `killed ${index}`,
    })
    const answer = await exchange(`${other.url}/api/v1/messages`, 'POST', { headers, body }).catch(
      () => undefined,
    )
    if (answer?.status === 200) acknowledged.push(answer.json.id)
    return answer !== undefined
  }
  const sending = (async () => {
    for (let index = 0; await send(index); index += 1) if (index === 30) other.child.kill('SIGKILL')
  })()
  await sending
  await ended(other.child)
  assert.ok(acknowledged.length >= 30)
  const heard: number[] = []
  await eventually('all arrive', async () => {
    heard.push(...(await here.events()).map((event) => event['message'].id))
    return acknowledged.every((id) => heard.includes(id))
  })
  assert.equal(new Set(heard).size, heard.length)
})
