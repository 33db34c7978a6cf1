import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import { after, before, test } from 'node:test'

import sodium from 'libsodium-wrappers'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'

import {
  sendDirect,
  startOwnChat,
  type OwnChatTest,
  type Loose,
  type Person,
} from '../chat-service.ts'

// Deep: it waits for peers that hang.
// A service of its own: it sets peers that hang.

/** What a peer does with a request, by its path. */
type Doing = (response: ServerResponse) => void

const MIB = 'x'.repeat(1024 * 1024)

const peer = {
  url: '',
  doing: new Map<string, Doing>(),
  asked: [] as string[],
  /** How many requests of a path were open at once. */
  open: new Map<string, number>(),
  mostOpen: new Map<string, number>(),
  /** How long the newest request of a path that is over was open, in milliseconds. */
  openMs: new Map<string, number>(),
  /** Bytes that left in answers without end. */
  sent: 0,
  close: () => {},
}

const hang: Doing = () => {}
const trickle: Doing = (response) => {
  const timer = setInterval(() => response.write(' '), 200)
  response.once('close', () => clearInterval(timer))
}
/** As much as the other side takes. */
const flood: Doing = (response) => {
  const more = () => {
    while (!response.destroyed) {
      peer.sent += MIB.length
      if (!response.write(MIB)) break
    }
  }
  response.on('drain', more)
  more()
}
const say =
  (body: unknown): Doing =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

let chat: OwnChatTest
let hamlet: Person
let cordelia: Person

