import { statfs } from 'node:fs/promises'

import type { Clock } from './clock.ts'

export interface DiskSpace {
  /** What a process without special rights may still write, in bytes; null where the file system does not tell. */
  readonly freeBytes: number | null
  readonly isLow: boolean
}

export interface DiskWatchOptions {
  /** Less than this is low; in bytes. */
  readonly minFreeBytes: number
  readonly now: Clock
}

// A health check every second by many balancers costs one look in this time.
const REMEMBERED_MS = 5_000
// A network file system that hangs holds no health check.
const LOOK_TIMEOUT_MS = 1_000

/** What is free on the file system of a folder; asked as often as one likes, looked up at most every five seconds. */
export function diskWatch(
  folder: string,
  { minFreeBytes, now }: DiskWatchOptions,
): () => Promise<DiskSpace> {
  const seen: { atMs: number; space: Promise<DiskSpace> | undefined } = {
    atMs: 0,
    space: undefined,
  }
  return () => {
    const nowMs = now()
    const isOld = Math.abs(nowMs - seen.atMs) >= REMEMBERED_MS
    if (seen.space === undefined || isOld) {
      seen.atMs = nowMs
      seen.space = lookAt(folder, minFreeBytes)
    }
    return seen.space
  }
}

async function lookAt(folder: string, minFreeBytes: number): Promise<DiskSpace> {
  const free = statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), LOOK_TIMEOUT_MS)
  const freeBytes = await Promise.race([free, late])
  clearTimeout(timer)
  return { freeBytes, isLow: freeBytes !== null && freeBytes < minFreeBytes }
}

// What the file system says (the third of a limit on the process), and PostgreSQL (disk_full) of its own.
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether something failed because a disk, or a quota on it, is full: the service's own or its database's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(error.code)
}
