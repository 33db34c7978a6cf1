import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { startErpProcess } from '../erp-process.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { attaching, sha256, text, type Attaching } from './attachment-fixture.ts'

// Deep: it kills a process, and starts another one.
// A service of its own: processes are started beside it.

let erp: ErpTest
let files: Attaching

before(async () => {
  erp = await startOwnErp()
  files = await attaching(erp)
})
after(() => erp.stop())

test('a process that is killed in the middle of an upload leaves what the next start removes, and no more', async () => {
  const environment = { DATABASE_URL: erp.database.url, DATA_DIR: erp.dataDir }
  const service = await startErpProcess(environment)
  const id = await files.attached(text('se queda'))
  const before = await files.kept()
  const { authorization } = service
  await files.halfAnUpload(service.url, { authorization })
  service.child.kill('SIGKILL')
  await service.stop()
  // As if it had died between the file's place and the row that refers to it.
  const orphan = sha256('huérfano')
  const folder = join(erp.dataDir, 'attachments', '1', orphan.slice(0, 2))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, orphan), 'huérfano')
  assert.equal((await files.kept()).length, before.length + 2)
  const next = await startErpProcess(environment)
  await eventually('both are gone', async () => (await files.kept()).length === before.length)
  await next.stop()
  assert.equal((await files.download(id)).text, 'se queda')
})
