import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

import { createLog } from '@oficina/kit/log.ts'

import { CALLBACKS } from '../../src/actions/callbacks/callback-list.ts'
import { openDays } from '../../src/actions/demo/load-days.ts'
import { Semaphore } from '../../src/actions/semaphore.ts'
import { contentFolder } from '../../src/files/content-folder.ts'
import { openSpoolFolder } from '../../src/files/spool-folder.ts'
import { Views } from '../../src/visibility/dictionary-views.ts'
import { quickPasswords, startErp } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'

test('the demonstration, which asks no other service, does not say of the installation that it has none', async (t) => {
  const erp = await startErp()
  t.after(() => erp.stop())
  const said: string[] = []
  const log = createLog({
    service: 'erp-test',
    level: 'info',
    format: 'json',
    write: (line) => said.push(line),
  })
  const registry = shippedRegistry()
  const folder = join(erp.dataDir, 'demo-log')
  const days = await openDays({
    owner: erp.owner,
    tools: {
      attachments: {
        incoming: await openSpoolFolder(join(folder, 'incoming'), { kind: 'upload', log }),
        contents: contentFolder(folder),
        maxBytes: 1_000,
        turns: new Semaphore({ atOnce: 1, waiting: 1, waitMs: 1_000 }),
        scan: undefined,
      },
      registry,
      views: new Views(registry),
      callbacks: CALLBACKS,
      passwords: quickPasswords(),
      now: erp.clock.now,
    },
    pacFolder: join(folder, 'pac'),
    log,
  })
  await days.close()
  assert.deepEqual(
    said.filter((line) => /DOCUMENTS_URL|CHAT_URL/.test(line)),
    [],
  )
})
