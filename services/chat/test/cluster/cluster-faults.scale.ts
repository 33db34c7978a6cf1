import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { startCitusCluster, type CitusCluster } from '@oficina/testkit/citus-cluster.ts'
import type { RunningPostgres } from '@oficina/testkit/debian-postgres.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { channel, startChat, type ChatTest, type Loose, type Person } from '../chat-service.ts'
import { run } from '../transfer/command-line.ts'

const SENDERS = 3
const ROUNDS = 3

let cluster: CitusCluster
let chat: ChatTest
let hamlet: Person
let cordelia: Person
/** The node with the rows of the first organization. */
let node: RunningPostgres
/** Another organization, whose rows lie on the other node. */
let there: { readonly host: string; readonly key: string }

before(async () => {
  cluster = await startCitusCluster()
  // The database of this file alone is on this cluster.
  process.env['TEST_DATABASE_URL'] = cluster.url
  chat = await startChat()
  const first = await portOf(chat.realmId)
  const found = cluster.workers.find(({ port }) => port === first)
  assert.ok(found)
  node = found
  for (let number = 1; there === undefined; number += 1) {
    const host = `other${number}.example.com`
    const order = ['--realm', host, '--name', 'Other', '--owner', 'owner@example.com']
    const { code, stdout, stderr } = await run(chat, 'realm', 'create', ...order)
    assert.equal(code, 0, stderr)
    const [realm] = await chat.database.query<{ id: number }>(
      sql`select realm_id as id from realm_address where host = ${host}`,
    )
    if ((await portOf(realm?.id ?? 0)) === first) continue
    there = { host, key: /API key: (\w{32})/.exec(stdout)?.[1] ?? '' }
  }
  hamlet = await chat.person('King Hamlet')
  cordelia = await chat.person('Cordelia')
  await channel(chat.owner, 'Denmark', [hamlet, cordelia])
})
after(async () => {
  try {
    await chat.stop()
  } finally {
    await cluster.stop()
  }
})

/** The port of the node on which the rows of a realm lie. */
async function portOf(realmId: number): Promise<number> {
  const [row] = await chat.database.query<{ port: number }>(sql`
    select nodeport as port from citus_shards
    where shardid = get_shard_id_for_distribution_column('chat.realm', ${realmId}::int8)`)
  return row?.port ?? 0
}

/** The owner of the other organization writes to themselves. */
async function sendThere(content: string): Promise<TestAnswer> {
  const basic = Buffer.from(`owner@example.com:${there.key}`).toString('base64')
  return await exchange(`${chat.baseUrl}/api/v1/messages`, 'POST', {
    headers: { host: there.host, authorization: `Basic ${basic}` },
    body: new URLSearchParams({ type: 'direct', to: '["owner@example.com"]', content }),
  })
}

async function stored(): Promise<readonly Loose[]> {
  const answer = await hamlet.get('/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 5_000,
    narrow: [{ operator: 'channel', operand: 'Denmark' }],
    apply_markdown: false,
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.json.messages
}

test('a node that is killed under sending costs 503 to be tried again, and no message is lost or doubled', async () => {
  const heard: string[] = []
  const queue = await cordelia.listen({ event_types: ['message'] })
  const acknowledged = new Map<number, string>()
  const attempted = new Set<string>()
  const refused: string[] = []
  const wrong: string[] = []
  const elsewhere = { answered: 0, wrong: [] as string[] }
  const state = { isOver: false }
  const work = async (_: unknown, sender: number) => {
    for (let number = 0; !state.isOver; number += 1) {
      const content = `message ${sender}.${number}`
      attempted.add(content)
      const fields = { type: 'stream', to: 'Denmark', topic: 'castle', content }
      const { status, json, headers, text } = await hamlet.post('/messages', fields)
      if (status === 200) acknowledged.set(json.id, content)
      else if (status === 503 && Number(headers.get('retry-after')) > 0) refused.push(content)
      else wrong.push(`${status} ${text}`)
    }
  }
  const workThere = async () => {
    while (!state.isOver) {
      const { status, text } = await sendThere('a note')
      if (status === 200) elsewhere.answered += 1
      else elsewhere.wrong.push(text)
    }
  }
  const working = Promise.all([...Array.from({ length: SENDERS }, work), workThere()])
  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const sent = acknowledged.size
      await eventually('messages are sent', () => acknowledged.size >= sent + 10)
      const before = { refused: refused.length, answered: elsewhere.answered }
      await node.kill()
      await eventually('senders are told to come again', () => refused.length > before.refused)
      await eventually('the others are served', () => elsewhere.answered >= before.answered + 5)
      await node.start()
    }
    const back = acknowledged.size
    await eventually('messages are sent again', () => acknowledged.size >= back + 10)
  } finally {
    state.isOver = true
  }
  await working
  assert.deepEqual(wrong, [])
  assert.deepEqual(elsewhere.wrong, [])
  await eventually('nothing is undecided', async () => {
    const left = await node.query('select gid from pg_prepared_xacts')
    return left.length === 0
  })
  const found = (await stored()).filter(({ subject }) => subject === 'castle')
  const byId = new Map(found.map(({ id, content }) => [id, content]))
  for (const [id, content] of acknowledged) assert.equal(byId.get(id), content)
  const contents: string[] = found.map(({ content }) => content)
  assert.equal(new Set(contents).size, contents.length, 'nothing is there twice')
  assert.ok(contents.every((content) => attempted.has(content)))
  await eventually('everything that is there was told', async () => {
    const events = await queue.events()
    for (const { message } of events) heard.push(message.content)
    return heard.length >= contents.length
  })
  assert.deepEqual(heard.toSorted(), contents.toSorted())
})
