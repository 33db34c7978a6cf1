import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { createTarDecoder } from 'modern-tar'
import { openZip, ZipFailure } from '@oficina/zip/open-zip.ts'

import { ArchiveProblem } from './archive-problem.ts'

// A server with ten years of days in a thousand channels has fewer.
const MAX_ENTRIES = 2_000_000
// Of a .zip: the list of some 600,000 entries, which is held in memory.
const MAX_DIRECTORY_BYTES = 64 * 1024 ** 2
const MAX_TOTAL_BYTES = 256 * 1024 ** 3
// Texts shrink to a tenth; what unpacks to more than this many times its size, once it is large, is a bomb.
const MAX_RATIO = 150
const RATIO_FROM_BYTES = 256 * 1024 * 1024
const MAX_NAME = 1_000
const MAX_PART = 255
const MAX_DEPTH = 20

export interface UnpackLimits {
  /** The free space that may be used. */
  readonly maxBytes: number
}

/**
 * Unpacks an archive, `.tar.gz` or `.zip`, into a new folder.
 * @throws ArchiveProblem for an archive that is damaged, or that would write elsewhere or too much
 */
export async function unpack(path: string, folder: string, limits: UnpackLimits): Promise<void> {
  const kind = await kindOf(path)
  const { size } = await stat(path)
  const unpacking = new Unpacking(folder, size, limits)
  if (kind === 'zip') await unpackZip(path, unpacking)
  else await unpackTar(path, unpacking)
}

async function kindOf(path: string): Promise<'tar.gz' | 'zip'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead >= 2 && buffer[0] === 0x1f && buffer[1] === 0x8b) return 'tar.gz'
    if (bytesRead === 4 && buffer.toString('latin1').startsWith('PK')) return 'zip'
    throw new ArchiveProblem('the file is neither a .tar.gz nor a .zip archive')
  } finally {
    await file.close()
  }
}

/** Writes entries below one folder, and counts. */
class Unpacking {
  readonly #folder: string
  readonly #packedBytes: number
  readonly #maxBytes: number
  readonly #made = new Set<string>()
  #entries = 0
  #bytes = 0

  constructor(folder: string, packedBytes: number, { maxBytes }: UnpackLimits) {
    this.#folder = folder
    this.#packedBytes = packedBytes
    this.#maxBytes = Math.min(maxBytes, MAX_TOTAL_BYTES)
  }

  async write(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    checkName(name)
    this.#entries += 1
    if (this.#entries > MAX_ENTRIES) {
      throw new ArchiveProblem(`the archive has more than ${MAX_ENTRIES} entries`)
    }
    const path = join(this.#folder, name)
    const parent = dirname(path)
    if (!this.#made.has(parent)) {
      await mkdir(parent, { recursive: true })
      this.#made.add(parent)
    }
    try {
      await pipeline(this.#counted(content), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause)) throw cause
      const isTwice = cause.code === 'EEXIST' || cause.code === 'EISDIR' || cause.code === 'ENOTDIR'
      if (!isTwice) throw cause
      throw new ArchiveProblem(`the archive has ${shown(name)} twice`, { cause })
    }
  }

  async *#counted(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#bytes += chunk.length
      if (this.#bytes > this.#maxBytes) {
        throw new ArchiveProblem(
          `the archive unpacks to more than ${this.#maxBytes} bytes, which is all that there is room for`,
        )
      }
      if (this.#bytes > RATIO_FROM_BYTES && this.#bytes > this.#packedBytes * MAX_RATIO) {
        throw new ArchiveProblem(`the archive unpacks to more than ${MAX_RATIO} times its size`)
      }
      yield chunk
    }
  }
}

/** No name leads out of the folder. */
function checkName(name: string): void {
  const parts = name.split('/')
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const isBad = name.length > MAX_NAME || parts.length > MAX_DEPTH || /[\0\\\uFFFD]/.test(name)
  const isOutside =
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    parts.some((part) => part === '..' || part === '.' || part === '')
  if (isOutside) throw new ArchiveProblem(`the archive has an entry outside of it: ${shown(name)}`)
  if (isBad || parts.some((part) => Buffer.byteLength(part) > MAX_PART)) {
    throw new ArchiveProblem(
      `the archive has an entry with a name that no file can have: ${shown(name)}`,
    )
  }
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}

async function unpackTar(path: string, unpacking: Unpacking): Promise<void> {
  const packed = createReadStream(path)
  const plain = createGunzip()
  packed.on('error', (error) => plain.destroy(error))
  packed.pipe(plain)
  // What reads from the stream only learns that it broke.
  const broken: { reason?: string } = {}
  plain.once('error', ({ message }) => (broken.reason = message))
  try {
    // The streams of Node and of the web are the same ones, declared twice.
    const bytes = Readable.toWeb(plain) as unknown as ReadableStream<Uint8Array>
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      if (header.type === 'file') {
        await unpacking.write(header.name.replace(/^\.\//, ''), body)
        continue
      }
      const isPassedOver = header.type === 'directory' || header.type?.startsWith('pax') === true
      if (!isPassedOver) {
        throw new ArchiveProblem(
          `the archive has an entry that is neither file nor folder: ${shown(header.name)}`,
        )
      }
      await body.cancel()
    }
  } catch (cause) {
    if (cause instanceof ArchiveProblem || isOwnDisk(cause)) throw cause
    const reason = broken.reason ?? (cause instanceof Error ? cause.message : String(cause))
    throw new ArchiveProblem(`the archive is damaged: ${reason}`, { cause })
  } finally {
    packed.destroy()
    plain.destroy()
  }
}

/** Whether the trouble is this machine's. */
function isOwnDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

async function unpackZip(path: string, unpacking: Unpacking): Promise<void> {
  try {
    const zip = await openZip(path, { maxDirectoryBytes: MAX_DIRECTORY_BYTES })
    try {
      for (const name of zip.names) {
        if (!name.endsWith('/')) await unpacking.write(name, zip.read(name))
      }
    } finally {
      await zip.close()
    }
  } catch (cause) {
    if (!(cause instanceof ZipFailure)) throw cause
    const { kind, entry } = cause.problem
    const where = entry === '' ? '' : ` (${shown(entry)})`
    throw new ArchiveProblem(`the archive is damaged: ${kind}${where}`, { cause })
  }
}

/** The folder that holds a file of this name: the given one, or the only one in it. */
export async function rootWith(folder: string, name: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true })
  if (entries.some((entry) => entry.isFile() && entry.name === name)) return folder
  const [only, ...others] = entries.filter(
    (entry) => entry.isDirectory() && entry.name !== '__MACOSX',
  )
  if (only === undefined || others.length > 0) return undefined
  const inner = join(folder, only.name)
  const files = await readdir(inner)
  return files.includes(name) ? inner : undefined
}
