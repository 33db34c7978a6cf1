import type { Database } from '@oficina/kit/database.ts'
import { adviceOn, findCluster } from '@oficina/postgres/citus.ts'
import {
  openServiceDatabase,
  type ServiceDatabase,
  type ServiceDatabaseOptions,
} from '@oficina/postgres/service-database.ts'

import type { Placement } from '../schema/distribution.ts'
import { distributedDatabase } from './distributed-database.ts'

export interface ErpDatabase extends ServiceDatabase {
  readonly placement: Placement
  /** A pool of the same database for requests, as its placement wants statements. */
  readonly fit: (database: Database) => Database
}

/**
 * The service's database, plain or the coordinator of a Citus cluster, which nobody has to say.
 * @throws Error that says what a half set up cluster lacks
 */
export async function openErpDatabase(options: ServiceDatabaseOptions): Promise<ErpDatabase> {
  const opened = await openServiceDatabase(options)
  try {
    const cluster = await findCluster(opened.database)
    if (cluster === undefined) {
      return { ...opened, placement: 'one server', fit: (database) => database }
    }
    options.log.info({ ...cluster }, `Citus distributes the companies over ${cluster.nodes} nodes`)
    const advice = adviceOn(cluster)
    if (advice !== undefined) options.log.warn(advice)
    return {
      ...opened,
      database: distributedDatabase(opened.database, 'all companies'),
      placement: 'distributed',
      fit: (database) => distributedDatabase(database, 'one company'),
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