before(async () => {
  const server = createServer((request, response) => {
    request.resume()
    const path = request.url ?? ''
    peer.asked.push(path)
    const since = performance.now()
    const open = (peer.open.get(path) ?? 0) + 1
    peer.open.set(path, open)
    peer.mostOpen.set(path, Math.max(open, peer.mostOpen.get(path) ?? 0))
    response.once('close', () => {
      peer.open.set(path, (peer.open.get(path) ?? 0) - 1)
      peer.openMs.set(path, performance.now() - since)
    })
    request.once('end', () => (peer.doing.get(path) ?? hang)(response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the peer listens')
  peer.url = `http://127.0.0.1:${address.port}`
  peer.close = () => {
    server.closeAllConnections()
    server.close()
  }
  peer.doing.set(NOTIFY, say({ result: 'success', msg: '' }))
  chat = await startOwnChat({
    outboundAllow: '127.0.0.1',
    pushBouncerUrl: peer.url,
    pushOrgId: 'org',
    pushOrgKey: 'secret',
    oidcIssuer: peer.url,
    oidcClientId: 'client',
    oidcClientSecret: 'secret',
  })
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
})
after(async () => {
  await chat.stop()
  peer.close()
})

const NOTIFY = '/api/v1/remotes/push/notify'
const OPENID = '/.well-known/openid-configuration'
const LOGIN = '/accounts/login/social/oidc'

const askedFor = (path: string) => peer.asked.filter((one) => one === path).length

/** How long something took, in milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** A bot of Hamlet's that is called at a path of its own; gives its id. */
async function calledBot(name: string): Promise<number> {
  const { json } = await hamlet.post('/bots', {
    full_name: name,
    short_name: name,
    bot_type: 3,
    payload_url: JSON.stringify(`${peer.url}/${name}`),
  })
  return json.user_id
}

async function call(bot: number, text = 'hello'): Promise<void> {
  const { status } = await hamlet.post('/messages', { type: 'direct', to: [bot], content: text })
  assert.equal(status, 200)
}

/** What a bot said in the conversation with Hamlet, once it has said something. */
async function saidBy(bot: number): Promise<string> {
  return await eventually(`bot ${bot} says something`, async () => {
    const query = { narrow: [{ operator: 'dm', operand: [bot] }], anchor: 'newest' }
    const { json } = await hamlet.get('/messages', {
      ...query,
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
    })
    return json.messages.findLast((one: Loose) => one['sender_id'] === bot)?.content
  })
}

test('programs that hang, trickle or never end their answer hold up neither other bots nor people; what was not answered is called again', async () => {
  const names = ['hanging', 'trickling', 'flooding', 'quick']
  const [hanging = 0, trickling = 0, flooding = 0, quick = 0] = await Promise.all(
    names.map(calledBot),
  )
  peer.doing.set('/hanging', hang)
  peer.doing.set('/trickling', trickle)
  peer.doing.set('/flooding', flood)
  peer.doing.set('/quick', say({ content: 'here I am' }))
  for (let time = 0; time < 6; time += 1) {
    await call(hanging)
    await call(trickling)
  }
  await call(flooding)
  assert.equal(await saidBy(flooding), 'Failure! Bot is unavailable')
  // What the connection holds, and not what could be sent.
  assert.ok(peer.sent < 64 * 1024 * 1024, `${peer.sent} bytes`)
  await eventually('both are called', () => askedFor('/trickling') >= 4)
  await call(quick)
  assert.equal(await saidBy(quick), 'here I am')
  // Of one bot so many at a time.
  for (const path of ['/hanging', '/trickling']) assert.equal(peer.mostOpen.get(path), 4)
  await chat.restart()
  peer.doing.set('/hanging', say({ content: 'awake' }))
  assert.equal(await saidBy(hanging), 'awake')
})

test('a relay of push notifications that hangs, says nonsense or never ends holds up neither people nor a stop, and is told again', async () => {
  await sodium.ready
  await cordelia.post('/users/me/android_gcm_reg_id', { token: 'phone' })
  const before = askedFor(NOTIFY)
  peer.doing.set(NOTIFY, hang)
  await sendDirect(hamlet, [cordelia], 'hanging')
  await eventually('it is told', () => askedFor(NOTIFY) > before)
  await sendDirect(cordelia, [hamlet], 'meanwhile')
  assert.equal(askedFor(NOTIFY), before + 1)
  peer.doing.set(NOTIFY, (response) => response.end('<html>no JSON</html>'))
  await chat.restart()
  // The stop did not wait for the fifteen seconds that a relay has.
  assert.ok((peer.openMs.get(NOTIFY) ?? Infinity) < 14_000)
  // The next start tells it at once: it was given back.
  await eventually('it is told again', () => askedFor(NOTIFY) > before + 1)
  const sentBefore = peer.sent
  for (const [index, doing] of [
    (response: ServerResponse) => response.end('[1, "two", null]'),
    flood,
  ].entries()) {
    peer.doing.set(NOTIFY, doing)
    const asked = askedFor(NOTIFY)
    await sendDirect(hamlet, [cordelia], `another ${index}`)
    await eventually('it is told', () => askedFor(NOTIFY) > asked)
    chat.clock.advance(60_000)
  }
  assert.ok(peer.sent - sentBefore < 64 * 1024 * 1024, `${peer.sent - sentBefore} bytes`)
  peer.doing.set(NOTIFY, say({ result: 'success', msg: '' }))
  assert.equal((await cordelia.get('/users/me')).status, 200)
})

test('a provider that hangs or never ends its answer is given up in time, people are told, and others are served meanwhile', async () => {
  const enter = async () => await exchange(chat.baseUrl + LOGIN, 'GET')
  peer.doing.set(OPENID, flood)
  const sentBefore = peer.sent
  const flooded = await enter()
  assert.equal(flooded.status, 403)
  assert.ok(peer.sent - sentBefore < 64 * 1024 * 1024, `${peer.sent - sentBefore} bytes`)
  peer.doing.set(OPENID, trickle)
  const since = performance.now()
  const waiting = Promise.all(Array.from({ length: 20 }, enter))
  await eventually('it is asked', () => askedFor(OPENID) > 1)
  assert.ok((await timeOf(() => hamlet.get('/users/me'))) < 5_000)
  const statuses = (await waiting).map(({ status }) => status)
  assert.deepEqual([...new Set(statuses)], [403])
  const tookMs = performance.now() - since
  assert.ok(tookMs < 20_000, `${tookMs} ms`)
  // All twenty waited for one question.
  assert.equal(askedFor(OPENID), 2)
})
