import { statfs } from 'node:fs/promises'

import type { Clock } from '@oficina/kit/clock.ts'

export interface DiskSpace {
  /** What a process without special rights may still write, in bytes; null when the file system does not say. */
  readonly freeBytes: number | null
  readonly isLow: boolean
}

export interface DiskWatchOptions {
  /** Less than this is low; in bytes. */
  readonly minFreeBytes: number
  readonly now: Clock
}

// Health checks every second from many load balancers cost one look in this time.
const REMEMBERED_MS = 5_000
// A network file system that hangs must not block a health check.
const LOOK_TIMEOUT_MS = 1_000

/**
 * The free space on the file system of a folder. It may be asked at any rate, and is looked up at most every five
 * seconds.
 */
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

// Codes of a full disk or quota: from the file system (the third is a limit of the process) and from PostgreSQL
// (disk_full).
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

/** Whether something failed because a disk or quota is full, the service's own or its database's. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(error.code)
}
