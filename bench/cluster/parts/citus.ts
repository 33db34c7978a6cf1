import { join } from 'node:path'

import { archiving } from './base-backup.ts'
import type { Part } from './part.ts'
import {
  makePostgres,
  postgresPart,
  postgresUrl,
  statement,
  type PostgresOptions,
} from './postgres.ts'

export interface CitusOptions {
  readonly folder: string
  /** Of the coordinator and of each worker. */
  readonly ports: readonly number[]
  readonly logFile: (name: string) => string
  readonly databases: readonly string[]
}

// Few shards: every one is a table of its own, and the ERP has a thousand tables.
const SETTINGS = [
  "shared_preload_libraries = 'citus'",
  'citus.shard_count = 4',
  'max_prepared_transactions = 200',
  'max_locks_per_transaction = 512',
  // Citus finds deadlocks in one of them for each database.
  'max_worker_processes = 32',
  // How soon what a killed node left undecided is decided.
  'citus.recover_2pc_interval = 1s',
]

/** A coordinator and its workers, each a PostgreSQL with the extension Citus in each of the databases. */
export async function startCitus(options: CitusOptions): Promise<readonly Part[]> {
  const { ports, databases } = options
  const nodes = await Promise.all(ports.map((port, index) => nodeOptions(options, port, index)))
  await Promise.all(nodes.map(makePostgres))
  const parts = nodes.map(postgresPart)
  await Promise.all(parts.map((part) => part.start()))
  try {
    for (const database of databases) await joinNodes(ports, database)
  } catch (error) {
    await Promise.all(parts.map((part) => part.kill()))
    throw error
  }
  return parts
}

async function nodeOptions(
  { folder, logFile }: CitusOptions,
  port: number,
  index: number,
): Promise<PostgresOptions> {
  const name = index === 0 ? 'citus coordinator' : `citus worker ${index}`
  return {
    name,
    folder: join(folder, `citus-${index}`),
    port,
    logFile: logFile(name),
    settings: [...SETTINGS, ...(await archiving(folder, port))],
  }
}

async function joinNodes(ports: readonly number[], database: string): Promise<void> {
  const [coordinator = 0, ...workers] = ports
  for (const port of ports) {
    await statement(postgresUrl(port, 'postgres'), `create database ${database}`)
    await statement(postgresUrl(port, database), 'create extension citus')
  }
  const url = postgresUrl(coordinator, database)
  await statement(url, "select citus_set_coordinator_host('127.0.0.1', $1)", [coordinator])
  for (const port of workers) {
    await statement(url, "select citus_add_node('127.0.0.1', $1)", [port])
  }
}
