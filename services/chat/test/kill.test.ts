import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

import { ended, OWNER_AUTHORIZATION as authorization, startProcess } from './chat-process.ts'

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
