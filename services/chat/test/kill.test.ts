import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { exchange } from '@oficina/testkit/http-client.ts'
import { testDatabase } from '@oficina/testkit/test-postgres.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const KEY = 'K'.repeat(32)
const authorization = `Basic ${Buffer.from(`owner@example.com:${KEY}`).toString('base64')}`

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function start(databaseUrl: string, dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      LOG_FORMAT: 'json',
      CHAT_RATE_LIMIT: '0',
      CHAT_OWNER_EMAIL: 'owner@example.com',
      CHAT_OWNER_API_KEY: KEY,
      CHAT_OWNER_PASSWORD: 'correct-horse',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && 'url' in message) resolve(String(message.url))
    })
    child.once('exit', () => reject(new Error('the service ended before it listened')))
  })
  return { child, url }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => {
      child.once('exit', resolve)
    })
  }
}

test('after kill -9 every acknowledged message is there, once', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-chat-kill-'))
  const database = await testDatabase({ key: 'chat_empty', build: () => Promise.resolve() })
  const first = await start(database.url, dataDir)
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
  const second = await start(database.url, dataDir)
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
