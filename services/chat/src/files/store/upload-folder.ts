import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  copyFile,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'

import { orphanedFiles, processFolderName } from './orphaned-files.ts'

/** A received file that has no final path yet. */
export interface ReceivedFile {
  readonly path: string
  readonly sizeBytes: number
}

/** A file in its place while what refers to it is being written. */
export interface Placing {
  readonly place: string
  /** Whatever refers to the file is written: it stays, or was removed. */
  finish(): Promise<void>
}

/** How a file is answered, whoever answers. */
interface FileAnswer {
  readonly contentType: string
  readonly contentDisposition: string
  readonly cacheControl: string
}

/** Bytes of a file, from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A file that is read: all of it, or a range. */
interface OpenFile {
  readonly stream: Readable
  /** Of the whole file. */
  readonly sizeBytes: number
}

/**
 * Where files are stored: under names of our own making, so that no request chooses a path on the disk. In a folder, or
 * in a bucket; what is on its way lies on this machine's disk either way.
 */
export interface Uploads {
  /** On this machine's disk, for what is being made. */
  readonly folder: string
  /** Where readers are sent for files; undefined: nowhere. */
  readonly publicOrigin: string | undefined
  /** Receives a stream without holding it in memory; an interrupted one leaves nothing. */
  receive(stream: Readable, signal: AbortSignal): Promise<ReceivedFile>
  discard(file: ReceivedFile): Promise<void>
  /** Puts a file in its place, noting that nothing refers to it yet. */
  place(place: string, source: ReceivedFile | Uint8Array): Promise<Placing>
  /** Stores what can be made again, such as a thumbnail. */
  save(place: string, bytes: Uint8Array): Promise<void>
  /** Moves a finished file of this machine to its place. */
  take(place: string, path: string): Promise<void>
  /** The same, but the file stays where it was, too. */
  copy(place: string, path: string): Promise<void>
  /** The path of a file on this disk: its own, or that of a copy in `folder`; undefined when there is none. */
  fetch(place: string, folder: string): Promise<string | undefined>
  /** The size of a file; undefined when there is no such file. */
  sizeOf(place: string): Promise<number | undefined>
  /** Undefined when there is no such file. */
  open(place: string, range?: ByteRange): Promise<OpenFile | undefined>
  /** Of the bucket; undefined where there is none. Asked at most every five seconds. */
  health(): Promise<{ readonly isReachable: boolean } | undefined>
  /** An address at which anybody can read the file for a minute; undefined where nobody is sent. */
  signedUrl(place: string, answer: FileAnswer): Promise<string | undefined>
  /** Removes a file, or a folder with its content. */
  remove(place: string): Promise<void>
  /**
   * Removes what processes left that ended while they received files, and returns the files of which it is not known
   * whether anything refers to them.
   */
  sweep(): Promise<readonly Placing[]>
  /** Removes this process's own folder of incoming files. */
  close(): Promise<void>
}

const ON_THE_WAY = 'incoming'
const PLACING = '.placing'

export function uploadsIn(folder: string): Uploads {
  const own = join(folder, ON_THE_WAY, processFolderName())
  const newPath = async (ending: string) => {
    await mkdir(own, { recursive: true })
    return join(own, randomBytes(12).toString('hex') + ending)
  }
  return {
    folder,
    publicOrigin: undefined,
    receive: async (stream, signal) => await receive(stream, await newPath(''), signal),
    discard: ({ path }) => rm(path, { force: true }),
    place: async (place, source) => {
      const path = within(folder, place)
      const note = await newPath(PLACING)
      await writeFile(note, place, { mode: 0o600 })
      try {
        await mkdir(dirname(path), { recursive: true })
        if (source instanceof Uint8Array) await write(path, source)
        else await rename(source.path, path)
      } catch (error) {
        await rm(path, { force: true })
        await rm(note, { force: true })
        throw error
      }
      return placing(note, place)
    },
    save: async (place, bytes) => {
      const path = within(folder, place)
      const part = await newPath('')
      await mkdir(dirname(path), { recursive: true })
      try {
        await write(part, bytes)
        await rename(part, path)
      } finally {
        await rm(part, { force: true })
      }
    },
    ...keptIn(folder, newPath),
    remove: (place) => rm(within(folder, place), { recursive: true, force: true }),
    sweep: async () => {
      const files = await orphanedFiles(join(folder, ON_THE_WAY), own)
      const undecided: Placing[] = []
      for (const path of files) {
        const place = path.endsWith(PLACING) ? await readFile(path, 'utf8') : ''
        // An incomplete note belongs to a file that was not there yet.
        if (isPlace(place)) undecided.push(placing(path, place))
        else await rm(path, { force: true })
      }
      return undecided
    },
    close: async () => {
      // What is still in it is handled at the next start.
      await rmdir(own).catch(() => undefined)
    },
  }
}

