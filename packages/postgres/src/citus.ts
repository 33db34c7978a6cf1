import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'

/** A database that Citus distributes over machines, seen from its coordinator. */
export interface Cluster {
  /** Of Citus itself, such as `13.2-1`. */
  readonly version: string
  /** How many nodes hold parts of tables. */
  readonly nodes: number
  /** How long at most what a node had prepared when it was lost stays undecided, and locked; below 0: for ever. */
  readonly undecidedSeconds: number
}

/** The oldest Citus that was tried. */
const OLDEST = 13
/** A client that waits for a locked row does not give up within it. */
const PATIENCE_SECONDS = 10

/**
 * Finds out whether a database is the coordinator of a Citus cluster; undefined for plain PostgreSQL.
 * @throws Error that says what a half set up cluster lacks and how to add it
 * @source docs/decisions/0270-erp-citus.md
 */
export async function findCluster(database: Database): Promise<Cluster | undefined> {
  const [found] = await database.query<{ version: string | null; isLoaded: boolean }>(sql`
    select (select extversion from pg_extension where extname = 'citus') as version,
      current_setting('citus.shard_count', true) is not null as "isLoaded"`)
  const version = found?.version ?? null
  if (version === null) return undefined
  if (found?.isLoaded !== true) {
    throw new Error(
      'this database has the extension citus, but its server does not load it: add citus to shared_preload_libraries ' +
        'in postgresql.conf and restart the server',
    )
  }
  if (Number.parseInt(version, 10) < OLDEST) {
    throw new Error(
      `Citus ${version} is too old: install ${OLDEST}.0 or later on every node, then alter extension citus update`,
    )
  }
  const [place] = await database.query<{
    isCoordinator: boolean
    known: number
    holding: number
    undecidedSeconds: number
  }>(sql`
    select citus_is_coordinator() as "isCoordinator",
      (select count(*)::int from pg_dist_node where groupid = 0) as known,
      (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as holding,
      extract(epoch from current_setting('citus.recover_2pc_interval')::interval)::float8 as "undecidedSeconds"`)
  // A cluster without nodes has no coordinator yet either.
  if (place === undefined || place.known === 0) {
    throw new Error(
      'Citus does not know the address of its coordinator, which shared tables need: run ' +
        "select citus_set_coordinator_host('<host that the workers reach>', <port>) in this database, on the coordinator",
    )
  }
  if (!place.isCoordinator) {
    throw new Error(
      'DATABASE_URL names a worker of a Citus cluster: it must name the coordinator, the node whose pg_dist_node lists ' +
        'the others',
    )
  }
  if (place.holding === 0) {
    throw new Error(
      'Citus has no node that may hold data: create the extension citus in a database of the same name on each worker, ' +
        "then select citus_add_node('<host>', <port>) here for each",
    )
  }
  return { version, nodes: place.holding, undecidedSeconds: place.undecidedSeconds }
}

/**
 * What an operator of a cluster should set although all works without; undefined when there is nothing.
 * @source docs/decisions/0270-erp-citus.md, "When a node is away"
 */
export function adviceOn({ undecidedSeconds }: Cluster): string | undefined {
  if (undecidedSeconds >= 0 && undecidedSeconds <= PATIENCE_SECONDS) return undefined
  const howLong = undecidedSeconds < 0 ? 'for ever' : `up to ${undecidedSeconds} s`
  return (
    `after a node is lost in the middle of a commit, rows stay locked ${howLong} and who writes them waits: run ` +
    "alter system set citus.recover_2pc_interval = '1s' and select pg_reload_conf() on the coordinator"
  )
}
