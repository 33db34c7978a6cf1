import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnErp } from '../erp-service.ts'

// A service of its own: it looks at the connections of its database, and breaks a folder.

test('a service that cannot be built leaves no connection open', async (t) => {
  const erp = await startOwnErp()
  t.after(() => erp.stop())
  const connected = async () => {
    const rows = await erp.owner.query<{ pid: number }>({
      text: `select pid from pg_stat_activity where datname = current_database()
        and application_name ~ '^oficina-erp-(?:sessions|counters|reads)$'
        or application_name = 'oficina-erp' and query like '%current_setting(''role'')%'`,
      values: [],
    })
    return new Set(rows.map(({ pid }) => pid))
  }
  const folder = join(erp.dataDir, 'attachments')
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  const before = await connected()
  await assert.rejects(erp.secondServer(), /EEXIST|ENOTDIR/)
  // Pools would close by themselves what is idle for ten seconds.
  const soon = AbortSignal.timeout(5_000)
  await eventually('its connections are closed', async () => {
    soon.throwIfAborted()
    return (await connected()).difference(before).size === 0
  })
})
