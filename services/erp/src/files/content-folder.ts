import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The contents of attachments: one file for equal contents within a company, and none that two companies share. */
export interface ContentFolder {
  /** Where a content lies below the folder. */
  placeOf(empresa: string, sha256: string): string
  /** Writes a received file through to the disk, before it is placed. */
  flush(path: string): Promise<void>
  /** Puts a flushed file into its place at once, whole; one that is there already has the same content. */
  place(path: string, empresa: string, sha256: string): Promise<void>
  /** Undefined when there is no such content. */
  open(empresa: string, sha256: string): Promise<FileHandle | undefined>
  remove(empresa: string, sha256: string): Promise<void>
  /** The companies that have contents, as their folders are called. */
  companies(): Promise<readonly string[]>
  /** The contents of a company, some hundred at a time. */
  contents(company: string): AsyncGenerator<readonly string[]>
}

const COMPANY = /^[1-9]\d{0,18}$/
const PART = /^[\da-f]{2}$/
const CONTENT = /^[\da-f]{64}$/
const AT_ONCE = 500

export function contentFolder(folder: string): ContentFolder {
  const pathOf = (empresa: string, sha256: string) => join(folder, placeOf(empresa, sha256))
  return {
    placeOf,
    flush,
    place: async (path, empresa, sha256) => {
      const place = pathOf(empresa, sha256)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await rename(path, place)
      // The name, too, is on the disk before anything refers to it.
      await flush(dirname(place))
    },
    open: async (empresa, sha256) =>
      isContentName(sha256) ? await orNothing(open(pathOf(empresa, sha256))) : undefined,
    remove: async (empresa, sha256) => {
      if (isContentName(sha256)) await rm(pathOf(empresa, sha256), { force: true })
    },
    companies: async () => (await namesIn(folder)).filter((name) => COMPANY.test(name)),
    contents: async function* (company) {
      const parts = await namesIn(join(folder, company))
      for (const part of parts.filter((name) => PART.test(name))) {
        const names = await namesIn(join(folder, company, part))
        const found = names.filter(isContentName)
        for (let from = 0; from < found.length; from += AT_ONCE)
          yield found.slice(from, from + AT_ONCE)
      }
    },
  }
}

/**
 * Whether a checksum can name a content: rows that were typed before files could be attached may hold anything, and no
 * text that a client wrote ever becomes a path.
 */
export function isContentName(huella: string): boolean {
  return CONTENT.test(huella)
}

function placeOf(empresa: string, sha256: string): string {
  return join(empresa, sha256.slice(0, 2), sha256)
}

async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await orNothing(readdir(folder))) ?? []
}

async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
