import { rm } from 'node:fs/promises'

import { createLog } from '@oficina/kit/log.ts'
import { sql } from '@oficina/kit/sql.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'
import { fillPrepared } from '@oficina/testkit/prepared-folder.ts'
import { openTestDatabase } from '@oficina/testkit/test-postgres.ts'

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
    await leaveDiskAlone(url)
    const erp = await startErpProcess({ DATABASE_URL: url, DATA_DIR: own })
    await erp.stop()
  } finally {
    await postgres.stop()
    await rm(own, { recursive: true, force: true })
  }
}

/** Ten thousand files need not reach the disk: processes die in tests, the machine does not. Holds for copies too. */
async function leaveDiskAlone(url: string): Promise<void> {
  const database = openTestDatabase(url)
  await database.execute(sql`alter system set fsync = off`)
  await database.execute(sql`select pg_reload_conf()`)
  await database.close()
}
