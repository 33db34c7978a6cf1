import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

import type { Log } from '@oficina/kit/log.ts'
import { isAlive } from '@oficina/postgres/directory-claim.ts'

/** Where files are kept while they are received and read; several processes may share the folder. */
export interface SpoolFolder {
  /** A path that no other request uses. */
  newFile(): string
}

// No request takes this long; an older file belongs to a machine that is gone.
const MAX_AGE_MS = 24 * 60 * 60_000
const NAME = /^[a-z]+-(.+)\.(\d+)\.[\da-f-]{36}$/

/** Opens the folder and removes files that killed processes left behind; their names begin with `kind`. */
export async function openSpoolFolder(
  path: string,
  { kind, log }: { readonly kind: 'import' | 'upload'; readonly log: Log },
): Promise<SpoolFolder> {
  await mkdir(path, { recursive: true })
  for (const name of await readdir(path)) {
    const file = join(path, name)
    const isLeft = await isLeftBehind(name, file).catch(() => false)
    if (!isLeft) continue
    await rm(file, { force: true }).catch((error: unknown) => {
      log.warn({ err: error, file }, 'a file that was left behind cannot be removed')
    })
  }
  return { newFile: () => join(path, `${kind}-${hostname()}.${process.pid}.${randomUUID()}`) }
}

async function isLeftBehind(name: string, file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file)
  // When this process started, in milliseconds since 1970.
  const startedMs = performance.timeOrigin
  if (mtimeMs < startedMs - MAX_AGE_MS) return true
  const [, host, pid = ''] = NAME.exec(name) ?? []
  // Another machine's processes cannot be seen from here.
  if (host !== hostname()) return false
  // In a container the next process often gets the same pid as the last one.
  return Number(pid) === process.pid ? mtimeMs < startedMs : !isAlive(Number(pid))
}
