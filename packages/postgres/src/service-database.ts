import { openDatabase, type Database } from '@oficina/kit/database.ts'
import type { Log } from '@oficina/kit/log.ts'

import { startEmbeddedPostgres } from './embedded-postgres.ts'

export interface ServiceDatabaseOptions {
  /** Absent: an embedded PostgreSQL in `dataDir` holds the database. */
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly poolSize: number
  /** The service's name: the embedded database is called `oficina_<service>`. */
  readonly service: string
  readonly log: Log
}

export interface ServiceDatabase {
  readonly database: Database
  /** Where the database is, for connections of the same process that need another role. Holds a password. */
  readonly url: string
  close(): Promise<void>
}

/** The database of one service: the external one that the environment names, or an embedded one. */
export async function openServiceDatabase(
  options: ServiceDatabaseOptions,
): Promise<ServiceDatabase> {
  const { databaseUrl, dataDir, log, service } = options
  const embedded =
    databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir, log }) : undefined
  const url = databaseUrl ?? (await embedded?.ensureDatabase(`oficina_${service}`)) ?? ''
  const database = openDatabase({
    url,
    poolSize: options.poolSize,
    log,
    applicationName: `oficina-${service}`,
  })
  return {
    database,
    url,
    close: async () => {
      await database.close()
      await embedded?.stop()
    },
  }
}
