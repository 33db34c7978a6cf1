import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { PostgresAccount } from './postgres-account.ts'

// The address of a socket has room for 104 bytes on macOS and 108 on Linux, with a zero and `/.s.PGSQL.65535` at its end.
const MAX_BYTES = 103 - '/.s.PGSQL.65535'.length

/**
 * An empty folder for the server's Unix socket, which only its own user and root enter; null where there is none: on
 * Windows, and where the path would be too long for a socket. A statement takes a third less over it than over TCP.
 */
export async function makeSocketFolder(
  folder: string,
  { uid, gid }: PostgresAccount,
): Promise<string | null> {
  const sockets = join(folder, 'run')
  if (process.platform === 'win32' || Buffer.byteLength(sockets) > MAX_BYTES) return null
  // A server that was killed leaves its socket behind.
  await rm(sockets, { recursive: true, force: true })
  await mkdir(sockets, { mode: 0o700 })
  if (uid !== undefined) await chown(sockets, uid, gid ?? uid)
  return sockets
}
