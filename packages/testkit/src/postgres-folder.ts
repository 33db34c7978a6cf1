import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the embedded PostgreSQL of a data directory keeps its files: a directory that its user cannot reach names another. */
export async function postgresFolder(dataDir: string): Promise<string> {
  const note = await readFile(join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8').catch(() => '')
  return note === '' ? dataDir : note.trim()
}