/** What is done with files in their places. */
function keptIn(
  folder: string,
  newPath: (ending: string) => Promise<string>,
): Pick<Uploads, 'take' | 'copy' | 'fetch' | 'sizeOf' | 'open' | 'health' | 'signedUrl'> {
  return {
    take: async (place, path) => {
      const target = within(folder, place)
      await mkdir(dirname(target), { recursive: true })
      await rename(path, target)
    },
    copy: async (place, path) => {
      const target = within(folder, place)
      const part = await newPath('')
      await mkdir(dirname(target), { recursive: true })
      try {
        await copyFile(path, part)
        await rename(part, target)
      } finally {
        await rm(part, { force: true })
      }
    },
    fetch: async (place) => {
      const path = within(folder, place)
      return (await sizeOf(path)) === undefined ? undefined : path
    },
    sizeOf: async (place) => await sizeOf(within(folder, place)),
    open: async (place, range) => {
      const path = within(folder, place)
      const sizeBytes = await sizeOf(path)
      if (sizeBytes === undefined) return undefined
      return { stream: createReadStream(path, range), sizeBytes }
    },
    health: async () => await Promise.resolve(undefined),
    signedUrl: async () => await Promise.resolve(undefined),
  }
}

function placing(note: string, place: string): Placing {
  return { place, finish: () => rm(note, { force: true }) }
}

/**
 * A full disk stops the writing but not the reading: otherwise a client that is still sending would see a broken
 * connection instead of the reason.
 */
async function receive(stream: Readable, path: string, signal: AbortSignal): Promise<ReceivedFile> {
  const file = await open(path, 'wx', 0o600)
  try {
    let failure: unknown
    // A truncated file throws here.
    for await (const chunk of addAbortSignal(signal, stream)) {
      // The stream is one of bytes.
      if (failure === undefined) failure = await failureOf(file.appendFile(chunk as Buffer))
    }
    if (failure !== undefined) throw failure
    return { path, sizeBytes: (await file.stat()).size }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function failureOf(work: Promise<void>): Promise<unknown> {
  return await work.then(
    () => undefined,
    (error: unknown) => error,
  )
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

// What `newPlace` and `safeName` can produce, and nothing that leads out of the folder.
const PLACE = /^(?:[\p{L}\p{N}_.-]+\/)*[\p{L}\p{N}_.-]+$/u

function within(folder: string, place: string): string {
  return join(folder, checkedPlace(place))
}

/** @throws Error for a place that leads elsewhere */
export function checkedPlace(place: string): string {
  if (!PLACE.test(place) || place.split('/').some((part) => /^\.+$/.test(part))) {
    throw new Error('a place of a file is made by this service')
  }
  return place
}

/** Whether a text can be a place of a file. */
export function isPlace(text: string): boolean {
  return PLACE.test(text)
}

/** A path that nobody can guess; `prefix` is part of it. */
export function newPlace(prefix: string, name: string): string {
  const random = randomBytes(18).toString('base64url')
  return `${prefix}/${random.slice(0, 2)}/${random.slice(2)}/${name}`
}

/** The folder of a file's thumbnails: beside it, its own. */
export function thumbnailPlace(pathId: string, name = ''): string {
  return name === '' ? `thumbnail/${pathId}` : `thumbnail/${pathId}/${name}`
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
