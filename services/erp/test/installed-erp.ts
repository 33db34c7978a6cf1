import { rm } from 'node:fs/promises'

import { createLog } from '@oficina/kit/log.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'
import { fillPrepared } from '@oficina/testkit/prepared-folder.ts'

import { startErpProcess } from './erp-process.ts'
import { ownDataDir } from './own-data-dir.ts'

/** The database of the ERP in its embedded PostgreSQL. */
export const ERP_DATABASE = 'oficina_erp'

/**
 * Fills an empty data directory as the first start of the ERP leaves it: an embedded PostgreSQL with all tables, for
 * tests that end the very server and so cannot share one. Made once a run, since a thousand tables take long.
 */
export async function fillInstalledErp(dataDir: string): Promise<void> {
  await fillPrepared(dataDir, { name: 'installed-erp', prepare: install })
}

async function install(dataDir: string): Promise<void> {
  const log = createLog({ service: 'test', level: 'silent', format: 'json' })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const own = await ownDataDir()
  try {
    const url = await postgres.ensureDatabase(ERP_DATABASE)
    const erp = await startErpProcess({ DATABASE_URL: url, DATA_DIR: own })
    await erp.stop()
  } finally {
    await postgres.stop()
    await rm(own, { recursive: true, force: true })
  }
}
