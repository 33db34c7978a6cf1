import { join } from 'node:path'

import { openDatabase, type Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { adviceOn, findCluster } from '@oficina/postgres/citus.ts'
import type { LongReads } from '@oficina/postgres/long-reads.ts'
import { readMigrations } from '@oficina/postgres/migrate.ts'
import { openReads } from '@oficina/postgres/read-replica.ts'
import { openServiceDatabase } from '@oficina/postgres/service-database.ts'

import { oneConnection } from '../tenancy/store/one-connection.ts'
import { makeSchema, SCHEMA } from '../tenancy/store/schema.ts'
import { bringUpToDate } from '../tenancy/store/spread-tables.ts'

const SETTINGS = { search_path: SCHEMA }
const MIGRATIONS_DIR = join(import.meta.dirname, '..', '..', 'migrations')
const SETUP_POOL_SIZE = 2
// One export at a time, and looks at how far the replica is.
const READ_POOL_SIZE = 3

interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl?: string | undefined
  readonly databaseReadUrl?: string | undefined
  readonly databasePoolSize: number
  readonly dataDir: string
}

export interface ChatDatabase {
  readonly database: Database
  /** For exports. */
  readonly reads: LongReads
  readonly close: () => Promise<void>
}

/** The service's database with its tables up to date. */
export async function openChatDatabase(config: DatabaseConfig, log: Log): Promise<ChatDatabase> {
  const opened = new AsyncDisposableStack()
  try {
    const outer = await openServiceDatabase({
      databaseUrl: config.databaseUrl,
      databaseDirectUrl: config.databaseDirectUrl,
      dataDir: config.dataDir,
      poolSize: SETUP_POOL_SIZE,
      service: 'chat',
      log,
    })
    opened.defer(() => outer.close())
    await makeSchema(outer.database)
    const database = oneConnection(
      openDatabase({
        ...outer.address,
        poolSize: config.databasePoolSize,
        log,
        applicationName: 'oficina-chat',
        sessionSettings: SETTINGS,
      }),
    )
    opened.defer(() => database.close())
    const cluster = await findCluster(database)
    const advice = cluster && adviceOn(cluster)
    if (advice !== undefined) log.warn(advice)
    const migrations = await readMigrations(MIGRATIONS_DIR)
    const { applied, spread } = await bringUpToDate(database, migrations, cluster)
    if (applied.length > 0) log.info({ applied }, 'the tables are up to date')
    if (spread.length > 0) log.info({ spread }, 'the tables are spread over the cluster')
    const reads = await openReads(database, config.databaseReadUrl, {
      poolSize: READ_POOL_SIZE,
      log,
      applicationName: 'oficina-chat-reads',
      sessionSettings: SETTINGS,
    })
    opened.defer(() => reads.close())
    return { database, reads, close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}
