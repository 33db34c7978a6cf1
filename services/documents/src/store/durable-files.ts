import { open, statfs } from 'node:fs/promises'

/** The disk that holds the templates. */
export interface Disk {
  /** Writes a new file and waits until it is there; after a failure the caller removes what is left. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Adds to the end of a file, which need not be there yet. */
  append(path: string, chunks: readonly Buffer[]): Promise<void>
  /** The free space in a folder; infinite when the system does not say. */
  freeBytes(folder: string): Promise<number>
}

export const SYSTEM_DISK: Disk = { write: writeDurably, append, freeBytes }

async function freeBytes(folder: string): Promise<number> {
  const system = await statfs(folder).catch(() => undefined)
  return system === undefined ? Number.POSITIVE_INFINITY : system.bavail * system.bsize
}

async function append(path: string, chunks: readonly Buffer[]): Promise<void> {
  const file = await open(path, 'a', 0o600)
  try {
    await file.writeFile(Buffer.concat(chunks))
  } finally {
    await file.close()
  }
}

/** Writes a new file and waits until it is on the disk. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o644)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Waits until the names in a directory are on the disk. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Whether the file system said one of these. */
export function isCode(error: unknown, ...codes: readonly string[]): error is Error {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
