import { join } from 'node:path'

import { openDatabase, type Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'
import { migrate, readMigrations } from '@oficina/postgres/migrate.ts'
import { openServiceDatabase } from '@oficina/postgres/service-database.ts'

import { oneConnection } from '../tenancy/store/one-connection.ts'
import { makeSchema, SCHEMA } from '../tenancy/store/schema.ts'

const MIGRATIONS_DIR = join(import.meta.dirname, '..', '..', 'migrations')
const SETUP_POOL_SIZE = 2

interface DatabaseConfig {
  readonly databaseUrl: string | undefined
  readonly databaseDirectUrl?: string | undefined
  readonly databasePoolSize: number
  readonly dataDir: string
}

/** The service's database with its tables up to date. */
export async function openChatDatabase(
  config: DatabaseConfig,
  log: Log,
): Promise<{ readonly database: Database; readonly close: () => Promise<void> }> {
  const outer = await openServiceDatabase({
    databaseUrl: config.databaseUrl,
    databaseDirectUrl: config.databaseDirectUrl,
    dataDir: config.dataDir,
    poolSize: SETUP_POOL_SIZE,
    service: 'chat',
    log,
  })
  try {
    await makeSchema(outer.database)
    const database = oneConnection(
      openDatabase({
        ...outer.address,
        poolSize: config.databasePoolSize,
        log,
        applicationName: 'oficina-chat',
        sessionSettings: { search_path: SCHEMA },
      }),
    )
    const applied = await migrate(database, await readMigrations(MIGRATIONS_DIR))
    if (applied.length > 0) log.info({ applied }, 'the tables are up to date')
    return {
      database,
      close: async () => {
        await database.close()
        await outer.close()
      },
    }
  } catch (error) {
    await outer.close()
    throw error
  }
}
