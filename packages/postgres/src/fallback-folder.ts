import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { isClaimed } from './directory-claim.ts'

const NOTE = 'postgres-is-elsewhere.txt'
const BELONGS_TO = 'belongs-to'
const FOLDER_PREFIX = 'data-'

/**
 * The folder below `home` for the database of a data directory that its user cannot reach. A note in the data directory
 * names the folder, and the folder holds a hard link to that note: a data directory that is moved keeps its database, a
 * copy of one gets a database of its own, and the note's link count tells when the data directory is gone.
 */
export async function fallbackFolder(dataDir: string, home: string): Promise<string> {
  const note = join(dataDir, NOTE)
  const known = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (dirname(known) === home && existsSync(known)) {
    const owner = join(known, BELONGS_TO)
    if (!existsSync(owner)) await bind(note, dataDir, owner)
    if (await isSame(note, dataDir, owner)) return known
  }
  const folder = join(home, `${FOLDER_PREFIX}${randomBytes(6).toString('hex')}`)
  await mkdir(folder, { recursive: true })
  await rm(note, { force: true })
  await writeFile(note, `${folder}\n`)
  await bind(note, dataDir, join(folder, BELONGS_TO))
  return folder
}

/** Whether a data directory's database is in such a folder. */
export function hasFallbackFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, NOTE))
}

/** Removes the folders below `home` whose data directory no longer exists; the answer names them. */
export async function removeOrphans(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => [])
  const folders = names.filter((name) => name.startsWith(FOLDER_PREFIX))
  const removed: string[] = []
  for (const folder of folders.map((name) => join(home, name))) {
    if (!(await isOrphan(folder)) || (await isClaimed(folder))) continue
    await rm(folder, { recursive: true, force: true })
    removed.push(folder)
  }
  return removed
}

/** Where two file systems cannot share a file, its path and the number of its file system are written down instead. */
interface Place {
  readonly dataDir: string
  readonly device: number
}

async function bind(note: string, dataDir: string, owner: string): Promise<void> {
  try {
    await link(note, owner)
  } catch {
    // Another file system, or one without hard links.
    const place: Place = { dataDir, device: (await stat(dataDir)).dev }
    await writeFile(owner, JSON.stringify(place))
  }
}

async function isSame(note: string, dataDir: string, owner: string): Promise<boolean> {
  const place = await placeIn(owner)
  if (place !== undefined) return place.dataDir === dataDir
  const [one, other] = await Promise.all([stat(note), stat(owner)])
  return one.ino === other.ino && one.dev === other.dev
}

async function placeIn(owner: string): Promise<Place | undefined> {
  const text = await readFile(owner, 'utf8')
  // Written by `bind`; anything else is the note itself, whose text is a path.
  return text.startsWith('{') ? (JSON.parse(text) as Place) : undefined
}

async function isOrphan(folder: string): Promise<boolean> {
  const owner = join(folder, BELONGS_TO)
  // Being made at this moment, or made before folders recorded their owners.
  if (!existsSync(owner)) return false
  const place = await placeIn(owner)
  if (place === undefined) return (await stat(owner)).nlink === 1
  const note = await readFile(join(place.dataDir, NOTE), 'utf8').catch(() => '')
  // A disk that is not mounted is not a directory that was removed.
  return note.trim() !== folder && (await deviceOf(place.dataDir)) === place.device
}

/** The number of the file system on which a path is, or would be. */
async function deviceOf(path: string): Promise<number> {
  if (existsSync(path)) return (await stat(path)).dev
  return await deviceOf(dirname(path))
}
