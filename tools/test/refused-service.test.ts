import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import pg from 'pg'
import { postgresFolder } from '@oficina/testkit/postgres-folder.ts'

import { shareCaches } from '../../services/erp/test/own-data-dir.ts'
import { launch } from './launch.ts'

// Deep: it starts a whole installation twice.

let dataDir = ''

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'oficina-refused-'))
  await shareCaches(dataDir)
})

after(() => rm(dataDir, { recursive: true, force: true }))

/** The embedded server writes down where it listens. */
async function chatDatabase(): Promise<string> {
  const folder = await postgresFolder(dataDir)
  const [, , , port] = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split(
    '\n',
  )
  const password = await readFile(join(folder, 'postgres-password'), 'utf8')
  return `postgresql://oficina:${encodeURIComponent(password)}@127.0.0.1:${port}/oficina_chat`
}

test('a service that waits for a decision about its data leaves the others running, and the banner says so', async () => {
  const names = ['documents', 'chat']
  const first = launch({ dataDir, names })
  try {
    await first.banner()
    const client = new pg.Client({ connectionString: await chatDatabase() })
    await client.connect()
    await client.query(`insert into chat.migration (id, checksum) values ('9999-later', '')`)
    await client.end()
  } finally {
    await first.stop('SIGTERM')
  }

  const second = launch({ dataDir, names })
  try {
    const banner = await second.banner()
    assert.match(banner, /chat {2}does not run: its data ask for a decision first/v)
    assert.match(
      second.output(),
      /newer version: this one does not know its migrations 9999-later/v,
    )
    assert.equal((await fetch(`${second.url('documents')}/health`)).status, 200)
  } finally {
    await second.stop('SIGTERM')
  }
})
