import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { isAlive } from '@oficina/postgres/directory-claim.ts'

// Linux's file system in memory. Copying a database of a thousand tables costs seven times as much on a disk.
const MEMORY = '/dev/shm'
const PREFIX = 'oficina-test-run-'
// A run's databases take a tenth of this at their most; a container's default of 64 MB is too little.
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * A folder in memory for what a run throws away anyway, if the machine has room for it. Folders of killed runs are
 * removed first: nothing else would free their memory.
 * @returns undefined where there is no such file system or too little of it
 */
export async function memoryFolder(
  memory = MEMORY,
  enoughBytes = ENOUGH_BYTES,
): Promise<string | undefined> {
  if (!existsSync(memory)) return undefined
  await removeDeadRuns(memory)
  const { bavail, bsize } = await statfs(memory)
  if (Math.min(bavail * bsize, process.availableMemory()) < enoughBytes) return undefined
  try {
    return await mkdtemp(join(memory, `${PREFIX}${process.pid}-`))
  } catch {
    // Mounted, but not for this user: the disk is used instead.
    return undefined
  }
}

async function removeDeadRuns(memory: string): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(PREFIX)) continue
    if (isAlive(Number.parseInt(name.slice(PREFIX.length)))) continue
    // Another user's run is for that user to remove.
    await rm(join(memory, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
