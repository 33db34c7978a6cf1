import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import {
  initializeServer,
  makeServer,
  serversFolder,
  type RunningPostgres,
} from './debian-postgres.ts'

/** What a machine with Citus for Debian's PostgreSQL 15 has. */
export const CITUS_LIBRARY = '/usr/lib/postgresql/15/lib/citus.so'

export interface CitusCluster {
  readonly coordinator: RunningPostgres
  readonly workers: readonly [RunningPostgres, RunningPostgres]
  /** The database `postgres` of the coordinator, with the extension, for `TEST_DATABASE_URL`. */
  readonly url: string
  /** An empty database of this name on all nodes, which know each other in it; the answer is its address. */
  makeDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

// A process that is killed leaves what it has written to the system, so nothing need reach a disk.
const SETTINGS = `
fsync = off
shared_preload_libraries = 'citus'
max_connections = 100
shared_buffers = 32MB
citus.shard_count = 2
# How soon what a killed node left undecided is decided.
citus.recover_2pc_interval = 1s
`

/** Debian's PostgreSQL with Citus three times, a coordinator and two workers, whose nodes a test can kill. */
export async function startCitusCluster(): Promise<CitusCluster> {
  const folder = await serversFolder('citus')
  const make = (name: string) =>
    makeServer(join(folder, name), (data) => initializeServer(data, SETTINGS))
  const coordinator = await make('coordinator')
  const workers = [await make('first'), await make('second')] as const
  const nodes = [coordinator, ...workers]
  const connect = async (name: string) => {
    for (const node of nodes) await node.query('create extension citus', name)
    await coordinator.query(
      `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
      name,
    )
    for (const { port } of workers) {
      await coordinator.query(`select citus_add_node('127.0.0.1', ${port})`, name)
    }
  }
  await connect('postgres')
  return {
    coordinator,
    workers,
    url: coordinator.url('postgres'),
    makeDatabase: async (name) => {
      for (const node of nodes) await node.query(`create database ${name}`)
      await connect(name)
      return coordinator.url(name)
    },
    stop: async () => {
      for (const node of nodes.toReversed()) await node.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
