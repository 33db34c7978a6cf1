import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rmdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

import { isAlive } from '@oficina/postgres/directory-claim.ts'

// No request takes nearly as long; an older file belongs to a process of another machine that is gone.
const STALE_MS = 3_600_000

/** The name of this process's folder of incoming files, from which others see whether the process still runs. */
export function processFolderName(): string {
  return `${hostname()}.${process.pid}.${randomBytes(6).toString('hex')}`
}

/** The files in folders of processes that are gone; empty folders are removed. */
export async function orphanedFiles(folder: string, own: string): Promise<readonly string[]> {
  // Compared by the clock of the file system, which may be another machine's.
  await mkdir(own, { recursive: true })
  const { mtimeMs: nowMs } = await stat(own)
  const files: string[] = []
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (path === own || !(await isGone(path, nowMs))) continue
    const names = await namesIn(path)
    files.push(...names.map((file) => join(path, file)))
    // When two processes sweep at once, one finds it gone.
    if (names.length === 0) await rmdir(path).catch(() => undefined)
  }
  return files
}

async function isGone(path: string, nowMs: number): Promise<boolean> {
  const [, host, pid] = /^(.*)\.(\d+)\.[0-9a-f]+$/.exec(basename(path)) ?? []
  // A folder with our own number that is not ours belongs to an earlier process with that number.
  const isDead = Number(pid) === process.pid || !isAlive(Number(pid))
  if (host === hostname() && isDead) return true
  const { mtimeMs } = await stat(path)
  return nowMs - mtimeMs > STALE_MS
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
