import { constants, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ImageReason } from './image-problem.ts'

const MISSING = 'no such file in the images directory'

/**
 * Reads a file below the images directory. Absolute paths, `..`, backslashes, drive letters and links that lead out of
 * it are all reported as a file that does not exist; a pipe or device is never opened.
 */
export async function readImageFile(
  imagesDir: string,
  relative: string,
  maxBytes: number,
): Promise<Result<Buffer, ImageReason>> {
  if (!isPlainPath(relative)) return fail(MISSING)
  try {
    const base = await realpath(imagesDir)
    const path = await realpath(join(base, relative))
    if (!path.startsWith(base + sep)) return fail(MISSING)
    // Non-blocking: opening a pipe would wait for a writer for ever.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
    try {
      const stat = await file.stat()
      if (!stat.isFile()) return fail(MISSING)
      return stat.size > maxBytes ? fail('larger than the limit') : ok(await file.readFile())
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return fail(MISSING)
    throw error
  }
}

function isPlainPath(path: string): boolean {
  const hasForeign = /[\0\\:]/.test(path) || path.startsWith('/')
  return path !== '' && !hasForeign && !path.split('/').includes('..')
}
