import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { openDatabase } from '@oficina/kit/database.ts'
import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { exchange } from '@oficina/testkit/http-exchange.ts'
import { steadily } from '@oficina/testkit/steadily.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import { ended, OWNER_AUTHORIZATION, startProcess } from '../chat-process.ts'

// Deep: it fills the memory of a process with answers of eight megabytes.

const log = createLog({ service: 'chat-test', level: 'silent', format: 'json' })
const headers = { authorization: OWNER_AUTHORIZATION }
const AT_ONCE = 50
const STALLED = 10
// Everything that one answer holds, of characters that take two bytes in memory.
const FETCH = '/api/v1/messages?anchor=newest&num_before=5000&num_after=0'

test('fifty fetches of all that one answer holds, at once, end no process with 128 MB, and others are answered', async (t) => {
  const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-memory-'))
  const settings = { NODE_OPTIONS: '--max-old-space-size=128' }
  const { child, url } = await startProcess({ databaseUrl: database.url, dataDir, settings })
  t.after(async () => {
    child.kill('SIGKILL')
    await ended(child)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const body = new URLSearchParams({ type: 'direct', to: '["owner@example.com"]', content: 'x' })
  assert.equal((await exchange(`${url}/api/v1/messages`, 'POST', { headers, body })).status, 200)
  await lengthen(database.url)
  const stalled = Array.from({ length: STALLED }, () => stalledFetch(url))
  t.after(() => stalled.forEach((socket) => socket.destroy()))
  const fetches = Promise.all(Array.from({ length: AT_ONCE }, () => fetched(url)))
  const state = { isOver: false }
  const others = steadily(
    () => state.isOver,
    async () => {
      const { status } = await exchange(`${url}/api/v1/users/me`, 'GET', { headers })
      assert.equal(status, 200)
    },
  )
  const answers = await fetches
  state.isOver = true
  await others
  const refused = answers.filter(({ status }) => status !== 200)
  for (const { code, status } of refused) assert.deepEqual([status, code], [503, 'SERVER_BUSY'])
  assert.ok(refused.length < AT_ONCE, 'some are answered')
  const one = await fetched(url)
  assert.deepEqual([one.status, one.isLong], [200, true], 'what was held is free')
})

async function fetched(url: string) {
  const { status, json, text } = await exchange(url + FETCH, 'GET', { headers })
  return { status, code: json.code, isLong: text.length > 4_000_000 }
}

/** Asks for the same and takes nothing of it. */
function stalledFetch(url: string) {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  socket.pause()
  socket.write(`GET ${FETCH} HTTP/1.1\r\nhost: x\r\nauthorization: ${OWNER_AUTHORIZATION}\r\n\r\n`)
  return socket
}

/** Two thousand long messages like the one that is there. */
async function lengthen(url: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1, log, applicationName: 'chat-test' })
  try {
    await database.execute(sql`
      insert into chat.message (realm_id, recipient_id, stream_id, topic, sender_id, content, rendered_content, client,
        sent_at, is_read_by_sender)
      select realm_id, recipient_id, stream_id, topic, sender_id, '€' || repeat('x', 4990),
        '<p>€' || repeat('x', 4990) || '</p>', client, now(), is_read_by_sender
      from chat.message, generate_series(1, 2000)
      where id = (select max(id) from chat.message where client <> 'Internal')`)
  } finally {
    await database.close()
  }
}
