import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the embedded PostgreSQL of a data directory keeps its files: in it, or where its note points to. */
export async function postgresFolder(dataDir: string): Promise<string> {
  const note = await readFile(join(dataDir, 'postgres-is-elsewhere.txt'), 'utf8').catch(() => '')
  return note === '' ? dataDir : note.trim()
}
