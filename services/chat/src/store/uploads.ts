import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where files lie: each under a name of our own making, so that no request chooses a place on the disk. */
export interface Uploads {
  readonly folder: string
  save(place: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such file. */
  open(
    place: string,
  ): Promise<{ readonly stream: Readable; readonly sizeBytes: number } | undefined>
  remove(place: string): Promise<void>
}

export function uploadsIn(folder: string): Uploads {
  return {
    folder,
    save: async (place, bytes) => {
      const path = within(folder, place)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    },
    open: async (place) => {
      const path = within(folder, place)
      try {
        const { size } = await stat(path)
        return { stream: createReadStream(path), sizeBytes: size }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (place) => rm(within(folder, place), { force: true }),
  }
}

// What `newPlace` and `safeName` can make, and nothing that leads out of the folder.
const PLACE = /^(?:[\p{L}\p{N}_.-]+\/)*[\p{L}\p{N}_.-]+$/u

function within(folder: string, place: string): string {
  if (!PLACE.test(place) || place.split('/').some((part) => /^\.+$/.test(part))) {
    throw new Error('a place of a file is made by this service')
  }
  return join(folder, place)
}

/** A place that nobody can guess; `prefix` is part of it. */
export function newPlace(prefix: string, name: string): string {
  const random = randomBytes(18).toString('base64url')
  return `${prefix}/${random.slice(0, 2)}/${random.slice(2)}/${name}`
}

const MAX_NAME = 100

/** A file's name as part of an address: letters, digits, dots, dashes and underscores of any script. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .trim()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^\p{L}\p{N}_.-]/gu, '')
  const short = Array.from(plain).slice(-MAX_NAME).join('')
  return short === '' || /^\.+$/.test(short) ? 'uploaded-file' : short
}
