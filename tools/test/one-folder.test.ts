import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

import { exchange } from '@oficina/testkit/http-exchange.ts'

import {
  ended,
  OWNER_AUTHORIZATION,
  spawnProcess,
  startProcess,
} from '../../services/chat/test/chat-process.ts'
import { spawnErp } from '../../services/erp/test/erp-process.ts'

// Deep: it starts services as processes on one folder with an embedded PostgreSQL.

async function withFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'oficina-one-folder-'))
  try {
    await work(dataDir)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

test('a folder whose embedded database a process has is refused to any other, which says who has it and what to set', async () => {
  await withFolder(async (dataDir) => {
    // Without the address of a database each has its own in the folder.
    const place = { databaseUrl: '', dataDir }
    const first = await startProcess(place)
    try {
      const holder = first.child.pid ?? 0
      const says = new RegExp(
        `cannot start: .* is in use by process ${holder}; stop it, or set DATA_DIR or DATABASE_URL`,
        'v',
      )
      const chat = spawnProcess({ ...place, output: 'pipe' })
      const lines: string[] = []
      chat.child.stdout?.on('data', (chunk) => lines.push(String(chunk)))
      const closed = once(chat.child, 'close')
      await assert.rejects(chat.listens)
      assert.equal((await closed)[0], 1)
      assert.match(lines.join(''), says)

      const erp = spawnErp({ DATA_DIR: dataDir })
      await assert.rejects(erp.listens)
      await erp.exited
      assert.equal(erp.child.exitCode, 1)
      assert.match(erp.log(), says)

      const headers = { authorization: OWNER_AUTHORIZATION }
      const answer = await exchange(`${first.url}/api/v1/users/me`, 'GET', { headers })
      assert.equal(answer.status, 200, answer.text)
    } finally {
      first.child.kill('SIGTERM')
      await ended(first.child)
    }
    const next = await startProcess(place)
    next.child.kill('SIGTERM')
    await ended(next.child)
    assert.equal(next.child.exitCode, 0)
  })
})
