import { openDatabase, type Database, type DatabaseAddress } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { checkPooler } from './pooler-check.ts'

export interface ServiceDatabaseOptions {
  /** Absent: an embedded PostgreSQL in `dataDir` holds the database. */
  readonly databaseUrl: string | undefined
  /** Given if `databaseUrl` names a pooler in transaction mode: the server itself. */
  readonly databaseDirectUrl?: string | undefined
  readonly dataDir: string
  readonly poolSize: number
  /** The service's name: the embedded database is called `oficina_<service>`. */
  readonly service: string
  readonly log: Log
}

export interface ServiceDatabase {
  readonly database: Database
  /** Where the database is, for connections of the same process that need another role. */
  readonly address: DatabaseAddress
  close(): Promise<void>
}

/**
 * The database of one service: the external one that the environment names, or an embedded one.
 * @throws Error that says what is wrong with a pooler, or with where the environment says it is
 */
export async function openServiceDatabase(
  options: ServiceDatabaseOptions,
): Promise<ServiceDatabase> {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir, log, service } = options
  if (directUrl !== undefined && databaseUrl === undefined) {
    throw new Error('DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler')
  }
  const embedded =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  const url = databaseUrl ?? (await embedded?.ensureDatabase(`oficina_${service}`)) ?? ''
  const address = { url, directUrl }
  const database = openDatabase({
    ...address,
    poolSize: options.poolSize,
    log,
    applicationName: `oficina-${service}`,
  })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    if (embedded === undefined) await checkPooler(database, address, log)
  } catch (error) {
    await close()
    throw error
  }
  return { database, address, close }
}
