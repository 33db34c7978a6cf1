import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import {
  initializeServer,
  makeServer,
  program,
  serversFolder,
  type RunningPostgres,
} from './debian-postgres.ts'

const SETTINGS = 'fsync = off\nmax_connections = 60\nhot_standby = on\nshared_buffers = 32MB\n'

export interface ReplicatedPostgres {
  readonly primary: RunningPostgres
  /** Follows the primary by streaming. */
  readonly replica: RunningPostgres
  stop(): Promise<void>
}

/** Debian's PostgreSQL twice: a server, and a replica that follows it. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const folder = await serversFolder('replicated')
  const primary = await makeServer(join(folder, 'primary'), (data) =>
    initializeServer(data, SETTINGS),
  )
  const replica = await makeServer(join(folder, 'replica'), async (data) => {
    const from = primary.url('postgres')
    await program('pg_basebackup', ['-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast'])
  })
  return {
    primary,
    replica,
    stop: async () => {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
